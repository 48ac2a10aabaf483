"""The interval from the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite, isinf, isnan, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.intervals.class_shares import share_rule_ends
from foldwise.intervals.ends import end_of_range, gamma_ends, korn_graubard, nearest_ratio, t_ends
from foldwise.intervals.influence_ends import cost_scale, count_ratio_ends, highest_cost, is_plain, weigh_alike
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, in_units
from foldwise.intervals.mean_loss import NO_SPREAD, spread_refusal
from foldwise.intervals.one_test_set import FEWEST_GROUPS
from foldwise.intervals.refused_values import few_compared
from foldwise.intervals.row_variance import MEAN_LOSS, RowVariance, factor_by_samples, overlap_factor, variance_by_row
from foldwise.intervals.tail import heavy_multiple, heavy_rows
from foldwise.measures import (
    AREAS_OF_PAIRS,
    CountMeasure,
    Direction,
    LossMeasure,
    ModelScores,
    Needs,
    RankMeasure,
    SumMeasure,
    base_name,
    gives_one_class,
    left_out_rows,
    tail_factor,
)
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import RowInfluence
    from foldwise.predictions import Predictions

__all__ = ["INFLUENCE_PLANS", "Influence", "few_times", "influence_ends", "untransformed"]

HALF_ROW = 0.5
INFLUENCE_PLANS = (
    "kfold",
    "loo",
    "subsample",
    "bootstrap",
    "group-kfold",
    "stratified-group",
    "leave-group-out",
    "leave-p-groups-out",
    "forward",
    "purged",
)
"""Plans under which the influence of rows gives intervals and tests."""
UNSTEADY_NOTE = (
    "its fits differ by more than their test rows explain, so the model fitted to all rows may be much better or worse "
    "than their mean; bagging or a simpler model varies less"
)
EARLY_FITS_NOTE = (
    "blocks that were predicted by fits to few rows did worse, and the interval reaches to where a fit to all rows may be: "
    "plan='forward(3, initial=1/2)' leaves these blocks out"
)
GROUPED_PRECISION_FACTOR = 1.25
FAR_BEYOND = 4.0
"""A loss of a fit to a bootstrap sample that is so many times the largest one of the plan's fits is one that the plan has not shown."""
ROW_SHARE_AT_END = 0.25
"""Ends of rates that are nearer than this share of a row to 0 or 1 are there: a fit to all rows may give all of them one class."""
FEW_GROUPS = 10
FEWEST_BLOCKS = 3
FEWEST_TIMES, FEW_TIMES = 5, 10
FEW_TIMES_NOTE = f"tested rows of fewer than {FEW_TIMES} times: a rough guide where rows of one time are alike"
"""Where rows of a time have something in common, times are few groups: from 5 of them on 91 to 95 % were covered."""
FEW_GROUPS_NOTE = (
    f"rows that are worth fewer than {FEW_GROUPS} groups of one size: a rough guide (of means of losses 79 to 94 % of such intervals "
    "contained the truth)"
)


@final
@dataclass(frozen=True)
class Influence(IntervalMethod):
    """Every measure as a mean of one contribution per row, with the variance of its rows (METHODS N).

    A measure is linearised: row i contributes ψᵢ, averaged over the repeats, to first order. V is the variance of the
    mean of ψ by class, or by group where rows come in groups, with Satterthwaite's degrees of freedom, so that ten
    positive rows count as ten however many parts there are. V is widened by φ = 1.1 + c(n₁/n₂)ρ for the overlap of the
    training sets, ρ being how much the contribution of a row changes between repeats, or between bootstrap samples where these
    were fitted beside the plan and say less, and by the variance of the measure between fits, where those differ by more than their
    test rows explain. Shares, ranks and correlations get
    the exact binomial interval for as many trials as V is worth (Korn & Graubard), losses without an upper end the gamma
    interval of Fay and Feuer, odds ratios and positive likelihood ratios the limits of their two rates. Half a row
    added at the edges keeps V from vanishing: no spread is not certainty.

    References
    ----------
    hampel1974 for influence functions; korn1998; fay1997; satterthwaite1946; bell2002 for groups of unequal sizes.
    """

    name: ClassVar[str] = "influence"
    summary: ClassVar[str] = "by how much each row moves the measure; for any measure that is smooth in the rows"
    validity: ClassVar[Validity] = Validity(
        measures=MeasureGroup.DERIVED,
        plans=INFLUENCE_PLANS,
        instead="plan='kfold(10, repeats=3)'",
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the contributions of the rows."""
        measure = scored.measure
        if isinstance(measure, RankMeasure) and measure.root is not None:
            return _squared(self.interval(scored.under(measure.root), level), scored.value)
        plain = scored if not isinstance(measure, LossMeasure) or measure.transform is None else untransformed(scored)
        influence = plain.influence
        if influence is None:
            return Interval(plain.value, plain.value, level, self.name, self.target, standard_error=0.0)
        # Functions of counts and ranks are shares; means of losses other than mistakes, and what is made of them, are not.
        share = measure.zero_one if isinstance(measure, LossMeasure) else not isinstance(measure, SumMeasure)
        found, between = _variance(plain, influence, share=share)
        between = 0.0 if between and gives_one_class(plain) else between
        note = UNSTEADY_NOTE if between > found.widened and between > _smooth_share(plain) * found.widened else ""
        if plain.predictions.groups is not None:
            few = FEW_GROUPS_NOTE if _effective_groups(plain) < FEW_GROUPS else ""
            note = "; ".join(filter(None, [note, few]))
        if plain.predictions.time is not None and _times(plain) < FEW_TIMES:
            note = "; ".join(filter(None, [note, FEW_TIMES_NOTE]))
        found = found._replace(widened=found.widened + between) if between else found
        (low, high), error = influence_ends(plain, influence, found, share=share, level=level), sqrt(found.widened)
        if plain.predictions.groups is not None and (rule := share_rule_ends(plain, level)) is not None:
            low, high, error = rule
        grouped = plain.predictions.groups is not None and isinstance(measure, RankMeasure)
        if grouped or measure.name.startswith(("kendall", "average-precision", "correlation")):
            lean = _lean_of_parts(scored)
            low, high = max(measure.low, low - max(0.0, lean)), min(measure.high, high - min(0.0, lean))
        if plain.resamples.kind == "forward" and (lean := _lean_of_early_fits(plain)):
            low, high = max(plain.measure.low, low - max(0.0, lean)), min(plain.measure.high, high - min(0.0, lean))
            note = "; ".join(filter(None, [note, EARLY_FITS_NOTE if abs(lean) > error else ""]))
        if plain is not scored and isinstance(measure, LossMeasure):
            ends = np.sort(measure.finish(np.array([low, high])))
            low, high, error = float(ends[0]), float(ends[1]), in_units(measure, error, plain.value)
        return Interval(low, high, level, self.name, self.target, note, standard_error=error)

    def further(self, scored: ModelScores) -> str | None:
        """A derivative, five groups or times where rows come in groups or in time, and losses that differ or have bounds."""
        if scored.predictions.groups is not None and (found := _groups(scored)) < FEWEST_GROUPS:
            return (
                f"not assessable: tested rows come from {count_of(found, 'group')}, and {FEWEST_GROUPS} are the least"
            )
        if scored.predictions.time is not None and (why := few_times(scored)):
            return why
        if scored.predictions.groups is not None and (why := few_compared(scored)):
            return why
        plain = scored
        if isinstance(scored.measure, LossMeasure):
            if spread_refusal(scored):
                return NO_SPREAD
            plain = scored if scored.measure.transform is None else untransformed(scored)
        return None if plain.influence is not None else f"{scored.measure.name} has no derivative"


def few_times(scored: ModelScores) -> str:
    """Say that tested rows are of too few times to know how much times differ; empty where they are not, or in no order.

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> from foldwise.measures import ModelScores
    >>> days = np.arange(150) % 3
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), order=days, plan="forward(2)", measures="error")
    >>> few_times(ModelScores(found.predictions, "lda", found.measures[0]))
    'not assessable: tested rows are of 2 times, and 5 are the least'
    """
    if scored.predictions.time is None or (found := _times(scored)) >= FEWEST_TIMES:
        return ""
    return f"not assessable: tested rows are of {count_of(found, 'time')}, and {FEWEST_TIMES} are the least"


def _times(scored: ModelScores) -> int:
    """Number of times that tested rows are of, or of these rows where they are in no order."""
    time = scored.predictions.time
    return int(np.unique(scored.row if time is None else time[scored.row]).size)


def _groups(scored: ModelScores) -> int:
    """Number of groups that tested rows come from."""
    groups = scored.predictions.groups
    return 0 if groups is None else int(np.unique(groups[scored.row]).size)


def _effective_groups(scored: ModelScores) -> float:
    """How many groups of one size the groups of the tested rows are worth, (Σm)²/Σm² of m rows each; of areas those compared."""
    groups, apart = scored.predictions.groups, scored.apart
    if groups is None:
        return 0.0
    rows = scored.row if apart is None else scored.row[apart.compared]
    sizes = np.bincount(np.unique(groups[rows], return_inverse=True)[1]).astype(np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes))


def _lean_of_parts(scored: ModelScores) -> float:
    """By how much the mean of a rank statistic over test sets lies above that of many rows, as all rows of a repeat show it.

    Average precision of few positives is too high, since each of them is among those ranked no lower than itself: by about
    c/m of m positives. All rows of a repeat have m times the number of parts, so that the difference to them is carried on by
    k/(k - 1). A test set that takes one row of every stratum of the target has no pairs of rows that are alike, which are the
    hardest to order, so that its Kendall's τ is too high. Parts of one repeat have different fits, which blur their common
    order.

    Rows of a group are compared with each other more often in a small test set than among all rows, and what they have in common does not
    count there: ranks of rows in groups are too high as well, but for areas, which leave such pairs out. Of average precision both add up,
    and a quarter more is taken.
    """
    if base_name(scored.measure) in AREAS_OF_PAIRS:
        return 0.0
    resamples = scored.resamples
    parts, ranks = resamples.count / max(1, resamples.repeats), scored.measure.name.startswith("kendall")
    if parts < 2 or (ranks and (resamples.kind != "kfold" or "stratify=false" in resamples.plan)):
        return 0.0
    repeat = resamples.repeat[scored.resample]
    pooled = float(np.mean(scored.measure.values(scored.outcomes, repeat, int(repeat.max()) + 1)))
    carried = 1.0 if ranks else parts / (parts - 1)
    if scored.predictions.groups is not None and scored.measure.name.startswith("average-precision"):
        carried *= GROUPED_PRECISION_FACTOR
    return 0.0 if np.isnan(pooled) else carried * (scored.value - pooled)


def _lean_of_early_fits(scored: ModelScores) -> float:
    """By how much the mean over blocks of time is worse than that of a fit to all rows, as the blocks show it; 0 where they do not.

    The first blocks are predicted by fits to few rows. The values of the blocks are taken for a + b/n₁ of their n₁ training rows.
    """
    sizes, values = scored.resamples.train_sizes, scored.scores
    known = np.isfinite(values) & (sizes > 0)
    if np.count_nonzero(known) < FEWEST_BLOCKS:
        return 0.0
    inverse = 1 / sizes[known]
    apart = inverse - inverse.mean()
    spread = float(apart @ apart)
    if spread <= ROUNDING_TOLERANCE * float(inverse @ inverse):
        return 0.0
    lean = float(apart @ values[known]) / spread * (float(inverse.mean()) - 1 / scored.resamples.n)
    return max(0.0, lean) if scored.measure.direction is Direction.LOWER else min(0.0, lean)


def _squared(root: Interval, value: float) -> Interval:
    """The interval of a square, by the ends of what is squared."""
    ends = root.low**2, root.high**2
    least = 0.0 if root.low <= 0 <= root.high else min(ends)
    return replace(root, low=least, high=max(ends), standard_error=2 * sqrt(value) * (root.standard_error or 0.0))


def untransformed(scored: ModelScores) -> ModelScores:
    """The mean loss behind a function of it."""
    return scored.under(replace(scored.measure, transform=None, low=0.0, high=float("inf")))  # type: ignore[call-arg]


def _smooth_share(scored: ModelScores) -> float:
    """How much of the variance of the rows the fits of a smooth learner may add, by how much their training sets differ.

    Training sets that lack n₂ rows move a smooth model by n₂/n₁ of the variance between samples of n rows, bootstrap samples
    by all of it; their mean is the model of all rows, so that it need not be warned of.
    """
    resamples = scored.resamples
    sampled = resamples.kind == "bootstrap" or (scored.predictions.sampled is not None and _has_samples(scored))
    differ = 1.0 if sampled else min(1.0, resamples.test_size / resamples.train_size)
    return 1 + 2 * differ


def _variance(scored: ModelScores, influence: RowInfluence, *, share: bool) -> tuple[RowVariance, float]:
    """Variance of the estimate from its rows, and what the fits add to it."""
    discrete, resamples, sampled = influence.edges.discrete, scored.resamples, scored.predictions.sampled
    factor = overlap_factor(influence.steady, resamples, discrete=discrete, unseen=HALF_ROW)
    beside = None if sampled is None else _influence_of_samples(scored, sampled)
    again = not isnan(influence.steady.within)
    if sampled is not None and beside is not None and again:
        both = resamples, sampled.resamples
        factor = factor_by_samples(factor, beside.steady, both, discrete=discrete, unseen=HALF_ROW)
    values = (
        scored.measure.needs is Needs.VALUE
    )  # a correlation of values has a scale with ends, and contributions without
    left_out = left_out_rows(scored) if values else None
    moved = influence.rows if left_out is None else left_out
    found = variance_by_row(scored, moved, influence.edges, factor=factor, tails=values or not share)
    if sampled is not None and beside is not None and again and not share:
        found = found.with_extremes(_moves_of_samples(scored, sampled, beside))
    if influence.between is not None:
        return found, influence.between if beside is None else _between(influence, beside)
    # Ranks are places among the rows of one fit: their variance is widened as that of the mean loss is.
    base = scored.under(MEAN_LOSS[scored.predictions.is_classification])
    if base.influence is None or not (base.influence.between or beside is not None):
        return found, 0.0
    rows, between = _variance(base, base.influence, share=scored.predictions.is_classification)
    return found, found.widened * between / rows.widened if rows.widened > 0 else 0.0


def _between(influence: RowInfluence, beside: RowInfluence) -> float:
    """Variance of the measure between fits, by the plan and by bootstrap samples beside it.

    Fits of a plan share most rows and differ by less than fits to two samples do, bootstrap samples lack a third of the rows and
    differ by more: half of the difference is added. Where rows are tested once the plan shows little of it, and the larger one
    is taken (METHODS N.21).
    """
    planned = influence.between or 0.0
    more = max(0.0, (beside.between or 0.0) - planned)
    return planned + more if isnan(influence.steady.within) else planned + more / 2


def _moves_of_samples(scored: ModelScores, sampled: Predictions, beside: RowInfluence) -> Floats:
    """By how much rows move the measure, as fits to bootstrap samples show it.

    A row next to a cut of a tree is on the wrong side of it in few of the fits, and 1/n of new rows are there. Where a sample met a loss
    far beyond all those of the plan, it counts by itself and not by the mean of its row.
    """
    if not isinstance(scored.measure, LossMeasure) or scored.predictions.weights is not None:
        return beside.rows.means
    losses = ModelScores(sampled, scored.model, scored.measure).losses
    return losses - scored.value if losses.max() > FAR_BEYOND * scored.losses.max() else beside.rows.means


def _has_samples(scored: ModelScores) -> bool:
    """Whether the model was fitted to bootstrap samples beside the plan, and some of the fits did not fail."""
    sampled = scored.predictions.sampled
    return sampled is not None and scored.model in sampled.outputs and sampled.of(scored.model).size > 0


def _influence_of_samples(scored: ModelScores, sampled: Predictions) -> RowInfluence | None:
    """Contributions of the rows that were not drawn to the measure of fits to bootstrap samples; None without such fits."""
    return ModelScores(sampled, scored.model, scored.measure).influence if _has_samples(scored) else None


def influence_ends(
    scored: ModelScores, influence: RowInfluence, found: RowVariance, *, share: bool, level: float
) -> tuple[float, float]:
    """Ends of a measure with this variance; `share` says whether it is a function of counts or ranks.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.intervals.row_variance import RowVariance
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), measures="error").predictions
    >>> scored = ModelScores(table, "lda", measure("error"))
    >>> low, high = influence_ends(
    ...     scored, scored.influence, RowVariance(0.0002, 149.0, 0.0, 0.0, 150.0), share=True, level=0.95
    ... )
    >>> round(low, 3), round(high, 3)
    (0.003, 0.066)
    """
    measure, value, width = scored.measure, scored.value, scored.measure.high - scored.measure.low
    weights = scored.predictions.weights
    alike = weights is None or weigh_alike(weights)
    if share and isfinite(width):
        loss = isinstance(measure, LossMeasure)  # the exact interval knows the variance of one share of single rows
        position, smoothed = (value - measure.low) / width, (influence.edges.centre - measure.low) / width
        df = inf if loss and scored.predictions.groups is None and alike else found.df
        low, high = korn_graubard(position, smoothed, found.widened / width**2, df=df, level=level)
        near = 0.0 if loss else ROW_SHARE_AT_END * influence.edges.jump / scored.predictions.n / width
        low, high = (0.0 if low < near else low), (1.0 if 1 - high < near else high)
        reach = heavy_rows(scored) * max(0.0, -found.smallest) if measure.needs is Needs.VALUE else 0.0
        return max(measure.low, measure.low + width * low - reach), measure.low + width * high
    kind, end = end_of_range(measure, value)
    costs = measure.needs is Needs.COSTS
    kind, end = cost_scale(scored) if kind == "none" and costs else (kind, end)
    if kind == "none":
        return t_ends(value, found.widened, df=found.df, level=level)
    if isinstance(measure, CountMeasure):
        near, far = count_ratio_ends(scored, influence, found, end, level=level)
        return (end + near, end + far) if kind == "low" else (end - far, end - near)
    unseen = influence.edges.unseen / min(found.rows, scored.predictions.n)
    worst = max(found.largest if kind == "low" else -found.smallest, unseen)
    top = highest_cost(scored) if costs else measure.top(len(scored.predictions.classes))
    if isinstance(measure, LossMeasure) and isinf(top) and alike:
        losses = influence.rows.means + value
        worst *= tail_factor(losses) * heavy_multiple(losses)
    # Mistakes that cost as much as each other are a count, whose limits know its variance; costs relative to others vary with these too.
    counted = influence.edges.discrete and not (costs and isinstance(measure, SumMeasure)) and is_plain(scored)
    df = inf if counted else found.df
    near, far = gamma_ends(abs(value - end), found.widened, worst, df=df, level=level)
    if isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE and isinf(width):
        best = -found.smallest if kind == "low" else found.largest
        near = min(near, nearest_ratio(abs(value - end), found.widened, best, df=df, level=level))
    low, high = (end + near, end + far) if kind == "low" else (end - far, end - near)
    return max(low, measure.low), min(high, top)
