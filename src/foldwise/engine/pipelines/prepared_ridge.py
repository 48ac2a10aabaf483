"""Linear and ridge regression after preprocessing: products of the shared columns give those of every resample."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.ridge import SPREAD_LEFT
from foldwise.engine.families.least_squares import LinearFit, refuse_parameters, targets_of
from foldwise.engine.family import Family
from foldwise.engine.features import refuse_task
from foldwise.engine.linalg.design import IN_CACHE, Design, values_at_tests
from foldwise.engine.linalg.least_squares import sum_products
from foldwise.engine.linalg.solvers import SAFE_PIVOT, solve_probed
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.threads import blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["PreparedRidge"]

MOST_COLUMNS = 500
"""Columns up to which the products of every resample are kept."""
PRODUCTS_HELD = 1_000_000
"""Numbers of the products that are worked on together."""


@final
class PreparedRidge(Family):
    """`LinearRegression`, `Ridge` and `RidgeClassifier` after preprocessing.

    A resample whose columns are so close to collinear that the digits run out is left to the generic path.
    """

    name: ClassVar[str] = "least-squares"
    models: ClassVar[tuple[str, ...]] = ("LinearRegression", "Ridge", "RidgeClassifier")
    steps: ClassVar[tuple[str, ...]] = STEPS

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Parameters that make the solution something other than a least-squares fit go the generic way."""
        *steps, final = steps_in(model)
        if getattr(final, "class_weight", None) is not None:
            return "class_weight after preprocessing has no batched kernel"
        return refuse_task(final, dataset) or refuse_parameters(final) or refuse_steps(steps, dataset, _refuse_width)

    def prepare(self, models: Sequence[Any], data: Resampled) -> PreparedRidgeFit:
        """Read the steps."""
        *steps, last = steps_in(models[0])
        return PreparedRidgeFit(last, data, Prepared.of(steps, data))


def _refuse_width(width: int) -> str | None:
    return f"{width} columns are too many for a matrix per resample" if width > MOST_COLUMNS else None


@final
class PreparedRidgeFit(LinearFit):
    """Fits blocks of resamples from products of the shared columns."""

    def __init__(self, final: Estimator, data: Resampled, prepared: Prepared) -> None:
        super().__init__(final, data)
        self.prepared = prepared
        self.together = max(1, PRODUCTS_HELD // self.design.width**2)

    @cached_property
    def design(self) -> Design:
        """Rows [1, shared columns, targets about their means], the last zero where there is no intercept."""
        Y = targets_of(self.data.dataset)
        q = self.prepared.shared.width
        offset = Y.mean(axis=0) if self.model.fit_intercept else np.zeros(Y.shape[1])
        weights = self.data.dataset.weights
        return Design(self.prepared.shared.table, Y, np.zeros(q), np.ones(q), offset, intercept=True, weights=weights)

    @property
    def penalty(self) -> float:
        """Size of the penalty."""
        return 0.0 if type(self.model).__name__ == "LinearRegression" else float(self.model.alpha)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Values at the test rows of a block (N, m), and which resamples are safe (B,)."""
        start, stop = test.first, test.last
        columns = self.prepared(start, stop)
        sums, safe = self._products(test)
        maps = columns.parameters(intercept=bool(self.model.fit_intercept))
        transposed = np.swapaxes(maps, 1, 2)
        t = self.design.terms
        matrices, right = transposed @ sums[:, :t, :t] @ maps, transposed @ sums[:, :t, t:]
        places = np.arange(matrices.shape[1])
        free = int(self.model.fit_intercept)
        matrices[:, places[free:], places[free:]] += self.penalty + ~columns.there
        scale = np.sqrt(matrices[:, places, places])
        scale = np.where(scale > 0, scale, 1.0)
        matrices /= scale[:, :, None] * scale[:, None, :]
        solution, size = solve_probed(matrices, right / scale[:, :, None], 1.0)
        safe &= columns.exact & (size < 0.1 / SAFE_PIVOT) & (self.data.training.sizes[start:stop] > t)
        values = values_at_tests(self.design, maps @ (solution / scale[:, :, None]), test, 0)
        return values + self.design.offset, safe & self.fits[start:stop]

    def _products(self, test: TestRows) -> tuple[Floats, Mask]:
        """Products of all pairs of shared columns and targets (B, q, q), and where enough digits are left (B,)."""
        design, training = self.design, self.data.training
        if training.complementary:
            sums = np.empty((test.count, design.width, design.width))
            for a, b in blocks(test.count, max(1, IN_CACHE // max(1, test.most * design.width))):
                chosen = test.stack(a, b, design.n)
                np.subtract(design.total, design.products(design.rows(chosen), chosen), out=sums[a:b])
        else:
            sums = sum_products(design, training.counts(test.first, test.last).astype(np.float64))
        left = variances_from_products(sums)[:, self._numeric]
        return sums, np.asarray(
            (left >= SPREAD_LEFT * variances_from_products(design.total[None])[:, self._numeric]).all(axis=1)
        )

    @cached_property
    def _numeric(self) -> list[int]:
        """Places of the numeric columns: sums of indicators are whole numbers, and lose nothing."""
        return [1 + number.at for number in self.prepared.shared.numbers]


def variances_from_products(sums: Floats) -> Floats:
    """Variance of each column from stacks of products whose first column is the constant (b, q).

    About the mean: without a far row the others may lie close together and far from the mean of all.
    """
    weight = np.maximum(sums[:, :1, 0], np.finfo(np.float64).tiny)
    return np.asarray(np.diagonal(sums, axis1=1, axis2=2) / weight - (sums[:, 0] / weight) ** 2)
