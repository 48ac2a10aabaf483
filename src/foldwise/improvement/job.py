"""From a model and rows to an improvement: the model, its profile, its variants, their blends, the choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

from foldwise.engine import FittedModels, run, timed
from foldwise.errors import FitError, PlanError
from foldwise.evaluation import Request, check_rows, evaluate, mark_bias, notes_on, withhold_intervals
from foldwise.improvement.choosing import choose_attempts
from foldwise.improvement.decision import choose_variant, corrected_finding
from foldwise.improvement.final_fits import final_fit
from foldwise.improvement.improvement_method import ImprovementCase
from foldwise.improvement.library import library_for
from foldwise.improvement.parts_of_models import takes_weights
from foldwise.improvement.profile import profile_of
from foldwise.improvement.progress_of_stages import StagedProgress
from foldwise.improvement.shared_fits import fold_pairs_fit
from foldwise.improvement.trial import VariantTrial
from foldwise.improvement.variant_tests import judge_variants
from foldwise.measures import ModelScores, measure
from foldwise.models import BASELINE, baseline_for
from foldwise.plans import draw
from foldwise.reports import Assessment, Improvement, ModelComparison, TriedVariant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.improvement.choosing import Attempt
    from foldwise.improvement.final_fits import FinalFit
    from foldwise.improvement.improvement_method import ImprovementMethod
    from foldwise.improvement.trial import TrialOutcome
    from foldwise.measures import Measure
    from foldwise.plans import Plan, Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator, Models

__all__ = ["ImprovementJob"]

FITTED = "a model that can be fitted to every training set"


@final
@dataclass(frozen=True, eq=False)
class ImprovementJob:
    """What is asked of `improve`, all of it checked.

    Parameters
    ----------
    name, model
        The model.
    dataset
        The rows.
    plan, plan_reason
        How to resample, and why so.
    settings
        How to run.
    measures
        What to measure; the first decides. Empty for the default.
    level
        Level of intervals and verdicts.
    asked
        Variants asked for; None for those that make sense.
    library
        Models to blend with; None for quick ones of other kinds.
    adjust
        How p-values are adjusted.
    rope
        The difference that does not matter.
    refit
        Whether the chosen one is kept, fitted to all rows.
    """

    name: str
    model: Estimator
    dataset: Dataset
    plan: Plan
    plan_reason: str
    settings: Settings
    measures: tuple[Measure, ...] = ()
    level: float = 0.95
    asked: tuple[ImprovementMethod, ...] | None = None
    library: Models | None = None
    adjust: str = "max-t"
    rope: float | Mapping[str, float] | None = None
    refit: bool = True

    def improve(self) -> Improvement:
        """Fit the model, choose variants by its profile, fit these and the base models of blends, and judge them all."""
        resamples = draw(self.plan, self.dataset, self.settings.seed)
        if resamples.overlapping and resamples.kind != "bootstrap":
            message = f"{self.plan} tests rows it trains on: the variant that memorises them best would look best"
            raise PlanError(message, hint="plan='kfold(10, repeats=3)'")
        told = self.settings.listener
        staged = None if told is None else StagedProgress(told)
        settings = replace(self.settings, progress=staged)
        with timed() as clock:
            own = self._of_model(resamples, settings)
            final = self._final(self.name, self.model)
            case = self._case(resamples, settings, final)
            attempts = choose_attempts(case, self.asked)
            outcome = VariantTrial(case, resamples, settings, staged, self._shown).run(attempts, own)
        return self._result(attempts, outcome, case, final=final, times=dict(clock.times()))

    @property
    def goal(self) -> Measure:
        """What decides: the first measure, or the costs, the error, the root mean squared error."""
        if self.measures:
            return self.measures[0]
        default = "rmse" if not self.dataset.is_classification else "error" if self.dataset.costs is None else "cost"
        return measure(default)

    @property
    def _shown(self) -> tuple[Measure, ...]:
        """What is measured."""
        return self.measures or (self.goal,)

    def _of_model(self, resamples: Resamples, settings: Settings) -> Predictions:
        """Predictions of the model and of the baseline."""
        models = {self.name: self.model, BASELINE: baseline_for(self.dataset)}
        try:
            predictions = run(self.dataset, models, resamples, settings)
        except FitError as error:
            raise FitError(str(error.args[0]), hint=FITTED) from error
        for failure in predictions.failures:
            message = (
                f"model '{self.name}' failed on resample {failure.resample + 1} of {resamples.count}: {failure.cause}"
            )
            raise FitError(message, hint=FITTED)
        return predictions

    def _final(self, name: str, model: Estimator) -> FinalFit:
        return final_fit(name, model, self.dataset, seed=self.settings.seed, goal=self.goal)

    def _case(self, resamples: Resamples, settings: Settings, final: FinalFit) -> ImprovementCase:
        library = library_for(self.name, self.model, self.dataset, self.library)
        if self.dataset.weights is not None:
            library = {name: one for name, one in library.items() if takes_weights(one)}
        return ImprovementCase(
            name=self.name,
            model=self.model,
            dataset=self.dataset,
            measure=self.goal,
            library=library,
            inner=_inner_plan(self.plan, resamples),
            profile=profile_of(self.name, self.model, self.dataset, settings, goal=self.goal),
            seconds=final.cost.fit_seconds,
            resamples=resamples.count,
        )

    def _result(
        self,
        attempts: Sequence[Attempt],
        outcome: TrialOutcome,
        case: ImprovementCase,
        *,
        final: FinalFit,
        times: dict[str, Any],
    ) -> Improvement:
        predictions, nested = outcome.predictions, outcome.nested
        # A variant of the model's own name was refused; its predictions are the model's.
        fitted = set(predictions.models) - {self.name}
        tried = {attempt.method.name: attempt for attempt in attempts if attempt.method.name in fitted}
        estimators = {self.name: self.model, **{name: one.estimator for name, one in tried.items()}}
        finals: dict[str, FinalFit | None] = {self.name: final}
        finals |= {name: self._attempted(name, one.estimator) for name, one in tried.items()}
        comparison = self._compared(predictions, estimators, times, outcome.notes)
        chosen = choose_variant(comparison, self.name)
        own = finals[chosen]
        return Improvement(
            comparison=comparison,
            original=self.name,
            chosen=chosen,
            corrected=corrected_finding(comparison, chosen, self.name),
            tried=tuple(self._tried(name, tried.get(name), finals[name], outcome) for name in estimators),
            left_out=tuple(outcome.left_out(attempt) for attempt in attempts if attempt.method.name not in tried),
            profile=case.profile,
            redundancy=outcome.redundancy(case),
            fits=predictions.resamples.count * sum(name not in outcome.blends for name in predictions.models)
            + (0 if nested is None else nested.fits),
            model=own.model if self.refit and own is not None else None,
            models=estimators,
        )

    def _attempted(self, name: str, estimator: Estimator) -> FinalFit | None:
        """Fit a variant to all rows; None where that fails, and its costs are then not known."""
        try:
            return self._final(name, estimator)
        except FitError:
            return None

    def _tried(self, name: str, attempt: Attempt | None, final: FinalFit | None, outcome: TrialOutcome) -> TriedVariant:
        naive = nested = float("nan")
        blended = outcome.blends.get(name)
        if blended is not None and blended.naive is not None:
            nested = ModelScores(outcome.predictions, name, self.goal).value
            other = replace(outcome.predictions, outputs={name: blended.naive}, failures=())
            naive = ModelScores(other, name, self.goal).value
        return TriedVariant(
            name=name,
            aim="" if attempt is None else str(attempt.method.aim),
            reason="" if attempt is None else attempt.reason.text,
            cost=None if final is None else final.cost,
            training=float("nan") if final is None else final.training,
            naive=naive,
            nested=nested,
        )

    def _compared(
        self,
        predictions: Predictions,
        estimators: Mapping[str, Estimator],
        times: dict[str, Any],
        notes: Sequence[str],
    ) -> ModelComparison:
        """Hold every variant against the model on the same resamples."""
        shown = self._shown
        request = Request(level=self.level, spare=frozenset({BASELINE})).sparing(shown[1:])
        models = {**estimators, BASELINE: baseline_for(self.dataset)}
        findings, _ = withhold_intervals(
            evaluate(predictions, shown, request), (), models=models, dataset=self.dataset, predictions=predictions
        )
        advice = check_rows("improve", self.dataset, predictions.resamples)
        assessment = Assessment(
            dataset=self.dataset,
            findings=mark_bias(findings, advice),
            predictions=predictions,
            plan=predictions.resamples.plan,
            plan_reason=self.plan_reason,
            level=self.level,
            seed=self.settings.seed,
            baseline=BASELINE,
            notes=(*notes, *notes_on(predictions, findings)),
            times=times,
            fits=FittedModels(self.dataset, models, predictions.resamples, self.settings.seed),
            advice=advice,
        )
        judgements, missing = judge_variants(assessment, self.name, adjust=self.adjust, rope=self.rope)
        return ModelComparison(assessment, judgements, self.adjust, self.name, missing, corrects=False)


def _inner_plan(plan: Plan, resamples: Resamples) -> str | None:
    """Plan by which a blend fitted to all rows holds rows out: the parts of one repeat, as within the resamples."""
    if not fold_pairs_fit(resamples):
        return None
    parts = resamples.count // resamples.repeats
    if resamples.unit == "group":
        return f"group-kfold({parts})"
    return f"kfold({parts})" if plan.name == "kfold" else None
