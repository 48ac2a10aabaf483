"""The interval from the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite, isinf, isnan, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.influence_steps.class_shares import rule_of_all_rows, share_rule_ends
from foldwise.intervals.influence_steps.fewer_rows import lean_of_fewer_rows
from foldwise.intervals.influence_steps.in_time import (
    FEW_INDEPENDENT_ROWS,
    FEW_INDEPENDENT_ROWS_NOTE,
    FEW_TIMES,
    FEW_TIMES_NOTE,
    few_times,
    forward_factor,
    lean_of_early_fits,
    times_of,
    without_learning_curve,
)
from foldwise.intervals.influence_steps.influence_ends import (
    BIASED_IN_PARTS,
    area_variance,
    corrected_for_parts,
    cost_scale,
    count_ratio_ends,
    extended,
    fits_as_final,
    highest_cost,
    is_plain,
    is_single_area,
    places_jump,
    weigh_alike,
)
from foldwise.intervals.influence_steps.jump_cost import jump_cost
from foldwise.intervals.influence_steps.row_variance import (
    MEAN_LOSS,
    MOST_WIDENING,
    RowVariance,
    factor_by_samples,
    overlap_factor,
    variance_by_row,
)
from foldwise.intervals.influence_steps.rows_in_time import rows_of_predictions
from foldwise.intervals.influence_steps.worse_group import worse_group
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, in_units
from foldwise.intervals.limits.ends import end_of_range, gamma_ends, korn_graubard, nearest_ratio, t_ends
from foldwise.intervals.limits.mean_loss import NO_SPREAD, spread_refusal
from foldwise.intervals.refusals.refused_values import few_compared, few_groups
from foldwise.intervals.refusals.tail import heavy_rows, unseen_multiple
from foldwise.measures import (
    AREAS_OF_PAIRS,
    CountMeasure,
    LossMeasure,
    ModelScores,
    Needs,
    RankMeasure,
    SumMeasure,
    base_name,
    gives_one_class,
    left_out_rows,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import RowInfluence
    from foldwise.predictions import Predictions

__all__ = ["INFLUENCE_PLANS", "Influence", "influence_ends", "untransformed"]

HALF_ROW = 0.5
INFLUENCE_PLANS = (
    "kfold",
    "loo",
    "subsample",
    "complete",
    "lpo",
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
JUMP_NOTE = (
    "predictions jump, and a new row on the wrong side of the jump would cost far more than any row that was tested: the worse end "
    "allows for one"
)
EARLY_FITS_NOTE = (
    "blocks that were predicted by fits to few rows did worse, and the interval reaches to where a fit to all rows may be: "
    "plan='forward(3, initial=1/2)' leaves these blocks out"
)
FAR_BEYOND = 4.0
"""A loss that is so many times the largest one of the plan's fits is one that the plan has not shown."""
LARGE_FACTOR = 1.5
"""Factors for overlap above this are worth a look at whether scores jump; the largest one is that of a constant score."""
ROW_SHARE_AT_END = 0.25
"""Ends of rates that are nearer than this share of a row to 0 or 1 are there: a fit to all rows may give all of them one class."""
FEW_GROUPS = 10
FEW_GROUPS_NOTE = (
    f"rows that are worth fewer than {FEW_GROUPS} groups of one size: a rough guide (of means of losses 79 to 94 % of such intervals "
    "contained the truth)"
)
SURE_NOTE = (
    "hardly a row is wrong: a group with wrong labels, of which this model would be sure, costs more than the interval allows for (61 to "
    "92 % contained the truth where one group in five to ten of 8 to 12 is such)"
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
        dependent = plain.predictions.groups is not None or plain.predictions.time is not None
        notes = _notes(plain, found, between, influence.edges.alike) if dependent or between or found.jump else []
        between *= 1 + 1 / plain.resamples.count  # of the fit to all rows, and of the mean over those of the plan
        found = found._replace(widened=found.widened + between) if between else found
        (low, high), error = influence_ends(plain, influence, found, share=share, level=level), sqrt(found.widened)
        if plain.predictions.groups is not None and (shared := share_rule_ends(plain, level)) is not None:
            low, high, error = shared
        if isinstance(measure, RankMeasure) and (dependent or measure.name.startswith(BIASED_IN_PARTS)):
            low, high = corrected_for_parts(scored, (low, high), influence.edges.bias)
        if plain.resamples.kind == "forward" and (lean := lean_of_early_fits(plain)):
            low, high = extended((low, high), lean, plain.measure)
            notes += [EARLY_FITS_NOTE] if abs(lean) > error else []
        elif measure.needs is Needs.PROBABILITY and plain.predictions.sampled is not None and _has_samples(plain):
            low, high = extended((low, high), lean_of_fewer_rows(plain, plain.predictions.sampled), plain.measure)
        if measure.needs in (Needs.LABEL, Needs.COSTS) and (rule := rule_of_all_rows(plain)) is not None:
            settled = self.interval(rule, level)
            low, high = min(low, settled.low), max(high, settled.high)
        if plain is not scored and isinstance(measure, LossMeasure):
            ends = np.sort(measure.finish(np.array([low, high])))
            low, high, error = float(ends[0]), float(ends[1]), in_units(measure, error, plain.value)
        target = self.target if scored.resamples.count > 1 else Target.PROXY
        return Interval(low, high, level, self.name, target, "; ".join(notes), standard_error=error)

    def further(self, scored: ModelScores) -> str | None:
        """A derivative, five groups or times where rows come in groups or in time, and losses that differ or have bounds."""
        if scored.predictions.groups is not None and (why := few_groups(scored)):
            return why
        if scored.predictions.time is not None and (why := few_times(scored)):
            return why
        if scored.predictions.groups is not None and (why := few_compared(scored)):
            return why
        plain = scored
        if isinstance(scored.measure, LossMeasure):
            if scored.unbounded and spread_refusal(scored):
                return NO_SPREAD
            plain = scored if scored.measure.transform is None else untransformed(scored)
        return None if plain.influence is not None else f"{scored.measure.name} has no derivative"


def _notes(scored: ModelScores, found: RowVariance, between: float, alike: float) -> list[str]:
    """What makes the interval of this model a rough guide, or wide: fits that differ, few groups or times, few mistakes, predictions that jump."""
    notes = []
    if between > found.widened and between > _smooth_share(scored) * found.widened:
        notes.append(UNSTEADY_NOTE)
    if scored.predictions.groups is not None and _effective_groups(scored) < FEW_GROUPS:
        notes.append(FEW_GROUPS_NOTE)
    if alike > 1 and base_name(scored.measure).startswith("log-loss"):
        notes.append(SURE_NOTE)
    if scored.predictions.time is not None and times_of(scored) < FEW_TIMES:
        notes.append(FEW_TIMES_NOTE)
    elif scored.in_time and min(found.rows, rows_of_predictions(scored)) < FEW_INDEPENDENT_ROWS:
        notes.append(FEW_INDEPENDENT_ROWS_NOTE)
    if found.jump > FAR_BEYOND * max(found.largest, -found.smallest):
        notes.append(JUMP_NOTE)
    return notes


def _effective_groups(scored: ModelScores) -> float:
    """How many groups of one size the groups of the tested rows are worth, (Σm)²/Σm² of m rows each; of areas those compared."""
    groups, apart = scored.predictions.groups, scored.apart
    if groups is None:
        return 0.0
    rows = scored.row if apart is None else scored.row[apart.compared]
    sizes = np.bincount(np.unique(groups[rows], return_inverse=True)[1]).astype(np.float64)
    return float(sizes.sum() ** 2 / (sizes @ sizes))


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
    sampled = scored.predictions.sampled
    beside = None if sampled is None else _influence_of_samples(scored, sampled)
    factor = overlap_factor(influence.steady, scored.resamples, discrete=influence.edges.discrete, unseen=HALF_ROW)
    if beside is not None or LARGE_FACTOR < factor < MOST_WIDENING:
        factor = _factor_of_jumps(scored, influence, beside)
    # A correlation of values has a scale with ends, and contributions without.
    values = scored.measure.needs is Needs.VALUE
    left_out = left_out_rows(scored) if values else None
    moved = influence.rows if left_out is None else left_out
    moved = without_learning_curve(scored, moved) if scored.in_time else moved
    single_area = isinstance(scored.measure, RankMeasure) and is_single_area(scored)
    edges = influence.edges._replace(floor=0.0) if single_area else influence.edges
    found = variance_by_row(scored, moved, edges, factor=factor, tails=values or not share)
    found = area_variance(found, influence.edges.floor) if single_area else found
    if scored.predictions.groups is not None:
        found = found._replace(group=worse_group(scored, moved))
    if scored.in_time:
        more = forward_factor(scored, found.rows / moved.rows.size, discrete=influence.edges.discrete) / factor
        found = found._replace(widened=found.widened * more, factor=found.factor * more)
    if sampled is not None and beside is not None and not isnan(influence.steady.within) and not share:
        found = found.with_extremes(_moves_of_samples(scored, sampled, beside))
    found = found if beside is None or share else found._replace(jump=jump_cost(scored, found.rows))
    if influence.between is not None:
        return found, influence.between if beside is None else _between(influence, beside)
    # Ranks are places among the rows of one fit: fits add as much to the variance of their rows as to that of the mean loss.
    base = scored.under(MEAN_LOSS[scored.predictions.is_classification])
    if base.influence is None or not (base.influence.between or beside is not None):
        return found, 0.0
    rows, between = _variance(base, base.influence, share=scored.predictions.is_classification)
    by_rows = rows.widened / rows.factor
    return found, found.widened / found.factor * between / by_rows if by_rows > 0 else 0.0


def _factor_of_jumps(scored: ModelScores, influence: RowInfluence, beside: RowInfluence | None) -> float:
    """φ where fits change much: that of flips where scores jump, and by fits to bootstrap samples beside the plan where it is less."""
    resamples, sampled = scored.resamples, scored.predictions.sampled
    ranked = isinstance(scored.measure, RankMeasure) and scored.predictions.is_classification
    discrete = influence.edges.discrete or (ranked and places_jump(scored, beside))
    factor = overlap_factor(influence.steady, resamples, discrete=discrete, unseen=HALF_ROW)
    # Where leaves rule classes out, fits to fewer rows rule out more of them: the log loss leans, and keeps the factor of the plan.
    leans = influence.edges.discrete and scored.measure.needs is Needs.PROBABILITY
    if sampled is None or beside is None or leans or isnan(influence.steady.within):
        return factor
    both = resamples, sampled.resamples
    return factor_by_samples(factor, beside.steady, both, discrete=discrete, unseen=HALF_ROW)


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
    >>> from foldwise.intervals.influence_steps.row_variance import RowVariance
    >>> from foldwise.measures import ModelScores, measure
    >>> table = foldwise.assess("lda", foldwise.sample("iris"), measures="error").predictions
    >>> scored = ModelScores(table, "lda", measure("error"))
    >>> low, high = influence_ends(
    ...     scored, scored.influence, RowVariance(0.0002, 149.0, 0.0, 0.0, 150.0), share=True, level=0.95
    ... )
    >>> round(low, 3), round(high, 3)
    (0.005, 0.059)
    """
    measure, value, width = scored.measure, scored.value, scored.measure.high - scored.measure.low
    weights = scored.predictions.weights
    alike = weights is None or weigh_alike(weights)
    if share and isfinite(width):
        loss = isinstance(measure, LossMeasure)  # the exact interval knows the variance of one share of single rows
        position, smoothed = (value - measure.low) / width, (influence.edges.centre - measure.low) / width
        df = inf if loss and scored.predictions.groups is None and alike else found.df
        leaning = isinstance(measure, RankMeasure) and not measure.name.startswith(tuple(AREAS_OF_PAIRS))
        exact = leaning or not fits_as_final(scored)
        low, high = korn_graubard(position, smoothed, found.widened / width**2, df=df, level=level, exact=exact)
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
    unseen = influence.edges.unseen / min(found.rows, scored.predictions.n / influence.edges.alike)
    worst = max(found.largest if kind == "low" else -found.smallest, unseen)
    top = highest_cost(scored) if costs else measure.top(len(scored.predictions.classes))
    if isinstance(measure, LossMeasure) and isinf(top) and alike:
        worst *= unseen_multiple(influence.rows.means + value, values=measure.needs is Needs.VALUE)
    worst = max(worst, found.jump, found.group[kind == "high"])
    # Mistakes that cost as much as each other are a count, whose limits know its variance; costs relative to others vary with these too.
    counted = influence.edges.discrete and not (costs and isinstance(measure, SumMeasure)) and is_plain(scored)
    df = inf if counted else found.df
    exact = not (counted and measure.needs is not Needs.PROBABILITY and fits_as_final(scored))
    near, far = gamma_ends(abs(value - end), found.widened, worst, df=df, level=level, exact=exact)
    if isinstance(measure, SumMeasure) and measure.needs is Needs.VALUE and isinf(width):
        best = -found.smallest if kind == "low" else found.largest
        near = min(near, nearest_ratio(abs(value - end), found.widened, best, df=df, level=level))
    low, high = (end + near, end + far) if kind == "low" else (end - far, end - near)
    return max(low, measure.low), min(high, top)
