"""Limits of the interval from the influence of rows, by the range of the measure, and the correction of biased estimates."""

from __future__ import annotations

from math import inf, isinf, log
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.influence_steps.rate_ratios import mover_ratio_ends, rate_pair
from foldwise.intervals.limits.ends import (
    end_of_range,
    gamma_ends,
    korn_graubard,
    nearest_ratio,
    poisson_ratio_ends,
    t_ends,
)
from foldwise.intervals.limits.heavy_tail import heavy_rows, unseen_multiple
from foldwise.intervals.methods.proportion import clopper_pearson
from foldwise.measures import (
    AREAS_OF_PAIRS,
    CountMeasure,
    LossMeasure,
    Needs,
    RankMeasure,
    RuledOut,
    SumMeasure,
    base_name,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.intervals.influence_steps.row_variance import RowVariance
    from foldwise.measures import Measure, ModelScores, RowInfluence

__all__ = [
    "BIASED_IN_PARTS",
    "area_variance",
    "corrected_for_small_test_sets",
    "cost_scale",
    "count_ratio_ends",
    "extended",
    "fits_as_final",
    "highest_cost",
    "influence_ends",
    "is_plain",
    "is_single_area",
    "least_average_precision",
    "ranks_jump",
    "share_ends",
    "small_test_set_bias",
    "weigh_alike",
]

BIASED_IN_PARTS = ("kendall", "average-precision", "correlation")
"""Rank statistics whose mean over small test sets is not that of many rows."""
AREA_NAMES = tuple(AREAS_OF_PAIRS)
GROUPED_PRECISION_FACTOR = 1.25
"""Factor on the bias of an average precision of rows in groups (`small_test_set_bias`)."""
SHARE_DRAWN_IN = 0.5
"""Share of the bias of an area in time by which its upper end is drawn in."""
PREVALENCE_LEVEL = 0.995
"""Level of the limits of the share of positives: each misses it ten times less often than a limit of a 95 % interval may."""
LARGEST_TEST_SHARE = 0.2
"""Share of the rows that a fit may lack and still be nearly that to all rows."""
STRAY_ROW_COST = 2 / 3
"""Mean square over mean of the loss of area by a row whose rank among those of the other class is uniform, (1/3)/(1/2)."""
ROW_SHARE_AT_END = 0.25
"""Limits of rates within this share of a row of 0 or 1 are set to 0 or 1: a fit to all rows may give all of them one class."""


def count_ratio_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, end: float, *, level: float
) -> tuple[float, float]:
    """Distances of the limits of a ratio of counts from this bound of its range."""
    measure, seen = scored.measure, scored.outcomes
    centre, away = abs(influence.edges.centre - end), abs(scored.value - end)
    df = inf if is_plain(scored) else found.df  # the variance of a count follows from the count
    rates = rate_pair(measure, seen.confusion()[0], seen.positive, found.rows)
    near, far = (
        poisson_ratio_ends(centre, found.widened, falling=measure.best != end, df=df, level=level)
        if rates is None
        else mover_ratio_ends(centre, found.widened, rates, df=df, level=level, together=found.fits)
    )
    return min(near, away), max(far, away)


def cost_scale(scored: ModelScores) -> tuple[str, float]:
    """The lower bound of a mean cost is the least cost; a ratio of costs has the bound 0 where no cost is a gain."""
    costs = scored.outcomes.costs
    if costs is None or (costs.min() < 0 and not isinstance(scored.measure, LossMeasure)):
        return "none", inf
    return "low", float(costs.min()) if isinstance(scored.measure, LossMeasure) else 0.0


def highest_cost(scored: ModelScores) -> float:
    """The largest value that a mean cost can have; a ratio of costs has none."""
    costs = scored.outcomes.costs
    if costs is None or not isinstance(scored.measure, LossMeasure):
        return scored.measure.high
    return max(scored.value, float(costs.max()))


def is_plain(scored: ModelScores) -> bool:
    """Whether rows are independent and equally weighted: without groups, time order or unequal weights."""
    return scored.sheet.tested.plain


def weigh_alike(weights: Floats | None) -> bool:
    """Whether all rows weigh the same."""
    return weights is None or bool(weights.min() == weights.max())


def fits_as_final(scored: ModelScores) -> bool:
    """Whether the fits of a classifier are close to that to all rows: known to change gradually, fitted to four fifths of independent rows or more.

    Such an estimate has no bias to allow for, and its limits need not be conservative as exact ones are (METHODS N.29).
    """
    predictions, resamples = scored.predictions, scored.resamples
    if scored.model not in predictions.gradual or not scored.sheet.tested.plain:
        return False
    return predictions.is_classification and resamples.test_size <= LARGEST_TEST_SHARE * resamples.n


def ranks_jump(scored: ModelScores, sample_influence: RowInfluence | None) -> bool:
    """Whether the rank of a row jumps between fits: where scores are votes, and for areas of models that are fitted to bootstrap samples.

    Average precision of such models is biased by more than the pooled rows of a repeat show: it keeps the factor of a smooth score (METHODS N.24).
    """
    if sample_influence is None:
        return scored.predictions.groups is None and RuledOut.of(scored.outcomes.scores).rows > 0
    return base_name(scored.measure) in AREAS_OF_PAIRS


def is_single_area(scored: ModelScores) -> bool:
    """Whether the measure is an area under a curve, of rows that come neither in groups nor in time."""
    return scored.measure.base_name in AREAS_OF_PAIRS and not scored.sheet.tested.dependent


def area_variance(found: RowVariance, floor: float) -> RowVariance:
    """The variance of an area, at least that of half a row whose rank among those of the other class is uniform.

    `floor` is the variance of half a row on the wrong side of all of them. It is not estimated, so that neither the overlap of training sets nor
    degrees of freedom widen it.

    Examples
    --------
    >>> from foldwise.intervals.influence_steps.row_variance import RowVariance
    >>> found = RowVariance(0.0002, 9.0, 0.2, -0.1, 50.0, 1.4)
    >>> area_variance(found, 0.0009).widened, area_variance(found, 0.00009) == found
    (0.0006, True)
    """
    least = STRAY_ROW_COST * floor
    return found if found.widened >= least else found._replace(widened=least, df=inf)


def corrected_for_small_test_sets(
    scored: ModelScores, ends: tuple[float, float], jackknife_bias: float
) -> tuple[float, float]:
    """Extend the interval of a rank statistic by the bias of its mean over small test sets.

    Where the jackknife shows some of that bias too (`jackknife_bias`), the upper limit is lowered, but not below the estimate (METHODS N.24).
    That of an area in time is lowered by half of the bias: chance is in both areas, and changes them alike (METHODS N.31).
    """
    measure, in_groups = scored.measure, scored.predictions.groups is not None
    area_in_time = scored.in_time and base_name(measure) in AREAS_OF_PAIRS
    if not (in_groups or area_in_time) and not measure.name.startswith(BIASED_IN_PARTS):
        return ends
    bias = small_test_set_bias(scored)
    low, high = extended(ends, bias, measure)
    low = max(low, min(scored.value, least_average_precision(scored)))
    drawn = SHARE_DRAWN_IN * bias if area_in_time else min(bias, jackknife_bias)
    return low, max(scored.value, high - max(0.0, drawn))


def extended(ends: tuple[float, float], bias: float, measure: Measure) -> tuple[float, float]:
    """The interval, extended on one side by a bias of the estimate, within the range of the measure."""
    return max(measure.low, ends[0] - max(0.0, bias)), min(measure.high, ends[1] - min(0.0, bias))


def small_test_set_bias(scored: ModelScores) -> float:
    """Bias of the mean of a rank statistic over small test sets, from its value for all rows of a repeat pooled.

    Average precision of m positives is too high by about c/m, since each positive is among those ranked no lower than itself. The pooled rows of
    a repeat have k times as many positives as a fold, so that their difference is multiplied by k/(k - 1) to extrapolate to many rows. A
    test set with one row of every stratum of the target lacks the pairs with similar targets, which are the hardest to order, so that its
    Kendall's τ is too high. Folds of one repeat are predicted by different fits, which blurs the pooled ranking.

    Rows of a group are compared with each other more often in a small test set than among all rows, and what they have in common cancels
    there: rank statistics of rows in groups are too high as well, except areas, which leave such pairs out. For average precision both biases add up,
    and a quarter more is taken. Rows of one period of time are such a group, and areas cannot leave their pairs out: no fit was tested on another period.
    """
    if base_name(scored.measure) in AREAS_OF_PAIRS and scored.predictions.groups is not None:
        return 0.0
    resamples = scored.resamples
    parts, ranks = resamples.count / max(1, resamples.repeats), scored.measure.name.startswith("kendall")
    if parts < 2 or (ranks and (resamples.kind != "kfold" or "stratify=false" in resamples.plan)):
        return 0.0
    repeat = resamples.repeat[scored.resample]
    pooled = float(np.mean(scored.measure.values(scored.outcomes, repeat, int(repeat.max()) + 1)))
    factor = 1.0 if ranks else parts / (parts - 1)
    if scored.predictions.groups is not None and scored.measure.name.startswith("average-precision"):
        factor *= GROUPED_PRECISION_FACTOR
    return 0.0 if np.isnan(pooled) else factor * (scored.value - pooled)


def least_average_precision(scored: ModelScores) -> float:
    """The least average precision that any scores can have, for the least plausible share of positives; the measure's lower bound where that is not known.

    Scores that rank all negatives before all positives have an average precision of 1 + (1 - π) ln(1 - π)/π with a share π of positives:
    .31 of two classes of one size, .87 where 19 of 20 rows are positive. For π the lower limit of Clopper and Pearson is taken.

    References
    ----------
    boyd2012.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.measures import ModelScores, measure
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = [[float(i)] for i in range(400)]
    >>> table = foldwise.assess(GaussianNB(), X, ["no", "yes"] * 200, positive="yes").predictions
    >>> round(least_average_precision(ModelScores(table, "gaussian-nb", measure("average-precision"))), 2)
    0.25
    """
    predictions = scored.predictions
    if base_name(scored.measure) != "average-precision" or len(predictions.classes) != 2 or not is_plain(scored):
        return scored.measure.low
    rows = np.unique(scored.row)
    positives = float(np.count_nonzero(predictions.truth[rows] == scored.outcomes.positive))
    share = clopper_pearson(positives, rows.size, PREVALENCE_LEVEL)[0]
    return 1 + (1 - share) * log(1 - share) / share if share > 0 else 0.0


def influence_ends(
    scored: ModelScores, influence: RowInfluence, variance: RowVariance, *, level: float
) -> tuple[float, float]:
    """Lower and upper limit of a measure with this variance, by the range of the measure (METHODS N.4); not of a bounded one (`share_ends`).

    ======================================================  ==========================================  =======================
    the measure is                                          limits                                      METHODS
    ======================================================  ==========================================  =======================
    a bounded function of counts or ranks                   exact binomial, `share_ends`                N.4, N.13, N.18, N.29
    without a bound                                         t                                           N.4
    a function of counts with one bound                     of its rates, or of a Poisson count,        N.10, N.18, N.35
                                                            `count_ratio_ends`
    a mean of losses or costs, or a ratio of sums           gamma, `_gamma_distances`                   N.4, N.10, N.12, N.13,
                                                                                                        N.16, N.24, N.29, N.32
    ======================================================  ==========================================  =======================

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.intervals.influence_steps.row_variance import RowVariance
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), measures="log-loss").predictions
    >>> scored = ModelScores(table, "lda", measure("log-loss"))
    >>> variance = RowVariance(0.0002, 149.0, 0.01, 0.0, 150.0)
    >>> low, high = influence_ends(scored, scored.influence, variance, level=0.95)
    >>> low < scored.value < high
    True
    """
    measure, value = scored.measure, scored.value
    # Distances are counted from a bound of the range; `near` and `far` are those of the two limits.
    kind, bound = end_of_range(measure, value)
    costs = measure.needs is Needs.COSTS
    if kind == "none" and costs:
        kind, bound = cost_scale(scored)
    if kind == "none":
        return t_ends(value, variance.widened, df=variance.df, level=level)
    if isinstance(measure, CountMeasure):
        near, far = count_ratio_ends(scored, influence, variance, bound, level=level)
        return (bound + near, bound + far) if kind == "low" else (bound - far, bound - near)
    top = highest_cost(scored) if costs else measure.top(len(scored.predictions.classes))
    worst = _increase_by_unseen(scored, influence, variance, rising=kind == "low", top=top)
    near, far = _gamma_distances(scored, influence, variance, (bound, worst), rising=kind == "low", level=level)
    low, high = (bound + near, bound + far) if kind == "low" else (bound - far, bound - near)
    return max(low, measure.low), min(high, top)


def share_ends(
    scored: ModelScores, influence: RowInfluence, variance: RowVariance, *, level: float
) -> tuple[float, float]:
    """Limits of a bounded function of counts or ranks: exact binomial ones, on its range taken for the unit interval.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.intervals.influence_steps.row_variance import RowVariance
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), measures="error").predictions
    >>> scored = ModelScores(table, "lda", measure("error"))
    >>> low, high = share_ends(scored, scored.influence, RowVariance(0.0002, 149.0, 0.0, 0.0, 150.0), level=0.95)
    >>> round(low, 3), round(high, 3)
    (0.005, 0.059)
    """
    measure, value = scored.measure, scored.value
    least, width = measure.low, measure.high - measure.low
    loss = scored.has_losses
    position, smoothed = (value - least) / width, (influence.edges.centre - least) / width
    # A share of single rows has a variance that follows from its value: infinite degrees of freedom.
    weights, groups = scored.predictions.weights, scored.predictions.groups
    df = inf if loss and groups is None and (weights is None or weigh_alike(weights)) else variance.df
    biased = isinstance(measure, RankMeasure) and not measure.name.startswith(AREA_NAMES)
    exact = biased or not fits_as_final(scored)
    low, high = korn_graubard(position, smoothed, variance.widened / width**2, df=df, level=level, exact=exact)
    if not loss:
        tolerance = ROW_SHARE_AT_END * influence.edges.jump / scored.predictions.n / width
        low, high = (0.0 if low < tolerance else low), (1.0 if 1 - high < tolerance else high)
    heavy = heavy_rows(scored) * max(0.0, -variance.smallest) if measure.needs is Needs.VALUE else 0.0
    return max(least, least + width * low - heavy), least + width * high


def _increase_by_unseen(
    scored: ModelScores, influence: RowInfluence, variance: RowVariance, *, rising: bool, top: float
) -> float:
    """By how much a row, or group, worse than those seen would move the measure away from its best value; `rising` where that is up.

    It is the largest of: the worst row seen, or one that no fit has met, times the factor for tails; a row beyond a jump of the predictions;
    a worse group.
    """
    measure = scored.measure
    unseen = influence.edges.unseen / min(variance.rows, scored.predictions.n / influence.edges.alike)
    worst = max(variance.largest if rising else -variance.smallest, unseen)
    if isinstance(measure, LossMeasure) and isinf(top) and weigh_alike(scored.predictions.weights):
        worst *= unseen_multiple(influence.rows.means + scored.value, values=measure.needs is Needs.VALUE)
    return max(worst, variance.jump, variance.group[not rising])


def _gamma_distances(
    scored: ModelScores,
    influence: RowInfluence,
    variance: RowVariance,
    scale: tuple[float, float],
    *,
    rising: bool,
    level: float,
) -> tuple[float, float]:
    """Distances of the gamma limits from the bound of the range; `scale` is that bound and the increase by one more row."""
    measure, (bound, worst) = scored.measure, scale
    # Mistakes of equal cost are a Poisson count, whose variance follows from its value; relative costs also vary with their denominator.
    relative_cost = measure.needs is Needs.COSTS and isinstance(measure, SumMeasure)
    counted = influence.edges.discrete and not relative_cost and is_plain(scored)
    df = inf if counted else variance.df
    exact = not (counted and measure.needs is not Needs.PROBABILITY and fits_as_final(scored))
    distance = abs(scored.value - bound)
    near, far = gamma_ends(distance, variance.widened, worst, df=df, level=level, exact=exact)
    if isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE and isinf(measure.high - measure.low):
        best = -variance.smallest if rising else variance.largest
        near = min(near, nearest_ratio(distance, variance.widened, best, df=df, level=level))
    return near, far
