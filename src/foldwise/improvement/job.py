"""From a model and rows to an improvement: the model, its profile, its variants, their blends, the choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine import FittedModels, run, timed
from foldwise.errors import FitError, PlanError
from foldwise.evaluation import Request, check_rows, evaluate, leaning, notes_on
from foldwise.improvement.choosing import choose_attempts
from foldwise.improvement.decision import choose_variant, corrected_finding
from foldwise.improvement.final_fits import final_fit
from foldwise.improvement.improvement_method import ImprovementCase
from foldwise.improvement.judging import judge_variants
from foldwise.improvement.library import library_for
from foldwise.improvement.nested_blends import blend_folds, decided_outputs
from foldwise.improvement.parts_of_models import takes_weights
from foldwise.improvement.profile import profile_of
from foldwise.improvement.progress_of_stages import StagedProgress
from foldwise.improvement.shared_fits import fold_pairs_fit, nested_fits
from foldwise.measures import ModelScores, measure
from foldwise.models import BASELINE, baseline_for
from foldwise.plans import draw
from foldwise.reports import Assessment, Improvement, LeftOutVariant, ModelComparison, TriedVariant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.ensembles import Redundancy
    from foldwise.improvement.choosing import Attempt
    from foldwise.improvement.final_fits import FinalFit
    from foldwise.improvement.improvement_method import ImprovementMethod
    from foldwise.improvement.nested_blends import Blended
    from foldwise.improvement.shared_fits import NestedRun
    from foldwise.measures import Measure
    from foldwise.plans import Plan, Resamples
    from foldwise.predictions import Predictions
    from foldwise.typing import Estimator, Models

__all__ = ["ImprovementJob"]


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
        told = self.settings.told
        staged = None if told is None else StagedProgress(told)
        settings = replace(self.settings, progress=staged)
        with timed() as clock:
            own = self._of_model(resamples, settings)
            final = self._final(self.name, self.model)
            case = self._case(resamples, settings, final)
            attempts = choose_attempts(case, self.asked)
            trial = VariantTrial(self, case, resamples, settings, staged)
            predictions, blends, nested, failed = trial.run(attempts, own)
        return self._result(attempts, predictions, blends, nested, failed, case, final, dict(clock.times()))

    @property
    def goal(self) -> Measure:
        """What decides: the first measure, or the costs, the error, the root mean squared error."""
        if self.measures:
            return self.measures[0]
        default = "rmse" if not self.dataset.is_classification else "error" if self.dataset.costs is None else "cost"
        return measure(default)

    def _of_model(self, resamples: Resamples, settings: Settings) -> Predictions:
        """Predictions of the model and of the baseline."""
        models = {self.name: self.model, BASELINE: baseline_for(self.dataset)}
        predictions = run(self.dataset, models, resamples, settings)
        for failure in predictions.failures:
            message = (
                f"model '{self.name}' failed on resample {failure.resample + 1} of {resamples.count}: {failure.cause}"
            )
            raise FitError(message, hint="a model that can be fitted to every training set")
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

    def _result(  # noqa: PLR0917 - one call
        self,
        attempts: Sequence[Attempt],
        predictions: Predictions,
        blends: Mapping[str, Blended],
        nested: NestedRun | None,
        failed: Mapping[str, str],
        case: ImprovementCase,
        final: FinalFit,
        times: dict[str, Any],
    ) -> Improvement:
        tried = {one.method.name: one for one in attempts if one.method.name in predictions.models}
        estimators = {self.name: self.model, **{name: one.estimator for name, one in tried.items()}}
        finals: dict[str, FinalFit | None] = {self.name: final}
        for name, one in tried.items():
            finals[name] = _attempted(self, name, one.estimator, failed)
        comparison = self._compared(predictions, estimators, times, _notes(nested))
        chosen = choose_variant(comparison, self.name)
        own = finals[chosen]
        return Improvement(
            comparison=comparison,
            original=self.name,
            chosen=chosen,
            corrected=corrected_finding(comparison, chosen, self.name),
            tried=tuple(
                self._tried(name, tried.get(name), finals[name], blends.get(name), predictions) for name in estimators
            ),
            left_out=tuple(_left_out(one, failed) for one in attempts if one.method.name not in tried),
            profile=case.profile,
            redundancy=_redundancy(nested, case),
            fits=predictions.resamples.count * sum(name not in blends for name in predictions.models)
            + (0 if nested is None else nested.fits),
            model=own.model if self.refit and own is not None else None,
            models=estimators,
        )

    def _tried(  # noqa: PLR0917 - one call
        self,
        name: str,
        attempt: Attempt | None,
        final: FinalFit | None,
        blended: Blended | None,
        predictions: Predictions,
    ) -> TriedVariant:
        naive = nested = float("nan")
        if blended is not None and blended.naive is not None:
            nested = ModelScores(predictions, name, self.goal).value
            other = replace(predictions, outputs={name: blended.naive}, failures=())
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
        shown = self.measures or (self.goal,)
        request = Request(level=self.level, spare=frozenset({BASELINE})).sparing(shown[1:])
        findings = evaluate(predictions, shown, request)
        advice = check_rows("improve", self.dataset, predictions.resamples)
        models = {**estimators, BASELINE: baseline_for(self.dataset)}
        assessment = Assessment(
            dataset=self.dataset,
            findings=leaning(findings, advice),
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


@final
@dataclass(frozen=True, eq=False)
class VariantTrial:
    """Variants and base models of blends on the resamples of the model."""

    job: ImprovementJob
    case: ImprovementCase
    resamples: Resamples
    settings: Settings
    staged: StagedProgress | None

    def run(
        self, attempts: Sequence[Attempt], own: Predictions
    ) -> tuple[Predictions, dict[str, Blended], NestedRun | None, dict[str, str]]:
        """Predictions of all, of blends nested; the blends; their base fits; and why variants failed."""
        tried = [one for one in attempts if one.reason.tried]
        fitted = {one.method.name: one.estimator for one in tried if not (one.method.blends or one.method.decides)}
        blending = [one.method for one in tried if one.method.blends]
        bases = [name for name in self.case.library if any(name in one.bases(self.case) for one in blending)]
        recorded = replace(self.settings, on_failure="record")
        self._next(2 * self.resamples.count, self._nested_count(len(bases)))
        variants = run(self.job.dataset, fitted, self.resamples, recorded) if fitted else None
        failed = {} if variants is None else _causes(variants)
        self._next(len(fitted) * self.resamples.count, 0)
        nested = self._nested(bases, recorded) if bases else None
        blends, unblended = self._blends(blending, nested)
        failed |= unblended
        outputs = {name: own.outputs[name] for name in own.models if name != BASELINE}
        if variants is not None:
            outputs |= {name: one for name, one in variants.outputs.items() if name not in failed}
        outputs |= {name: one.outputs for name, one in blends.items()}
        for one in tried:
            if one.method.decides:
                outputs[one.method.name] = decided_outputs(one.method, own.outputs[self.job.name], self.case)
        order = [self.job.name, *(one.method.name for one in tried if one.method.name in outputs)]
        ordered = {name: outputs[name] for name in order}
        return replace(own, outputs={**ordered, BASELINE: own.outputs[BASELINE]}), blends, nested, failed

    def _next(self, fits: int, after: int) -> None:
        if self.staged is not None:
            self.staged.next_stage(fits, after=after)

    def _nested_count(self, bases: int) -> int:
        """Fits of the base models of blends, roughly."""
        if not fold_pairs_fit(self.resamples):
            return bases * 6 * self.resamples.count
        parts = self.resamples.count // self.resamples.repeats
        return bases * self.resamples.repeats * parts * (parts + 1) // 2

    def _nested(self, bases: Sequence[str], recorded: Settings) -> NestedRun:
        library = {name: self.case.library[name] for name in bases}
        return nested_fits(self.job.dataset, library, self.resamples, recorded, inner=self.case.inner)

    def _blends(
        self, methods: Sequence[ImprovementMethod], nested: NestedRun | None
    ) -> tuple[dict[str, Blended], dict[str, str]]:
        """Blends of the base models that could be fitted; a blend needs the model itself and, but for calibration, another."""
        if nested is None:
            return {}, {}
        blends: dict[str, Blended] = {}
        failed: dict[str, str] = {}
        for one in methods:
            wanted = one.bases(self.case)
            kept = [name for name in wanted if name in nested.names]
            if self.case.name not in kept or len(kept) < min(2, len(wanted)):
                name, cause = next(iter(nested.failed.items()), (self.case.name, "it could not be fitted"))
                failed[one.name] = f"base model '{name}' failed: {cause}"
                continue
            blends[one.name] = blend_folds(one, nested, self.resamples, self.case)
        return blends, failed


def _attempted(job: ImprovementJob, name: str, estimator: Estimator, failed: Mapping[str, str]) -> FinalFit | None:
    """Fit a variant to all rows; None where that fails, which a report then says."""
    if name in failed:
        return None
    try:
        return job._final(name, estimator)
    except FitError:
        return None


def _causes(predictions: Predictions) -> dict[str, str]:
    causes: dict[str, str] = {}
    for failure in predictions.failures:
        causes.setdefault(failure.model, failure.cause)
    return causes


def _left_out(one: Attempt, failed: Mapping[str, str]) -> LeftOutVariant:
    name = one.method.name
    if name in failed:
        return LeftOutVariant(name, f"its fits failed: {failed[name]}", failed=True)
    return LeftOutVariant(name, one.reason.text)


def _notes(nested: NestedRun | None) -> list[str]:
    """Base models that could not be fitted."""
    if nested is None:
        return []
    return [
        f"base model {name} is left out of blends, since its fits failed: {why}" for name, why in nested.failed.items()
    ]


def _inner_plan(plan: Plan, resamples: Resamples) -> str | None:
    """Plan by which a blend fitted to all rows holds rows out: the parts of one repeat, as within the resamples."""
    if not fold_pairs_fit(resamples):
        return None
    parts = resamples.count // resamples.repeats
    if resamples.unit == "group":
        return f"group-kfold({parts})"
    return f"kfold({parts})" if plan.name == "kfold" else None


def _redundancy(nested: NestedRun | None, case: ImprovementCase) -> Redundancy | None:
    """How differently base models predict the rows of the first repeat."""
    from foldwise.ensembles import highest, redundancy

    if nested is None or len(nested.names) < 2:
        return None
    seen: set[int] = set()
    folds = []
    for fold in nested.folds:
        if seen.isdisjoint(fold.rows.tolist()):
            folds.append(fold)
            seen |= set(fold.rows.tolist())
    truth = case.dataset.truth[np.concatenate([one.rows for one in folds])]
    said: dict[str, Any] = {}
    for at, name in enumerate(nested.names):
        values = np.concatenate([one.columns[at] for one in folds])
        said[name] = highest(values) if case.is_classification else values
    return redundancy(said, truth if case.is_classification else truth.astype(np.float64))
