"""Naive Bayes of counts, marks and categories: sums over the training rows of each class, by subtraction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.linalg.categories import Categories, refuse_categories
from foldwise.engine.linalg.moments import ClassRows
from foldwise.engine.linalg.scores import answer_classes, linear_scores
from foldwise.engine.linalg.sums import sum_training

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.linalg.scores import Table
    from foldwise.engine.linalg.sums import TrainingSums
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["DiscreteBayes"]

LEAST_ALPHA = 1e-10
"""What scikit-learn raises a smaller alpha to, unless it is told to keep it."""
KEPT = 20_000_000
"""Numbers that are kept for all rows."""
SMALL_ALPHA = 1e-6
"""Below this a sum that should be zero must be exactly zero, so nothing is subtracted that is not a whole number."""


@final
class DiscreteBayes(Family):
    """`BernoulliNB`, `MultinomialNB`, `ComplementNB` and `CategoricalNB`, with all parameters and sample weights."""

    name: ClassVar[str] = "discrete-nb"
    models: ClassVar[tuple[str, ...]] = ("BernoulliNB", "MultinomialNB", "ComplementNB", "CategoricalNB")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """What scikit-learn would refuse or warn about is left to it."""
        return (
            refuse_features(dataset)
            or refuse_alpha(model, dataset)
            or refuse_class_prior(model, dataset)
            or _refuse_values(model, dataset)
        )

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit and score block after block of resamples."""
        fit = Fit(model, dataset, resamples)
        return answer_classes(
            fit, test, name=self.name, classes=len(dataset.labels), width=fit.width * len(dataset.labels)
        )


def refuse_alpha(model: Any, dataset: Dataset) -> str | None:  # noqa: ANN401
    """Say why the smoothing is left to scikit-learn."""
    alpha = np.asarray(model.alpha, dtype=np.float64)
    if alpha.ndim and alpha.shape != (dataset.p,):
        return f"alpha has {alpha.size} values for {dataset.p} columns"
    if alpha.min() < 0:
        return "alpha is negative"
    if alpha.min() < LEAST_ALPHA and not model.force_alpha:
        return f"alpha is smaller than {LEAST_ALPHA:g} and force_alpha is off"
    return None


def refuse_class_prior(model: Any, dataset: Dataset) -> str | None:  # noqa: ANN401
    """Say why given priors are left to scikit-learn; it does not ask that they add up to 1."""
    if model.class_prior is None:
        return None
    given = np.asarray(model.class_prior)
    if given.shape != (len(dataset.labels),):
        return f"there are {given.size} priors for {len(dataset.labels)} classes"
    return None if given.dtype.kind in "fiu" and np.all(given > 0) else "the priors are not positive numbers"


def _refuse_values(model: Any, dataset: Dataset) -> str | None:  # noqa: ANN401
    kind = type(model).__name__
    if kind != "BernoulliNB" and features(dataset).min(initial=0) < 0:
        return f"there are negative values, which {kind} does not take"
    return refuse_categories(model, features(dataset)) if kind == "CategoricalNB" else None


@final
@dataclass(frozen=True, eq=False)
class Fit:
    """Fits blocks of resamples."""

    model: Any
    dataset: Dataset
    resamples: Resamples

    @cached_property
    def kind(self) -> str:
        """Name of the model's class."""
        return type(self.model).__name__

    @cached_property
    def rows(self) -> ClassRows:
        """The rows by class."""
        return ClassRows(features(self.dataset), self.dataset.codes, len(self.dataset.labels))

    @cached_property
    def categories(self) -> Categories | None:
        """The categories of each column, for the model that wants them."""
        if self.kind != "CategoricalNB":
            return None
        return Categories(self.rows.X.astype(np.int64), self.model.min_categories)

    @cached_property
    def width(self) -> int:
        """Numbers per row: one per column, or one per category."""
        return self.dataset.p if self.categories is None else self.categories.count

    def numbers(self, rows: Codes | slice) -> Floats:
        """What is summed, and multiplied with the coefficients: counts, or marks (N, m)."""
        if self.categories is not None:
            return self.categories.marks(rows)
        if self.kind == "BernoulliNB" and self.model.binarize is not None:
            return (self.rows.X[rows] > self.model.binarize).astype(np.float64)
        return self.rows.X[rows]

    @cached_property
    def table(self) -> Floats | Table:
        """The numbers of all rows, or what gives those of some, where they are too many to keep."""
        return self.numbers(slice(0, self.dataset.n)) if self.dataset.n * self.width <= KEPT else self.numbers

    @cached_property
    def sums(self) -> list[TrainingSums]:
        """Weighted sums of the numbers and of ones, class by class."""
        return [self._sum(rows, self.dataset.weights, present=False) for rows in self.rows.rows]

    @cached_property
    def unweighted(self) -> list[TrainingSums] | None:
        """The same without weights, where there are any."""
        if not is_weighted(self.dataset, self.resamples):
            return None
        return [self._sum(rows, None, present=True) for rows in self.rows.rows]

    def _sum(self, rows: Codes, weights: Floats | None, *, present: bool) -> TrainingSums:
        def summands(chosen: Codes | slice) -> Floats:
            table = np.concatenate([self.numbers(rows[chosen]), np.ones((rows[chosen].size, 1))], axis=1)
            return table if weights is None else table * weights[rows[chosen]][:, None]

        return sum_training(self.resamples, summands, rows=rows, present=present, subtract=self.subtract)

    @cached_property
    def subtract(self) -> bool:
        """Whether a difference of sums that should be zero is zero, or near enough."""
        return bool(np.min(self.model.alpha) >= SMALL_ALPHA) or (self.dataset.weights is None and self._whole)

    @cached_property
    def _whole(self) -> bool:
        marked = self.kind == "BernoulliNB" and self.model.binarize is not None
        return marked or self.categories is not None or bool(np.all(self.rows.X % 1 == 0))

    def __call__(self, test: TestRows) -> tuple[Floats, Mask]:
        """Fit a block and give the joint log-likelihoods of its test."""
        span = test.first, test.last
        sums = np.stack([one(*span) for one in self.sums], axis=1)  # (B, C, m + 1)
        plain = sums if self.unweighted is None else np.stack([one(*span) for one in self.unweighted], axis=1)
        counts, weights, there = sums[:, :, :-1], sums[:, :, -1], plain[:, :, -1] > 0
        done = there.any(axis=1) & (there == (weights > 0)).all(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.categories is None:
                coefficients, offsets = self._coefficients(counts, weights, there)
            else:
                known = self.categories.known(plain[:, :, :-1].sum(axis=1) > 0)
                done &= self.categories.covers(known, test)
                totals = weights[:, :, None] + self.model.alpha * known[:, None, :]  # (B, C, p)
                coefficients, offsets = category_coefficients(counts, totals, self.model.alpha, self.categories.column)
            offsets = offsets + self._log_priors(weights, there)
        done &= np.isfinite(coefficients).all(axis=(1, 2), where=there[:, :, None])
        coefficients = np.where(there[:, :, None] & done[:, None, None], coefficients, 0.0)
        offsets = np.where(there, offsets, -np.inf)
        return linear_scores(test, self.table, coefficients, offsets), done

    def _coefficients(self, counts: Floats, weights: Floats, there: Mask) -> tuple[Floats, Floats]:
        alpha = np.asarray(self.model.alpha, dtype=np.float64)
        if self.kind == "BernoulliNB":
            return mark_coefficients(counts, weights, alpha)
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


def count_coefficients(counts: Any, alpha: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays of any library
    """Log share of each column among the smoothed counts of the class (B, C, m)."""
    xp = array_namespace(counts)
    smoothed = counts + alpha
    return xp.log(smoothed) - xp.log(xp.sum(smoothed, axis=2, keepdims=True)), xp.zeros(counts.shape[:2])


def complement_coefficients(counts: Any, alpha: Any, *, norm: bool) -> tuple[Any, Any]:  # noqa: ANN401
    """Minus the log share among the smoothed counts of all other classes (Rennie et al. 2003), normalised or not."""
    xp = array_namespace(counts)
    others = xp.sum(counts, axis=1, keepdims=True) + alpha - counts
    logs = xp.log(others / xp.sum(others, axis=2, keepdims=True))
    return logs / xp.sum(logs, axis=2, keepdims=True) if norm else -logs, xp.zeros(counts.shape[:2])


def mark_coefficients(counts: Any, weights: Any, alpha: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Log odds of a mark in each column (B, C, m), and the log probability of no marks at all (B, C)."""
    xp = array_namespace(counts)
    # Written as scikit-learn does: 1 - exp(log) of a mark that is always there has few digits, and these are them.
    logs = xp.log(counts + alpha) - xp.log(weights[:, :, None] + alpha * 2)
    none = xp.log(1 - xp.exp(logs))
    return logs - none, xp.sum(none, axis=2)


def category_coefficients(counts: Any, totals: Any, alpha: float, column: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Log share of each category among the smoothed counts of its column and class (B, C, m)."""
    xp = array_namespace(counts)
    return xp.log(counts + alpha) - xp.take(xp.log(totals), column, axis=2), xp.zeros(counts.shape[:2])
