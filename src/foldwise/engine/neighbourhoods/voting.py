"""Votes of the nearest training rows of every resample, from one list of neighbours per row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.neighbourhoods.search import Lists
    from foldwise.engine.storage import TrainingSets

__all__ = ["ARBITRARY", "DECIDED", "TOO_FEW", "Counted", "PartsOut", "TrainingForm", "Voting", "training_of"]

TOO_FEW, DECIDED, ARBITRARY = 0, 1, 2
"""What is known about the voters of a test row."""
SAME_DISTANCE = 1e-9
"""Distances that differ by less than this share may be the same but for rounding, which scikit-learn does otherwise."""


@final
@dataclass(frozen=True, eq=False)
class PartsOut:
    """Resamples that train on all parts but one or two.

    Parameters
    ----------
    parts
        Part of each row in each repeat (repeats, n).
    left_out
        Repeat, first and second part left out of each resample (R, 3).
    """

    parts: Array
    left_out: Codes

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.parts.shape[1])

    def times(self, resample: Codes, row: Array) -> Array:
        """How often resamples train on rows, pair by pair."""
        repeat, first, second = np.moveaxis(self.left_out[resample], -1, 0)
        part = self.parts[repeat, row]
        return ((part != first) & (part != second)).astype(np.int64)


@final
@dataclass(frozen=True, eq=False)
class Counted:
    """Resamples that train on rows by count (R, n)."""

    counts: Array

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.counts.shape[1])

    def times(self, resample: Codes, row: Array) -> Array:
        """How often resamples train on rows, pair by pair."""
        return self.counts[resample, row].astype(np.int64)


TrainingForm = PartsOut | Counted


def training_of(training: TrainingSets, start: int, stop: int) -> TrainingForm:
    """Training rows of resamples start … stop-1; those that leave parts out are stored as parts."""
    parts = training.parts
    if parts is None:
        return Counted(np.ascontiguousarray(training.counts(start, stop), dtype=np.uint16))
    left_out = np.empty((stop - start, 3), dtype=np.int64)
    left_out[:, 0], left_out[:, 1], left_out[:, 2] = parts.left_out(start, stop)
    return PartsOut(np.ascontiguousarray(parts.numbers, dtype=np.int32), left_out)


@final
@dataclass(frozen=True, eq=False)
class Voting:
    """How neighbours are counted.

    A neighbour is `weighted` by one over its distance, one at distance zero outweighing all others; one over a distance
    below the share `negligible` of the longest of a list is rounding alone. Codes or values of the rows are empty where
    the others are predicted.
    """

    ks: Codes
    weighted: bool
    codes: Array
    values: Floats
    classes: int
    negligible: float = 0.0

    def votes(
        self, training: TrainingForm, lists: Lists, place: Codes, resample: Codes, *, out: Floats | None = None
    ) -> tuple[Floats, Array]:
        """Count votes per class, or take means, for each k and test row (K, N, C); and say what is known of them (N,).

        A test row is `TOO_FEW` where its list does not suffice, `ARBITRARY` where other rows at the same distance could
        have voted and have another target, else `DECIDED`.

        `place` says which list each test row needs, `resample` to which it belongs; votes may be written to `out`,
        zeros that lie row after row.
        """
        if native.COMPILED:
            usable = out is not None and out.flags.c_contiguous
            votes = out if out is not None and usable else np.zeros((self.ks.size, place.size, self.classes))
            state = np.zeros(place.size, dtype=np.uint8)
            about: dict[str, Any] = {
                "numbers": lists.numbers,
                "distances": lists.distances,
                "place": place,
                "resample": resample,
                "ks": self.ks,
                "codes": self.codes,
                "values": self.values,
                "weighted": self.weighted,
                "same": SAME_DISTANCE,
                "negligible": self.negligible,
                "votes": votes,
                "state": state,
            }
            if isinstance(training, PartsOut):
                native._native.vote_parts(parts=training.parts, left_out=training.left_out, **about)
            else:
                native._native.vote_counts(counts=training.counts, **about)
            return votes, state
        votes, done = self._count(training, lists, place, resample)
        return votes, np.where(done, self._judge(training, lists, place, resample), TOO_FEW).astype(np.uint8)

    def _judge(self, training: TrainingForm, lists: Lists, place: Codes, resample: Codes) -> Array:
        """What is known about the voters of each test row, where the list holds enough of them (N,)."""
        distances, numbers = lists.distances[place], lists.numbers[place]
        times = np.stack([training.times(resample, row) for row in numbers.T], axis=1)
        taken, every = np.cumsum(times, axis=1), np.arange(place.size)
        target = (self.values if self.values.size else self.codes)[numbers].astype(np.float64)
        arbitrary = np.zeros(place.size, dtype=np.bool_)
        known = np.ones(place.size, dtype=np.bool_)
        for k in self.ks.tolist():
            last = np.minimum((taken < k).sum(axis=1), taken.shape[1] - 1)
            far = distances[every, last][:, None]
            zone = (times > 0) & (distances >= far * (1 - SAME_DISTANCE)) & (distances <= far * (1 + SAME_DISTANCE))
            low = np.where(zone, target, np.inf).min(axis=1)
            high = np.where(zone, target, -np.inf).max(axis=1)
            # Where all of the zone votes, or all of it has the same target, its order does not matter.
            arbitrary |= (np.where(zone, taken, 0).max(axis=1) != k) & (low != high)
            known &= (distances[:, -1] > far[:, 0] * (1 + SAME_DISTANCE)) | (distances.shape[1] >= training.n)
            if self.weighted and self.negligible:
                voting = (times > 0) & (np.arange(taken.shape[1]) <= last[:, None])
                arbitrary |= (voting & (distances <= self.negligible * distances[:, -1:])).any(axis=1)
        return np.where(arbitrary, ARBITRARY, np.where(known, DECIDED, TOO_FEW))

    def _count(self, training: TrainingForm, lists: Lists, place: Codes, resample: Codes) -> tuple[Floats, Mask]:
        """Go down all lists together, one neighbour at a time."""
        votes = np.zeros((self.ks.size, place.size, self.classes))
        every = np.arange(place.size)
        tallies = np.zeros(
            (2, place.size, self.classes + 1)
        )  # near and at distance zero; the last column is the weight
        taken = np.zeros(place.size, dtype=np.int64)
        for at in range(lists.numbers.shape[1]):
            row = lists.numbers[place, at]
            left = training.times(resample, row)
            with np.errstate(divide="ignore"):
                weight = 1.0 / lists.distances[place, at] if self.weighted else np.ones(place.size)
            zero = np.isinf(weight)
            column = self.codes[row] if self.codes.size else np.zeros(place.size, dtype=np.intp)
            worth = np.where(zero, 1.0, weight)
            value = worth * (self.values[row] if self.values.size else 1.0)
            for level, k in enumerate(self.ks):
                use = np.clip(k - taken, 0, left)
                tallies[zero.astype(np.intp), every, column] += use * value
                tallies[zero.astype(np.intp), every, -1] += use * worth
                reached = (use > 0) & (taken + use == k)
                votes[level, reached] = self._result(tallies[:, reached])
                taken += use
                left -= use
        return votes, taken >= self.ks[-1]

    def _result(self, tallies: Floats) -> Floats:
        near, same = tallies
        chosen = np.where(same[:, -1:] > 0, same, near)
        return chosen[:, :-1] / chosen[:, -1:] if self.values.size else chosen[:, :-1]
