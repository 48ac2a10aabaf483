"""The interval from the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, isnan, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.influence_steps.class_shares import rule_of_all_rows, share_rule_ends
from foldwise.intervals.influence_steps.copied_rows import copied_rows_bias
from foldwise.intervals.influence_steps.fewer_rows import fewer_rows_bias
from foldwise.intervals.influence_steps.forward_plans import (
    FEW_INDEPENDENT_ROWS,
    FEW_INDEPENDENT_ROWS_NOTE,
    FEW_TIMES,
    FEW_TIMES_NOTE,
    early_fit_bias,
    few_times,
    forward_factor,
    times_of,
    without_learning_curve,
)
from foldwise.intervals.influence_steps.influence_ends import (
    BIASED_IN_PARTS,
    area_variance,
    corrected_for_small_test_sets,
    extended,
    influence_ends,
    is_single_area,
    ranks_jump,
    share_ends,
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
from foldwise.intervals.influence_steps.widest_variance_in_time import rows_of_predictions
from foldwise.intervals.influence_steps.worse_group import worse_group
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, in_units
from foldwise.intervals.limits.mean_loss import NO_SPREAD, spread_refusal
from foldwise.intervals.methods.cluster_t import effective_groups
from foldwise.intervals.refusals.refused_values import few_compared, few_groups
from foldwise.measures import (
    FEWEST_FITS,
    LossMeasure,
    ModelScores,
    Needs,
    RankMeasure,
    base_name,
    counted_weights,
    gives_one_class,
    left_out_rows,
    whole_variance_between_fits,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import RowInfluence
    from foldwise.predictions import Predictions

__all__ = ["INFLUENCE_PLANS", "Influence", "untransformed"]

HALF_ROW = 0.5
"""Rows that are supposed beside those observed (METHODS N.2)."""
CLASS_NEEDS = (Needs.LABEL, Needs.COSTS, Needs.PROBABILITY)
"""What measures need that a rule without features may settle."""
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
    "predictions jump, and a new row on the wrong side of the jump would cost far more than any row that was tested: the worse limit "
    "allows for one"
)
EARLY_FITS_NOTE = (
    "blocks that were predicted by fits to few rows did worse, and the interval reaches to where a fit to all rows may be: "
    "plan='forward(3, initial=1/2)' leaves these blocks out"
)
FAR_BEYOND = 4.0
"""A loss this many times the largest one of the plan's fits lies far beyond what the plan has shown."""
LARGE_FACTOR = 1.5
"""Above this factor for overlap, it is checked whether scores jump; the largest factor is that of a constant score."""
FEW_GROUPS = 10
"""Groups of one size below which an interval is a rough guide (METHODS N.10)."""
FEW_GROUPS_NOTE = (
    f"rows that are worth fewer than {FEW_GROUPS} groups of one size: a rough guide (of mean losses 79 to 94 % of such intervals "
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

    A measure is linearised: to first order row i contributes ψᵢ, the influence function averaged over the repeats. V is the variance
    of the mean of ψ by class, or by group where rows come in groups, with Satterthwaite's degrees of freedom, so that ten
    positive rows count as ten however many folds there are. V is multiplied by φ = 1.1 + c(n₁/n₂)ρ for the overlap of the
    training sets, where ρ is how much the contribution of a row varies between repeats (or between bootstrap samples, where these
    were fitted too and show less). To it is added the variance of the measure between fits, where fits differ by more than their
    test rows explain. Shares, ranks and correlations get the exact binomial interval for the number of trials that has the
    variance V (Korn & Graubard), losses without an upper bound the gamma interval of Fay and Feuer, odds ratios and positive
    likelihood ratios the limits of their two rates. Half a row added at the bounds of the range keeps V positive: no spread is
    not certainty.

    References
    ----------
    hampel1974 for influence functions; korn1998; fay1997; satterthwaite1946; bell2002 for groups of unequal sizes.
    """

    name: ClassVar[str] = "influence"
    summary: ClassVar[str] = "from the influence of each row on the measure; for any measure that is smooth in the rows"
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
        # Limits of an rmse are those of the mse behind it, transformed at the end.
        base = scored if not isinstance(measure, LossMeasure) or measure.transform is None else untransformed(scored)
        influence = base.influence
        if influence is None:
            return Interval(base.value, base.value, level, self.name, self.target, standard_error=0.0)
        share, dependent = measure.is_share, base.sheet.tested.dependent
        variance, between = _estimate_variance(base, influence, share=share)
        between = 0.0 if between and gives_one_class(base) else between
        notes = _notes(base, variance, between, influence.edges.alike) if dependent or between or variance.jump else []
        between *= 1 + 1 / base.resamples.count  # of the fit to all rows, and of the mean over those of the plan
        variance = variance.with_fits(between, whole=_has_samples(base)) if between else variance
        ends = share_ends if share and isfinite(base.measure.high - base.measure.low) else influence_ends
        (low, high), error = ends(base, influence, variance, level=level), sqrt(variance.widened)
        if dependent and base.predictions.groups is not None and (shared := share_rule_ends(base, level)) is not None:
            low, high, error = shared
        if isinstance(measure, RankMeasure) and (dependent or measure.name.startswith(BIASED_IN_PARTS)):
            low, high = corrected_for_small_test_sets(scored, (low, high), influence.edges.bias)
        if base.resamples.kind == "forward" and (bias := early_fit_bias(base)):
            low, high = extended((low, high), bias, base.measure)
            notes += [EARLY_FITS_NOTE] if abs(bias) > error else []
        elif base.resamples.kind == "bootstrap":
            low, high = extended((low, high), copied_rows_bias(base), base.measure)
        elif measure.needs is Needs.PROBABILITY and base.predictions.sampled is not None and _has_samples(base):
            low, high = extended((low, high), fewer_rows_bias(base, base.predictions.sampled), base.measure)
        if measure.needs in CLASS_NEEDS and base.sheet.suggests_rule:
            rule = rule_of_all_rows(base)
            settled = None if rule is None else self.interval(rule, level)
            low, high = (low, high) if settled is None else (min(low, settled.low), max(high, settled.high))
        if base is not scored and isinstance(measure, LossMeasure):
            limits = np.sort(measure.finish(np.array([low, high])))
            low, high, error = float(limits[0]), float(limits[1]), in_units(measure, error, base.value)
        target = self.target if scored.resamples.count > 1 else Target.PROXY
        return Interval(low, high, level, self.name, target, "; ".join(notes), standard_error=error)

    def further(self, scored: ModelScores) -> str | None:
        """Refuse measures without a derivative, fewer than five groups or times of such rows, and equal losses without a bound."""
        if scored.sheet.tested.dependent and (why := _few_units(scored)):
            return why
        measure, base = scored.measure, scored
        if isinstance(measure, LossMeasure):
            if measure.is_unbounded and spread_refusal(scored):
                return NO_SPREAD
            base = scored if measure.transform is None else untransformed(scored)
        return None if base.influence is not None else f"{measure.name} has no derivative"


def _few_units(scored: ModelScores) -> str:
    """Say that rows come from too few groups or times, or that too few groups are compared; empty where they are enough."""
    why = few_groups(scored) if scored.predictions.groups is not None else ""
    if not why and scored.predictions.time is not None:
        why = few_times(scored)
    return few_compared(scored) if not why and scored.predictions.groups is not None else why


def _notes(scored: ModelScores, variance: RowVariance, between: float, alike: float) -> list[str]:
    """Warn where the interval is wide or only a rough guide: fits that differ, few groups, times or mistakes, predictions that jump."""
    notes = []
    if between > variance.widened and between > _largest_smooth_ratio(scored) * variance.widened:
        notes.append(UNSTEADY_NOTE)
    if scored.predictions.groups is not None and _effective_groups(scored) < FEW_GROUPS:
        notes.append(FEW_GROUPS_NOTE)
    if alike > 1 and base_name(scored.measure).startswith("log-loss"):
        notes.append(SURE_NOTE)
    if scored.predictions.time is not None and times_of(scored) < FEW_TIMES:
        notes.append(FEW_TIMES_NOTE)
    elif scored.in_time and min(variance.rows, rows_of_predictions(scored)) < FEW_INDEPENDENT_ROWS:
        notes.append(FEW_INDEPENDENT_ROWS_NOTE)
    if variance.jump > FAR_BEYOND * max(variance.largest, -variance.smallest):
        notes.append(JUMP_NOTE)
    return notes


def _effective_groups(scored: ModelScores) -> float:
    """Effective number of groups of the tested rows, (Σm)²/Σm² for groups of m rows; for areas, of groups that are in pairs of the weight m."""
    groups, weights = scored.predictions.groups, counted_weights(scored)
    if groups is None:
        return 0.0
    return effective_groups(groups[scored.row], None if weights is None else weights[scored.row])


def _squared(root: Interval, value: float) -> Interval:
    """The interval of a square, from the limits of its root; the standard error is that of the delta method."""
    squares = root.low**2, root.high**2
    least = 0.0 if root.low <= 0 <= root.high else min(squares)
    return replace(root, low=least, high=max(squares), standard_error=2 * sqrt(value) * (root.standard_error or 0.0))


def untransformed(scored: ModelScores) -> ModelScores:
    """The scores under the mean loss of which the measure is a function: the mse of an rmse."""
    return scored.under(replace(scored.measure, transform=None, low=0.0, high=float("inf")))  # type: ignore[call-arg]


def _largest_smooth_ratio(scored: ModelScores) -> float:
    """Largest ratio of variance between fits to variance of the rows that a smooth learner can show.

    Training sets that lack n₂ rows change a smooth model by n₂/n₁ of the variance between samples of n rows, bootstrap samples
    by all of it. The mean of such fits is close to the model of all rows, so that no warning is needed up to this ratio.
    """
    resamples = scored.resamples
    sampled = resamples.kind == "bootstrap" or (scored.predictions.sampled is not None and _has_samples(scored))
    differ = 1.0 if sampled else min(1.0, resamples.test_size / resamples.train_size)
    return 1 + 2 * differ


def _estimate_variance(scored: ModelScores, influence: RowInfluence, *, share: bool) -> tuple[RowVariance, float]:
    """Variance of the estimate between samples of rows, widened by φ, and the variance that fits add to it."""
    measure, edges, contributions, resamples = scored.measure, influence.edges, influence.rows, scored.resamples
    sampled = None if resamples.kind == "bootstrap" else scored.predictions.sampled
    sample_influence = None if sampled is None else _influence_of_samples(scored, sampled)
    factor = overlap_factor(influence.steady, scored.resamples, discrete=edges.discrete, unseen=HALF_ROW)
    if sample_influence is not None or LARGE_FACTOR < factor < MOST_WIDENING:
        factor = _factor_of_changing_fits(scored, influence, sample_influence)
    # A correlation of values is bounded, but the contributions of single rows to it are not.
    values = measure.needs is Needs.VALUE
    left_out = left_out_rows(scored) if values else None
    contributions = contributions if left_out is None else left_out
    contributions = without_learning_curve(scored, contributions) if scored.in_time else contributions
    single_area = isinstance(measure, RankMeasure) and is_single_area(scored)
    edges = edges._replace(floor=0.0) if single_area else edges
    variance = variance_by_row(scored, contributions, edges, factor=factor, tails=values or not share)
    variance = area_variance(variance, influence.edges.floor) if single_area else variance
    if scored.predictions.groups is not None:
        variance = variance._replace(group=worse_group(scored, contributions))
    if scored.in_time:
        share_of_rows = variance.rows / contributions.rows.size
        more = forward_factor(scored, share_of_rows, discrete=influence.edges.discrete) / factor
        variance = variance._replace(widened=variance.widened * more, factor=variance.factor * more)
    if sampled is not None and sample_influence is not None and not isnan(influence.steady.within) and not share:
        variance = variance.with_extremes(_contributions_of_samples(scored, sampled, sample_influence))
    if sample_influence is not None and not share:
        variance = variance._replace(jump=jump_cost(scored, variance.rows))
    if influence.between is not None:
        between = influence.between
        if sampled is not None and sample_influence is not None:
            between = _variance_between_fits(influence, sample_influence)
            if scored.resamples.count < FEWEST_FITS:
                between = max(between, whole_variance_between_fits(ModelScores(sampled, scored.model, scored.measure)))
        return variance, between
    # Ranks compare rows of one fit, and show no variance between fits: its ratio to the variance of the rows is that of the mean loss.
    base = scored.under(MEAN_LOSS[scored.predictions.is_classification])
    if base.influence is None or not (base.influence.between or sample_influence is not None):
        return variance, 0.0
    loss_variance, between = _estimate_variance(base, base.influence, share=scored.predictions.is_classification)
    by_rows = loss_variance.widened / loss_variance.factor
    return variance, variance.widened / variance.factor * between / by_rows if by_rows > 0 else 0.0


def _factor_of_changing_fits(
    scored: ModelScores, influence: RowInfluence, sample_influence: RowInfluence | None
) -> float:
    """φ where fits differ much: for jumping contributions where scores jump, and from bootstrap samples where these show less."""
    resamples, sampled = scored.resamples, scored.predictions.sampled
    ranked = isinstance(scored.measure, RankMeasure) and scored.predictions.is_classification
    discrete = influence.edges.discrete or (ranked and ranks_jump(scored, sample_influence))
    factor = overlap_factor(influence.steady, resamples, discrete=discrete, unseen=HALF_ROW)
    # Leaves of a tree rule classes out, and those of fits to fewer rows rule out more: the log loss is biased, and keeps the plan's factor.
    biased = influence.edges.discrete and scored.measure.needs is Needs.PROBABILITY
    if sampled is None or sample_influence is None or biased or isnan(influence.steady.within):
        return factor
    both = resamples, sampled.resamples
    return factor_by_samples(factor, sample_influence.steady, both, discrete=discrete, unseen=HALF_ROW)


def _variance_between_fits(influence: RowInfluence, sample_influence: RowInfluence) -> float:
    """Variance of the measure between fits, from those of the plan and those to bootstrap samples.

    Fits of a plan share most rows and differ by less than fits to two samples do, bootstrap samples lack a third of the rows and
    differ by more: half of the difference is added. Where rows are tested once the plan shows little of it, and the larger one
    is taken (METHODS N.21). A plan of fewer than five fits shows nothing, and all that the samples show is taken (METHODS N.35).
    """
    planned = influence.between or 0.0
    more = max(0.0, (sample_influence.between or 0.0) - planned)
    return planned + more if isnan(influence.steady.within) else planned + more / 2


def _contributions_of_samples(scored: ModelScores, sampled: Predictions, sample_influence: RowInfluence) -> Floats:
    """Contributions of the rows to the measure, from the fits to bootstrap samples.

    A row next to a split of a tree is on the wrong side of it in few of the fits, and about 1/n of new rows fall there. Where a fit to a
    sample had a loss far beyond all those of the plan, single losses are returned and not their means by row.
    """
    if not isinstance(scored.measure, LossMeasure) or scored.predictions.weights is not None:
        return sample_influence.rows.means
    losses = ModelScores(sampled, scored.model, scored.measure).losses
    return losses - scored.value if losses.max() > FAR_BEYOND * scored.losses.max() else sample_influence.rows.means


def _has_samples(scored: ModelScores) -> bool:
    """Whether the model was fitted to bootstrap samples besides the plan, and some of the fits did not fail."""
    sampled = scored.predictions.sampled
    return sampled is not None and scored.model in sampled.outputs and sampled.of(scored.model).size > 0


def _influence_of_samples(scored: ModelScores, sampled: Predictions) -> RowInfluence | None:
    """Contributions of the rows that were not drawn to the measure of fits to bootstrap samples; None without such fits."""
    return ModelScores(sampled, scored.model, scored.measure).influence if _has_samples(scored) else None
