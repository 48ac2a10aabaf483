"""Votes of the nearest training rows for the test rows of all resamples, from lists that are searched once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.neighbourhoods.voting import TOO_FEW, training_of
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.engine.neighbourhoods.search import Lists, Search
    from foldwise.engine.neighbourhoods.voting import TrainingForm, Voting
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets

__all__ = ["VoteCount", "first_length"]

NEIGHBOURS_LISTED = 8_000_000
"""Neighbours listed at once."""
COUNTS_HELD = 20_000_000
"""Counts of rows held at once, for resamples that are not parts left out."""
TEST_ROWS = 20_000
"""Test rows a thread counts for at once."""
COST_PER_ENTRY = 10
"""What looking at one row of a list costs, measured in numbers to go through."""


@final
@dataclass(frozen=True, eq=False)
class Batch:
    """Test rows with the lists they need and the resamples they belong to, numbered from 0 (N,).

    They are those at `places`, or, where that is None, those from `first` on.
    """

    training: TrainingForm
    lists: Lists
    places: Codes | None
    first: int
    list_of: Codes
    resample: Codes

    def which(self, a: int, b: int) -> Codes | slice:
        """Places of the test rows a … b-1."""
        return slice(self.first + a, self.first + b) if self.places is None else self.places[a:b]


@final
class VoteCount:
    """Counts the votes for all test rows, with lists that grow where they turn out too short."""

    def __init__(self, search: Search, voting: Voting, training: TrainingSets, test: TestRows) -> None:
        self.search, self.voting = search, voting
        self.training, self.test = training, test
        self.result = np.zeros((voting.ks.size, test.size, voting.classes))
        self.state = np.zeros(test.size, dtype=np.uint8)

    def votes(self) -> Floats:
        """Votes for each k and test row (K, N, C)."""
        n = self.search.X.shape[0]
        # One more than votes, to see whether it is as near as the last that does.
        length = first_length(self.training, int(self.voting.ks[-1]) + 1)
        if n * length <= NEIGHBOURS_LISTED:
            # All lists at once: the test rows need not be brought into the order of the rows.
            self._look(None, self.search.all_nearest(length), self.test.row)
            length = min(n, 4 * length)
        while not self.state.all():
            self._by_rows(np.flatnonzero(self.state == TOO_FEW), length)
            length = min(n, 4 * length)
        return self.result

    def _by_rows(self, waiting: Codes, length: int) -> None:
        """Bring the test rows into the order of their rows, and look at those of a block of rows at a time."""
        waiting = waiting[np.argsort(self.test.row[waiting], kind="stable")]
        rows, place = np.unique(self.test.row[waiting], return_inverse=True)
        edges = np.searchsorted(place, np.arange(rows.size + 1))
        for a, b in blocks(rows.size, max(1, NEIGHBOURS_LISTED // length)):
            lists = self.search.nearest(rows[a:b], length)
            chosen = np.sort(waiting[edges[a] : edges[b]])
            self._look(chosen, lists, np.searchsorted(rows[a:b], self.test.row[chosen]))

    def _count(self, batch: Batch, a: int, b: int) -> None:
        """Count the votes for some of the test rows."""
        which = batch.which(a, b)
        out = self.result[:, which] if isinstance(which, slice) else None
        place, resample = batch.list_of[a:b], batch.resample[a:b]
        votes, state = self.voting.votes(batch.training, batch.lists, place, resample, out=out)
        if votes is not out:
            self.result[:, which] = votes
        self.state[which] = state

    def _look(self, places: Codes | None, lists: Lists, list_of: Codes) -> None:
        """Count for the test rows at some places, ascending, or for all of them, whose lists are those at `list_of`."""
        resample = self.test.resample if places is None else self.test.resample[places]
        count = self.training.count
        step = max(1, COUNTS_HELD // self.search.X.shape[0]) if self.training.parts is None else count
        for start, stop in blocks(count, step):
            everything = start == 0 and stop == count
            first, last = (0, resample.size) if everything else np.searchsorted(resample, [start, stop]).tolist()
            if first < last:
                training = training_of(self.training, start, stop)
                some = None if places is None else places[first:last]
                numbers = resample[first:last] - start if start else resample[first:last]
                batch = Batch(training, lists, some, first, list_of[first:last], numbers)
                work = (last - first) * lists.numbers.shape[1] * COST_PER_ENTRY
                in_threads(partial(self._count, batch), blocks(last - first, TEST_ROWS), numbers=work)


def first_length(training: TrainingSets, k: int) -> int:
    """Length of the lists that suffices for nearly all test rows.

    A resample that leaves out a share s of the rows leaves out about that share of the neighbours; one that draws n of n
    rows takes about as many as it lists, a Poisson number. A list that is a little longer costs less than the second search
    for the one row in a million whose list is too short.
    """
    n = training.n
    if training.complementary:
        share = training.largest_share_left_out
        usual = (k + 5 * sqrt(k * share) + 1) / max(1 - share, 1 / n) + 1
        return min(n, k + round(share * n), ceil(usual))
    drawn = float(training.sizes.min(initial=n)) / n
    return min(n, ceil((k + 3 * sqrt(k) + 2) / max(min(drawn, 1.0), 1 / n)))
