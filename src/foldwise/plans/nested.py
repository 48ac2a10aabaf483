"""Nested cross-validation: inner resamples choose, outer resamples assess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.drawing import draw_checked
from foldwise.plans.plan import Plan
from foldwise.plans.resamples import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples

__all__ = ["Nested"]


@final
@dataclass(frozen=True)
class Nested(Plan):
    """Draw the outer resamples, and inner resamples of every outer training set.

    Parameters
    ----------
    outer
        Assesses; must not draw a row twice, since copies of a row could then be trained and tested on inside.
    inner
        Chooses hyper-parameters, features, thresholds: everything that looks at the target.

    Notes
    -----
    Inner resamples count positions within the outer training set, so no test row of an outer resample is ever seen inside.
    The result assesses the *procedure* of choosing and fitting.

    References
    ----------
    stone1974, varma2006

    Examples
    --------
    >>> from foldwise.plans import KFold
    >>> str(Nested(KFold(5), KFold(3)))
    'nested(kfold(5), kfold(3))'
    """

    name: ClassVar[str] = "nested"
    summary: ClassVar[str] = "inner resamples of every outer training set, to choose inside and assess outside"

    outer: Plan
    inner: Plan

    def __post_init__(self) -> None:
        """Check that both are plain plans."""
        plans: tuple[object, ...] = (self.outer, self.inner)
        for plan in plans:
            if not isinstance(plan, Plan) or isinstance(plan, Nested):
                message = f"nested needs an outer and an inner plan that are not nested themselves, not {plan}"
                raise PlanError(message, hint="nested(kfold(5), kfold(5))")

    @property
    def structure(self) -> str:
        """That of the outer plan; the inner plan is checked on every training set."""
        return self.outer.structure

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> RowLists:
        """Draw the outer resamples, then the inner ones from a generator for each training set."""
        first, second = rng.spawn(2)
        outer = self.outer.draw(dataset, first)
        train = tuple(outer.train_rows(r) for r in range(outer.count))
        self._check_outer(outer, train)
        inner = tuple(
            draw_checked(self.inner, dataset.subset(rows), child)
            for rows, child in zip(train, second.spawn(outer.count), strict=True)
        )
        return RowLists(
            train=train,
            test=tuple(outer.test_rows(r) for r in range(outer.count)),
            size=dataset.n,
            plan=str(self),
            unit=outer.unit,
            repeats_of=outer.repeat,
            inner=inner,
            note=outer.note,
        )

    def _check_outer(self, outer: Resamples, train: tuple[Codes, ...]) -> None:
        drawn_twice = any(np.unique(rows).size < rows.size for rows in train)
        if outer.overlapping or drawn_twice or outer.train_weights(0) is not None:
            message = (
                f"{self.outer} cannot be the outer plan: it trains on rows more than once or tests rows it trained on"
            )
            raise PlanError(message, hint=f"nested(kfold(5), {self.inner})")
