"""From rows and a question to an assessment: one run of the engine for all that the question needs, then its findings."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine import FittedModels, timed
from foldwise.engine.backends import DEFAULT
from foldwise.errors import FoldwiseError, Interrupted
from foldwise.evaluation.checking import check_rows, hold_back, mark_bias
from foldwise.evaluation.estimate_inputs import estimate_inputs
from foldwise.evaluation.evaluate import Request, evaluate, notes_on
from foldwise.evaluation.first_repeats import first_repeats
from foldwise.evaluation.request_checks import careful_plan, check_decision, check_measures, check_request, pick_plan
from foldwise.evaluation.runner import FitNeeds, Runner
from foldwise.evaluation.segmenting import evaluate_segments, note_on_segments
from foldwise.measures import default_measures, with_pairs
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.progress import QUIET_SECONDS
from foldwise.reports import Assessment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings, Times
    from foldwise.estimates import EstimateMethod
    from foldwise.evaluation.samples import SamplesBeside
    from foldwise.evaluation.until import PrecisionLimit
    from foldwise.intervals import IntervalMethod
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator

__all__ = ["AssessmentRequest", "assess_rows"]


@final
@dataclass(frozen=True, kw_only=True)
class AssessmentRequest:
    """What is asked about models on one dataset; the fields are the arguments of `foldwise.assess`.

    `named` are the measures asked for by name. `beside` says which samples are fitted beside a kind of plan for tests that look at
    them, None for none: what a comparison needs is known before anything is fitted.
    """

    named: tuple[Measure, ...] = ()
    plan: Any = None
    method: str | IntervalMethod = "auto"
    estimate: str | EstimateMethod = "auto"
    level: float = 0.95
    limit: PrecisionLimit | None = None
    allow_invalid: bool = False
    decide: str | None = None
    baseline: bool = True
    beside: Callable[[Dataset, str, Mapping[str, Any]], SamplesBeside | None] | None = None


def assess_rows(
    model: Estimator,
    dataset: Dataset,
    asked: AssessmentRequest,
    settings: Settings,
) -> Assessment:
    """Fit what the request needs, once, and make the findings.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.engine import Settings
    >>> found = assess_rows("lda", foldwise.sample("iris"), AssessmentRequest(), Settings())
    >>> round(found.finding("lda", "error").estimate.value, 3)
    0.02
    """
    named, level = asked.named, asked.level
    measures = with_pairs(named) or None
    check_measures(measures or (), dataset)
    check_decision(asked.decide, dataset)
    careful = asked.plan is None and asked.method == "careful"
    recipe, reason = careful_plan(dataset, named or None) if careful else pick_plan(asked.plan, dataset)
    check_request(asked.method, recipe, named or None, allow_invalid=asked.allow_invalid)
    chosen = as_models(model, dataset)
    added = frozenset({BASELINE}) if asked.baseline and BASELINE not in chosen else frozenset()
    chosen = {**chosen, **dict.fromkeys(added, baseline_for(dataset))}
    needs = FitNeeds.of(asked.method, asked.estimate)
    needs = needs if asked.beside is None else replace(needs, samples=asked.beside(dataset, recipe.name, chosen))
    if not settings.train and (needs.train or asked.decide == "training"):
        settings = replace(settings, train=True)
    runner = Runner(dataset, chosen, settings, needs, asked.decide)
    start = time.perf_counter()
    estimate = "auto" if asked.estimate == "auto" else estimate_inputs(asked.estimate, runner, recipe)
    anytime = asked.limit is not None
    request = Request(asked.method, estimate, level, asked.allow_invalid, added, anytime=anytime)
    assessing = Assessing(asked, dataset, settings, reason, chosen, measures, request)
    repeated = asked.limit is None and recipe.is_repeated
    show = getattr(settings.progress, "look", None) if repeated else None
    shorter = partial(first_repeats, plan=recipe, dataset=dataset, seed=settings.seed)

    def look(so_far: Callable[[], Predictions], repeats: int) -> None:
        if show is None or needs.apparent or time.perf_counter() - start < QUIET_SECONDS:
            return
        found = shorter(runner.decided(so_far()), repeats=repeats)
        if found is not None:
            with suppress(FoldwiseError):  # a method that was asked for may need more repeats than there are so far
                show(assessing.assessment(found, checked=False))

    with timed() as clock:
        try:
            predictions, notes = runner.predict(recipe, asked.limit, measures, request, look=look if repeated else None)
        except Interrupted as stopped:
            found = shorter(runner.decided(stopped.predictions), repeats=stopped.repeats) if stopped.repeats else None
            if found is not None and not needs.apparent:
                told = f"stopped after {stopped.repeats} of {stopped.predictions.resamples.repeats} repeats"
                stopped.result = assessing.assessment(found, [told], seconds=time.perf_counter() - start)
            raise
    seconds = time.perf_counter() - start
    return assessing.assessment(predictions, notes, seconds=seconds, times=clock.times())


def note_on_backend(settings: Settings, predictions: Predictions) -> tuple[str, ...]:
    """Say where fits were done, where that was not in this process and its own workers."""
    from foldwise.engine.backends import backend_name

    if all(output.engine != "generic" for output in predictions.outputs.values()):
        return ()
    return (f"fits without a batched kernel were done by the backend '{backend_name(settings.backend)}'",)


@final
@dataclass(frozen=True)
class Assessing:
    """What was asked, and all that an assessment tells of beside the predictions."""

    asked: AssessmentRequest
    dataset: Dataset
    settings: Settings
    reason: str
    chosen: Mapping[str, Any]
    measures: tuple[Measure, ...] | None
    request: Request

    def assessment(
        self,
        predictions: Predictions,
        notes: Sequence[str] = (),
        *,
        seconds: float = 0.0,
        times: Mapping[str, Times] | None = None,
        checked: bool = True,
    ) -> Assessment:
        """Make the findings; where it is `checked`, the rows are looked at for flaws as well."""
        asked, dataset, request = self.asked, self.dataset, self.request
        shown = self.measures or default_measures(predictions)
        spare = [one for one in shown[1:] if one not in asked.named] if asked.named else shown[1:]
        findings = evaluate(predictions, shown, request.sparing(spare))
        parts = () if dataset.segments is None else evaluate_segments(predictions, dataset.segments, shown, request)
        if not asked.allow_invalid:
            findings, parts = hold_back(findings, parts, models=self.chosen, dataset=dataset, predictions=predictions)
        advice = check_rows("assess", dataset, predictions.resamples) if checked else ()
        return Assessment(
            dataset=dataset,
            findings=mark_bias(findings, advice),
            predictions=predictions,
            plan=predictions.resamples.plan,
            plan_reason=self.reason,
            level=asked.level,
            seed=self.settings.seed,
            baseline=BASELINE if BASELINE in self.chosen else "",
            notes=(
                *notes,
                *notes_on(predictions, findings),
                *(() if self.settings.backend == DEFAULT else note_on_backend(self.settings, predictions)),
                *(note_on_segments(dataset.segments, interval=asked.method, estimate=asked.estimate) if parts else ()),
            ),
            seconds=seconds,
            times=times or {},
            fits=FittedModels(
                dataset,
                self.chosen,
                predictions.resamples,
                self.settings.seed,
                None if self.asked.decide is None else deciding(dataset, self.asked),
            ),
            advice=advice,
            segments=parts,
        )


def deciding(dataset: Dataset, asked: AssessmentRequest) -> Callable[[Estimator], Estimator]:
    """What makes a fitted model decide as was asked for."""
    from foldwise.learners import CostDecision, ThresholdDecision

    def decided(fitted: Estimator) -> Estimator:
        by_label = set(fitted.classes_.tolist()) <= set(dataset.labels.tolist())
        labels = dataset.labels if by_label else np.arange(dataset.labels.size)
        if asked.decide == "cost":
            return CostDecision.of_fitted(fitted, dataset.costs, labels)
        rows = dataset.X, labels[dataset.codes], dataset.weights
        wanted = labels[dataset.positive_code]
        return ThresholdDecision.of_fitted(fitted, rows, costs=dataset.costs, labels=labels, positive=wanted)

    return decided
