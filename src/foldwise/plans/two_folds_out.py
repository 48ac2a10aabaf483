"""Two-folds-out: every part and every pair of parts is left out, as the nested-CV interval needs."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.plans.argument import check_flag, check_whole
from foldwise.plans.kfold import check_parts
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import PairsOut
from foldwise.plans.strata import Strata, note_on_rare_classes

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["TwoFoldsOut"]


@final
@dataclass(frozen=True)
class TwoFoldsOut(Plan):
    """Cut the rows into k parts and fit without each part and without each pair of parts.

    Parameters
    ----------
    k
        Number of parts, at least 3.
    repeats
        How many partitions to draw; the interval needs 3 or more, 10 is enough.
    stratify
        Keep the classes (or the range of a numeric target) in proportion.

    Notes
    -----
    k(k+1)/2 fits per repeat. The model without parts i and j tests both: part i as the inner test of j, and part j as the
    inner test of i, so one fit serves two outer loops.

    References
    ----------
    bates2024

    Examples
    --------
    >>> str(TwoFoldsOut(5, repeats=3))
    'two-folds-out(5, repeats=3)'
    """

    name: ClassVar[str] = "two-folds-out"
    summary: ClassVar[str] = "every part and every pair of parts left out, for the careful nested-CV interval"

    k: int = 5
    _: KW_ONLY
    repeats: int = 10
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "k", 3)
        check_whole(self, "repeats", 1)
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> PairsOut:
        """Draw `repeats` independent partitions."""
        check_parts(self, self.k, dataset.n, "rows", least=3)
        strata = Strata.of(dataset, stratify=self.stratify)
        note = note_on_rare_classes(dataset, self.k)
        return PairsOut(strata.assign_parts(self.k, rng, self.repeats), self.k, plan=str(self), note=note)
