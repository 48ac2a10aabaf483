"""Naive Bayes of raw tables: numbers, categories and missing values, by sums over the training rows of each class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.data import is_sparse
from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import read_table, refuse_priors
from foldwise.engine.linalg.array_api import beside, sums_of_runs
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.moments import log_given_priors
from foldwise.engine.linalg.scores import Linear, score_rows
from foldwise.errors import InputError
from foldwise.learners.column_densities import LEAST_COUNT
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
        column = np.repeat(np.arange(len(categories)), [level.shape[1] for level in levels])
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
        xp = array_namespace(x)
        return xp.concat([x, xp.ones_like(x[:, :1])], axis=1)

    def fit(self, sums: ClassSums) -> Fitted:
        """Coefficients of the columns of the design."""
        xp = array_namespace(sums.values)
        weights, there = sums.values[:, :, -1], sums.plain[:, :, -1] > 0
        trusted = xp.any(there, axis=1) & xp.all(there == (weights > 0), axis=1)
        if self.model.priors is not None:
            trusted &= xp.all(there, axis=1)
        end = 3 * self.design.count
        last = end + self.design.column.size
        same = sums.values[:, :, last:-1]
        numbers, spread = self._normals(sums.values[:, :, :end], same)
        shares = self._shares(sums.values[:, :, end:last])
        coefficients = xp.concat([numbers, shares, xp.zeros_like(same)], axis=2)
        trusted &= spread & xp.all(xp.isfinite(coefficients), axis=(1, 2))
        with np.errstate(divide="ignore"):
            offsets = xp.where(there, self._log_priors(weights), -np.inf)
        return Fitted(Linear(xp.where(trusted[:, None, None], coefficients, 0.0), offsets), trusted)

    def _log_priors(self, weights: ApiArray) -> ApiArray:
        """As given, or the shares of the training set (B, C)."""
        xp = array_namespace(weights)
        if self.model.priors is not None:
            return xp.broadcast_to(beside(log_given_priors(self.model.priors), weights), weights.shape)
        total = xp.sum(weights, axis=1, keepdims=True)
        return xp.log(weights / xp.maximum(total, xp.full_like(total, LEAST_COUNT)))

    def _normals(self, sums: ApiArray, same: ApiArray) -> tuple[ApiArray, ApiArray]:
        """Coefficients of numbers (B, C, 3 q), and which resamples surely have one value or two in each column they know."""
        xp, q = array_namespace(sums), self.design.count
        known, first, second = sums[:, :, :q], sums[:, :, q : 2 * q], sums[:, :, 2 * q :]
        total = xp.sum(known, axis=1, keepdims=True)
        some = (total > 0) & self._several(xp.sum(same, axis=1, keepdims=True), total)
        divisor = xp.where(some, total, 1.0)
        mean = xp.sum(first, axis=1, keepdims=True) / divisor
        variance = xp.sum(second, axis=1, keepdims=True) / divisor - mean**2
        present = known > 0
        own = xp.where(present, known, 1.0)
        means = xp.where(present, first / own, mean)
        variances = xp.maximum(second / own - means**2, self.model.variance_floor * variance)
        enough = variance > LEAST_SPREAD
        variances = xp.where(some & enough, xp.where(present, variances, variance), 1.0)
        constants = -0.5 * (xp.log(2 * np.pi * variances) + means**2 / variances)
        coefficients = xp.concat([constants, means / variances, -0.5 / variances], axis=2)
        used = xp.concat([some, some, some], axis=2)
        return xp.where(used, coefficients, 0.0), xp.all(~some | enough, axis=(1, 2))

    def _several(self, same: ApiArray, total: ApiArray) -> ApiArray:
        """Whether the most frequent number of a column is surely not its only one (B, 1, q)."""
        xp, frequent = array_namespace(total), self.design.frequent
        if self.weighted or not frequent.size:  # counts alone are exact
            return total >= 0
        columns = np.arange(self.design.count)
        place = np.minimum(np.searchsorted(frequent, columns), frequent.size - 1)
        rows = xp.take(same, beside(place, same), axis=2)
        return (rows < total) | beside(frequent[place] != columns, total)

    def _shares(self, counts: ApiArray) -> ApiArray:
        """Logarithms of the shares of levels (B, C, S); 0 for a level, or a column, that says nothing."""
        column = self.design.column
        if column.size == 0:
            return counts
        xp, starts = array_namespace(counts), np.flatnonzero(np.diff(column, prepend=-1))
        place = beside(np.searchsorted(column[starts], column), counts)

        def of_column(table: ApiArray) -> ApiArray:
            return xp.take(sums_of_runs(table, starts), place, axis=2)

        every = xp.sum(counts, axis=1, keepdims=True)
        there = every > 0
        if self.model.m is None:
            pseudo = xp.full_like(every, max(float(self.model.alpha), LEAST_COUNT))
        else:
            least = xp.full_like(every, LEAST_COUNT)
            pseudo = xp.maximum(self.model.m * every / xp.maximum(of_column(every), least), least)
        smoothed = xp.where(there, counts + pseudo, 0.0)
        used = xp.broadcast_to(there & (of_column(xp.astype(there, counts.dtype)) > 1), counts.shape)
        shares = smoothed / xp.where(used, of_column(smoothed), 1.0)
        return xp.where(used, xp.log(xp.where(used, shares, 1.0)), 0.0)

    def score(self, parameters: Linear, X: ApiArray, test: TestRows) -> ApiArray:
        """Joint log-likelihoods."""
        return score_rows(parameters, X, test.row, test.starts)
