"""Two models under one measure on identical resamples: what every test of a difference is made of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar, final

import numpy as np

from foldwise.errors import InputError
from foldwise.intervals import composition_deficit, mix_of, strata_of
from foldwise.measures import LossMeasure, ModelScores, transform_slope

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Codes, Floats, Mask, Scores
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

T = TypeVar("T")

__all__ = ["Pair", "once_per_pair", "value_differences"]

VALUE_TOLERANCE = 1e-14
"""Values of two models that differ by less than this share of them may be sums of the same numbers in another order."""


@final
@dataclass(frozen=True, eq=False)
class Pair:
    """Models a and b under one measure; refused unless both were tested on the same rows and resamples.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes", "yes", "no"], {"a": ["no", "yes", "no", "no"], "b": ["no"] * 4})
    >>> pair = Pair.of(table, "a", "b", measure("error"))
    >>> pair.difference, pair.losses
    (-0.25, array([ 0., -1.,  0.,  0.]))
    """

    a: ModelScores
    b: ModelScores
    measure: Measure = field(init=False, repr=False)
    """What both are measured by."""
    predictions: Predictions = field(init=False, repr=False)
    """The table of the first model."""
    resamples: Resamples = field(init=False, repr=False)
    """The training and test rows of each resample."""
    has_losses: bool = field(init=False, repr=False)
    """Whether the measure is a mean of one loss per row, or a function of it."""

    def __post_init__(self) -> None:
        """Check that the two may be compared, and look up what is asked for often."""
        first, second = self.a.predictions, self.b.predictions
        if first is not second and first.fingerprint != second.fingerprint:
            message = (
                f"'{self.a.model}' and '{self.b.model}' were tested on different data or resamples "
                f"({first.resamples.plan} {first.fingerprint} and {second.resamples.plan} {second.fingerprint}), "
                "so they cannot be compared"
            )
            raise InputError(message, hint="the same dataset, plan and seed for all models")
        if self.a.measure != self.b.measure:
            message = f"two models are compared under one measure, not {self.a.measure.name} and {self.b.measure.name}"
            raise InputError(message)
        a = self.a
        known = {"measure": a.measure, "predictions": first, "resamples": a.resamples, "has_losses": a.has_losses}
        self.__dict__.update(known)

    @classmethod
    def of(cls, predictions: Predictions, a: str, b: str, measure: Measure) -> Pair:
        """Take two models of one table."""
        return cls(ModelScores(predictions, a, measure), ModelScores(predictions, b, measure))

    @cached_property
    def difference(self) -> float:
        """Value of a minus value of b, in the units of the measure."""
        unit = 1.0 if isfinite(self.measure.high - self.measure.low) else 0.0
        return float(value_differences(np.asarray(self.a.value), np.asarray(self.b.value), unit))

    @cached_property
    def scores(self) -> Scores:
        """Difference in each resample in which both have a value (J,)."""
        return self._all_scores[~np.isnan(self._all_scores)]

    @cached_property
    def _all_scores(self) -> Scores:
        return value_differences(self.a.scores, self.b.scores)

    @cached_property
    def shared(self) -> tuple[Mask | slice, Mask | slice]:
        """Predictions of either model in resamples that both predicted; all of them unless a fit failed."""
        mine, yours = self.a.resample, self.b.resample
        if mine.size == yours.size and np.array_equal(mine, yours):
            return slice(None), slice(None)
        return np.isin(mine, yours), np.isin(yours, mine)

    @cached_property
    def row(self) -> Codes:
        """Row of each prediction that both models gave (N,)."""
        return self.a.row[self.shared[0]]

    @cached_property
    def resample(self) -> Codes:
        """Resample of each prediction that both models gave (N,)."""
        return self.a.resample[self.shared[0]]

    @cached_property
    def losses(self) -> Floats:
        """Loss of a minus loss of b for each prediction (N,), in the units of the measure.

        Where the measure is a function of the mean loss, such as a root, losses are scaled by its derivative there, so
        that they add up to the difference of the measure to first order.
        """
        mine, yours = self.losses_of_both
        return mine - yours

    @cached_property
    def losses_of_both(self) -> tuple[Floats, Floats]:
        """Losses of a and of b for each prediction that both gave (N,), in the units of the measure."""
        return _in_units(self.a)[self.shared[0]], _in_units(self.b)[self.shared[1]]

    @cached_property
    def whole(self) -> Pair:
        """The same over every resample, also those that only serve an interval or a test."""
        return Pair(self.a.whole, self.b.whole)

    @cached_property
    def without_equal_weights(self) -> Pair:
        """The same without weights where all rows of one test set weigh the same: they are rows without weights."""
        table = self.predictions
        if table.resamples.count > 1 or table.weights is None or np.ptp(table.weights) > 0:
            return self
        bare = replace(table, weights=None)
        return Pair.of(bare, self.a.model, self.b.model, self.measure)

    @cached_property
    def bootstrapped(self) -> Pair | None:
        """The same two models on the bootstrap samples beside the plan; None where either was not fitted to any."""
        a, b = self.a.bootstrapped, self.b.bootstrapped
        return None if a is None or b is None else Pair(a, b)

    @cached_property
    def row_losses(self) -> Floats:
        """Difference of each row that was tested, averaged over repeats, in the order of the rows."""
        rows, place = np.unique(self.row, return_inverse=True)
        return np.asarray(np.bincount(place, weights=self.losses) / np.bincount(place, minlength=rows.size))

    @cached_property
    def hidden_variance(self) -> float:
        """Variance of a test set's difference that is missing because the target was stratified (`composition`)."""
        if not self.has_losses:
            return 0.0
        strata = strata_of(self.a)[self.row]
        _, resample = np.unique(self.resample, return_inverse=True)
        return composition_deficit(self.losses, strata, mix_of(strata, resample, int(resample.max()) + 1))

    def turned(self) -> Pair:
        """Give the same two models the other way round."""
        return replace(self, a=self.b, b=self.a)


def once_per_pair(function: Callable[[Pair], T]) -> Callable[[Pair], T]:
    """Keep the value of a function with the pair that it is of: choosing a test and making it ask for the same figures."""
    key = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def kept(pair: Pair) -> T:
        known: dict[str, Any] = pair.__dict__
        if key not in known:
            known[key] = function(pair)
        return known[key]

    return kept


def value_differences(first: Array, second: Array, unit: float = 0.0) -> Floats:
    """Differences of the values of two models; 0 where rounding alone keeps them apart, of values or of terms of size `unit`.

    Examples
    --------
    >>> value_differences(np.array([0.1 + 0.2, 1.0]), np.array([0.3, 0.5]))
    array([0. , 0.5])
    """
    difference = np.asarray(first - second, dtype=np.float64)
    size = np.maximum(np.maximum(np.abs(first), np.abs(second)), unit)
    return np.where(np.abs(difference) <= VALUE_TOLERANCE * size, 0.0, difference)


def _in_units(scored: ModelScores) -> Floats:
    """Losses times the derivative of the measure's transform at the mean loss."""
    measure = scored.measure
    if not isinstance(measure, LossMeasure) or measure.transform is None:
        return scored.losses
    # A root has no slope where the mean loss is 0, but then all losses are 0 too.
    return scored.losses * transform_slope(measure, scored.raw_value)
