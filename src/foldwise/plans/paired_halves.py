"""Paired halves: holdouts of the whole and of random halves, as the conservative z interval needs."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_flag, check_size, check_whole, size_in_rows
from foldwise.plans.holdout import others
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists
from foldwise.plans.strata import Strata

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset

__all__ = ["PairedHalves"]


@final
@dataclass(frozen=True)
class PairedHalves(Plan):
    """Draw holdouts of all rows, and as many of each of two disjoint halves, for several pairs of halves.

    Parameters
    ----------
    pairs
        Number of pairs of halves, M.
    splits
        Holdouts of the whole and of each half, J.
    test
        Share of all rows to test, or their number, n₂; at most a quarter. The halves test as many rows.
    stratify
        Keep the classes (or the range of a numeric target) in proportion.

    Notes
    -----
    (2M + 1)J fits. The whole trains on n - n₂ rows, a half on ⌊n/2⌋ - n₂. Tags are ``full``, ``half 1a``, ``half 1b``, …;
    the two halves of a pair share no row, so their difference shows the variance between independent samples.

    References
    ----------
    nadeau2003

    Examples
    --------
    >>> str(PairedHalves(10, splits=5))
    'paired-halves(10, splits=5)'
    """

    name: ClassVar[str] = "paired-halves"
    summary: ClassVar[str] = "holdouts of the whole and of disjoint halves, for the conservative z interval"

    pairs: int = 10
    _: KW_ONLY
    splits: int = 15
    test: float = 0.1
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "pairs", 1)
        check_whole(self, "splits", 1)
        check_size(self, "test")
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the holdouts of the whole, then those of each half."""
        n = dataset.n
        size = size_in_rows(self.test, n)
        if not 1 <= size <= n // 4:
            message = f"{self} needs to test from 1 row to a quarter of them, {n // 4}, not {size} of {n:,} rows"
            raise PlanError(message, hint="paired-halves(10)" if n >= 6 else None)
        strata = Strata.of(dataset, stratify=self.stratify)
        sources = [("full", np.arange(n)), *_halves(strata, self.pairs, rng)]
        drawn = [
            (tag, rows[chosen], rows[others(chosen, rows.size)])
            for tag, rows in sources
            for chosen in _holdouts(strata.take(rows), size, self.splits, rng)
        ]
        tags, test, train = zip(*drawn, strict=True)
        return RowLists(train, test, n, plan=str(self), tags=tags)


def _halves(strata: Strata, pairs: int, rng: np.random.Generator) -> list[tuple[str, Codes]]:
    """Pairs of disjoint halves of ⌊n/2⌋ rows; where n is odd a row stays out."""
    n = strata.n
    halves = []
    for pair in range(1, pairs + 1):
        first = strata.choose(n // 2, rng, both_sides=False)
        rest = others(first, n)
        second = rest[strata.take(rest).choose(n // 2, rng, both_sides=False)]
        halves += [(f"half {pair}a", first), (f"half {pair}b", second)]
    return halves


def _holdouts(strata: Strata, size: int, count: int, rng: np.random.Generator) -> list[Codes]:
    """Test sets of exactly `size` rows: all of the whole and of the halves must be alike in that."""
    return [strata.choose(size, rng, both_sides=False) for _ in range(count)]
