"""Naive Bayes of counts, indicators and categories: sums over the training rows of each class, by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import features, refuse_features
from foldwise.engine.linalg.array_api import beside, count_true, largest_of_runs
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.moments import log_given_priors
from foldwise.engine.linalg.scores import Linear, picked_rows, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = ["DiscreteBayes"]


MOST_CATEGORIES = 5_000
"""Categories of all columns up to which a table of indicators pays."""


def refuse_categories(model: Estimator, X: Floats) -> str | None:
    """Say why the categories are left to scikit-learn."""
    p = X.shape[1]
    if model.min_categories is not None:
        least = np.array(model.min_categories)
        if not np.issubdtype(least.dtype, np.signedinteger) or least.shape not in ((), (p,)):
            return "min_categories is not one whole number, or one per column"
    total = float(np.sum(np.trunc(X.max(axis=0, initial=0)) + 1))
    return f"there are {total:,.0f} categories, too many for a table" if total > MOST_CATEGORIES else None


@final
@dataclass(frozen=True, eq=False)
class Categories:
    """Category numbers (n, p), and the least number of categories of a column where the user gave one."""

    numbers: Array
    least: Any

    @classmethod
    def of(cls, X: Floats, least: Given) -> Categories:
        """Read features as category numbers."""
        return cls(X.astype(np.int64), least)

    @cached_property
    def sizes(self) -> Codes:
        """Number of categories of each column in all rows (p,)."""
        return self.numbers.max(axis=0) + 1

    @property
    def count(self) -> int:
        """Number of categories of all columns, m."""
        return int(self.sizes.sum())

    @cached_property
    def column(self) -> Codes:
        """Column of each category (m,)."""
        return np.repeat(np.arange(self.sizes.size), self.sizes)

    @cached_property
    def first(self) -> Codes:
        """Place of the first category of each column (p,)."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def category(self) -> Codes:
        """Number of each category within its column (m,)."""
        return np.arange(self.count) - self.first[self.column]

    def indicators(self, x: ApiArray) -> ApiArray:
        """One indicator per column and category of some rows (N, p) → (N, m)."""
        if not isinstance(x, np.ndarray):
            xp = array_namespace(x)
            numbers = xp.take(xp.astype(x, xp.int64), beside(self.column, x), axis=1)
            return xp.astype(numbers == beside(self.category, x), x.dtype)
        places = x.astype(np.int64) + self.first
        table = np.zeros((len(places), self.count))
        np.put_along_axis(table, places, values=1.0, axis=1)  # quicker than to compare all categories
        return table

    def known(self, seen: ApiArray) -> ApiArray:
        """How many categories each column has for models that saw these (B, m): up to the largest seen (B, p)."""
        xp = array_namespace(seen)
        numbers = xp.where(seen, beside(self.category, seen) + 1, 0)
        largest = largest_of_runs(numbers, self.first)
        return largest if self.least is None else xp.maximum(largest, beside(self._least, seen))

    @cached_property
    def _least(self) -> Codes:
        return np.asarray(self.least, dtype=np.int64)

    def covers(self, known: ApiArray, test: TestRows) -> ApiArray:
        """Which resamples know all categories of their test rows; scikit-learn raises on the others (B,)."""
        xp = array_namespace(known)

        def look(at: int) -> bool:
            rows = test.row[test.starts[at] : test.starts[at + 1]]
            return bool(xp.all(beside(self.numbers[rows], known) < known[at, :]))

        covered = xp.all(known >= beside(self.sizes, known), axis=1)
        if bool(xp.all(covered)):
            return covered
        found = [bool(covered[at]) or look(at) for at in range(known.shape[0])]
        return beside(np.asarray(found, dtype=np.bool_), known)


LEAST_ALPHA = 1e-10
"""What scikit-learn raises a smaller alpha to, unless it is told to keep it."""
NUMBERS_KEPT = 20_000_000
"""Numbers that are kept for all rows."""
SMALL_ALPHA = 1e-6
"""Below this a sum that should be zero must be exactly zero, so nothing is subtracted that is not a whole number."""


@final
class DiscreteBayes(Family):
    """`BernoulliNB`, `MultinomialNB`, `ComplementNB` and `CategoricalNB`, with all parameters and sample weights."""

    name: ClassVar[str] = "discrete-nb"
    models: ClassVar[tuple[str, ...]] = ("BernoulliNB", "MultinomialNB", "ComplementNB", "CategoricalNB")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """What scikit-learn would refuse or warn about is left to it."""
        return (
            refuse_features(dataset)
            or refuse_alpha(model, dataset)
            or refuse_class_prior(model, dataset)
            or _refuse_values(model, dataset)
        )

    def prepare(self, models: Sequence[Any], data: Resampled) -> DiscreteFit:
        """Look at the rows by class."""
        return DiscreteFit(models[0], data.dataset)


def refuse_alpha(model: Estimator, dataset: Dataset) -> str | None:
    """Say why the smoothing is left to scikit-learn."""
    alpha = np.asarray(model.alpha, dtype=np.float64)
    if alpha.ndim and alpha.shape != (dataset.p,):
        return f"alpha has {alpha.size} values for {dataset.p} columns"
    if alpha.min() < 0:
        return "alpha is negative"
    if alpha.min() < LEAST_ALPHA and not model.force_alpha:
        return f"alpha is smaller than {LEAST_ALPHA:g} and force_alpha is off"
    return None


def refuse_class_prior(model: Estimator, dataset: Dataset) -> str | None:
    """Say why given priors are left to scikit-learn; it does not ask that they add up to 1."""
    if model.class_prior is None:
        return None
    given = np.asarray(model.class_prior)
    if given.shape != (len(dataset.labels),):
        return f"there are {given.size} priors for {len(dataset.labels)} classes"
    return None if given.dtype.kind in "fiu" and np.all(given > 0) else "the priors are not positive numbers"


def _refuse_values(model: Estimator, dataset: Dataset) -> str | None:
    kind = type(model).__name__
    if kind != "BernoulliNB" and features(dataset).min(initial=0) < 0:
        return f"there are negative values, which {kind} does not take"
    return refuse_categories(model, features(dataset)) if kind == "CategoricalNB" else None


@final
@dataclass(frozen=True, eq=False)
class DiscreteFit(SumFit):
    """Logarithms of smoothed shares, which are the coefficients of counts, indicators or categories."""

    model: Any
    dataset: Dataset
    centred: ClassVar[bool] = False

    @cached_property
    def kind(self) -> str:
        """Name of the model's class."""
        return type(self.model).__name__

    @cached_property
    def rows(self) -> ClassRows:  # type: ignore[override]
        """The rows by class."""
        return ClassRows.of(self.dataset)

    @cached_property
    def categories(self) -> Categories | None:
        """The categories of each column, for the model that wants them."""
        return Categories.of(self.rows.X, self.model.min_categories) if self.kind == "CategoricalNB" else None

    @cached_property
    def width(self) -> int:
        """Numbers per row: one per column, or one per category."""
        return self.dataset.p if self.categories is None else self.categories.count

    @cached_property
    def cost(self) -> Cost:
        """One number per column, or category, and class."""
        return Cost(self.width * self.rows.classes)

    def numbers(self, x: ApiArray) -> ApiArray:
        """What is summed, and multiplied with the coefficients: counts, or indicators (N, m)."""
        if self.categories is not None:
            return self.categories.indicators(x)
        if self.kind == "BernoulliNB" and self.model.binarize is not None:
            return array_namespace(x).astype(x > self.model.binarize, x.dtype)
        return x

    def statistics(self, x: ApiArray, c: int) -> ApiArray:  # noqa: ARG002
        """The numbers, and a one."""
        xp, numbers = array_namespace(x), self.numbers(x)
        return xp.concat([numbers, xp.ones_like(numbers[:, :1])], axis=1)

    @cached_property
    def subtract(self) -> bool:  # type: ignore[override]
        """Whether a difference of sums that should be zero is zero, or near enough."""
        return bool(np.min(self.model.alpha) >= SMALL_ALPHA) or (self.dataset.weights is None and self._whole)

    @cached_property
    def _whole(self) -> bool:
        indicators = self.kind == "BernoulliNB" and self.model.binarize is not None
        return indicators or self.categories is not None or bool(np.all(self.rows.X % 1 == 0))

    def fit(self, sums: ClassSums) -> Fitted:
        """Coefficients of the numbers, and how many categories of each column are known."""
        xp = array_namespace(sums.values)
        counts, weights, there = sums.values[:, :, :-1], sums.values[:, :, -1], sums.plain[:, :, -1] > 0
        trusted = xp.any(there, axis=1) & xp.all(there == (weights > 0), axis=1)
        known = None if self.categories is None else self.categories.known(xp.sum(sums.plain[:, :, :-1], axis=1) > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.categories is None or known is None:
                coefficients, offsets = self._coefficients(counts, weights, there)
            else:
                alpha, column = float(self.model.alpha), beside(self.categories.column, counts)
                totals = weights[:, :, None] + alpha * xp.astype(known, counts.dtype)[:, None, :]  # (B, C, p)
                coefficients, offsets = category_coefficients(counts, totals, alpha, column)
            offsets = offsets + self._log_priors(weights, there)
        trusted &= xp.all(xp.isfinite(coefficients) | ~there[:, :, None], axis=(1, 2))
        coefficients = xp.where(there[:, :, None] & trusted[:, None, None], coefficients, 0.0)
        return Fitted((Linear(coefficients, xp.where(there, offsets, -np.inf)), known), trusted)

    @cached_property
    def _kept(self) -> Floats | None:
        """The numbers of all rows, where they are few enough to keep."""
        return self.numbers(self.rows.X) if len(self.rows.X) * self.width <= NUMBERS_KEPT else None

    def score(self, parameters: tuple[Linear, ApiArray | None], X: ApiArray, test: TestRows) -> ApiArray:
        """Joint log-likelihoods."""
        if X is self.rows.X and self._kept is not None:
            return score_rows(parameters[0], self._kept, test.row, test.starts)
        return score_rows(parameters[0], lambda rows: self.numbers(picked_rows(X, rows)), test.row, test.starts)

    def covers(self, parameters: tuple[Linear, ApiArray | None], test: TestRows) -> ApiArray | None:
        """Which resamples know all categories of their test rows; scikit-learn raises on the others (B,)."""
        known = parameters[1]
        return None if self.categories is None or known is None else self.categories.covers(known, test)

    def _coefficients(self, counts: ApiArray, weights: ApiArray, there: ApiArray) -> tuple[ApiArray, ApiArray]:
        alpha = beside(np.asarray(self.model.alpha, dtype=np.float64), counts)
        if self.kind == "BernoulliNB":
            return indicator_coefficients(counts, weights, alpha)
        if self.kind == "MultinomialNB":
            return count_coefficients(counts, alpha)
        return complement_coefficients(
            array_namespace(counts).where(there[:, :, None], counts, 0.0), alpha, norm=self.model.norm
        )

    def _log_priors(self, weights: ApiArray, there: ApiArray) -> ApiArray:
        """As given, as in the training set, or equal; none at all for the complement model (B, C)."""
        xp = array_namespace(weights)
        if self.model.class_prior is not None:
            # Priors are for all classes: where one is absent, scikit-learn raises.
            known = beside(log_given_priors(self.model.class_prior), weights)
            logs = xp.where(xp.all(there, axis=1, keepdims=True), known, np.nan)
        elif self.model.fit_prior:
            logs = xp.log(weights) - xp.log(xp.sum(weights, axis=1, keepdims=True))
        else:
            number = xp.astype(count_true(there), weights.dtype)
            logs = xp.broadcast_to(-xp.log(number)[:, None], weights.shape)
        return logs * 0.0 if self.kind == "ComplementNB" else logs


def count_coefficients(counts: ApiArray, alpha: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Log share of each column among the smoothed counts of the class (B, C, m)."""
    xp = array_namespace(counts)
    smoothed = counts + alpha
    return xp.log(smoothed) - xp.log(xp.sum(smoothed, axis=2, keepdims=True)), xp.zeros_like(counts[:, :, 0])


def complement_coefficients(counts: ApiArray, alpha: ApiArray, *, norm: bool) -> tuple[ApiArray, ApiArray]:
    """Minus the log share among the smoothed counts of all other classes (Rennie et al. 2003), normalised or not."""
    xp = array_namespace(counts)
    others = xp.sum(counts, axis=1, keepdims=True) + alpha - counts
    logs = xp.log(others / xp.sum(others, axis=2, keepdims=True))
    return logs / xp.sum(logs, axis=2, keepdims=True) if norm else -logs, xp.zeros_like(counts[:, :, 0])


def indicator_coefficients(counts: ApiArray, weights: ApiArray, alpha: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Log odds of an indicator in each column (B, C, m), and the log probability of all of them being zero (B, C)."""
    xp = array_namespace(counts)
    # Written as scikit-learn does: 1 - exp(log) of an indicator that is always 1 has few digits, and these are them.
    logs = xp.log(counts + alpha) - xp.log(weights[:, :, None] + alpha * 2)
    none = xp.log(1 - xp.exp(logs))
    return logs - none, xp.sum(none, axis=2)


def category_coefficients(
    counts: ApiArray, totals: ApiArray, alpha: float, column: ApiArray
) -> tuple[ApiArray, ApiArray]:
    """Log share of each category among the smoothed counts of its column and class (B, C, m)."""
    xp = array_namespace(counts)
    return xp.log(counts + alpha) - xp.take(xp.log(totals), column, axis=2), xp.zeros_like(counts[:, :, 0])
