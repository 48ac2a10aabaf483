"""The loss of a mistake where the observed rows do not show it."""

from __future__ import annotations

from functools import cache
from math import exp, isfinite, log, pi, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise import native
from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.measures.definitions.probabilities import clip_of, is_logarithmic
from foldwise.measures.measure import LossMeasure, Needs
from foldwise.measures.outcomes import Outcomes
from foldwise.measures.tallies.tally import ROW_TYPES
from foldwise.measures.unseen.extreme_predictions import SURE_PROBABILITY, extreme_mistake_loss
from foldwise.measures.unseen.ruled_out import LEAST_VOTE
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.model_scores import ModelScores
    from foldwise.predictions import Outputs

__all__ = [
    "Mistakes",
    "OddsRanks",
    "expected_mistake_loss",
    "expected_mistakes",
    "known_odds",
    "mistake_loss_of_odds",
    "rarest_loss",
    "true_odds",
    "uninformed_loss",
    "worse_loss",
]

PREDICTIONS_LOOKED_AT = 20_000
"""Number of predictions, spread over all, from which the loss of a mistake is estimated, unless all of them are certain but for rounding."""
NO_ROWS = np.empty(0, dtype=np.int64)
FEW_EXPECTED_MISTAKES = 50
"""Number of expected mistakes beyond which the observed ones show their loss."""
FEWEST_KNOWN, LARGEST_DEVIATE = 5, 100.0
"""Rows with log-odds that are not rounded away, at least; standard deviations above 0 from which the inverse is near enough."""
MEDIAN_SHARE, LOWER_QUARTILE = 0.5, 0.25
"""The normal distribution of log-odds goes through their median, and through the quantile of a quarter of that share."""


class WorseLoss(NamedTuple):
    """The loss of one more mistake beyond the mean loss, and the largest jump of a loss that does not change smoothly.

    Losses of labels jump as a label flips, and so does the log loss of votes, where a class may be ruled out in one fit and not in the
    next: rows then change more between fits than models do. A jump of 0 stands for a smooth loss.
    """

    cost: float
    jump: float = 0.0


def worse_loss(scored: ModelScores, measure: LossMeasure, mean: float) -> WorseLoss:
    """The loss of one more mistake beyond the mean, and the largest jump of the loss of a row.

    The loss of a prediction that knows the class shares only, or of a mistake if that is more, by the probabilities or by how far
    apart their logarithms lie; where votes ruled a class
    out, by a probability of 0 that is not a matter of rounding, that of a row of this class. Of costs the highest.
    """
    if measure.needs is Needs.COSTS and scored.outcomes.costs is not None:
        costs = scored.outcomes.costs
        return WorseLoss(max(0.0, float(costs.max()) - mean), float(np.ptp(costs)))
    if measure.needs is Needs.LABEL and isfinite(measure.high - measure.low):
        return WorseLoss(max(0.0, measure.high - mean), measure.high - measure.low)
    if measure.needs is not Needs.PROBABILITY or measure.about:
        return WorseLoss(0.0)
    positive = scored.predictions.positive
    tested, clip = scored.sheet.tested, clip_of(measure)
    blind = tested.uninformed.get(measure.loss)
    if blind is None:
        blind = tested.uninformed[measure.loss] = uninformed_loss(measure, tested.class_counts, positive, clip=clip)
    outputs = scored.outputs
    given, shared = (outputs.scores, False) if outputs.shares is None else (outputs.shares, True)
    if given is None or outputs.row.size == 0:
        return WorseLoss(max(0.0, blind - mean))
    seen = (
        Mistakes.of_outputs(measure, outputs, positive, clip) if shared else Mistakes.of(measure, given, positive, clip)
    )
    blind = max(blind, seen.loss)
    if clip is not None and given.shape[1] > 1 and not shared:
        if seen.expected < FEW_EXPECTED_MISTAKES:
            blind = max(blind, expected_mistake_loss(given, tested.codes, clip, rows=outputs.row))
        if seen.least < SURE_PROBABILITY:
            step = 1 + len(given) // PREDICTIONS_LOOKED_AT
            blind = max(blind, extreme_mistake_loss(given[::step], tested.codes, clip, rows=outputs.row[::step]))
    if seen.least > 0 or seen.above_zero < LEAST_VOTE:
        return WorseLoss(max(0.0, blind - mean))
    given = given if outputs.scores is None else outputs.scores
    at, ruled_out = np.unravel_index(int(given.argmin()), given.shape)
    certain = float(measure.loss(_outcomes_of(np.array([ruled_out]), given[at : at + 1], positive))[0])
    return WorseLoss(max(0.0, blind - mean, certain - mean), certain if is_logarithmic(measure) else 0.0)


class Mistakes(NamedTuple):
    """Expected loss of mistakes, if the probabilities are right about where they are made; from some of many rows.

    Parameters
    ----------
    rows, expected
        Rows that were looked at, and the mistakes expected among them, Σ (1 - largest probability).
    lost
        Σ (1 - largest probability) times the loss where the second most probable class is the true one.
    least, above_zero
        The smallest probability, and the smallest above 0: where 0 is a matter of rounding others are next to it, as those
        of votes and of leaves are not.
    """

    rows: int
    expected: float
    lost: float
    least: float
    above_zero: float

    @classmethod
    def of_outputs(cls, measure: LossMeasure, outputs: Outputs, positive: int, clip: float | None) -> Mistakes:
        """Look at the probabilities of a model, or of its resamples where their rows share them."""
        shared = outputs.shared
        resample: Array = np.ascontiguousarray(outputs.resample)
        kinds = np.dtype(np.int32), np.dtype(np.int64)
        if (
            not native.COMPILED
            or clip is None
            or shared is None
            or resample.dtype not in kinds
            or shared.shape[1] == 1
            or not resample.size
        ):
            return cls.of(measure, np.empty((0, 0)) if outputs.scores is None else outputs.scores, positive, clip)
        step = 1 + outputs.size // PREDICTIONS_LOOKED_AT
        seen = native._native.mistakes(scores=shared, resample=resample, step=step, clip=clip)
        return cls(1 + (outputs.size - 1) // step, *seen)

    @classmethod
    def of(cls, measure: LossMeasure, given: Floats, positive: int, clip: float | None) -> Mistakes:
        """Look at probabilities (N, C); `clip` is the floor under those of a log loss.

        Examples
        --------
        >>> from foldwise.measures import measure
        >>> Mistakes.of(measure("brier"), np.array([[1.0, 0.0], [0.9, 0.1]]), 1, None).above_zero
        0.1
        """
        step = 1 + len(given) // PREDICTIONS_LOOKED_AT
        rows = 1 + (len(given) - 1) // step
        if native.COMPILED and clip is not None and given.dtype == np.float64 and given.shape[1] > 1:
            return cls(rows, *native._native.mistakes(scores=given, resample=NO_ROWS, step=step, clip=clip))
        wrong, lost_there = expected_mistakes(measure, given[::step], positive)
        lost = float(wrong @ lost_there)
        least = float(given.min())
        above_zero = least if least > 0 else float(np.min(given, initial=1.0, where=given > 0))
        return cls(rows, float(wrong.sum()), lost, least, above_zero)

    @property
    def loss(self) -> float:
        """Mean loss of a mistake, however rare mistakes are by the probabilities: these may be too extreme.

        Where hardly any row is wrong, the rows seen do not show what a wrong one costs; the probabilities do.

        Examples
        --------
        >>> from foldwise.measures import measure
        >>> given = np.array([[1.0, 0.0], [0.9, 0.1], [0.01, 0.99]])
        >>> round(Mistakes.of(measure("brier"), given, 1, None).loss, 3)
        0.825
        """
        return self.lost / self.expected if self.expected > ROUNDING_TOLERANCE * self.rows else 0.0


def expected_mistakes(measure: LossMeasure, given: Floats, positive: int) -> tuple[Floats, Floats]:
    """Probability of a mistake by the probabilities of each row, and its loss if the second most probable class is the true one (N,), (N,).

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> wrong, lost = expected_mistakes(measure("brier"), np.array([[0.9, 0.1], [0.2, 0.8]]), 1)
    >>> wrong.round(2).tolist(), lost.round(2).tolist()
    ([0.1, 0.2], [0.81, 0.64])
    """
    if given.shape[1] == 2:  # quicker than looking along every row
        wrong, second = 1 - np.maximum(given[:, 0], given[:, 1]), (given[:, 1] < given[:, 0]).astype(np.intp)
    else:
        wrong, second = 1 - given.max(axis=1), np.argpartition(given, -2, axis=1)[:, -2]
    return wrong, measure.loss(_outcomes_of(second, given, positive))


def expected_mistake_loss(scores: Floats, truth: Codes, clip: float, *, rows: Codes | None = None) -> float:
    """Expected log loss of a mistake, if the log-odds of the true class against the next are normal; 0 where too few rows show it.

    Log-odds that are right have a variance of twice their mean, so that mistakes cost little. Those of a model that is too sure of
    itself by a factor K have one of 2K times their mean, which shows before the first mistake is seen: a mistake then costs K
    times as much. Log-odds beyond those of `clip` are rounded away, and only known to exceed it.

    Parameters
    ----------
    scores
        Probabilities (N, C).
    truth
        Codes of the true classes (N,); of all rows of the dataset (n,) where `rows` are given.
    clip
        Least probability that the logarithm is taken of.
    rows
        Row of each prediction (N,), where rows were predicted more than once.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> sure = 1 / (1 + np.exp(-rng.normal(20, 40**0.5, 1000)))  # right, and its square is twice as sure
    >>> twice = sure**2 / (sure**2 + (1 - sure) ** 2)
    >>> for one in (sure, twice):
    ...     print(round(expected_mistake_loss(np.c_[1 - one, one], np.ones(1000, dtype=int), 2.2e-16), 1))
    1.6
    3.1
    """
    size = len(scores)
    return (
        0.0
        if size < FEWEST_KNOWN
        else mistake_loss_of_odds(size, OddsRanks(*_odds_ranks(scores, truth, clip, rows)), clip)
    )


class OddsRanks(NamedTuple):
    """How many odds of the true class against the next are not rounded away, their median, and the quantile far below it."""

    known: int
    median: float
    lower: float

    @classmethod
    def of(cls, size: int, known: int, at: Callable[[int], float]) -> OddsRanks:
        """Take the odds at the ranks that the loss depends on, of so many rows; `at` gives the odds at a rank from 0."""
        return cls(
            known, at(int(MEDIAN_SHARE * size)), at(int(LOWER_QUARTILE * min(MEDIAN_SHARE, known / size) * size))
        )


def mistake_loss_of_odds(size: int, ranks: OddsRanks, clip: float) -> float:
    """`expected_mistake_loss` of so many rows, from their odds at the ranks that it depends on."""
    erfcx, ndtri = _special().erfcx, _special().ndtri
    highest = -log(clip)
    known, upper, lower = ranks
    if known < FEWEST_KNOWN:
        return 0.0
    share = min(MEDIAN_SHARE, known / size)
    upper, lower = highest if share < MEDIAN_SHARE else log(upper), log(lower)
    place = float(ndtri(share))
    spread = (upper - lower) / (place - float(ndtri(LOWER_QUARTILE * share)))
    if spread <= ROUNDING_TOLERANCE * abs(upper):
        return 0.0
    # Mean over standard deviation; the inverse Mills ratio says how far below 0 the tail is.
    ratio = upper / spread - place
    below = sqrt(2 / pi) / float(erfcx(ratio / sqrt(2))) - ratio if ratio < LARGEST_DEVIATE else 1 / ratio
    return min(highest, spread * max(0.0, below))


@cache
def _special() -> ModuleType:
    """`scipy.special`, loaded when the first log loss is looked at."""
    import scipy.special

    return scipy.special


def true_odds(scores: Floats, truth: Codes, clip: float) -> Floats:
    """Odds of the true class against the next, none of them less than `clip` (N,)."""
    at, others = np.arange(len(scores)), scores.copy()
    others[at, truth] = -1.0
    return np.asarray(np.maximum(scores[at, truth], clip) / np.maximum(others.max(axis=1), clip))


@cache
def known_odds(clip: float) -> float:
    """Odds from which on they are rounded away."""
    return exp(-log(clip) * (1 - 1e-3))


def _odds_ranks(scores: Floats, truth: Codes, clip: float, rows: Codes | None) -> tuple[int, float, float]:
    """Number of odds of the true class against the next that are not rounded away, their median, and their lower quantile."""
    size, limit = len(scores), known_odds(clip)
    row = np.arange(size) if rows is None else rows
    if native.COMPILED and truth.dtype == np.int64 and row.dtype in ROW_TYPES and scores.dtype == np.float64:
        return native._native.odds_ranks(
            scores=scores,
            truth=truth,
            row=np.ascontiguousarray(row),
            clip=clip,
            limit=limit,
            median=MEDIAN_SHARE,
            quartile=LOWER_QUARTILE,
        )
    odds = np.sort(true_odds(scores, truth[row], clip))
    return OddsRanks.of(size, int(np.count_nonzero(odds < limit)), lambda rank: float(odds[rank]))


def uninformed_loss(measure: LossMeasure, counts: Array, positive: int, *, clip: float | None = None) -> float:
    """Mean loss of a prediction that knows the shares of the classes only; of a log loss `clip` is the floor under probabilities.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> round(uninformed_loss(measure("log-loss"), np.array([50, 50]), 1), 4)
    0.6931
    """
    if clip is not None:  # -Σ p ln p: numbers of Python are quicker than arrays of a few of them
        rows = counts.tolist()
        total = sum(rows) or 1
        return -sum([count / total * log(max(count / total, clip)) for count in rows])
    shares, codes = counts / counts.sum(), np.arange(counts.size)
    return float(shares @ measure.loss(_outcomes_of(codes, shares[None].repeat(codes.size, axis=0), positive)))


def rarest_loss(measure: LossMeasure, counts: Array, positive: int) -> float:
    """Loss of a row of the rarest class where a prediction knows the shares of the classes only, half a row added to each.

    What one more row may cost, of a class of which few or none were seen.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> (
    ...     round(rarest_loss(measure("brier"), np.array([50, 50]), 1), 3),
    ...     round(rarest_loss(measure("brier"), np.array([100, 0]), 1), 3),
    ... )
    (0.25, 0.99)
    """
    shares, rarest = (counts + 0.5) / (counts.sum() + counts.size / 2), int(np.argmin(counts))
    return float(measure.loss(_outcomes_of(np.array([rarest]), shares[None], positive))[0])


def _outcomes_of(truth: Codes, scores: Floats, positive: int) -> Outcomes:
    """Outcomes of rows of these classes with these probabilities."""
    return Outcomes(
        truth,
        scores.argmax(axis=1),
        scores=scores,
        score_kind=ScoreKind.PROBABILITY,
        classes=scores.shape[1],
        positive=positive,
    )
