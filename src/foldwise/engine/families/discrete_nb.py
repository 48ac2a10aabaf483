"""Naive Bayes of counts, indicators and categories: sums over the training rows of each class, by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import features, refuse_features
from foldwise.engine.linalg.categories import Categories, refuse_categories
from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.scores import Linear

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.linalg.scores import Table
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["DiscreteBayes"]

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
        counts, weights, there = sums.values[:, :, :-1], sums.values[:, :, -1], sums.plain[:, :, -1] > 0
        trusted = there.any(axis=1) & (there == (weights > 0)).all(axis=1)
        known = None if self.categories is None else self.categories.known(sums.plain[:, :, :-1].sum(axis=1) > 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.categories is None or known is None:
                coefficients, offsets = self._coefficients(counts, weights, there)
            else:
                totals = weights[:, :, None] + self.model.alpha * known[:, None, :]  # (B, C, p)
                coefficients, offsets = category_coefficients(counts, totals, self.model.alpha, self.categories.column)
            offsets = offsets + self._log_priors(weights, there)
        trusted &= np.isfinite(coefficients).all(axis=(1, 2), where=there[:, :, None])
        coefficients = np.where(there[:, :, None] & trusted[:, None, None], coefficients, 0.0)
        return Fitted((Linear(coefficients, np.where(there, offsets, -np.inf)), known), trusted)

    @cached_property
    def _table(self) -> Floats | Table:
        """The numbers of all rows, or what gives those of some, where they are too many to keep."""
        X = self.rows.X
        return self.numbers(X) if len(X) * self.width <= NUMBERS_KEPT else lambda rows: self.numbers(X[rows])

    def score(self, parameters: tuple[Linear, Codes | None], test: TestRows) -> Floats:
        """Joint log-likelihoods."""
        return parameters[0].at(self._table, test)

    def covers(self, parameters: tuple[Linear, Codes | None], test: TestRows) -> Mask | None:
        """Which resamples know all categories of their test rows; scikit-learn raises on the others (B,)."""
        known = parameters[1]
        return None if self.categories is None or known is None else self.categories.covers(known, test)

    def _coefficients(self, counts: Floats, weights: Floats, there: Mask) -> tuple[Floats, Floats]:
        alpha = np.asarray(self.model.alpha, dtype=np.float64)
        if self.kind == "BernoulliNB":
            return indicator_coefficients(counts, weights, alpha)
        if self.kind == "MultinomialNB":
            return count_coefficients(counts, alpha)
        return complement_coefficients(counts * there[:, :, None], alpha, norm=self.model.norm)

    def _log_priors(self, weights: Floats, there: Mask) -> Floats:
        """As given, as in the training set, or equal; none at all for the complement model (B, C)."""
        if self.model.class_prior is not None:
            # Priors are for all classes: where one is absent, scikit-learn raises.
            known = np.broadcast_to(np.log(np.asarray(self.model.class_prior, dtype=np.float64)), weights.shape)
            logs = np.where(there.all(axis=1, keepdims=True), known, np.nan)
        elif self.model.fit_prior:
            logs = np.log(weights) - np.log(weights.sum(axis=1, keepdims=True))
        else:
            logs = np.broadcast_to(-np.log(there.sum(axis=1, keepdims=True)), weights.shape)
        return logs * 0.0 if self.kind == "ComplementNB" else logs


def count_coefficients(counts: ApiArray, alpha: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Log share of each column among the smoothed counts of the class (B, C, m)."""
    xp = array_namespace(counts)
    smoothed = counts + alpha
    return xp.log(smoothed) - xp.log(xp.sum(smoothed, axis=2, keepdims=True)), xp.zeros(counts.shape[:2])


def complement_coefficients(counts: ApiArray, alpha: ApiArray, *, norm: bool) -> tuple[ApiArray, ApiArray]:
    """Minus the log share among the smoothed counts of all other classes (Rennie et al. 2003), normalised or not."""
    xp = array_namespace(counts)
    others = xp.sum(counts, axis=1, keepdims=True) + alpha - counts
    logs = xp.log(others / xp.sum(others, axis=2, keepdims=True))
    return logs / xp.sum(logs, axis=2, keepdims=True) if norm else -logs, xp.zeros(counts.shape[:2])


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
    return xp.log(counts + alpha) - xp.take(xp.log(totals), column, axis=2), xp.zeros(counts.shape[:2])
