"""Replace-one: cross-validations of one half of the rows with one row after the other replaced from the other half."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_whole
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import MOST_LISTED, RowLists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.arrays import Codes
    from foldwise.data import Dataset

__all__ = ["ReplaceOne"]

Resample = tuple[int, str, "Codes", "Codes"]
"""Repeat, tag, training rows and test rows of a resample."""


@final
@dataclass(frozen=True)
class ReplaceOne(Plan):
    """Run a k-fold of all rows, one of a random half, and that again for each row replaced by one of the other half.

    Parameters
    ----------
    k
        Number of parts.
    repeats
        How many partitions to draw; the halves and the replacements stay the same.

    Notes
    -----
    2k + h(k - 1) fits per repeat with h = ⌊n/2⌋: replacing a row changes the training set of every part but its own.
    Nothing is stratified, because the replaced row stands for a fresh one. Tags are ``full``, ``half f`` (tests part f of
    the half and the rows that would replace it) and ``swap a b f`` (row a replaced by b, tests part f).

    References
    ----------
    austern2020

    Examples
    --------
    >>> str(ReplaceOne(5))
    'replace-one(5)'
    """

    name: ClassVar[str] = "replace-one"
    summary: ClassVar[str] = "k-fold of a half with each row replaced in turn, for the replace-one interval; many fits"

    k: int = 5
    _: KW_ONLY
    repeats: int = 1

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "k", 2)
        check_whole(self, "repeats", 1)

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the halves, then every partition and its replacements."""
        half = dataset.n // 2
        if half < 2 * self.k:
            message = f"{self} needs at least {4 * self.k} rows, not {dataset.n}"
            raise PlanError(message, hint="kfold(10, repeats=3)")
        fits = self.repeats * (2 * self.k + half * (self.k - 1))
        if fits * half > MOST_LISTED:
            message = f"{self} on {dataset.n:,} rows needs {fits:,} fits of {half:,} rows"
            raise PlanError(message, hint="kfold(10, repeats=3)")
        order = rng.permutation(dataset.n)
        pairs = np.stack([order[:half], order[half : 2 * half]], axis=1)
        drawn = [resample for repeat in range(self.repeats) for resample in self._repeat(repeat, pairs, dataset.n, rng)]
        repeats_of, tags, train, test = zip(*drawn, strict=True)
        return RowLists(train, test, dataset.n, plan=str(self), repeats_of=np.array(repeats_of), tags=tags)

    def _repeat(self, repeat: int, pairs: Codes, n: int, rng: np.random.Generator) -> Iterator[Resample]:
        """One partition of all rows, one of the half, and its replacements."""
        parts = rng.permutation(np.arange(n) % self.k)
        for f in range(self.k):
            yield repeat, "full", np.flatnonzero(parts != f), np.flatnonzero(parts == f)
        half = rng.permutation(np.arange(len(pairs)) % self.k)
        rows = pairs[:, 0]
        for f in range(self.k):
            yield repeat, f"half {f}", np.sort(rows[half != f]), np.sort(pairs[half == f].ravel())
        for at, (row, other) in enumerate(pairs.tolist()):
            swapped = rows.copy()
            swapped[at] = other
            for f in range(self.k):
                if f != half[at]:
                    yield repeat, f"swap {row} {other} {f}", np.sort(swapped[half != f]), np.sort(rows[half == f])
