"""Naive Bayes of raw tables: numbers, categories and missing values, by sums over the training rows of each class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.data import is_sparse
from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import read_table, refuse_priors
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.scores import Linear
from foldwise.errors import InputError
from foldwise.learners.column_densities import LEAST
from foldwise.learners.mixed_nb import check_parameters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.rows import TestRows
    from foldwise.learners.table_encoding import TableEncoding
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["MixedBayes"]

NUMBERS_KEPT = 20_000_000
"""Numbers that are kept for all rows."""
LEAST_FLOOR = 1e-6
"""Least floor of the variances: below it, squares would be subtracted with too few digits left."""
LARGEST_VALUE = 1e150
LEAST_RANGE = 1e-7
"""Least range of a column as a share of its numbers: below it, means have too few digits left for two ways to agree on them."""
LEAST_SPREAD = 1e-8
"""A column with less of its variance left in a training set may have a single value there."""


@final
class MixedBayes(Family):
    """`MixedNB` with normal densities, with all other parameters and sample weights."""

    name: ClassVar[str] = "mixed-nb"
    models: ClassVar[tuple[str, ...]] = ("MixedNB",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Kernels and cut points are no sums; what the model would refuse is left to it."""
        if model.numeric != "gaussian":
            return f"numeric='{model.numeric}' is no function of sums"
        if is_sparse(dataset.X):
            return "the features are a sparse matrix"
        try:
            check_parameters(model)
            table, matrix = read_table(dataset, model.categorical_features)
        except InputError as error:
            return str(error)
        if model.variance_floor < LEAST_FLOOR:
            return f"the variance floor is below {LEAST_FLOOR:g}"
        return _refuse_table(table, matrix) or refuse_priors(model.priors, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> MixedFit:
        """Lay out the columns."""
        design = _Design.of(*read_table(data.dataset, models[0].categorical_features))
        rows = ClassRows(design.numbers, data.dataset.codes, len(data.dataset.labels))
        return MixedFit(models[0], design, rows, data.weighted)


def _refuse_table(table: TableEncoding, matrix: Floats) -> str | None:
    """Say which tables are left to the model."""
    if len(matrix) * _width(table) > NUMBERS_KEPT:
        return "there are too many categories to keep an indicator of each"
    if np.nanmax(np.abs(matrix), initial=0.0) > LARGEST_VALUE:
        return f"there are values beyond {LARGEST_VALUE:g}, whose squares are no numbers"
    numbers = matrix[:, [levels is None for levels in table.levels]]
    high, low = np.nanmax(numbers, axis=0, initial=-LARGEST_VALUE), np.nanmin(numbers, axis=0, initial=LARGEST_VALUE)
    narrow = (high > low) & (high - low < LEAST_RANGE * np.maximum(np.abs(high), np.abs(low)))
    return "the numbers of a column differ in their last digits alone" if narrow.any() else None


def _width(encoding: TableEncoding) -> int:
    return sum(4 if levels is None else len(levels) for levels in encoding.levels) + 1


@final
@dataclass(frozen=True, eq=False)
class _Design:
    """Columns in the form of which scores are linear: of numbers whether known, value and square; indicators of levels.

    Parameters
    ----------
    numbers
        The columns (n, 3 q + S + F), numbers standardised, zero where missing; the last say which rows have the most
        frequent number of a column.
    count
        Number of columns of numbers, q.
    column
        Column of categories of each level (S,).
    frequent
        Columns of numbers whose most frequent one a training set may consist of (F,).
    """

    numbers: Floats
    count: int
    column: Codes
    frequent: Codes

    @classmethod
    def of(cls, encoding: TableEncoding, matrix: Floats) -> _Design:
        categories = [place for place, levels in enumerate(encoding.levels) if levels is not None]
        plain = matrix[:, [place for place, levels in enumerate(encoding.levels) if levels is None]]
        known = ~np.isnan(plain)
        rows = np.maximum(known.sum(axis=0), 1)
        centred = np.where(known, plain - np.where(known, plain, 0).sum(axis=0) / rows, 0)
        spread = np.sqrt((centred**2).sum(axis=0) / rows)
        scaled = centred / np.where(spread > 0, spread, 1)
        levels = [matrix[:, [place]] == np.arange(len(encoding.levels[place] or ())) for place in categories]
        column = np.repeat(np.arange(len(categories)), [one.shape[1] for one in levels])
        frequent, same = _most_frequent(plain)
        blocks = [known & (np.ptp(scaled, axis=0) > 0), scaled, scaled**2, *levels, same]
        return cls(np.concatenate(blocks, axis=1, dtype=np.float64), plain.shape[1], column, frequent)


def _most_frequent(numbers: Floats) -> tuple[Codes, Mask]:
    """Columns of which one number is that of half of the rows, or more (F,), and which rows have it (n, F)."""
    found = []
    for column in numbers.T:
        distinct, counts = np.unique(column[~np.isnan(column)], return_counts=True)
        found.append(distinct[counts.argmax()] if distinct.size > 1 and 2 * counts.max() >= counts.sum() else np.nan)
    values = np.array(found)
    frequent = np.flatnonzero(~np.isnan(values))
    return frequent, numbers[:, frequent] == values[frequent]


@final
@dataclass(frozen=True, eq=False)
class MixedFit(SumFit):
    """Means and variances of numbers, shares of levels, as coefficients of the design."""

    model: Any
    design: _Design
    rows: ClassRows
    weighted: bool
    centred: ClassVar[bool] = False

    @cached_property
    def subtract(self) -> bool:  # type: ignore[override]
        """Whether the count of a level that is not there is exactly zero after a subtraction."""
        return not self.weighted

    @cached_property
    def cost(self) -> Cost:
        """One number per column of the design and class."""
        return Cost(self.design.numbers.shape[1] * self.rows.classes)

    def statistics(self, x: ApiArray, c: int) -> ApiArray:  # noqa: ARG002
        """The columns of the design, and a one."""
        return np.concatenate([x, np.ones_like(x[:, :1])], axis=1)

    def fit(self, sums: ClassSums) -> Fitted:
        """Coefficients of the columns of the design."""
        weights, there = sums.values[:, :, -1], sums.plain[:, :, -1] > 0
        trusted = there.any(axis=1) & (there == (weights > 0)).all(axis=1)
        if self.model.priors is not None:
            trusted &= there.all(axis=1)
        end = 3 * self.design.count
        last = end + self.design.column.size
        numbers, spread = self._normals(sums.values[:, :, :end], sums.values[:, :, last:-1])
        none = np.zeros_like(sums.values[:, :, last:-1])
        coefficients = np.concatenate([numbers, self._shares(sums.values[:, :, end:last]), none], axis=2)
        trusted &= spread & np.isfinite(coefficients).all(axis=(1, 2))
        priors = weights / np.maximum(weights.sum(axis=1, keepdims=True), LEAST)
        given = priors if self.model.priors is None else np.broadcast_to(self.model.priors, priors.shape)
        with np.errstate(divide="ignore"):
            offsets = np.where(there, np.log(given), -np.inf)
        return Fitted(Linear(np.where(trusted[:, None, None], coefficients, 0.0), offsets), trusted)

    def _normals(self, sums: Floats, same: Floats) -> tuple[Floats, Mask]:
        """Coefficients of numbers (B, C, 3 q), and which resamples surely have one value or two in each column they know."""
        known, first, second = np.split(sums, 3, axis=2)
        total = known.sum(axis=1, keepdims=True)
        some = total > 0
        if not self.weighted:  # counts are exact
            frequent = self.design.frequent
            some[:, :, frequent] &= same.sum(axis=1, keepdims=True) < total[:, :, frequent]
        divisor = np.where(some, total, 1)
        mean = first.sum(axis=1, keepdims=True) / divisor
        variance = second.sum(axis=1, keepdims=True) / divisor - mean**2
        present = known > 0
        own = np.where(present, known, 1)
        means = np.where(present, first / own, mean)
        variances = np.maximum(second / own - means**2, self.model.variance_floor * variance)
        variances = np.where(some & (variance > LEAST_SPREAD), np.where(present, variances, variance), 1.0)
        constants = -0.5 * (np.log(2 * np.pi * variances) + means**2 / variances)
        coefficients = np.concatenate([constants, means / variances, -0.5 / variances], axis=2)
        used = np.broadcast_to(np.tile(some, (1, 1, 3)), coefficients.shape)
        return np.where(used, coefficients, 0.0), (~some | (variance > LEAST_SPREAD)).all(axis=(1, 2))

    def _shares(self, counts: Floats) -> Floats:
        """Logarithms of the shares of levels (B, C, S); 0 for a level, or a column, that says nothing."""
        column = self.design.column
        if column.size == 0:
            return counts
        starts = np.flatnonzero(np.diff(column, prepend=-1))
        place = np.searchsorted(column[starts], column)
        every = counts.sum(axis=1, keepdims=True)
        there = every > 0
        if self.model.m is None:
            pseudo = np.full_like(every, self.model.alpha)
        else:
            pseudo = self.model.m * every / np.maximum(np.add.reduceat(every, starts, axis=2)[:, :, place], LEAST)
        smoothed = np.where(there, counts + np.maximum(pseudo, LEAST), 0.0)
        totals = np.add.reduceat(smoothed, starts, axis=2)[:, :, place]
        several = np.add.reduceat(there, starts, axis=2, dtype=np.intp)[:, :, place] > 1
        used = np.broadcast_to(there & several, counts.shape)
        return np.where(used, np.log(np.where(used, smoothed / np.where(used, totals, 1), 1)), 0.0)

    def score(self, parameters: Linear, test: TestRows) -> Floats:
        """Joint log-likelihoods."""
        return parameters.at(self.design.numbers, test)
