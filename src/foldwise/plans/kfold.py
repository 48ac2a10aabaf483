"""K-fold cross-validation: every row is tested exactly once per repeat."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.errors import PlanError
from foldwise.plans.argument import check_flag, check_whole
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import Partition
from foldwise.plans.strata import Strata, note_on_rare_classes

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["KFold", "check_parts"]


@final
@dataclass(frozen=True)
class KFold(Plan):
    """Cut the rows into k parts of near-equal size and test on each part in turn.

    Parameters
    ----------
    k
        Number of parts, from 2 to the number of rows; k = n is leave-one-out.
    repeats
        How many partitions to draw. Repeats lower the variance that comes from the draw, not the bias.
    stratify
        Assign the rows so that every part mirrors the classes (or the range of a numeric target) of the whole.

    Notes
    -----
    The models are trained on n(k-1)/k rows, so the estimate is slightly pessimistic: its expectation is the risk at that
    size. Part sizes, and the rows of each class in the parts, differ by at most one. `5x2` and `10x10` are short for
    ``kfold(2, repeats=5)`` and ``kfold(10, repeats=10)``.

    References
    ----------
    kohavi1995

    Examples
    --------
    >>> str(KFold(10, repeats=3))
    'kfold(10, repeats=3)'
    """

    name: ClassVar[str] = "kfold"
    summary: ClassVar[str] = "k parts of equal size, each tested by a model of the others; the default"

    k: int = 10
    _: KW_ONLY
    repeats: int = 1
    stratify: bool = True

    def __post_init__(self) -> None:
        """Check the arguments."""
        check_whole(self, "k", 2)
        check_whole(self, "repeats", 1)
        check_flag(self, "stratify")

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Partition:
        """Draw `repeats` independent partitions."""
        check_parts(self, self.k, dataset.n, "rows")
        strata = Strata.of(dataset, stratify=self.stratify)
        note = note_on_rare_classes(dataset, self.k)
        return Partition(strata.assign_parts(self.k, rng, self.repeats), self.k, plan=str(self), note=note)


def check_parts(plan: Plan, k: int, available: int, units: str, *, least: int = 2) -> None:
    """Refuse more parts than there are rows or groups to put in them; the plan itself needs at `least` so many."""
    if k > available:
        message = f"{plan} needs at least {k:,} {units}, not {available:,}"
        group_hint = "the call without groups=, since all rows belong to one group" if units == "groups" else None
        raise PlanError(message, hint=f"{plan.name}({available})" if available >= least else group_hint)
