"""Gaussian naive Bayes: class means and variances of all training sets from sums."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np
from array_api_compat import array_namespace

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.engine.compiled.normals import CompiledNormals
from foldwise.engine.family import Cost, Family, Fitted, SumFit
from foldwise.engine.features import refuse_features, refuse_priors
from foldwise.engine.linalg.array_api import beside
from foldwise.engine.linalg.class_rows import MOST_COMPILED_CLASSES, ClassRows
from foldwise.engine.linalg.moments import LARGEST_DOUBT, log_given_priors, log_priors, moments, powers
from foldwise.engine.linalg.scores import Normal, score_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import ApiArray
    from foldwise.data import Dataset
    from foldwise.engine.family import OutputArrays, Resampled
    from foldwise.engine.linalg.class_sums import ClassSums
    from foldwise.engine.linalg.moments import Moments
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["GaussianBayes", "NormalFit"]


@final
class GaussianBayes(Family):
    """`GaussianNB`, with `priors`, `var_smoothing` and sample weights."""

    name: ClassVar[str] = "gaussian-nb"
    models: ClassVar[tuple[str, ...]] = ("GaussianNB",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Features must be finite numbers, and priors must fit the classes."""
        return refuse_features(dataset) or refuse_priors(model.priors, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> NormalFit:
        """Look at the rows by class."""
        return NormalFit(models[0], ClassRows.of(data.dataset))


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class NormalFit(SumFit):
    """Normal densities of each class and column.

    Columns that were `scaled` by their standard deviation before have variances that are smoothed by a share of their
    own column's; nothing else changes.
    """

    model: Any
    rows: ClassRows
    scaled: bool = False

    @cached_property
    def cost(self) -> Cost:
        """Two numbers per column and class."""
        numbers = self.rows.centres.size
        return Cost(2 * numbers, fitted=numbers)

    def statistics(self, x: ApiArray, c: int) -> ApiArray:  # noqa: ARG002
        """Deviations, their squares and ones."""
        return powers(x)

    def fit(self, sums: ClassSums) -> Fitted:
        """Means and variances, smoothed as scikit-learn does."""
        xp = array_namespace(sums.values)
        floor = beside(self.rows.variance_floor, sums.values)
        plain = moments(sums.plain, sums.plain_scale)
        own = moments(sums.values, sums.scale) if sums.weighted else plain
        spread = column_variances(plain, sums.centres)
        smoothing = self._smoothing(spread)[:, None, :]
        variances = own.variances + smoothing
        there = plain.weights > 0
        logs = log_priors(self.model.priors, own.weights)
        # A class with rows but no weight, or a variance that may be zero, is scikit-learn's to refuse or warn about.
        trusted = xp.any(there, axis=1) & xp.all((there == (own.weights > 0)) & ~xp.isnan(logs), axis=1)
        trusted &= xp.all((variances > floor) | ~there[:, :, None], axis=(1, 2))
        if self.scaled:
            trusted &= xp.all(spread > floor, axis=1)
        doubtful = is_doubtful(plain, smoothing)
        if sums.weighted:
            doubtful |= is_doubtful(own, smoothing)
        variances = xp.where(there[:, :, None] & trusted[:, None, None], variances, xp.ones_like(variances))
        offsets = logs - 0.5 * xp.sum(xp.log(2 * np.pi * variances), axis=2)
        return Fitted(Normal(sums.centres + own.shifts, 1 / variances, offsets), trusted, doubtful)

    def _smoothing(self, spread: ApiArray) -> ApiArray:
        """`var_smoothing` times the largest variance of a column, or times that of each column where they are scaled."""
        largest = array_namespace(spread).max(spread, axis=1, keepdims=True)
        return self.model.var_smoothing * (spread if self.scaled else largest)

    def score(self, parameters: Normal, X: ApiArray, test: TestRows) -> ApiArray:
        """Joint log-likelihoods."""
        return score_rows(parameters, X, test.row, test.starts)

    def compiled(self, data: Resampled, arrays: OutputArrays) -> None:
        """Predict ordinary resamples in one pass; the pass knows neither weights nor scaled columns."""
        model, rows = self.model, self.rows
        if native.COMPILED and rows.classes <= MOST_COMPILED_CLASSES and not (data.weighted or self.scaled):
            CompiledNormals(rows, data, arrays, log_given_priors(model.priors), model.var_smoothing)()


def column_variances(found: Moments, centres: ApiArray) -> ApiArray:
    """Variance of each column over the whole training set (B, p)."""
    xp = array_namespace(found.weights)
    total = xp.sum(found.weights, axis=1, keepdims=True)
    shares = (found.weights / xp.maximum(total, xp.ones_like(total)))[:, :, None]
    means = centres + found.shifts
    away = means - xp.sum(shares * means, axis=1, keepdims=True)  # squared about the mean: no digits may cancel
    return xp.sum(shares * (found.variances + away * away), axis=1)


def is_doubtful(found: Moments, smoothing: ApiArray) -> ApiArray:
    """Whether rounding may have moved a smoothed variance by more than it should (B,)."""
    doubtful = (found.doubt > LARGEST_DOUBT * (found.variances + smoothing)) & (found.weights > 0)[:, :, None]
    return array_namespace(found.weights).any(doubtful, axis=(1, 2))
