"""`SelectKBest` in every resample: F values of all columns from sums that are subtracted or multiplied out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.sums import class_indicators
from foldwise.engine.pipelines.columns import Columns, Node

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.engine.pipelines.shared_columns import Block

__all__ = ["Criterion", "Selected", "Separation", "Slope"]

LEAST_LEAD = 1e-7
"""How far the last column that is selected must be before the first that is not, as a share of its value."""
LEAST_SPREAD = 1e-7
"""Share of a sum of squares that must be left for an F value to have enough digits."""


class Criterion(ABC):
    """What columns are ranked by; the constants of the columns do not matter to it."""

    @abstractmethod
    def __call__(self, columns: Columns, block: Block) -> tuple[Floats, Mask]:
        """Larger is better (B, p); and where the value is sure (B, p)."""


@final
@dataclass(frozen=True, eq=False)
class Separation(Criterion):
    """`f_classif`: variance between the classes over that within them."""

    codes: Codes
    classes: int

    @cached_property
    def indicators(self) -> Floats:
        """Indicators of the classes (n, C)."""
        return class_indicators(self.codes, self.classes, None)

    def __call__(self, columns: Columns, block: Block) -> tuple[Floats, Mask]:
        """Rank by the share of the variance that is between the classes: F grows with it."""
        table = block.shared.table

        def summands(chosen: Codes | slice) -> Floats:
            rows, indicators = table[chosen], self.indicators[chosen]
            return np.concatenate(
                [(indicators[:, :, None] * rows[:, None, :]).reshape(len(rows), -1), indicators], axis=1
            )

        sums = block.sums_of(self, summands)
        q = table.shape[1]
        counts = sums[:, self.classes * q :]
        of_class = sums[:, : self.classes * q].reshape(-1, self.classes, q) @ columns.maps  # (B, C, p)
        middle = of_class.sum(axis=1) ** 2 / np.maximum(block.rows, 1.0)[:, None]
        between = (of_class**2 / np.maximum(counts, 1.0)[:, :, None]).sum(axis=1) - middle
        squares = block.rows[:, None] * np.einsum("bq,bqp->bp", block.squares, columns.maps**2)
        total = squares - middle
        sure = (total > LEAST_SPREAD * squares) & (total - between > LEAST_SPREAD * total)
        return between / np.where(sure, total, 1.0), sure


@final
@dataclass(frozen=True, eq=False)
class Slope(Criterion):
    """`f_regression`: squared correlation with the target."""

    target: Floats

    @cached_property
    def centred(self) -> Floats:
        """The target about its mean, which keeps the digits (n,)."""
        return self.target - self.target.mean()

    def __call__(self, columns: Columns, block: Block) -> tuple[Floats, Mask]:
        """Rank by the squared correlation, without what is the same for all columns: F grows with it."""
        table = block.shared.table

        def summands(chosen: Codes | slice) -> Floats:
            y = self.centred[chosen][:, None]
            return np.concatenate([table[chosen] * y, y], axis=1)

        sums = block.sums_of(self, summands)
        rows = np.maximum(block.rows, 1.0)[:, None]
        means = np.einsum("bq,bqp->bp", block.means, columns.maps)
        cross = np.einsum("bq,bqp->bp", sums[:, :-1], columns.maps) - means * sums[:, -1:]
        squares = rows * np.einsum("bq,bqp->bp", block.squares, columns.maps**2)
        total = squares - rows * means**2
        sure = total > LEAST_SPREAD * squares
        return cross**2 / np.where(sure, total, 1.0), sure


@final
class Selected(Node):
    """The k columns with the largest value of a criterion, in their old order."""

    def __init__(self, node: Node, k: int, criterion: Criterion) -> None:
        self.node, self.width, self.criterion = node, k, criterion

    def __call__(self, block: Block) -> Columns:
        """Rank and take; a resample in which the choice is not clear is left alone."""
        columns = self.node(block)
        values, sure = self.criterion(columns, block)
        ranked = np.sort(np.where(sure, values, -np.inf), axis=1)[:, ::-1]
        exact = columns.exact & (block.rows > 0) & (sure | ~columns.there).all(axis=1)
        exact &= np.isfinite(ranked[:, self.width - 1])
        if self.width < values.shape[1]:
            exact &= ranked[:, self.width - 1] * (1 - LEAST_LEAD) > np.maximum(ranked[:, self.width], 0.0)
        chosen = np.sort(np.argsort(-np.where(sure, values, -np.inf), axis=1, kind="stable")[:, : self.width], axis=1)
        return Columns(
            np.take_along_axis(columns.maps, chosen[:, None, :], axis=2),
            np.take_along_axis(columns.constants, chosen, axis=1),
            np.take_along_axis(columns.there, chosen, axis=1),
            exact,
        )
