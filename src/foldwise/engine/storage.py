"""How resamples are stored: the only place in the engine that asks, so that nothing else need know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import cached_property, filled_at_once
from foldwise.plans import HeldOut, PairsOut, Partition, RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats
    from foldwise.plans import Resamples

__all__ = ["Parts", "TrainingSets", "all_rows", "is_listed", "validation_rows"]


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Parts:
    """Resamples that leave out one part of the rows each, or two.

    Parameters
    ----------
    numbers
        Part of each row in each repeat (repeats, n).
    k
        Number of parts.
    pairs
        The two parts that each resample of a repeat leaves out (L, 2), a single one twice; None where resample
        (repeat, part) leaves out that part.
    """

    numbers: Array
    k: int
    pairs: Codes | None = None
    count: int = field(init=False)
    """Number of parts of all repeats."""

    def __post_init__(self) -> None:
        """Count the parts."""
        object.__setattr__(self, "count", len(self.numbers) * self.k)

    def left_out(self, start: int, stop: int) -> tuple[Codes, Codes, Codes]:
        """Repeat, first and second part that resamples start … stop-1 leave out, three times (B,)."""
        if self.pairs is None:
            repeat, part = np.divmod(np.arange(start, stop), self.k)
            return repeat, part, part
        repeat, which = np.divmod(np.arange(start, stop), len(self.pairs))
        return repeat, *self.pairs[which].T


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class TrainingSets:
    """The rows that each resample trains on.

    Families may ask what is true of the resamples (`complementary`, `leaves_one_out`, `weighted`); how they are stored
    (`parts`, `held_out`) is for the sums and the compiled passes alone.
    """

    resamples: Resamples

    @property
    def n(self) -> int:
        """Number of rows drawn from."""
        return self.resamples.n

    @cached_property
    def count(self) -> int:
        """Number of resamples, R."""
        return self.resamples.count

    @property
    def sizes(self) -> Floats:
        """Rows of each training set, repeats counted (R,)."""
        return self.resamples.train_sizes

    @cached_property
    def weighted(self) -> bool:
        """Whether rows are trained on with real weights."""
        return self.resamples.count > 0 and self.resamples.train_weights(0) is not None

    @property
    def complementary(self) -> bool:
        """Whether every resample trains once on each row that it does not test."""
        return isinstance(self.resamples, Partition | HeldOut | PairsOut)

    @cached_property
    def leaves_one_out(self) -> bool:
        """Whether every row is left out once, by itself."""
        single = isinstance(self.resamples, Partition) and self.resamples.k == self.n
        return single and bool((self.resamples.test_sizes == 1).all())

    @property
    def largest_share_left_out(self) -> float:
        """Rows of the largest test set, as a share of all rows."""
        return float(self.resamples.test_sizes.max(initial=1)) / self.n

    @cached_property
    def parts(self) -> Parts | None:
        """Part numbers, where the resamples are stored as such."""
        stored = self.resamples
        if isinstance(stored, Partition):
            return Parts(stored.parts, stored.k)
        return Parts(stored.parts, stored.k, stored.left_out) if isinstance(stored, PairsOut) else None

    @property
    def single_parts(self) -> Parts | None:
        """Part numbers, where every resample leaves out one part."""
        return None if self.parts is None or self.parts.pairs is not None else self.parts

    @property
    def held_out(self) -> Array | None:
        """Test rows of each resample (R, m), where they are stored as such and are of one size."""
        return self.resamples.test if isinstance(self.resamples, HeldOut) else None

    def counts(self, start: int, stop: int, *, present: bool = False) -> Counts:
        """How often each row is in training sets start … stop-1 (B, n); with `present` a weighted row counts once."""
        counts = np.ascontiguousarray(self.resamples.train_counts(start, stop))  # of drawn groups they come by column
        return (counts != 0).astype(np.uint8) if present and counts.dtype.kind == "f" else counts

    @cached_property
    def counted_in_bytes(self) -> bool:
        """Whether the counts are numbers of one byte."""
        return self.count > 0 and self.resamples.train_counts(0, 1).dtype == np.uint8

    def rows(self, r: int) -> Codes:
        """Rows of training set r, ascending; a row drawn twice is there twice."""
        return self.resamples.train_rows(r)

    def weights(self, r: int) -> Floats | None:
        """Real weights of the rows of training set r, or None."""
        return self.resamples.train_weights(r)


def all_rows(n: int) -> TrainingSets:
    """One resample that trains and tests on all rows."""
    rows = np.arange(n)
    return TrainingSets(RowLists((rows,), (rows,), n, plan="resubstitution"))


def is_listed(resamples: Resamples) -> bool:
    """Whether the rows of every resample are stored as lists."""
    return isinstance(resamples, RowLists)


def validation_rows(resamples: Resamples, r: int) -> Codes:
    """Rows that resample r keeps for validation; none for most plans."""
    validation = resamples.validation if isinstance(resamples, RowLists) else ()
    return validation[r] if validation else np.zeros(0, dtype=np.intp)
