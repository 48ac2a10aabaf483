"""Running what the chosen methods need: the plan, the model of all rows, the training rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, final

from foldwise.engine import Finished, Settings, choose, run, timed
from foldwise.errors import Interrupted
from foldwise.estimates import EstimateMethod, estimate_method
from foldwise.evaluation.evaluate import Request, evaluate
from foldwise.evaluation.until import repeat_until
from foldwise.intervals import IntervalMethod, interval_method
from foldwise.measures import decide_labels, default_measures
from foldwise.models import BASELINE
from foldwise.plans import Resubstitution, draw
from foldwise.predictions import Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Look
    from foldwise.evaluation.until import Limit
    from foldwise.measures import Measure
    from foldwise.plans import Plan
    from foldwise.predictions import Outputs, Predictions
    from foldwise.reports import Finding

__all__ = ["FitNeeds", "Runner", "SamplesBeside", "fit_samples"]


class SamplesBeside(NamedTuple):
    """Bootstrap samples beside a plan: those for models that are all fitted in batches, and those for any others."""

    many: Plan | None
    few: Plan | None


@final
@dataclass(frozen=True)
class FitNeeds:
    """What the methods look at beside the test rows: the model of all rows, the rows each fit was trained on.

    `samples` are drawn and fitted beside the plan.
    """

    apparent: bool
    train: bool
    samples: SamplesBeside | None = None

    @classmethod
    def of(cls, method: str | IntervalMethod, estimate: str | EstimateMethod) -> FitNeeds:
        """Ask the methods; unknown names are refused here."""
        if method == estimate == "auto":
            return cls(apparent=False, train=False)
        asked: list[IntervalMethod | EstimateMethod] = []
        if method not in ("auto", "careful"):
            chosen = interval_method(method)
            asked.append(chosen)
            estimate = chosen.estimate if estimate == "auto" else estimate
        if estimate != "auto":
            asked.append(estimate_method(estimate))
        return cls(any(one.needs_apparent for one in asked), any(one.needs_train for one in asked))


@final
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
        limit: Limit | None,
        measures: Sequence[Measure] | None,
        request: Request,
        *,
        look: Look | None = None,
    ) -> tuple[Predictions, tuple[str, ...]]:
        """Fit the plan, once or until the limit; give the predictions and what there is to say about it.

        `look` is called with the predictions so far whenever a repeat is complete.
        """
        if limit is None:
            return self.run(plan, None, look), ()
        predictions, note = repeat_until(plan, limit, self.run, lambda table: self._first(table, measures, request))
        return predictions, (note,)

    def run(self, plan: Plan, before: Predictions | None, look: Look | None = None) -> Predictions:
        """Fit the plan, reusing the fits of a shorter run of it, and what else is needed; then choose the labels."""
        return self.decided(self._fit(plan, before, look))

    def decided(self, fitted: Predictions) -> Predictions:
        """Choose the labels, where the models do not."""
        return fitted if self.decision is None else decide_labels(fitted, by=self.decision)

    def _fit(self, plan: Plan, before: Predictions | None, look: Look | None) -> Predictions:
        settings = self.settings
        if before is not None:
            settings = replace(settings, store=Finished(before, settings.fits))
        resamples = draw(plan, self.dataset, self.settings.seed)
        predictions = run(self.dataset, self.models, resamples, settings, look=look)
        if before is not None:
            return replace(predictions, apparent=before.apparent, bootstrapped=before.bootstrapped)
        if self.needs.samples is not None:
            try:
                sampled = fit_samples(self.dataset, self.models, self.needs.samples, self.settings)
            except Interrupted as stopped:  # the plan itself is done
                stopped.predictions, stopped.repeats = predictions, resamples.repeats
                raise
            predictions = replace(predictions, bootstrapped=sampled)
        return replace(predictions, apparent=self._apparent()) if self.needs.apparent else predictions

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


def fit_samples(
    dataset: Dataset, models: Mapping[str, Any], beside: SamplesBeside, settings: Settings
) -> Predictions | None:
    """Fit the models to bootstrap samples: to many of them where that costs little for every model, else to a few."""
    settings = replace(settings, train=False, on_failure="record")
    many = None if beside.many is None else draw(beside.many, dataset, settings.seed)
    if many is not None and all(choose(model, dataset, many, settings.engine).cheap for model in models.values()):
        samples, settings = many, replace(settings, progress=None, store=None)
    elif beside.few is not None:
        samples = draw(beside.few, dataset, settings.seed)
    else:
        return None
    with timed():  # what is fitted beside the plan is not in its times
        return run(dataset, models, samples, settings)
