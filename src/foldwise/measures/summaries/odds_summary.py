"""What the log loss of a mistake that was not observed is computed from, for rows that are read in pieces: odds and probabilities by rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.measures.summaries.ranking import ALL_BITS, Ranking, key_values, order_keys
from foldwise.measures.unseen.extreme_predictions import (
    extreme_bound,
    mistake_loss_of_extremes,
    quartile_ranks,
    second_largest,
)
from foldwise.measures.unseen.unseen_loss import OddsRanks, known_odds, mistake_loss_of_odds, true_odds

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["OddsSummary"]

MOST_DISTINCT_ODDS = 1 << 18
"""Distinct odds kept; of more rows their leading bits are kept, which place a row among them."""


@final
@dataclass(frozen=True, eq=False)
class OddsSummary:
    """Odds of the true class against the next of some rows, and their second largest probability; two of them add up.

    Parameters
    ----------
    odds
        Order of the odds.
    seconds
        Order of the second largest probabilities of rows with a wrong and with the right class on top.

    Examples
    --------
    >>> from foldwise.measures import expected_mistake_loss
    >>> rng = np.random.default_rng(0)
    >>> scores, truth = rng.dirichlet(np.ones(3), 90), rng.integers(0, 3, 90)
    >>> both = OddsSummary.of(scores[:40], truth[:40], 1e-15) + OddsSummary.of(scores[40:], truth[40:], 1e-15)
    >>> both.mistake_loss(1e-15) == expected_mistake_loss(scores, truth, 1e-15)
    True
    """

    odds: Ranking
    seconds: Ranking

    @classmethod
    def of(
        cls,
        scores: Floats,
        truth: Codes,
        clip: float,
        *,
        budget: int = MOST_DISTINCT_ODDS,
        like: OddsSummary | None = None,
    ) -> OddsSummary:
        """Look at the probabilities of rows of these classes (n, C); no finer than `like`, with which it will be merged."""
        bits = (ALL_BITS, ALL_BITS) if like is None else (like.odds.bits, like.seconds.bits)
        odds, right = true_odds(scores, truth, clip), (scores.argmax(axis=1) == truth).astype(np.intp)
        none = np.zeros(len(scores), dtype=np.intp)
        return cls(
            Ranking.of(odds, none, 1, budget=budget, bits=bits[0]),
            Ranking.of(second_largest(scores), right, 2, budget=budget, bits=bits[1]),
        )

    def __add__(self, other: OddsSummary) -> OddsSummary:
        """Merge two disjoint sets of rows."""
        return OddsSummary(self.odds + other.odds, self.seconds + other.seconds)

    def mistake_loss(self, clip: float) -> float:
        """Expected log loss of a mistake, by how far apart the logarithms lie (`expected_mistake_loss`, `extreme_mistake_loss`)."""
        return max(self._of_odds(clip), self._of_extremes(clip)) if self.odds.keys.size else 0.0

    def _of_odds(self, clip: float) -> float:
        size = int(self.odds.rows.sum())
        limit = int(order_keys(np.array([known_odds(clip)]))[0]) >> (ALL_BITS - self.odds.bits)
        known = int(self.odds.counts[self.odds.keys < np.uint64(limit)].sum())
        return mistake_loss_of_odds(size, OddsRanks.of(size, known, lambda rank: _at(self.odds, rank)), clip)

    def _of_extremes(self, clip: float) -> float:
        places = self.seconds
        sure, unsure = (_at(places, rank) for rank in quartile_ranks(int(places.rows.sum())))
        bound = extreme_bound(sure, unsure, clip)
        if bound is None:
            return 0.0
        far = places.keys < order_keys(np.array([bound]))[0] >> np.uint64(ALL_BITS - places.bits)
        wrong, right = places.counts[far].sum(axis=0).tolist()
        return 0.0 if wrong or not right else mistake_loss_of_extremes(int(right), _at(places, 0), clip)


def _at(ranking: Ranking, rank: int) -> float:
    """The value at this rank from 0; of bins the least that it can be."""
    place = int(np.searchsorted(np.cumsum(ranking.counts.sum(axis=1)), rank, side="right"))
    return float(key_values(ranking.keys[place : place + 1] << np.uint64(ALL_BITS - ranking.bits))[0])
