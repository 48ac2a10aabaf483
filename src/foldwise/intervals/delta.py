"""The delta method: the variance of any smooth function of counts or sums."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.link import link_of
from foldwise.intervals.one_test_set import ONE_TEST_SET, answer_groups
from foldwise.measures import CountMeasure
from foldwise.measures.influence import influence, is_smooth, table_gradient

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures import Scored

__all__ = ["Delta", "delta_of_table", "influence_error"]

SUPPOSED_ERRORS = 2.0
"""Where nothing went wrong, so many errors are supposed: the z²/2 that Wilson adds at 95 %."""


@final
@dataclass(frozen=True)
class Delta(IntervalMethod):
    """θ̂ ± t·se on a scale without ends, se² = Σψᵢ²/n² with ψᵢ = n·∂θ/∂nᵢ, how much row i moves the measure.

    For every measure that is a smooth function of the confusion matrix (MCC, kappa, macro F, likelihood ratios) or of
    sums (R², relative errors). The scale is log-odds for measures between 0 and 1, Fisher's z between -1 and 1, the
    logarithm of the distance where there is one end only. The quantile is that of t with one degree of freedom less than
    there are rows, or groups where rows come in groups; their influence is summed by group first. Also for calibration
    slopes and intercepts, whose ψᵢ are those of a logistic regression.

    Notes
    -----
    For kappa this is the variance of Fleiss, Cohen and Everitt, for F1 F(1 - F)(2 - F)/(2TP + FP + FN), for R²
    sd(e² - (1 - R²)(y - ȳ)²)/(√n·mean (y - ȳ)²) (METHODS C.16). Where all rows were right there is no spread, and two
    errors are supposed. For calibration slope and intercept 93 to 96 % (± 1) of intervals at 95 % contained the truth with
    50 to 1000 rows (see the study of calibration measures).

    References
    ----------
    fleiss1969; takahashi2022.
    """

    name: ClassVar[str] = "delta"
    summary: ClassVar[str] = "normal interval for a smooth function of counts or sums, by how much each row moves it"
    validity: ClassVar[Validity] = Validity(plans=ONE_TEST_SET, max_resamples=1, instead="method='bca'")
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: Scored, level: float) -> Interval:
        """Make the interval from the influence of each row."""
        groups, seen = answer_groups(scored), scored.measure.view(scored.outcomes)
        units = seen.size if groups is None else np.unique(groups).size
        psi = influence(scored.measure, scored.outcomes)
        error = 0.0 if psi is None else influence_error(psi, seen.weights, groups)
        if error == 0 and isinstance(scored.measure, CountMeasure):
            return _without_errors(scored.measure, seen.confusion()[0], seen.positive, units=units, level=level)
        low, high = link_of(scored.measure, scored.value).ends(scored.value, error * _quantile(units, level))
        return Interval(low, high, level, self.name, self.target)

    def further(self, scored: Scored) -> str | None:
        """It is for functions of counts and of sums."""
        if not is_smooth(scored.measure):
            return f"it is valid for functions of counts or sums, and {scored.measure.name} is none"
        groups = answer_groups(scored)
        if groups is not None and np.unique(groups).size < 2:
            return "all rows belong to one group"
        return None


def influence_error(psi: Floats, weights: Floats | None = None, groups: Codes | None = None) -> float:
    """Standard error from the influence of each row, or of each group of rows.

    Examples
    --------
    >>> round(influence_error(np.array([-1.0, 1.0, -1.0, 1.0])), 3)
    0.5
    """
    mass = psi if weights is None else psi * weights
    total = float(psi.size if weights is None else weights.sum())
    if groups is None:
        return sqrt(float(np.sum(mass**2))) / total
    sums = np.bincount(np.unique(groups, return_inverse=True)[1], weights=mass)
    return sqrt(sums.size / (sums.size - 1) * float(np.sum(sums**2))) / total


def delta_of_table(measure: CountMeasure, table: Array, positive: int, level: float) -> Interval:
    """The interval from a confusion matrix of independent rows of equal weight."""
    n = float(table.sum())
    value = float(measure.of_table(table, positive))
    error = sqrt(float(np.sum(table * table_gradient(measure, table, positive) ** 2))) / n
    if error == 0:
        return _without_errors(measure, table, positive, units=n, level=level)
    low, high = link_of(measure, value).ends(value, error * _quantile(n, level))
    return Interval(low, high, level, Delta.name, Target.PROXY)


def _quantile(units: float, level: float) -> float:
    """Of t with one degree of freedom less than there are rows or groups."""
    from scipy.special import stdtrit

    return float(stdtrit(units - 1, (1 + level) / 2))


def _without_errors(measure: CountMeasure, table: Array, positive: int, *, units: float, level: float) -> Interval:
    """Suppose two errors, spread over the classes as the rows are, and keep the end that was reached."""
    reached = float(measure.of_table(table, positive))
    changed = _suppose(table.astype(np.float64), SUPPOSED_ERRORS)
    value = float(measure.of_table(changed, positive))
    error = sqrt(float(np.sum(changed * table_gradient(measure, changed, positive) ** 2))) / float(changed.sum())
    low, high = link_of(measure, value).ends(value, error * _quantile(units, level))
    note = "no row moves the measure, so two errors were supposed"
    return Interval(min(low, reached), max(high, reached), level, Delta.name, Target.PROXY, note)


def _suppose(table: Array, errors: float) -> Array:
    """Move `errors` rows off the diagonal, in proportion to the rows of each class, evenly over the other classes."""
    classes = table.shape[0]
    rows = table.sum(axis=1)
    moved = np.minimum(errors * rows / rows.sum(), rows / 2)
    other = ~np.eye(classes, dtype=np.bool_)
    changed = table.copy()
    changed[:, :classes] += np.where(other, (moved / (classes - 1))[:, None], 0)
    changed[np.arange(classes), np.arange(classes)] -= np.minimum(moved, np.diagonal(changed[:, :classes]))
    return changed
