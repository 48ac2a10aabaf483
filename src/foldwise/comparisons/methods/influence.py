"""The test of a difference by the influence of the rows, for every measure under resampling."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.methods.delta import common_slope_gaps
from foldwise.comparisons.methods.loo_bootstrap import LooBootstrapTest, bootstrap_pair
from foldwise.comparisons.pair import Pair, once_per_pair
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.variance_floor import least_loss_variance
from foldwise.intervals import (
    INFLUENCE_PLANS,
    MEAN_LOSS,
    MeasureGroup,
    RowVariance,
    Validity,
    common_shift,
    early_fit_bias,
    factor_by_samples,
    few_compared,
    few_times,
    forward_test_factor,
    mostly_undefined,
    overlap_factor,
    variance_by_row,
)
from foldwise.measures import (
    ASSOCIATIONS,
    CountMeasure,
    Linearised,
    LossMeasure,
    PredictionLayout,
    RankMeasure,
    RowMeans,
    RowTests,
    SumMeasure,
    base_name,
    between_fits,
    gives_one_class,
    hints_at_fits,
    row_means_of,
)

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import Measure

__all__ = ["InfluenceTest", "difference_variance", "rests_on_samples"]

TESTED_ONCE_NOTE = (
    "the difference varies between test sets by more than chance usually explains; rows that are tested once cannot show "
    "whether it varies between fits: plan='kfold(10, repeats=3)' can"
)
BOOTSTRAP_NOTE = (
    "the standard error includes the variation between models fitted to bootstrap samples, which differ more than the plan's "
    "fits: those share most of their training rows"
)
OVERLAP_NOTE = "how much fits depend on the rows they share was estimated from models fitted to bootstrap samples"
FORMER_BOOTSTRAP_NOTES = (
    "the difference has the error of models of bootstrap samples, which differ by more than those of the plan",
    "the standard error allows for models fitted to bootstrap samples, whose difference varies more than that of the plan's "
    "fits, which share most of their rows",
)
"""What results of earlier versions say, which are loaded as they were saved."""
NOTES_ON_SAMPLES = (BOOTSTRAP_NOTE, OVERLAP_NOTE, *FORMER_BOOTSTRAP_NOTES)
LEARNER_VARIANCES = 2.0
"""Learners differ between samples by more than their fits do within one, which share most rows: so much of that variance is added
for a test, twice what is for the interval of one model."""
LARGEST_SLOPE_RATIO = 4.0
"""More than so much steeper at one model than at the other a measure of counts is not taken to be."""


@final
@dataclass(frozen=True)
class InfluenceTest(ComparisonMethod):
    """t = d/√(φV) with V the variance of the mean of ψᵢ of one model less ψᵢ of the other (METHODS N).

    Row i contributes ψᵢ to the measure, averaged over the repeats. The differences of the contributions of two models on
    the same rows have a variance by class, or by group where rows come in groups, with Satterthwaite's degrees of freedom.
    φ = 1.1 + c(n₁/n₂)ρ widens it for the overlap of the training sets, ρ being how much the difference at one row
    changes between repeats: little for stable models, much for those that follow single rows. What the difference varies by
    between fits, beyond what their test rows explain, is added. Where rows agree in everything, half a row on either side is supposed to differ.

    Fits of a plan share most of their rows. The variance is at least that of the rows and twice that between models of bootstrap
    samples, where these were fitted beside the plan. Of models whose predictions jump, as those of trees, ρ is taken from these samples where
    that is less, without n₁/n₂, and φ is at least 1 + n/n₁ (METHODS N.21). Measures that are not linear in the counts, such as F1, have as much more of it as
    they are steeper at one model than at the other (METHODS N.10).

    References
    ----------
    hampel1974 for influence functions; satterthwaite1946; bell2002 for groups of unequal sizes; decision 0014.
    """

    name: ClassVar[str] = "influence"
    summary: ClassVar[str] = "t over what the rows contribute to the difference, widened by how much repeats disagree"
    validity: ClassVar[Validity] = Validity(
        measures=MeasureGroup.DERIVED,
        plans=INFLUENCE_PLANS,
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by what each row contributes to the difference."""
        found = _variances(pair)
        scale = sqrt(found.widened + _early_fit_bias(pair) ** 2)
        posterior = Posterior(pair.difference, scale, found.planned.df)
        return self.from_posterior(pair, posterior, level, note=found.note or _tested_once_note(pair))

    def further(self, pair: Pair) -> str | None:
        """A derivative, two groups where rows come in groups, and five times where they are in time."""
        groups = pair.predictions.groups
        if groups is not None and np.unique(groups[pair.row]).size < 2:
            return "all tested rows belong to one group"
        if why := few_times(pair.a):
            return why
        if pair.a.linear is None or pair.b.linear is None:
            return f"{pair.measure.name} has no derivative"
        if isinstance(pair.measure, RankMeasure) and (why := mostly_undefined(pair.a) or mostly_undefined(pair.b)):
            return why
        if why := few_compared(pair.a):
            return why
        return None if difference_variance(pair).widened > 0 else "no row tells the models apart"


def rests_on_samples(comparison: Comparison) -> bool:
    """Whether a difference was made from bootstrap samples beside the plan.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.compare("lda, qda", foldwise.sample("iris"), plan="kfold(5)", measures="error").judgements[0]
    >>> rests_on_samples(found.comparison)
    True
    """
    return comparison.method == LooBootstrapTest.name or comparison.note in NOTES_ON_SAMPLES


def difference_variance(pair: Pair) -> RowVariance:
    """Variance of the difference of two models, from what each row contributes to it."""
    found = _variances(pair)
    return found.planned._replace(widened=found.widened)


class _Variances(NamedTuple):
    """Variance of a difference: of the rows alone, by the plan, and between models of bootstrap samples where there are some.

    `fits` is what the plan adds for fits that differ, `factor` that for the overlap of training sets as the samples show it.
    """

    rows: float
    planned: RowVariance
    samples: float | None
    fits: float = 0.0
    factor: float | None = None

    @property
    def widened(self) -> float:
        """By the plan, and at least that of the rows and twice that between models of bootstrap samples.

        Where the samples also say by how much training sets that overlap widen it, it is not above what they say of both.
        """
        if self.samples is None:
            return self.planned.widened
        beside = LEARNER_VARIANCES * self.samples
        found = max(self.planned.widened, self.rows + beside)
        return found if self.factor is None else min(found, self.factor * self.rows + max(self.fits, beside))

    @property
    def note(self) -> str:
        """Say that the samples made it larger or smaller than the plan does."""
        if self.widened == self.planned.widened:
            return ""
        return BOOTSTRAP_NOTE if self.widened > self.planned.widened else OVERLAP_NOTE


@once_per_pair
def _variances(pair: Pair) -> _Variances:
    """Variance of the difference from the plan, and from the models of bootstrap samples beside it."""
    a, b = pair.a.linear, pair.b.linear
    if a is None or b is None:  # `further` refuses such measures
        return _Variances(0.0, RowVariance(0.0, 1.0, 0.0, 0.0, 0.0), None)
    a, b = _contributions(pair, a, b)
    found = _variance_by_plan(pair, a, b)
    rows = found.widened / found.factor
    fits = LEARNER_VARIANCES * _widened_between_fits(pair, a, b, found.widened)
    planned, samples = found._replace(widened=found.widened + fits), _variance_between_samples(pair, rows)
    if samples is None:
        return _Variances(rows, planned, None)
    return _Variances(rows, planned, slope_ratio(a, b) * samples, fits, _factor_by_samples(pair, found.factor))


def _variance_by_plan(pair: Pair, a: Linearised, b: Linearised) -> RowVariance:
    """φV of the difference, from the contributions of the rows to both measures under the plan.

    Rows in time may be a trend that the predictions of one model show and those of the other do not: the larger variance is taken (METHODS N.27).
    """
    means = _row_mean_differences(pair, a.contribution, b.contribution)
    added = least_loss_variance(pair) if isinstance(pair.measure, LossMeasure) else a.added + b.added
    both = Linearised(means.means, pair.difference, added, max(a.floor, b.floor))
    factor = _factor_by_plan(pair, a, b, means)
    found = variance_by_row(pair.a, means, both, factor=factor, tails=False)
    if not pair.a.in_time:
        return found
    other = variance_by_row(pair.b, means, both, factor=factor, tails=False)
    return other if other.widened > found.widened else found


def _factor_by_plan(pair: Pair, a: Linearised, b: Linearised, means: RowMeans) -> float:
    """φ of the difference: in time that of a test (METHODS N.22), else by how much rows vary between repeats (METHODS N.5).

    Losses that jump otherwise than by right and wrong have the factor of smooth ones: tests of them held their size with it.
    """
    if pair.a.in_time:
        return forward_test_factor(pair.resamples.kind, _common_shift(pair, a, b))
    steady = means if a.stable is None or b.stable is None else _row_mean_differences(pair, a.stable, b.stable)
    return overlap_factor(steady, pair.resamples, discrete=_is_of_labels(pair.measure), unseen=1.0)


def _early_fit_bias(pair: Pair) -> float:
    """Bias of the difference by early fits to few rows, where a model is not known to change gradually; else 0."""
    unsteady = pair.predictions.sampled
    if pair.resamples.kind != "forward" or unsteady is None or not {pair.a.model, pair.b.model} & set(unsteady.outputs):
        return 0.0
    return early_fit_bias(pair.a) - early_fit_bias(pair.b)


def _common_shift(pair: Pair, a: Linearised, b: Linearised) -> float:
    """How much of the measure moves when all predictions move alike, of the model where that is more."""
    return max(common_shift(pair.a, discrete=a.discrete), common_shift(pair.b, discrete=b.discrete))


def _factor_by_samples(pair: Pair, planned: float) -> float | None:
    """φ as bootstrap samples of an unsteady model show it, where it is less than by the plan; None for steady models too."""
    drawn, unsteady = bootstrap_pair(pair), pair.predictions.sampled
    if (
        drawn is None
        or unsteady is None
        or pair.resamples.kind == "bootstrap"
        or not {pair.a.model, pair.b.model} & set(unsteady.outputs)
    ):
        return None
    a, b = drawn.a.linear, drawn.b.linear
    if a is None or b is None:
        return None
    a, b = _contributions(drawn, a, b)
    first, second = (a.contribution, b.contribution) if a.stable is None or b.stable is None else (a.stable, b.stable)
    steady, both = _row_mean_differences(drawn, first, second), (pair.resamples, drawn.resamples)
    found = factor_by_samples(planned, steady, both, discrete=_is_of_labels(pair.measure), unseen=1.0)
    return found if found < planned else None


def _is_of_labels(measure: Measure) -> bool:
    """Whether a measure is one of right and wrong labels, by their counts or one by one."""
    return isinstance(measure, CountMeasure) or (isinstance(measure, LossMeasure) and measure.zero_one)


def _contributions(pair: Pair, a: Linearised, b: Linearised) -> tuple[Linearised, Linearised]:
    """Contributions to the difference, without what moves both models alike."""
    return _without_common_sums(pair, pair.measure, a, b) if isinstance(pair.measure, SumMeasure) else (a, b)


def _without_common_sums(
    pair: Pair, measure: SumMeasure, a: Linearised, b: Linearised
) -> tuple[Linearised, Linearised]:
    """Contributions in which sums that both models have in common, such as the spread of the truth in R², have one slope."""
    outcomes = [one.outcomes for one in (pair.a, pair.b)]
    summands = [measure.rows(one) for one in outcomes]
    gaps = common_slope_gaps(measure, summands, outcomes, pair.shared)
    first, second = (
        (rows - np.average(rows, axis=0, weights=seen.weights)) @ (gaps / 2)
        for rows, seen in zip(summands, outcomes, strict=True)
    )
    return a._replace(contribution=a.contribution - first), b._replace(contribution=b.contribution + second)


def slope_ratio(a: Linearised, b: Linearised) -> float:
    """How much steeper a measure is in the counts of the model where it is steeper than in those of the other; 1 for linear rates.

    A model that hardly finds a class has a low F1, which then changes more with every row that is found, and its fits, which
    share that, show little of it. Equal learners lie between the two, on either side by chance.

    Examples
    --------
    >>> slope_ratio(Linearised(np.empty(0), 0.1, jump=3.0), Linearised(np.empty(0), 0.6, jump=2.0))
    1.5
    """
    low, high = sorted((a.jump, b.jump))
    return min(high / low, LARGEST_SLOPE_RATIO) if low > 0 else 1.0


def _variance_between_samples(pair: Pair, variance: float) -> float | None:
    """Variance of a difference between models of the bootstrap samples beside the plan; None without these.

    That of ranks is as much of their variance as that of the mean loss is.
    """
    drawn = bootstrap_pair(pair)
    if drawn is None or drawn is pair:
        return None
    if _is_of_ranks(pair):
        base = _variances(_under_mean_loss(pair))
        return None if base.samples is None or base.rows <= 0 else variance * base.samples / base.rows
    a, b = drawn.a.linear, drawn.b.linear
    return None if a is None or b is None else _variance_between_fits(drawn, *_contributions(drawn, a, b))


def _widened_between_fits(pair: Pair, a: Linearised, b: Linearised, widened: float) -> float:
    """Variance of the difference between fits; that of ranks is as much of theirs (`widened`) as it is of the mean loss."""
    if not _is_of_ranks(pair):
        return _variance_between_fits(pair, a, b)
    under = _under_mean_loss(pair)
    first, second = under.a.linear, under.b.linear
    between = 0.0 if first is None or second is None else _variance_between_fits(under, first, second)
    if between == 0:
        return 0.0
    alone = _variances(under).planned.widened - LEARNER_VARIANCES * between
    return widened * between / alone if alone > 0 else 0.0


def _is_of_ranks(pair: Pair) -> bool:
    """Whether contributions are places among the rows of one fit, which fits cannot be held against each other by."""
    return isinstance(pair.measure, RankMeasure) and base_name(pair.measure) not in ASSOCIATIONS


def _under_mean_loss(pair: Pair) -> Pair:
    """The same models under the error, or under squared errors."""
    base = MEAN_LOSS[pair.predictions.is_classification]
    return Pair(pair.a.under(base), pair.b.under(base))


def _variance_between_fits(pair: Pair, a: Linearised, b: Linearised) -> float:
    """Variance of a difference between fits. Those of a rule that gives one class to all rows add nothing to it (METHODS N.16)."""
    a, b = (
        one._replace(contribution=np.zeros(one.contribution.size)) if gives_one_class(its) else one
        for its, one in ((pair.a, a), (pair.b, b))
    )
    return between_fits(*_difference_by_prediction(pair, a, b), jump=max(a.jump, b.jump))


def _difference_by_prediction(pair: Pair, a: Linearised, b: Linearised) -> tuple[Floats, PredictionLayout]:
    """Difference of the contributions at each prediction (N,), and where it was made."""
    mine, yours = pair.shared
    edges = np.searchsorted(pair.resample, np.arange(pair.resamples.count + 1))
    tested = RowTests.of(np.bincount(pair.row, minlength=pair.predictions.n))
    alone = pair.predictions.groups is None and pair.predictions.time is None
    difference, weights = a.contribution[mine] - b.contribution[yours], pair.predictions.weights
    if weights is not None:
        difference = difference * (weights / weights[tested.rows].mean())[pair.row]
    return difference, PredictionLayout(pair.row, edges, tested, alone)


def _tested_once_note(pair: Pair) -> str:
    """Say that repeats are needed, where the mean difference of rows that were tested once differs between their test sets."""
    if pair.a.sheet.tested.tests.again:
        return ""
    base = MEAN_LOSS[pair.predictions.is_classification]
    first, second = pair.a.under(base).linear, pair.b.under(base).linear
    if first is None or second is None:
        return ""
    return TESTED_ONCE_NOTE if hints_at_fits(*_difference_by_prediction(pair, first, second)) else ""


def _row_mean_differences(pair: Pair, a: Floats, b: Floats) -> RowMeans:
    """Mean difference of the contributions of each row that both models were tested on."""
    mine, yours = pair.shared
    return row_means_of(a[mine] - b[yours], pair.row, pair.predictions.n, pair.predictions.weights)
