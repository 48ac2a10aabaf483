"""The variance of a resampled estimate from the contributions of its rows, with its degrees of freedom (METHODS N.2-N.5)."""

from __future__ import annotations

from math import isfinite, isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.intervals.influence_steps.widest_variance_in_time import widest_variance_in_time
from foldwise.measures import (
    CountMeasure,
    RankMeasure,
    component_variance,
    components_by_mean,
    correlation_within,
    counted_weights,
    measure,
    spread_of_rows,
)

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.measures import Linearised, ModelScores, RowMeans
    from foldwise.plans import Resamples

__all__ = [
    "MEAN_LOSS",
    "MOST_WIDENING",
    "RowVariance",
    "factor_by_samples",
    "overlap_factor",
    "unit_variance",
    "variance_by_row",
]

LEAST_OVERLAP_FACTOR = 1.1
"""Least factor φ for overlapping training sets."""
FLIP_SHARE = 4 / 9
"""Share of the variation of labels between repeats that counts as that of the model: flips overstate it (decision 0014)."""
LOSS_QUANTILE = 0.95
"""Quantile of the losses that is supposed for a row of the largest weight."""
MOST_WIDENING = 5.0
"""Largest φ: a larger estimate from few repeats is noise."""

MEAN_LOSS = {True: measure("error"), False: measure("mse")}
"""The loss that shows how fits differ where a measure does not, by whether classes were predicted."""


class RowVariance(NamedTuple):
    """Variance of an estimate, widened for overlapping training sets, and its Satterthwaite degrees of freedom.

    `largest` and `smallest` are the extreme contributions of rows, divided by the number of rows, and `rows` is that
    number: in time the effective number of independent rows. `factor` is φ, by which the variance was multiplied,
    `jump` the change by a row on the wrong side of a jump of the predictions (`jump_cost`), and `group` by how much one more group may raise
    and lower the estimate (`worse_group`), and `fits` the share of the variance that is between fits of a
    model that is not known to change gradually.
    """

    widened: float
    df: float
    largest: float
    smallest: float
    rows: float
    factor: float = 1.0
    jump: float = 0.0
    group: tuple[float, float] = (0.0, 0.0)
    fits: float = 0.0

    def with_fits(self, between: float, *, whole: bool = True) -> RowVariance:
        """With the variance between fits added, which `whole` says may change as a whole.

        Examples
        --------
        >>> found = RowVariance(1.0, 9.0, 0.2, -0.1, 10.0).with_fits(3.0)
        >>> found.widened, found.fits
        (4.0, 0.75)
        """
        total = self.widened + between
        return self._replace(widened=total, fits=between / total if whole else 0.0)

    def with_extremes(self, means: Floats) -> RowVariance:
        """With the extreme contributions of these rows, where they are larger.

        Examples
        --------
        >>> RowVariance(1.0, 9.0, 0.2, -0.1, 10.0).with_extremes(np.array([-4.0, 1.0]))
        RowVariance(widened=1.0, df=9.0, largest=0.2, smallest=-0.4, rows=10.0, factor=1.0, jump=0.0, group=(0.0, 0.0), fits=0.0)
        """
        largest, smallest = float(means.max()) / self.rows, float(means.min()) / self.rows
        return self._replace(largest=max(self.largest, largest), smallest=min(self.smallest, smallest))


def overlap_factor(found: RowMeans, resamples: Resamples, *, discrete: bool, unseen: float) -> float:
    """φ = 1.1 + c (n₁/n₂) ρ: the factor on the variance of the estimate for overlapping training sets.

    Two training sets that lack n₂ of n rows each differ as in the delete-d jackknife, which scales the variance between
    them to samples of n rows by n₁/n₂. ρ is its estimate from the rows: how much the contribution of a row varies between
    repeats. c is 1, and 4/9 for contributions that jump when a label flips. Where each row was tested once there is no
    such estimate, and φ = 1 + s n/n₁ (`unseen` is s): s = 1 for a test, as in the corrected t-test, and half of it for an interval
    of the risk of one model. In time φ is another (`forward_factor`).

    References
    ----------
    shao1989 for the delete-d jackknife; nadeau2003 for the factor without repeats; decision 0014 for the simulations.
    """
    if resamples.count == 1:
        return 1.0
    if isnan(found.within):
        return factor_tested_once(resamples, unseen)
    # Bootstrap samples differ from each other as two samples of n rows do; training sets that lack n₂ rows differ less.
    ratio = 1.0 if resamples.kind == "bootstrap" else (resamples.n - resamples.test_size) / resamples.test_size
    return min(MOST_WIDENING, LEAST_OVERLAP_FACTOR + (FLIP_SHARE if discrete else 1.0) * ratio * found.instability)


def factor_tested_once(resamples: Resamples, unseen: float) -> float:
    """1 + s n/n₁: φ where each row was tested once, which shows nothing of how it varies between fits; s = 1 in the corrected t-test."""
    return 1 + unseen * resamples.n / resamples.train_size


def factor_by_samples(
    planned: float, beside: RowMeans, pair: tuple[Resamples, Resamples], *, discrete: bool, unseen: float
) -> float:
    """φ from the fits to bootstrap samples, where it is less than from the plan; `pair` are the resamples of plan and samples.

    Fits of a plan share most of their rows. The variation of a row between them is scaled to samples of n rows by n₁/n₂, as if it grew
    with the number of rows exchanged; predictions that jump, as those of trees, vary as much by few exchanged rows as by many, and φ is 3 to 5
    where 1.5 to 2 are enough. Bootstrap samples differ as two samples of n rows do, and nothing is scaled. φ is at least that of
    rows tested once (METHODS N.21).
    """
    if isnan(beside.within):
        return planned
    resamples, samples = pair
    found = overlap_factor(beside, samples, discrete=discrete, unseen=unseen)
    return min(planned, max(factor_tested_once(resamples, unseen), found))


class _RowSpread(NamedTuple):
    """Variance of the mean of contributions, its degrees of freedom, the extreme contributions, and the effective number of rows."""

    variance: float
    df: float
    most: float
    least: float
    rows: float


def variance_by_row(
    scored: ModelScores, found: RowMeans, linear: Linearised, *, factor: float, tails: bool
) -> RowVariance:
    """φV of the estimate, V by class for single rows (METHODS N.2), else by group or time; never below that of half a row (METHODS N.4).

    With `tails` contributions may be as large as any number, as those of losses of values.
    """
    weights = scored.predictions.weights
    if scored.sheet.tested.dependent:
        variance, df, most, least, n = _spread_of_dependent(scored, found, tails=tails)
    elif weights is None and found.spread is not None and isfinite(found.spread[4 if tails else 2]):
        most, least, *by_tails = found.spread  # computed with the contributions, by class
        (variance, df), n = by_tails[2:] if tails else by_tails[:2], float(found.rows.size)
    else:
        variance, df, most, least, n = _spread_of_single(scored, found, tails=tails)
    if tails and weights is not None:
        most, least = _extremes_at_largest_weight(found.means, weights[found.rows], most, least)
    total = variance + linear.added
    if total < linear.floor or variance == 0:
        total, df = max(total, linear.floor), max(1.0, min(df, n - 1))
    return RowVariance(total * factor, max(1.0, df), most / n, least / n, n, factor)


def _spread_of_dependent(scored: ModelScores, found: RowMeans, *, tails: bool) -> _RowSpread:
    """Of rows in groups or in time. A row comes with those like it, so that the worst one says as much as one of the effective number."""
    predictions, n = scored.predictions, float(found.rows.size)
    variance, df = _variance_of_dependent(scored, found)
    n = min(n, float(found.means.var()) / variance) if variance > 0 else n
    values = tails and predictions.groups is not None and not predictions.is_classification
    if values and predictions.groups is not None and counted_weights(scored) is None:
        groups = np.unique(predictions.groups[found.rows], return_inverse=True)[1]
        (variance, df), n = with_components(found.means, groups, (variance, df)), rows_of_usual_groups(n, groups)
    return _RowSpread(variance, df, float(found.means.max()), float(found.means.min()), n)


def _spread_of_single(scored: ModelScores, found: RowMeans, *, tails: bool) -> _RowSpread:
    """Of rows that are drawn one by one, by class; of weighted ones at least as if all rows of a class had one variance (METHODS N.10)."""
    variance, weights = nan, scored.predictions.weights
    if found.spread is not None:
        most, least, variance, df, tailed_variance, tailed_df = found.spread
        variance, df = (tailed_variance, tailed_df) if tails else (variance, df)
    if not isfinite(variance):
        strata, classes = _strata_of_rows(scored, found), scored.sheet.tested.strata_of_tests[1]
        variance, df, most, least = spread_of_rows(found.means, strata, classes, tails=tails)
    if not tails and weights is not None:
        variance = max(variance, variance_by_weight(found.means, weights[found.rows], _strata_of_rows(scored, found)))
    return _RowSpread(variance, df, most, least, float(found.rows.size))


def _strata_of_rows(scored: ModelScores, found: RowMeans) -> Codes:
    """Stratum of each of these rows, which are all tested rows or some of them."""
    tested, codes = scored.sheet.tested.tests.rows, scored.sheet.tested.strata_of_tests[0]
    return codes if found.rows.size == tested.size else codes[np.searchsorted(tested, found.rows)]


def with_components(means: Floats, unit: Codes, found: tuple[float, float]) -> tuple[float, float]:
    """Variance of the mean of values in units, at least that by what the means of all units tell, and the larger degrees of freedom.

    Sums of units of very different sizes are worth few degrees of freedom, and a t quantile that allows for a variance far too small. The
    components of variance rest on every unit, so that the larger of both variances has theirs (METHODS N.32).

    Examples
    --------
    >>> unit = np.repeat(np.arange(9), [40, *[5] * 8])
    >>> means = np.tile([-1.0, 1.0], 40) + np.array([0.0, *[-1.0, 1.0] * 4])[unit]
    >>> found = unit_variance(means, unit)
    >>> variance, df = with_components(means, unit, found)
    >>> variance >= found[0], round(found[1], 1), round(df, 1)
    (True, 1.9, 8.0)
    """
    least, df = components_by_mean(means, unit)
    return max(found[0], least), max(found[1], df)


def rows_of_usual_groups(effective: float, unit: Codes) -> float:
    """Effective number of rows, had all units the mean number of rows: a worse unit than those met is supposed by itself (`worse_group`).

    `effective` is n/(1 + (m* - 1)ρ) with m* = Σm²/n rows of a unit; the mean n/G takes the place of m*.

    Examples
    --------
    >>> equal, unequal = np.repeat([0, 1, 2], 4), np.repeat([0, 1, 2], [10, 1, 1])
    >>> round(rows_of_usual_groups(4.0, equal), 3), round(rows_of_usual_groups(4.0, unequal), 3)
    (4.0, 6.667)
    """
    sizes = np.unique(unit, return_counts=True)[1].astype(np.float64)
    n = float(unit.size)
    largest = float(sizes @ sizes) / n
    if largest <= 1 or effective >= n:
        return effective
    return n / (1 + (n / effective - 1) * (n / sizes.size - 1) / (largest - 1))


def _variance_of_dependent(scored: ModelScores, found: RowMeans) -> tuple[float, float]:
    """Variance of the mean of rows in groups or in time, and its degrees of freedom."""
    predictions = scored.predictions
    if predictions.groups is not None:
        by_class = predictions.is_classification and isinstance(scored.measure, CountMeasure | RankMeasure)
        stratum = predictions.truth[found.rows] if by_class else None
        held = counted_weights(scored)
        weights = None if held is None else held[found.rows]
        return unit_variance(found.means, predictions.groups[found.rows], stratum, weights)
    return widest_variance_in_time(scored, found)


def variance_by_weight(means: Floats, weights: Floats, strata: Codes) -> float:
    """Variance of a weighted mean whose rows have one variance within a stratum, whatever they weigh.

    Where few rows hold much of the weight and none of them happens to be wrong, their own spread is next to none. So each row
    gets the variance of its stratum, s² = Σwψ²/Σw, times its squared weight: Σw²s²/(Σw)².

    Parameters
    ----------
    means
        wψ over the mean weight, of each row (n,).
    weights, strata
        Weight and stratum of each row (n,).

    Examples
    --------
    >>> of_two_strata = np.array([-1.0, 1, 0, 0])
    >>> variance_by_weight(of_two_strata, np.ones(4), np.array([0, 0, 1, 1]))
    0.125
    >>> variance_by_weight(of_two_strata, np.array([1.0, 1, 1, 5]), np.zeros(4, dtype=int))
    0.4375
    """
    shares = weights / weights.sum()
    scaled = np.divide(means**2, shares, out=np.zeros_like(means), where=shares > 0) / means.size**2
    held = np.bincount(strata, weights=shares)
    spread = np.divide(np.bincount(strata, weights=scaled), held, out=np.zeros_like(held), where=held > 0)
    return float(shares**2 @ spread[strata])


def _extremes_at_largest_weight(means: Floats, weights: Floats, most: float, least: float) -> tuple[float, float]:
    """Extreme contributions, supposing that a row of the largest weight has a loss that one row in twenty exceeds.

    The row with most influence on a weighted mean has a large weight and a large loss, which few samples contain; Fay and
    Feuer suppose one more event of the largest weight.

    Examples
    --------
    >>> _extremes_at_largest_weight(np.array([-1.0, 1.0, -2.0, 2.0]), np.array([2.0, 2.0, 1.0, 1.0]), 2.0, -2.0)
    (3.55, -3.55)
    """
    weighed = weights > 0
    low, high = np.quantile(means[weighed] / weights[weighed], [1 - LOSS_QUANTILE, LOSS_QUANTILE])
    heaviest = float(weights.max())
    return max(most, heaviest * float(high)), min(least, heaviest * float(low))


def unit_variance(
    means: Floats, unit: Codes, stratum: Codes | None = None, weights: Floats | None = None
) -> tuple[float, float]:
    """Variance of the mean of rows that come in units, and its degrees of freedom, for units of any sizes.

    With S_g the sums of the units less n_g times the mean, Σ S_g² is divided by its bias under a working model in which
    rows of a unit have an intraclass correlation ρ, estimated by variance components, and rows of a stratum a variance of their own
    and the mean 0; the degrees of freedom are those of Satterthwaite under the same model (Bell & McCaffrey 2002), so that
    a few large units count as few, and rates of a class rest on the units that have it. Contributions whose mean is not quite 0
    in every stratum, as those of precision, get a variance that is a little too large. In one stratum the variance is at least that by the
    variance components, which is the same for units of one size (METHODS N.32).

    `linearised` is the other estimator for units, for one test set. It has no model of the rows within
    a unit: the means of large and small units are taken to have one variance. Here ρ determines how much less the
    mean of a large unit varies. Units of one size get the same variance and degrees of freedom from both.

    Parameters
    ----------
    means
        What each row contributes, 0 on average (n,).
    unit
        Unit of each row.
    stratum
        Stratum of each row whose contributions are 0 on average by themselves, as those of rates of classes; None for one stratum.
    weights
        What each row counts: it is the contribution over the weight that has one variance within a stratum; None where all rows count alike.

    References
    ----------
    bell2002.

    Examples
    --------
    >>> variance, df = unit_variance(np.array([0.0, 0, 1, 1, 0, 1]) - 0.5, np.array([0, 0, 1, 1, 2, 2]))
    >>> round(variance**0.5, 4), round(df, 6)
    (0.2887, 2.0)
    """
    codes = np.unique(unit, return_inverse=True)[1]
    n, units = float(means.size), int(codes.max()) + 1
    if units < 2:
        return 0.0, 1.0
    strata = np.zeros(means.size, dtype=np.intp) if stratum is None else np.unique(stratum, return_inverse=True)[1]
    held = np.ones(means.size) if weights is None else weights
    sizes, shared, own, whole = _expected_sums(means, codes, strata, held)
    share = np.divide(sizes, sizes.sum(axis=0), out=np.zeros_like(sizes), where=sizes.sum(axis=0) > 0)
    sums = np.bincount(codes, weights=means) - sizes.sum(axis=1) * (means.sum() / held.sum())
    # Residual sums S have the covariance diag(own) + U M U' with U = (shared, share): no matrix of units by units is needed.
    wide = np.hstack((shared, share))
    eye, none = np.eye(len(whole)), np.zeros_like(whole)
    middle = np.block([[none, -eye], [-eye, whole]])
    added = ((wide @ middle) * wide).sum(axis=1)
    crossed = middle @ (wide.T @ wide)
    expected = float((own + added).sum())
    if expected <= 0:
        return 0.0, 1.0
    squares = float(own @ own + 2 * own @ added + np.sum(crossed * crossed.T))
    variance = float(sums @ sums) * float(whole.sum()) / expected / n**2
    # A large unit makes most of Σ S², and one that happens to be ordinary makes it small: the components of variance rest on all units.
    least = component_variance(means, codes) if len(whole) == 1 and weights is None else 0.0
    return max(variance, least), expected**2 / squares


def _expected_sums(means: Floats, unit: Codes, strata: Codes, weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """What the working model of `unit_variance` expects of the sums of units.

    Returns
    -------
    Weight of each stratum in each unit (G, S), covariance of its sum in each stratum with its whole sum (G, S), variance of the whole
    sum (G,), and the covariance matrix of the sums over all units by stratum (S, S).
    """
    units, count = int(unit.max()) + 1, int(strata.max()) + 1
    cells = unit * count + strata
    shape = units, count
    sizes = np.bincount(cells, weights=weights, minlength=units * count).reshape(shape).astype(np.float64)
    squares = np.bincount(cells, weights=weights**2, minlength=units * count).reshape(shape)
    values = np.divide(means, weights, out=np.zeros_like(means), where=weights > 0) - means.sum() / weights.sum()
    spread = np.sqrt(
        np.bincount(strata, weights=weights * values**2) / np.maximum(sizes.sum(axis=0), np.finfo(float).tiny)
    )
    if count == 1 or not spread.any():
        spread = np.ones(count)
    scaled = np.divide(values, spread[strata], out=np.zeros_like(means), where=spread[strata] > 0)
    there = weights > 0
    alike = correlation_within(scaled[there], np.unique(unit[there], return_inverse=True)[1])
    # Sums of a unit over its strata k and l covary by ρ b_k b_l, and by (1 - ρ) a_k where k is l; those of different units not at all.
    apart, both = (1 - alike) * squares * spread**2, sqrt(alike) * sizes * spread
    shared = both * both.sum(axis=1, keepdims=True) + apart
    return sizes, shared, shared.sum(axis=1), both.T @ both + np.diag(apart.sum(axis=0))
