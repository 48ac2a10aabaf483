"""Leave-pair-out: every pair of rows of different classes is tested by a model of all the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.combination import MOST_RESAMPLES
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import HeldOut

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.data import Dataset

__all__ = ["LeavePairOut"]


@final
@dataclass(frozen=True)
class LeavePairOut(Plan):
    """Leave out each pair of rows of different classes together.

    Notes
    -----
    Both rows of a pair are scored by the same model, so their order is meaningful: the share of pairs in the right order is
    an almost unbiased AUC, where leave-one-out has none and small parts have a biased one. Two classes have n₊n₋
    resamples; above 100,000 it is refused. Rows of small classes are tested more often, so it serves the AUC only.

    References
    ----------
    airola2011

    Examples
    --------
    >>> str(LeavePairOut())
    'leave-pair-out'
    """

    name: ClassVar[str] = "leave-pair-out"
    summary: ClassVar[str] = "leave every pair of rows of different classes out, for the AUC of few rows"
    random: ClassVar[bool] = False

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> HeldOut:  # noqa: ARG002 - nothing is drawn
        """Enumerate the pairs."""
        if not dataset.is_classification:
            message = f"{self} needs classes, and the target is numeric"
            raise PlanError(message, hint="lpo(2)")
        sizes = dataset.class_counts
        count = (int(sizes.sum()) ** 2 - int((sizes**2).sum())) // 2
        if count > MOST_RESAMPLES:
            message = f"{self} on {dataset.n:,} rows has {count:,} resamples, more than {MOST_RESAMPLES:,}"
            raise PlanError(message, hint="kfold(10, repeats=3)")
        if dataset.n < 3 or not count:
            message = f"{self} needs two classes and a third row to train on, and there are {dataset.n:,} rows"
            raise PlanError(message)
        return HeldOut(unlike_pairs(dataset.codes), dataset.n, plan=str(self))


def unlike_pairs(codes: Codes) -> Array:
    """Every pair of rows of different classes (pairs, 2).

    Examples
    --------
    >>> unlike_pairs(np.array([0, 1, 0])).tolist()
    [[0, 1], [1, 2]]
    """
    first, second = np.triu_indices(codes.size, 1)
    unlike = codes[first] != codes[second]
    return np.stack([first[unlike], second[unlike]], axis=1)
