"""Complete cross-validation: all test sets of n/k rows, not only those of one partition."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.phrases import count_of
from foldwise.plans.argument import check_whole
from foldwise.plans.combination import MOST_RESAMPLES, all_sets, count_sets, random_sets, written_count
from foldwise.plans.kfold import check_parts
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import HeldOut

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["Complete"]


@final
@dataclass(frozen=True)
class Complete(Plan):
    """Test all C(n, m) sets of m = ⌊n/k⌋ rows, or a random sample of them where they are too many.

    Parameters
    ----------
    k
        One k-th of the rows is in each test set.
    draws
        How many test sets to draw where there are more than 100,000; unused below that, where all are enumerated.

    Notes
    -----
    The average over all partitions that k-fold could have drawn: no variance is left that comes from the draw. The note of
    the resamples says whether they were enumerated or drawn.

    References
    ----------
    kohavi1995

    Examples
    --------
    >>> str(Complete(2))
    'complete(2)'
    """

    name: ClassVar[str] = "complete"
    summary: ClassVar[str] = "all test sets of n/k rows; a random sample where they are more than 100,000"
    random: ClassVar[bool] = False

    k: int = 10
    _: KW_ONLY
    draws: int = 1000

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "k", 2)
        check_whole(self, "draws", 1)

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> HeldOut:
        """Enumerate the test sets, or draw them independently."""
        n = dataset.n
        check_parts(self, self.k, n, "rows")
        size = n // self.k
        count = written_count(n, size)
        if count_sets(n, size) <= MOST_RESAMPLES:
            return HeldOut(
                all_sets(n, size), n, plan=str(self), note=f"all {count} test sets of {count_of(size, 'row')}"
            )
        note = f"{self.draws:,} test sets of {count_of(size, 'row')} drawn at random out of {count}"
        return HeldOut(random_sets(n, size, self.draws, rng), n, plan=str(self), note=note)
