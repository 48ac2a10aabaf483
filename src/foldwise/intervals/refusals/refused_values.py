"""Values without an interval: they are biased, or rest on too few rows or resamples."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.interval import FEWEST_ROWS, weighted_size
from foldwise.intervals.refusals.one_test_set import FEWEST_GROUPS, ONE_TEST_SET
from foldwise.measures import (
    AREAS_OF_PAIRS,
    FEWEST_FITS,
    CountMeasure,
    Needs,
    RuledOut,
    band_of,
    base_name,
    compared_groups,
    count_clipped,
    effective_size,
    ruled_out_loss,
)
from foldwise.phrases import count_of, percent
from foldwise.plans import MOST_PAIRED

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes
    from foldwise.measures import ModelScores

__all__ = [
    "PAIRWISE_CORRELATIONS",
    "certain_refusal",
    "clipped_refusal",
    "early_bins",
    "early_calibration",
    "few_compared",
    "few_fits_refusal",
    "few_groups",
    "few_hits",
    "heavy_bins_refusal",
    "leaning_refusal",
    "mostly_undefined",
    "sparse_refusal",
    "two_rows_refusal",
]

FEWEST_POSITIVES = 4
"""Fewest positives of a test set whose average precision means something."""
LARGEST_SHARE_LEFT_OUT = 0.21
"""Share of the rows in a test set, one of five parts and a rounded row, beyond which the log loss of leaves is that of fits to few rows."""
FEWEST_IN_BAND = 5
"""Fewest rows of a test set in the band of a partial area."""
FEWEST_OF_ONE = 2
"""The same of one test set, whose interval allows for the lean: with fewer it was off by more than its width."""

PAIRWISE_CORRELATIONS = ("correlation", "squared-correlation", "spearman")
"""Correlations whose mean over test sets of two rows is Kendall's τ."""
ODDS_RATIO = "diagnostic-odds-ratio"
RECALIBRATIONS = ("calibration-slope", "calibration-intercept")
FEWEST_MISTAKES = dict.fromkeys((*RECALIBRATIONS, "calibration-in-the-large"), 5)
"""Mistakes among the rows that probabilities expect at least where their calibration can be told."""
EARLY_CALIBRATION = {
    "ece": 35,
    "mce": 22,
    "classwise-ece": 35,
    "debiased-calibration-error": 76,
    "brier-resolution": 38,
    "calibration-slope": 57,
}
"""Measures of calibration that intervals in time covered too little of, and the lowest coverage of a simulation in percent."""
UNTESTED_IN_TIME = {"brier-resolution": 64, "mce": 28}
"""Measures of bins of which tests in time called equal models different, and the largest share of a simulation in percent."""


def sparse_refusal(scored: ModelScores) -> str:
    """Say that average precision of test sets with few positives is biased upward, whatever its spread."""
    resamples = scored.resamples
    if scored.measure.name.startswith("partial-auc"):
        return _outside_band(scored)
    if base_name(scored.measure) != "average-precision" or resamples.count == 1 or len(scored.predictions.classes) != 2:
        return ""
    positives = _positives(scored) * resamples.test_size / max(1, resamples.n)
    if positives >= FEWEST_POSITIVES:
        return ""
    what = "positives" if scored.predictions.weights is None else "positives by their weight"
    return (
        f"average precision of test sets with {positives:.1f} {what} leans upward; {FEWEST_POSITIVES} in each, as of fewer "
        "parts or one test set, are the least"
    )


def _positives(scored: ModelScores) -> float:
    """Positive rows that were tested; of rows with weights as many as they are worth, (Σw)²/Σw².

    They are not more than twice the negatives that weigh as much: where one negative outweighs the positives of a test set,
    precision is 1 above it and next to 0 below.
    """
    tested, predictions = scored.sheet.tested, scored.predictions
    if predictions.weights is None:
        return float(tested.class_counts[predictions.positive])
    rows = tested.tests.rows
    weights, positive = predictions.weights[rows], predictions.truth[rows] == predictions.positive
    own, other = weights[positive], weights[~positive]
    if not own.any():
        return 0.0
    worth = effective_size(own)
    return min(worth, float(2 * own.sum() * other.sum() / np.square(other).sum())) if other.any() else worth


def leaning_refusal(scored: ModelScores, leans: Callable[[float, float], str]) -> str:
    """Say that the mean over several test sets is biased, whatever its spread; empty where it does not."""
    measure, resamples = scored.measure, scored.resamples
    if resamples.count == 1:
        return ""
    rows = measure.view(scored.outcomes)
    counts = np.bincount(rows.truth, minlength=rows.classes) / max(1, rows.size) * resamples.test_size
    positives = float(counts[rows.positive] if rows.classes == 2 else counts.min())
    return leans(positives, float(counts.sum()) - positives)


def certain_refusal(scored: ModelScores) -> str:
    """Say that rows predicted with certainty decide slope and intercept of a recalibration; empty where there are none.

    The log-odds of 0 and 1 are those of rounding, 36 away from the others: one such row that is wrong makes the slope a fraction of what
    it is without. Of 150 rows of which a tenth was predicted so, one in twenty of these wrongly, 36 % of intervals contained the slope, and equal systems were
    called different in 36 % (METHODS N.28).
    """
    slope, several = base_name(scored.measure) in RECALIBRATIONS, scored.resamples.kind not in ONE_TEST_SET
    certain = RuledOut.of(scored.measure.view(scored.outcomes).scores).rows if slope else 0
    if not certain:
        return _few_mistakes(scored) if several else ""
    rows = f"{count_of(certain, 'row' if scored.resamples.count == 1 else 'prediction')} {'has' if certain == 1 else 'have'}"
    return f"not assessable: {rows} a probability of 0 or 1, whose log-odds are a matter of rounding and decide it"


def _few_mistakes(scored: ModelScores) -> str:
    """Say that the probabilities expect hardly a mistake, on which calibration rests; empty where they expect enough, and for other measures.

    Of classes that overlap in .2 % of 1,000 rows 85 and 86 % of 100 intervals contained calibration in the large, of 50 to 300 rows 56 to 68 % (LDA and naive
    Bayes). The slope is drawn by the few mistakes and has a value only where there are some, 83 and 89 % (300 and 1,000 rows).
    """
    fewest = FEWEST_MISTAKES.get(base_name(scored.measure), 0)
    scores = scored.measure.view(scored.outcomes).scores if fewest else None
    if scores is None or not len(scores):
        return ""
    expected = float(np.mean(1 - scores.max(axis=1))) * scored.sheet.tested.tests.rows.size
    if expected >= fewest:
        return ""
    return f"not assessable: the probabilities expect {expected:.1f} mistakes among the rows, and {fewest} are the least to tell whether they are right"


def heavy_bins_refusal(scored: ModelScores) -> str:
    """Say that the largest error of a bin rests on a few heavy rows of one test set; empty for other measures and rows.

    Where 60 rows were worth about 11, since three of them weighed 20, 86 % of 400 intervals contained the truth (METHODS N.28).
    """
    if (
        base_name(scored.measure) != "mce"
        or scored.predictions.weights is None
        or scored.resamples.kind not in ONE_TEST_SET
    ):
        return ""
    worth = weighted_size(scored.predictions)
    if worth >= FEWEST_ROWS:
        return ""
    return f"not assessable: the rows are worth {worth:.1f} of one weight, and {FEWEST_ROWS} are the least for the error of the worst bin"


def clipped_refusal(scored: ModelScores) -> str:
    """Say that a log loss counts probabilities of 0 from fits to few of the rows; empty where it does not.

    Leaves of a tree that hold one class rule the others out, the oftener the fewer the training rows, and each row of a class that was ruled
    out costs 36. Forward in time the fits have half of the rows on average: 64 to 77 % of such intervals contained the truth. Of fits to three quarters, two thirds
    and half of the rows it were 83 to 90, 76 to 85 and 54 to 77 %; of bootstrap samples, whose copies are neighbours of each other too, 22 to 82 %
    of nearest neighbours and 75 to 97 % of trees (METHODS N.34).
    """
    predictions, resamples, cost = scored.predictions, scored.resamples, ruled_out_loss(scored.measure)
    sampled = predictions.sampled is not None and scored.model in predictions.sampled.outputs
    few = sampled and resamples.count > 1 and resamples.test_size > LARGEST_SHARE_LEFT_OUT * resamples.n
    drawn = resamples.kind == "bootstrap"
    if (
        not (few or drawn or (sampled and predictions.time is not None))
        or not cost
        or not _meets_clipped(scored, exp(-cost))
    ):
        return ""
    if predictions.time is None:
        return (
            f"not assessable: probabilities of 0 were met by rows of their class, the oftener the fewer the training rows, and "
            f"fits to {percent(1 - resamples.test_size / resamples.n)} of the rows count in {scored.measure.name}; plan='kfold(10, repeats=3)'"
            f"{'' if few_fits_refusal(scored) else ', or brier'}"
        )
    return (
        f"not assessable: probabilities of 0 were met by rows of their class, the oftener the fewer the training rows, and forward in "
        f"time fits to few rows count in {scored.measure.name}; brier, or a model that gives no class the probability 0, can be assessed"
    )


def _meets_clipped(scored: ModelScores, floor: float) -> bool:
    """Whether a row has a probability of its class below the floor of a log loss; single predictions are looked at where their sums do not tell."""
    tally, outputs = scored.tally, scored.outputs
    if tally is not None and scored.measure.told is not None:  # the tally has the same floor
        given = outputs.scores if outputs.shares is None else outputs.shares
        if tally.ruled_out or (given is not None and given.min(initial=1.0) >= floor):
            return tally.ruled_out > 0
    return count_clipped(scored.outcomes, floor) > 0


def early_calibration(scored: ModelScores) -> str:
    """Say that calibration errors in time are those of fits to few rows; empty for other measures.

    Fits to few rows are too sure, and rows that are alike fall into the same bins, so that gaps that are chance do not cancel: in simulations
    the figures were 1 to 3.5 standard deviations too high, of slopes too low, whatever the number of rows (METHODS N.22).
    """
    worst = EARLY_CALIBRATION.get(base_name(scored.measure))
    if worst is None:
        return ""
    return (
        f"not assessable: in time fits to few rows are too sure, and gaps of rows that are alike do not cancel; {worst} % of 95 % intervals "
        f"for {scored.measure.name} contained the truth in the worst simulation; brier and log-loss can be assessed"
    )


def few_fits_refusal(scored: ModelScores) -> str:
    """Say that two to four fits show neither how much fits differ nor how much better one to all rows is; empty where they need not.

    It concerns models that are not known to change gradually (they are fitted to bootstrap samples as well), under one k-fold. Of trees on a product of two columns
    84 to 89 % of intervals contained the Brier score and the odds ratio under kfold(2) and kfold(3), which lean, where 93 % contained the error (METHODS N.35).
    Of bootstrap samples of neighbours and trees, 88 % contained the odds ratio.
    """
    predictions, resamples, measure = scored.predictions, scored.resamples, scored.measure
    sampled = predictions.sampled is not None and scored.model in predictions.sampled.outputs
    if sampled and resamples.kind == "bootstrap" and base_name(measure) == ODDS_RATIO:
        return (
            f"not assessable: an odds ratio grows without bound as fits get better, and those to bootstrap samples, {percent(1 - resamples.test_size / resamples.n)} "
            f"of the rows and copies of them, are worse than one to all rows; plan='kfold(10, repeats=3)'"
        )
    if not sampled or resamples.kind != "kfold" or not 1 < resamples.count < FEWEST_FITS:
        return ""
    if not (scored.has_losses and measure.needs is Needs.PROBABILITY) and base_name(measure) != ODDS_RATIO:
        return ""
    return (
        f"not assessable: {resamples.count} fits to {percent(1 - resamples.test_size / resamples.n)} of the rows show neither how much fits of such a model differ nor "
        f"how much better one to all rows is, and {measure.name} rests on both; plan='kfold(10, repeats=3)' shows it"
    )


def early_bins(scored: ModelScores) -> str:
    """Say that a measure made by a few bins is not tested in time; empty for other measures.

    Rows of one period fall into the same bins, so that one bin and a few periods decide, and the spread over blocks does not show it (METHODS N.35).
    """
    worst = UNTESTED_IN_TIME.get(base_name(scored.measure))
    if worst is None:
        return ""
    return (
        f"not testable: in time rows that are alike fall into the same bins, and a few of these decide {scored.measure.name}; equal models were "
        f"called different in {worst} % of simulations; brier and log-loss can be tested"
    )


def mostly_undefined(scored: ModelScores) -> str:
    """Say that more than half of the resamples have no value, so that the others are a few rows or groups; else empty."""
    if 2 * scored.undefined <= scored.resamples.count or scored.resamples.count == 1:
        return ""
    found = f"not assessable: {scored.measure.name} has no value in {scored.undefined} of {scored.resamples.count} resamples"
    if not scored.predictions.is_classification and _constant_within(scored):
        return f"{found}, as all predictions of a test set are the same"
    return f"{found}; fewer and larger test sets, as of 3 parts, have one"


def two_rows_refusal(scored: ModelScores) -> str:
    """Say that a correlation of two rows is 1 or -1; empty for larger test sets, and in time, where rows of all periods count together."""
    if scored.in_time or scored.resamples.test_sizes.max() > 2:
        return ""
    return (
        f"not assessable: of two rows {scored.measure.name} is 1 in size, and its mean over test sets of two is made of Kendall's τ; "
        "kendall, or larger test sets, can be assessed"
    )


def few_groups(scored: ModelScores) -> str:
    """Say that tested rows come from too few groups to know how much groups differ; empty where they do not, or in no groups."""
    groups = scored.predictions.groups
    if groups is None or (found := int(np.unique(groups[scored.row]).size)) >= FEWEST_GROUPS:
        return ""
    return f"not assessable: tested rows come from {count_of(found, 'group')}, and {FEWEST_GROUPS} are the least"


def few_compared(scored: ModelScores) -> str:
    """Say that few groups share a test set with another, so that an area over pairs of different groups rests on them, or none; else empty.

    Eleven groups in ten parts have one test set of two groups, and its pairs are all there are. Of groups that are left out in turn only rows of
    one group are compared, which are mostly ordered better: of 8 groups of 100 rows 77 % of such intervals contained the area of new rows,
    of 30 groups of 40 rows 18 %.
    """
    groups = scored.predictions.groups
    if groups is None or base_name(scored.measure) not in AREAS_OF_PAIRS:
        return ""
    if scored.resamples.count > 1 and (why := few_groups(scored)):
        return why
    tested = int(np.unique(groups[scored.row]).size)
    if scored.apart is None:
        return _within_groups(scored, groups, tested)
    found = compared_groups(scored)
    if found >= FEWEST_GROUPS or found == tested:
        return ""
    return (
        f"not assessable: {count_of(found, 'group')} of {tested} share a test set with another, whose rows are compared, and "
        f"{FEWEST_GROUPS} are the least: plan='{_pairing_plan(tested)}'"
    )


def _within_groups(scored: ModelScores, groups: Codes, tested: int) -> str:
    """Say that every test set is a single group; empty where one is not, and of one test set."""
    if scored.resamples.count < 2 or scored.outcomes.scores is None:
        return ""
    parts = np.unique(np.column_stack([scored.resample, groups[scored.row]]), axis=0)[:, 0]
    if (np.bincount(parts) > 1).any():
        return ""
    return (
        "not assessable: every test set is one group, and rows of one group are mostly ordered better than those of different groups, as new "
        f"rows are: plan='{_pairing_plan(tested)}' compares these"
    )


def _pairing_plan(groups: int) -> str:
    """A plan whose test sets have several groups: every pair of few groups, else parts of two."""
    return "leave-p-groups-out(2)" if groups <= MOST_PAIRED else f"group-kfold({groups // 2}, repeats=3)"


def _constant_within(scored: ModelScores) -> bool:
    """Whether the predictions of each test set are one number, as those of a mean are."""
    pairs = np.unique(np.column_stack([scored.resample, scored.outcomes.output]), axis=0)
    return len(pairs) == np.unique(scored.resample).size


def few_hits(scored: ModelScores) -> str:
    """Say that a product over many classes has a class of which hardly any row is right; empty where none has."""
    measure, classes = scored.measure, scored.predictions.classes
    if not isinstance(measure, CountMeasure) or not measure.fewest_hits or len(classes) <= 2:
        return ""
    table = scored.outcomes.confusion()[0]
    hits = np.diagonal(table) * (scored.sheet.tested.tests.rows.size / max(1.0, float(table.sum())))
    least = int(np.argmin(hits))
    if hits[least] >= measure.fewest_hits:
        return ""
    return (
        f"not assessable: {measure.name} falls to 0 with the recall of any class, and of {classes[least]} "
        f"{hits[least]:.3g} rows are right; {measure.fewest_hits} of every class are the least"
    )


def _outside_band(scored: ModelScores) -> str:
    """Say that test sets with few rows in the band of a partial area say little about it: it is read off between them."""
    band, resamples = band_of(scored.measure), scored.resamples
    if band is None:
        return ""
    rows = scored.measure.view(scored.outcomes)
    own = rows.positive if band.of_recall else 1 - rows.positive
    share = float(np.mean(rows.truth == own)) if rows.size else 0.0
    if resamples.count == 1:
        inside = band.width * share * rows.size
        few = f"{inside:.1f} rows lie in the band of {scored.measure.name}, which is read off between them and leans upward"
        return "" if inside >= FEWEST_OF_ONE else f"not assessable: {few}; {FEWEST_OF_ONE} are the least"
    inside = band.width * share * resamples.test_size
    if inside >= FEWEST_IN_BAND:
        return ""
    return (
        f"the band of {scored.measure.name} holds {inside:.1f} rows of a test set, and {FEWEST_IN_BAND} are the least; fewer "
        "parts, a wider band or one test set would do"
    )
