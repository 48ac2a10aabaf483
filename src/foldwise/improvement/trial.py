"""Variants and base models of blends on the resamples of a model."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine import run
from foldwise.evaluation import FEW_DRAWS, SamplesBeside, fit_samples, sampled_beside, with_samples
from foldwise.improvement.nested_blends import blend_folds, decided_outputs
from foldwise.improvement.shared_fits import first_causes, fold_pairs_fit, nested_fits
from foldwise.measures import CountMeasure
from foldwise.model_comparison import COUNTED_DRAWS, samples_beside
from foldwise.models import BASELINE
from foldwise.phrases import count_of
from foldwise.reports import LeftOutVariant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.ensembles import Redundancy
    from foldwise.improvement.choosing import Attempt
    from foldwise.improvement.improvement_method import ImprovementCase, ImprovementMethod
    from foldwise.improvement.nested_blends import Blended
    from foldwise.improvement.progress_of_stages import StagedProgress
    from foldwise.improvement.shared_fits import NestedRun
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

__all__ = ["TrialOutcome", "VariantTrial"]

FEWEST_UNITS, MOST_LOOKED_AT = 2, 100
"""Rows or groups of a training set within which some can be held out; training sets that are looked at."""


@final
@dataclass(frozen=True, eq=False)
class TrialOutcome:
    """What came of the variants that were tried.

    Parameters
    ----------
    predictions
        The model, the variants whose fits did not fail, and the baseline; of blends the nested predictions.
    blends
        Nested and naive predictions of every blend.
    nested
        Predictions of the base models of blends; None without blends.
    failed
        Why variants failed.
    """

    predictions: Predictions
    blends: Mapping[str, Blended] = field(default_factory=dict)
    nested: NestedRun | None = None
    failed: Mapping[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """Base models that could not be fitted."""
        failed = {} if self.nested is None else self.nested.failed
        return [
            f"base model {name} is left out of blends, since its fits failed: {why}" for name, why in failed.items()
        ]

    def left_out(self, one: Attempt) -> LeftOutVariant:
        """Why a variant is not among the predictions."""
        name = one.method.name
        if name in self.failed:
            return LeftOutVariant(name, f"its fits failed: {self.failed[name]}", failed=True)
        return LeftOutVariant(name, one.reason.text)

    def redundancy(self, case: ImprovementCase) -> Redundancy | None:
        """How differently base models predict, each row once; None without two of them."""
        from foldwise.ensembles import highest, redundancy

        if self.nested is None or len(self.nested.names) < 2:
            return None
        seen: set[int] = set()
        folds = []
        for fold in self.nested.folds:
            if seen.isdisjoint(fold.rows.tolist()):
                folds.append(fold)
                seen |= set(fold.rows.tolist())
        truth = case.dataset.truth[np.concatenate([fold.rows for fold in folds])]
        said: dict[str, Any] = {}
        for at, name in enumerate(self.nested.names):
            values = np.concatenate([fold.columns[at] for fold in folds])
            said[name] = highest(values) if case.is_classification else values
        return redundancy(said, truth if case.is_classification else truth.astype(np.float64))


@final
@dataclass(frozen=True, eq=False)
class VariantTrial:
    """Variants and base models of blends on the resamples of the model, judged by the measures."""

    case: ImprovementCase
    resamples: Resamples
    settings: Settings
    staged: StagedProgress | None
    measures: tuple[Measure, ...] = ()

    def run(self, attempts: Sequence[Attempt], own: Predictions) -> TrialOutcome:
        """Fit what is tried; `own` are the predictions of the model and of the baseline."""
        tried = [attempt for attempt in attempts if attempt.reason.tried]
        fitted = {one.method.name: one.estimator for one in tried if not (one.method.blends or one.method.decides)}
        blending = [one.method for one in tried if one.method.blends]
        bases = [name for name in self.case.library if any(name in one.bases(self.case) for one in blending)]
        recorded = replace(self.settings, on_failure="record")
        drawn = self._drawn_count(tried)
        self._next(2 * self.resamples.count, self._nested_count(len(bases)) + drawn)
        variants = run(self.case.dataset, fitted, self.resamples, recorded) if fitted else None
        failed = {} if variants is None else first_causes(variants)
        self._next(len(fitted) * self.resamples.count, drawn)
        short = _unsplittable(self.case.dataset, self.resamples) if bases else ""
        nested = self._nested(bases, recorded) if bases and not short else None
        blends, unblended = ({}, {one.name: short for one in blending}) if short else self._blends(blending, nested)
        failed |= unblended
        outputs = {name: own.outputs[name] for name in own.models if name != BASELINE}
        if variants is not None:
            outputs |= {name: output for name, output in variants.outputs.items() if name not in failed}
        outputs |= {name: blend.outputs for name, blend in blends.items()}
        for one in tried:
            if one.method.decides:
                outputs[one.method.name] = decided_outputs(one.method, own.outputs[self.case.name], self.case)
        order = [self.case.name, *(one.method.name for one in tried if one.method.name in outputs)]
        ordered = {name: outputs[name] for name in order}
        self._next(0 if nested is None else nested.fits, 0)
        predictions = replace(own, outputs={**ordered, BASELINE: own.outputs[BASELINE]})
        sampled = self._with_samples(predictions, [one for one in tried if one.method.name in ordered])
        return TrialOutcome(sampled, blends, nested, failed)

    def _with_samples(self, predictions: Predictions, tried: Sequence[Attempt]) -> Predictions:
        """The model and its variants on bootstrap samples, where tests of counts or intervals look at how much fits differ."""
        if self._beside is None:
            return with_samples(predictions, self._alone(tried), self.case.dataset, self.settings)
        models = {self.case.name: self.case.model, **{one.method.name: one.estimator for one in tried}}
        rows = models, self.case.dataset, self.settings
        fitted = fit_samples(self.case.dataset, models, self._beside, self.settings)
        return with_samples(replace(predictions, bootstrapped=fitted), *rows, fitted=fitted)

    @property
    def _beside(self) -> SamplesBeside | None:
        """A few bootstrap samples, where the measures count."""
        counts = [measure for measure in self.measures if isinstance(measure, CountMeasure)]
        models = {self.case.name: self.case.model}
        found = samples_beside(self.case.dataset, self.resamples.kind, models, counts) if counts else None
        return None if found is None else SamplesBeside(None, found.few)

    def _alone(self, tried: Sequence[Attempt]) -> dict[str, Any]:
        """The model and its variants that are no blends: these vary less than what they blend, and each fit of one is many fits."""
        return {self.case.name: self.case.model} | {
            one.method.name: one.estimator for one in tried if not one.method.blends
        }

    def _drawn_count(self, tried: Sequence[Attempt]) -> int:
        """Fits to bootstrap samples beside the plan."""
        if self._beside is not None:
            return COUNTED_DRAWS * (1 + len(tried))
        return FEW_DRAWS * len(sampled_beside(self._alone(tried), self.case.dataset, self.resamples))

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
        return nested_fits(self.case.dataset, library, self.resamples, recorded, inner=self.case.inner)

    def _blends(
        self, methods: Sequence[ImprovementMethod], nested: NestedRun | None
    ) -> tuple[dict[str, Blended], dict[str, str]]:
        """Blends of the base models that could be fitted; a blend needs the model itself and, but for calibration, another."""
        if nested is None:
            return {}, {}
        blends: dict[str, Blended] = {}
        failed: dict[str, str] = {}
        for method in methods:
            bases = method.bases(self.case)
            fitted_bases = [name for name in bases if name in nested.names]
            if self.case.name not in fitted_bases or len(fitted_bases) < min(2, len(bases)):
                name, cause = next(iter(nested.failed.items()), (self.case.name, "it could not be fitted"))
                failed[method.name] = f"base model '{name}' failed: {cause}"
                continue
            blends[method.name] = blend_folds(method, nested, self.resamples, self.case)
        return blends, failed


def _unsplittable(dataset: Dataset, resamples: Resamples) -> str:
    """Why rows cannot be held out within every training set, as blends need it; empty where they can."""
    units = np.arange(dataset.n) if dataset.group_codes is None else dataset.group_codes
    fewest = min(np.unique(units[resamples.train_rows(r)]).size for r in range(min(resamples.count, MOST_LOOKED_AT)))
    if fewest >= FEWEST_UNITS:
        return ""
    what = "row" if dataset.group_codes is None else "group"
    return f"a training set has {count_of(fewest, what)}, and blends hold some of them out within it"
