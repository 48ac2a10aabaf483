"""Holdout: one training set and one test set."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_flag, check_size, size_in_rows
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists
from foldwise.plans.strata import Strata

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset

__all__ = ["Holdout", "others", "test_rows_wanted"]


@final
@dataclass(frozen=True)
class Holdout(Plan):
    """Hold out a share of the rows, train on the others.

    Parameters
    ----------
    test
        Share of the rows to test, or their number.
    stratify
        Keep the classes (or the range of a numeric target) in proportion.

    Notes
    -----
    Tests n₂ = round(test · n) rows. Stratified, n₂ is divided over the classes by largest remainder, and every class with
    two rows or more is on both sides. One fit without bias by shared rows, but the interval is 1.5 to 3 times as wide as that of repeated
    k-fold. Use ``holdout(0.1)`` where that leaves 1000 test rows.

    References
    ----------
    kohavi1995

    Examples
    --------
    >>> str(Holdout(1 / 3))
    'holdout(1/3)'
    """

    name: ClassVar[str] = "holdout"
    summary: ClassVar[str] = "train on one part, test on the other; one fit"

    test: float = 1 / 3
    _: KW_ONLY
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_size(self, "test")
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the test set."""
        size = test_rows_wanted(self, self.test, dataset.n)
        test = Strata.of(dataset, stratify=self.stratify).choose(size, rng)
        return RowLists((others(test, dataset.n),), (test,), dataset.n, plan=str(self))


def test_rows_wanted(plan: Plan, test: float, n: int) -> int:
    """Size of the test set, with at least one row on either side."""
    size = size_in_rows(test, n)
    if not 0 < size < n:
        message = f"{plan} would test {size:,} of {n:,} rows and train on {n - size:,}"
        raise PlanError(message, hint="kfold(2)" if n >= 2 else None)
    return size


def others(rows: Codes, n: int) -> Codes:
    """Rows that are not among these, ascending."""
    kept = np.ones(n, dtype=np.bool_)
    kept[rows] = False
    return np.flatnonzero(kept)
