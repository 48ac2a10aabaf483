"""Linear and ridge regression after preprocessing: products of the shared columns, turned into those of every resample."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.ridge import SPREAD_LEFT
from foldwise.engine.families.least_squares import EXACT_SOLVERS, decide, targets_of
from foldwise.engine.family import Family
from foldwise.engine.linalg.design import BLOCK, Design
from foldwise.engine.linalg.linear_fits import sum_products
from foldwise.engine.linalg.problem import evaluate
from foldwise.engine.linalg.solvers import SAFE_PIVOT, solve_probed
from foldwise.engine.linalg.sums import class_sums, training_sums
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.threads import blocks, in_threads
from foldwise.plans import HeldOut, PairsOut, Partition
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["PreparedRidge"]

MOST_COLUMNS = 500
"""Columns up to which the products of every resample are kept."""
NUMBERS = 1_000_000
"""Numbers of the products that are worked on together."""


@final
class PreparedRidge(Family):
    """`LinearRegression`, `Ridge` and `RidgeClassifier` after preprocessing.

    A resample whose columns are so close to collinear that the digits run out is left to the generic path.
    """

    name: ClassVar[str] = "least-squares"
    models: ClassVar[tuple[str, ...]] = ("LinearRegression", "Ridge", "RidgeClassifier")
    steps: ClassVar[tuple[str, ...]] = STEPS

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """Parameters that make the solution something other than a least-squares fit go the generic way."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if dataset.is_classification != (title == "RidgeClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        if final.positive:
            return "positive=True has no closed form"
        if title != "LinearRegression" and (final.solver not in EXACT_SOLVERS or not isinstance(final.alpha, Real)):
            return f"solver='{final.solver}' or alpha={final.alpha} has no closed form"
        if getattr(final, "class_weight", None) is not None:
            return "class_weight after preprocessing has no batched kernel"
        return refuse_steps(steps, dataset, _refuse_width)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit all resamples and answer every question of the test."""
        *steps, final = steps_in(model)
        fit = Fit(final, dataset, Prepared.of(steps, dataset, resamples), test)
        spans = blocks(resamples.count, max(1, NUMBERS // fit.design.width**2))
        values, kept = (np.concatenate(pieces) for pieces in zip(*in_threads(fit, spans), strict=True))
        seen = None
        if dataset.is_classification:
            seen = training_sums(resamples, class_sums(dataset.codes, len(dataset.classes), None), present=True)
            kept &= (seen > 0).sum(axis=1) > 1
        if not kept.all():
            values, test = values[kept[test.resample]], test.keep(kept)
        place = test.resample, test.row
        if seen is None:
            return Outputs(*place, values[:, 0], None, ScoreKind.NONE, test.part, self.name)
        output, scores = decide(values, (seen > 0) if np.any(seen == 0) else None, test.resample)
        return Outputs(*place, output, scores, ScoreKind.DECISION, test.part, self.name)


def _refuse_width(width: int) -> str | None:
    return f"{width} columns are too many for a matrix per resample" if width > MOST_COLUMNS else None


@final
@dataclass(frozen=True, eq=False)
class Fit:
    """Fits blocks of resamples."""

    final: Any
    dataset: Dataset
    prepared: Prepared
    test: TestRows

    @cached_property
    def design(self) -> Design:
        """Rows [1, shared columns, targets about their means], the last zero where there is no intercept."""
        Y = targets_of(self.dataset)
        q = self.prepared.shared.width
        offset = Y.mean(axis=0) if self.final.fit_intercept else np.zeros(Y.shape[1])
        weights = self.dataset.weights
        return Design(self.prepared.shared.table, Y, np.zeros(q), np.ones(q), offset, intercept=True, weights=weights)

    @property
    def penalty(self) -> float:
        """Size of the penalty."""
        return 0.0 if type(self.final).__name__ == "LinearRegression" else float(self.final.alpha)

    def __call__(self, start: int, stop: int) -> tuple[Floats, Mask]:
        """Fit resamples start … stop-1: values of their questions (N, m), and which are safe (B,)."""
        columns = self.prepared(start, stop)
        sums, safe = self._products(start, stop)
        maps = columns.parameters(intercept=bool(self.final.fit_intercept))
        turned = np.swapaxes(maps, 1, 2)
        t = self.design.terms
        matrices, right = turned @ sums[:, :t, :t] @ maps, turned @ sums[:, :t, t:]
        places = np.arange(matrices.shape[1])
        free = int(self.final.fit_intercept)
        matrices[:, places[free:], places[free:]] += self.penalty + ~columns.there
        scale = np.sqrt(matrices[:, places, places])
        scale = np.where(scale > 0, scale, 1.0)
        matrices /= scale[:, :, None] * scale[:, None, :]
        solution, size = solve_probed(matrices, right / scale[:, :, None], 1.0)
        safe &= columns.exact & (size < 0.1 / SAFE_PIVOT) & (self.prepared.resamples.train_sizes[start:stop] > t)
        values = evaluate(self.design, maps @ (solution / scale[:, :, None]), self.test, start)
        return values + self.design.offset, safe

    def _products(self, start: int, stop: int) -> tuple[Floats, Mask]:
        """Products of all pairs of shared columns and targets (B, q, q), and where enough digits are left (B,)."""
        design, resamples = self.design, self.prepared.resamples
        if isinstance(resamples, Partition | HeldOut | PairsOut):
            sums = np.empty((stop - start, design.width, design.width))
            for a, b in blocks(stop - start, max(1, BLOCK // max(1, self.test.most * design.width))):
                chosen = self.test.stack(start + a, start + b, design.n)
                np.subtract(design.total, design.products(design.rows(chosen), chosen), out=sums[a:b])
        else:
            sums = sum_products(design, resamples.train_counts(start, stop).astype(np.float64))
        left = spread(sums)[:, self._numeric]
        return sums, np.asarray((left >= SPREAD_LEFT * spread(design.total[None])[:, self._numeric]).all(axis=1))

    @cached_property
    def _numeric(self) -> list[int]:
        """Places of the numeric columns: sums of marks are whole numbers, and lose nothing."""
        return [1 + number.at for number in self.prepared.shared.numbers]


def spread(sums: Floats) -> Floats:
    """Variance of each column from stacks of products whose first column is the constant (b, q).

    About the mean: without a far row the others may lie close together and far from the mean of all.
    """
    weight = np.maximum(sums[:, :1, 0], np.finfo(np.float64).tiny)
    return np.asarray(np.diagonal(sums, axis1=1, axis2=2) / weight - (sums[:, 0] / weight) ** 2)
