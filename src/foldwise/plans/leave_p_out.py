"""Leave-p-out: every set of p rows is tested once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

from foldwise.errors import PlanError
from foldwise.plans.argument import check_whole
from foldwise.plans.combination import MOST_RESAMPLES, all_sets, count_sets, written_count
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import HeldOut

if TYPE_CHECKING:
    import numpy as np

    from foldwise.data import Dataset

__all__ = ["LeavePOut"]


@final
@dataclass(frozen=True)
class LeavePOut(Plan):
    """Test every set of p rows by a model of all the others.

    Parameters
    ----------
    p
        Rows in a test set.

    Notes
    -----
    Has C(n, p) resamples and is refused above 100,000; ``complete(k)`` then samples the test sets.

    References
    ----------
    arlot2010

    Examples
    --------
    >>> str(LeavePOut(2))
    'lpo(2)'
    """

    name: ClassVar[str] = "lpo"
    summary: ClassVar[str] = "leave every set of p rows out"
    random: ClassVar[bool] = False

    p: int = 2

    def __post_init__(self) -> None:
        """Check the argument."""
        check_whole(self, "p", 1)

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> HeldOut:  # noqa: ARG002 - nothing is drawn
        """Enumerate the test sets."""
        n = dataset.n
        if self.p >= n:
            message = f"{self} needs at least {self.p + 1} rows, not {n}"
            raise PlanError(message, hint="loo" if n >= 2 else None)
        if count_sets(n, self.p) > MOST_RESAMPLES:
            message = f"{self} on {n:,} rows has {written_count(n, self.p)} resamples, more than {MOST_RESAMPLES:,}"
            raise PlanError(message, hint=f"complete({n // self.p}, draws=1000)")
        return HeldOut(all_sets(n, self.p), n, plan=str(self))
