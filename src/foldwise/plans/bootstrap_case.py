"""Bootstrap-case: leave-one-out within bootstrap samples, all copies of a row left out together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.argument import check_whole
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import MOST_LISTED, RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset

__all__ = ["BootstrapCase"]

TRIES = 1000


@final
@dataclass(frozen=True)
class BootstrapCase(Plan):
    """Draw bootstrap samples, and leave each of their rows out, with all its copies; before them, plain leave-one-out.

    Parameters
    ----------
    draws
        How many bootstrap samples.

    Notes
    -----
    About n + .632 n · draws fits: practical for few rows or a batched kernel. A sample in which a class has fewer than two
    distinct rows is thrown away and drawn again. The training set of a row that was drawn m times has n - m rows. The
    plain leave-one-out is the first repeat and is tagged ``full``.

    References
    ----------
    jiang2008

    Examples
    --------
    >>> str(BootstrapCase(100))
    'bootstrap-case(100)'
    """

    name: ClassVar[str] = "bootstrap-case"
    summary: ClassVar[str] = "leave-one-out within bootstrap samples, for the bootstrap-case interval; many fits"

    draws: int = 100

    def __post_init__(self) -> None:
        """Check the argument."""
        check_whole(self, "draws", 1)

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the samples one after the other."""
        n = dataset.n
        if n < 4 or 0.632 * self.draws * n**2 > MOST_LISTED:
            message = f"{self} on {n:,} rows needs {0.632 * self.draws * n:,.0f} fits of {n:,} rows"
            raise PlanError(message, hint="bootstrap(200)")
        samples = [np.arange(n), *(self._sample(dataset, rng) for _ in range(self.draws))]
        left_out = [(at, sample, row) for at, sample in enumerate(samples) for row in np.unique(sample).tolist()]
        return RowLists(
            train=tuple(sample[sample != row] for _, sample, row in left_out),
            test=tuple(np.array([row]) for *_, row in left_out),
            size=n,
            plan=str(self),
            repeats_of=np.array([at for at, *_ in left_out]),
            tags=tuple("case" if at else "full" for at, *_ in left_out),
        )

    def _sample(self, dataset: Dataset, rng: np.random.Generator) -> Codes:
        """Rows drawn with replacement, ascending, with two distinct rows of every class."""
        for _ in range(TRIES):
            sample = np.sort(rng.integers(0, dataset.n, dataset.n))
            distinct = np.unique(sample)
            if not dataset.is_classification:
                return sample
            if np.bincount(dataset.codes[distinct], minlength=len(dataset.classes)).min() >= 2:
                return sample
        message = f"{TRIES:,} bootstrap samples in a row had a class with fewer than two distinct rows"
        raise PlanError(message, hint="kfold(10, repeats=3)")
