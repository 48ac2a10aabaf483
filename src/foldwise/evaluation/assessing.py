"""From rows and a request to an assessment: one run of the engine for all that the request needs, then its findings."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.engine import FittedModels, timed
from foldwise.engine.execution.backends import DEFAULT
from foldwise.errors import FoldwiseError, Interrupted
from foldwise.evaluation.checking import check_rows, mark_bias, withhold_intervals
from foldwise.evaluation.estimate_inputs import estimate_inputs
from foldwise.evaluation.evaluate import Request, evaluate, notes_on
from foldwise.evaluation.first_repeats import first_repeats
from foldwise.evaluation.request_checks import careful_plan, check_decision, check_measures, check_request, pick_plan
from foldwise.evaluation.runner import FitNeeds, Runner
from foldwise.evaluation.segmenting import evaluate_segments, note_on_segments
from foldwise.evaluation.worse_models import worse_than_baseline
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
    from foldwise.reports import Finding
    from foldwise.typing import Estimator

__all__ = ["AssessmentRequest", "assess_rows"]


@final
@filled_at_once
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
    request: AssessmentRequest,
    settings: Settings,
) -> Assessment:
    """Fit what the request needs, once, and make the findings.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.engine import Settings
    >>> result = assess_rows("lda", foldwise.sample("iris"), AssessmentRequest(), Settings())
    >>> round(result.finding("lda", "error").estimate.value, 3)
    0.02
    """
    named_measures, level = request.named, request.level
    measures = with_pairs(named_measures) or None
    check_measures(measures or (), dataset)
    check_decision(request.decide, dataset)
    careful = request.plan is None and request.method == "careful"
    plan, reason = careful_plan(dataset, named_measures or None) if careful else pick_plan(request.plan, dataset)
    check_request(request.method, plan, named_measures or None, allow_invalid=request.allow_invalid)
    models = as_models(model, dataset)
    added_models = frozenset({BASELINE}) if request.baseline and BASELINE not in models else frozenset()
    models = {**models, **dict.fromkeys(added_models, baseline_for(dataset))}
    needs = FitNeeds.of(request.method, request.estimate)
    needs = needs if request.beside is None else replace(needs, samples=request.beside(dataset, plan.name, models))
    if not settings.train and (needs.train or request.decide == "training"):
        settings = replace(settings, train=True)
    runner = Runner(dataset, models, settings, needs, request.decide)
    start = time.perf_counter()
    estimate = "auto" if request.estimate == "auto" else estimate_inputs(request.estimate, runner, plan)
    anytime = request.limit is not None
    finding_request = Request(request.method, estimate, level, request.allow_invalid, added_models, anytime=anytime)
    builder = AssessmentBuilder(request, dataset, settings, reason, models, measures, finding_request)
    repeated = request.limit is None and plan.is_repeated
    show_interim = getattr(settings.progress, "look", None) if repeated else None
    cut_to_repeats = partial(first_repeats, plan=plan, dataset=dataset, seed=settings.seed)

    def look(so_far: Callable[[], Predictions], repeats: int) -> None:
        if show_interim is None or needs.apparent or time.perf_counter() - start < QUIET_SECONDS:
            return
        complete_repeats = cut_to_repeats(runner.decided(so_far()), repeats=repeats)
        if complete_repeats is not None:
            with suppress(FoldwiseError):  # a method that was asked for may need more repeats than there are so far
                show_interim(builder.build(complete_repeats, checked=False))

    with timed() as clock:
        try:
            predictions, notes = runner.predict(
                plan, request.limit, measures, finding_request, look=look if repeated else None
            )
        except Interrupted as stopped:
            complete_repeats = (
                cut_to_repeats(runner.decided(stopped.predictions), repeats=stopped.repeats)
                if stopped.repeats
                else None
            )
            if complete_repeats is not None and not needs.apparent:
                note = f"stopped after {stopped.repeats} of {stopped.predictions.resamples.repeats} repeats"
                stopped.result = builder.build(complete_repeats, [note], seconds=time.perf_counter() - start)
            raise
    seconds = time.perf_counter() - start
    return builder.build(predictions, notes, seconds=seconds, times=clock.times())


def models_behind_baseline(findings: Sequence[Finding]) -> list[str]:
    """Models whose estimate is worse than that of the baseline under the first measure, which is rare; only these are tested."""
    measure = findings[0].measure
    value_by_model = {finding.model: finding.estimate.value for finding in findings if finding.measure is measure}
    baseline = value_by_model.pop(BASELINE, np.nan)
    return [model for model, value in value_by_model.items() if measure.better(baseline, value)]


def note_on_backend(settings: Settings, predictions: Predictions) -> tuple[str, ...]:
    """Say where fits were done, where that was not in this process and its own workers."""
    from foldwise.engine.execution.backends import backend_name

    if all(output.engine != "generic" for output in predictions.outputs.values()):
        return ()
    return (f"fits without a batched kernel were done by the backend '{backend_name(settings.backend)}'",)


@final
@filled_at_once
@dataclass(frozen=True)
class AssessmentBuilder:
    """Makes assessments of one call from its predictions, which may be those of its first repeats only."""

    request: AssessmentRequest
    dataset: Dataset
    settings: Settings
    plan_reason: str
    models: Mapping[str, Any]
    measures: tuple[Measure, ...] | None
    finding_request: Request

    def build(
        self,
        predictions: Predictions,
        notes: Sequence[str] = (),
        *,
        seconds: float = 0.0,
        times: Mapping[str, Times] | None = None,
        checked: bool = True,
    ) -> Assessment:
        """Make the findings; the rows are checked for flaws too unless `checked` is false."""
        request, dataset, finding_request = self.request, self.dataset, self.finding_request
        measures = self.measures or default_measures(predictions)
        unrequested = (
            [measure for measure in measures[1:] if measure not in request.named] if request.named else measures[1:]
        )
        findings = evaluate(predictions, measures, finding_request.sparing(unrequested))
        segments = (
            ()
            if dataset.segments is None
            else evaluate_segments(predictions, dataset.segments, measures, finding_request)
        )
        if not request.allow_invalid:
            findings, segments = withhold_intervals(
                findings, segments, models=self.models, dataset=dataset, predictions=predictions
            )
        advice = check_rows("assess", dataset, predictions.resamples) if checked else ()
        return Assessment(
            dataset=dataset,
            findings=mark_bias(findings, advice),
            predictions=predictions,
            plan=predictions.resamples.plan,
            plan_reason=self.plan_reason,
            level=request.level,
            seed=self.settings.seed,
            baseline=BASELINE if BASELINE in self.models else "",
            notes=(
                *notes,
                *(
                    worse_than_baseline(predictions, trailing, measures[0], request.level)
                    if (trailing := models_behind_baseline(findings)) and request.beside is None
                    else ()
                ),
                *notes_on(predictions, findings),
                *(() if self.settings.backend == DEFAULT else note_on_backend(self.settings, predictions)),
                *(
                    note_on_segments(dataset.segments, interval=request.method, estimate=request.estimate)
                    if segments
                    else ()
                ),
            ),
            seconds=seconds,
            times=times or {},
            fits=FittedModels(
                dataset,
                self.models,
                predictions.resamples,
                self.settings.seed,
                None if request.decide is None else deciding(dataset, request.decide),
            ),
            advice=advice,
            segments=segments,
        )


def deciding(dataset: Dataset, decide: str) -> Callable[[Estimator], Estimator]:
    """Give the function that makes a fitted model choose labels by cost, or by a threshold from its training rows."""
    from foldwise.learners import CostDecision, ThresholdDecision

    def decided(fitted: Estimator) -> Estimator:
        by_label = set(fitted.classes_.tolist()) <= set(dataset.labels.tolist())
        labels = dataset.labels if by_label else np.arange(dataset.labels.size)
        if decide == "cost":
            return CostDecision.of_fitted(fitted, dataset.costs, labels)
        rows = dataset.X, labels[dataset.codes], dataset.weights
        positive = labels[dataset.positive_code]
        return ThresholdDecision.of_fitted(fitted, rows, costs=dataset.costs, labels=labels, positive=positive)

    return decided
