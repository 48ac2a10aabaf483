"""Fitting what the chosen methods need: the resamples of the plan, a fit to all rows, bootstrap samples."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

from foldwise.cached import filled_at_once
from foldwise.engine import FinishedFits, Settings, run, timed
from foldwise.errors import Interrupted
from foldwise.estimates import EstimateMethod, estimate_method
from foldwise.evaluation.evaluate import Request, evaluate
from foldwise.evaluation.samples import SamplesBeside, fit_samples, sampled_beside, with_samples
from foldwise.evaluation.until import repeat_until
from foldwise.intervals import IntervalMethod, interval_method
from foldwise.measures import decide_labels, default_measures
from foldwise.models import BASELINE
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Interim
    from foldwise.evaluation.until import PrecisionLimit
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.predictions import Outputs, Predictions
    from foldwise.reports import Finding

__all__ = ["FitNeeds", "Runner"]

METHODS_WITH_FIT_VARIANCE = ("auto", "careful", "influence", "oob")
"""Interval methods that add the variance between fits, or what copies of rows do to them."""


@final
@filled_at_once
@dataclass(frozen=True)
class FitNeeds:
    """What the methods need besides predictions of the test rows: those of the model of all rows, those of the training rows of each fit.

    `samples` are bootstrap samples that tests look at, fitted beside the plan; with `spread` intervals look at a few of unsteady
    models, for how much their fits differ.
    """

    apparent: bool
    train: bool
    samples: SamplesBeside | None = None
    spread: bool = False

    @classmethod
    def of(cls, method: str | IntervalMethod, estimate: str | EstimateMethod) -> FitNeeds:
        """Collect the needs of the methods; unknown names are refused here."""
        spread = method in METHODS_WITH_FIT_VARIANCE
        if method == estimate == "auto":
            return cls(apparent=False, train=False, spread=spread)
        asked: list[IntervalMethod | EstimateMethod] = []
        if method not in ("auto", "careful"):
            chosen = interval_method(method)
            asked.append(chosen)
            estimate = chosen.estimate if estimate == "auto" else estimate
        if estimate != "auto":
            asked.append(estimate_method(estimate))
        needs = any(one.needs_apparent for one in asked), any(one.needs_train for one in asked)
        return cls(*needs, spread=spread)


@final
@filled_at_once
@dataclass(frozen=True)
class Runner:
    """Models, rows and settings: everything but the plan. `decision` says how labels are chosen, None: by the models."""

    dataset: Dataset
    models: Mapping[str, Any]
    settings: Settings
    needs: FitNeeds
    decision: str | None = None

    def predict(
        self,
        plan: Plan,
        limit: PrecisionLimit | None,
        measures: Sequence[Measure] | None,
        request: Request,
        *,
        look: Interim | None = None,
    ) -> tuple[Predictions, tuple[str, ...]]:
        """Fit the plan, once or until the limit; give the predictions and notes on the run.

        `look` is called with the predictions so far whenever a repeat is complete.
        """
        if limit is None:
            return self.run(plan, None, look), ()
        plain = replace(self, needs=replace(self.needs, spread=False))  # repeats show how much fits differ
        predictions, note = repeat_until(plan, limit, plain.run, lambda table: self._first(table, measures, request))
        return predictions, (note,)

    def run(self, plan: Plan, before: Predictions | None, look: Interim | None = None) -> Predictions:
        """Fit the plan, reusing the fits of a shorter run of it, and what else is needed; then choose the labels."""
        return self.decided(self._fit(plan, before, look))

    def decided(self, fitted: Predictions) -> Predictions:
        """Choose the labels, where the models do not."""
        return fitted if self.decision is None else decide_labels(fitted, by=self.decision)

    def _fit(self, plan: Plan, before: Predictions | None, look: Interim | None) -> Predictions:
        settings = self.settings
        if before is not None:
            settings = replace(settings, store=FinishedFits(before, settings.fits))
        resamples = draw(plan, self.dataset, self.settings.seed)
        predictions = run(self.dataset, self.models, resamples, settings, look=look)
        if before is not None:
            return replace(
                predictions, apparent=before.apparent, bootstrapped=before.bootstrapped, sampled=before.sampled
            )
        if self.needs.samples is not None or (
            self.needs.spread and sampled_beside(self.models, self.dataset, resamples, predictions.gradual)
        ):
            try:
                predictions = self._with_samples(predictions)
            except Interrupted as stopped:  # the plan itself is done
                stopped.predictions, stopped.repeats = predictions, resamples.repeats
                raise
        return replace(predictions, apparent=self._apparent()) if self.needs.apparent else predictions

    def _with_samples(self, predictions: Predictions) -> Predictions:
        """Fit what tests, and intervals of unsteady models, look at beside the plan."""
        rows, beside = (self.models, self.dataset, self.settings), self.needs.samples
        if beside is not None:
            fitted = fit_samples(self.dataset, self.models, beside, self.settings)
            predictions = replace(predictions, bootstrapped=fitted)
            return with_samples(predictions, *rows, fitted=fitted) if self.needs.spread else predictions
        found = with_samples(predictions, *rows, train=self.decision is not None)
        return found if found.sampled is None else replace(found, sampled=self.decided(found.sampled))

    def _apparent(self) -> Mapping[str, Outputs]:
        """Fit every model to all rows and let it predict them, its labels chosen as in every other fit."""
        everything = draw(Resubstitution(), self.dataset, self.settings.seed)
        quiet = replace(self.settings, train=self.decision is not None, progress=None)
        with timed():
            fitted = run(self.dataset, self.models, everything, quiet)
        decided = fitted if self.decision is None else decide_labels(fitted, by=self.decision)
        return {name: table.of_part(Part.TEST) for name, table in decided.outputs.items()}

    def _first(
        self, predictions: Predictions, measures: Sequence[Measure] | None, request: Request
    ) -> tuple[Finding, ...]:
        """The first measure of every model but the baseline."""
        models = [name for name in predictions.models if name != BASELINE] or list(predictions.models)
        first = (measures or default_measures(predictions))[:1]
        return evaluate(predictions.only(*models), first, request)
