"""Prepared columns as linear functions of shared ones, one function per resample."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.pipelines.shared_columns import Block, Number

__all__ = ["Columns", "JoinedColumns", "MinMax", "Multiples", "Node", "Numbers", "OwnValues", "Standard"]

SURE_SHARE = 1e-4
"""Share of a mean square that must be left as variance for its digits to be sure."""
CONSTANT_SPREAD = 1e-9
"""Spread, as a share of the size of a value, below which scikit-learn may call a column constant."""


@final
@dataclass(frozen=True, eq=False)
class OwnValues:
    """Values of columns that are no function of shared ones: where they are among the columns (k,), and (B, n, k)."""

    places: Codes
    values: Floats


@final
@dataclass(frozen=True, eq=False)
class Columns:
    """Columns of B resamples: shared · maps + constants.

    Parameters
    ----------
    maps
        (B, q, p).
    constants
        (B, p).
    there
        Whether scikit-learn has this column in this resample (B, p); one that it has not is zero here.
    exact
        Which resamples are done as scikit-learn does them; the others are left to the generic path (B,).
    own
        Columns that have values of their own for training rows; their maps are zero.
    """

    maps: Floats
    constants: Floats
    there: Mask
    exact: Mask
    own: OwnValues | None = None

    def values(self, table: Floats, at: int, columns: Array | slice = slice(None)) -> Floats:
        """Columns of some shared rows (m, q) in the at-th resample (m, p)."""
        return table @ self.maps[at][:, columns] + self.constants[at][columns]

    def parameters(self, *, intercept: bool) -> Floats:
        """From parameters to coefficients of [1, shared] (B, q + 1, k); with an intercept it is the first parameter.

        It then takes in the constants of the columns, which change nothing else.
        """
        count, q, p = self.maps.shape
        maps = np.zeros((count, q + 1, p + intercept))
        maps[:, 1:, int(intercept) :] = self.maps
        if intercept:
            maps[:, 0, 0] = 1.0
        else:
            maps[:, 0] = self.constants
        return maps

    def scaled(self, subtract: Floats, divide: Floats, exact: Mask) -> Columns:
        """(columns - subtract) / divide, which are (B, p)."""
        return Columns(
            self.maps / divide[:, None, :], (self.constants - subtract) / divide, self.there, self.exact & exact
        )


@final
@dataclass(frozen=True, eq=False)
class Multiples:
    """Columns of B resamples each of which is a multiple of its own shared column, and a constant: both (B, q)."""

    factors: Floats
    constants: Floats


class Node(ABC):
    """Gives columns for a block of resamples."""

    width: int
    """Number of columns."""
    missing: bool = False
    """Whether they have missing values."""
    sparse: bool = False
    """Whether scikit-learn hands them on as a sparse matrix."""
    overlapping: bool = False
    """Whether several shared columns of a row may differ from zero in one of them."""
    own: bool = False
    """Whether some of them are no function of shared columns."""

    @abstractmethod
    def __call__(self, block: Block) -> Columns:
        """Fit the step on every resample of the block."""

    def multiples(self, block: Block) -> Multiples | None:  # noqa: ARG002 - most nodes need not look
        """Columns as multiples of the shared ones in their order, and all resamples exact; None where they are not."""
        return None


@final
class Numbers(Node):
    """Columns of numbers as they came."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        self.numbers = tuple(numbers)
        self.width = len(self.numbers)
        self.missing = any(number.missing_at >= 0 for number in self.numbers)

    def __call__(self, block: Block) -> Columns:
        """Undo the centring and scaling of the shared columns."""
        places = [number.at for number in self.numbers]
        maps = np.zeros((block.shared.width, self.width))
        maps[places, np.arange(self.width)] = block.shared.units[places]
        size = block.size
        return Columns(
            np.broadcast_to(maps, (size, *maps.shape)),
            np.broadcast_to(block.shared.centres[places], (size, self.width)),
            np.ones((size, self.width), dtype=np.bool_),
            np.ones(size, dtype=np.bool_),
        )

    def multiples(self, block: Block) -> Multiples | None:
        """Undo the centring and scaling, where there are no other shared columns."""
        if [number.at for number in self.numbers] != list(range(block.shared.width)):
            return None
        shape = block.size, self.width
        return Multiples(np.broadcast_to(block.shared.units, shape), np.broadcast_to(block.shared.centres, shape))


@final
class JoinedColumns(Node):
    """Columns of several nodes side by side."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = tuple(nodes)
        self.width = sum(node.width for node in nodes)
        self.missing = any(node.missing for node in nodes)
        self.sparse = any(node.sparse for node in nodes)
        self.overlapping = any(node.overlapping for node in nodes)
        self.own = any(node.own for node in nodes)

    def __call__(self, block: Block) -> Columns:
        """Put the columns side by side."""
        pieces = [node(block) for node in self.nodes]
        starts = np.cumsum([0, *(node.width for node in self.nodes)]).tolist()
        own = [(start, piece.own) for start, piece in zip(starts[:-1], pieces, strict=True) if piece.own is not None]
        return Columns(
            np.concatenate([piece.maps for piece in pieces], axis=2),
            np.concatenate([piece.constants for piece in pieces], axis=1),
            np.concatenate([piece.there for piece in pieces], axis=1),
            np.logical_and.reduce([piece.exact for piece in pieces]),
            OwnValues(
                np.concatenate([start + values.places for start, values in own]),
                np.concatenate([values.values for _, values in own], axis=2),
            )
            if own
            else None,
        )


@final
class Standard(Node):
    """`StandardScaler`: minus the mean, over the standard deviation; a constant column is not divided."""

    def __init__(self, node: Node, *, with_mean: bool, with_std: bool) -> None:
        self.node, self.with_mean, self.with_std = node, with_mean, with_std
        self.width = node.width

    def __call__(self, block: Block) -> Columns:
        """Work mean and variance out from those of the shared columns."""
        columns = self.node(block)
        means, variances, exact = column_moments(columns, block)
        subtract = means if self.with_mean else np.zeros_like(means)
        divide = np.sqrt(np.where(variances > 0, variances, 1.0)) if self.with_std else np.ones_like(means)
        return columns.scaled(subtract, divide, exact if self.with_std else np.ones_like(exact))

    def multiples(self, block: Block) -> Multiples | None:
        """Divide by the standard deviations, where their digits are beyond doubt."""
        found = self.node.multiples(block)
        if found is None:
            return None
        shifts, squares = block.means * found.factors, block.squares * found.factors**2
        variances = squares - shifts**2
        if not (variances > SURE_SHARE * np.maximum(squares, block.shared.squares * found.factors**2)).all():
            return None
        subtract = found.constants + shifts if self.with_mean else 0.0
        divide = np.sqrt(variances) if self.with_std else np.ones_like(variances)
        return Multiples(found.factors / divide, (found.constants - subtract) / divide)


def column_moments(columns: Columns, block: Block) -> tuple[Floats, Floats, Mask]:
    """Training means and variances of columns (B, p), and the resamples in which they are sure (B,).

    A column is a sum of shared columns of which at most one differs from zero in any row, so its mean square is a sum of
    theirs. Where that leaves too few digits, the training rows are gone through.
    """
    weights = columns.maps**2
    shifts = np.einsum("bq,bqp->bp", block.means, columns.maps)
    squares = np.einsum("bq,bqp->bp", block.squares, weights)
    whole = np.einsum("q,bqp->bp", block.shared.squares, weights)
    means, variances = columns.constants + shifts, squares - shifts**2
    doubtful = ~(variances > SURE_SHARE * np.maximum(squares, whole)) & columns.there
    variances = np.where(columns.there, variances, 0.0)
    exact = block.rows > 0
    for at in np.flatnonzero(doubtful.any(axis=1) & exact).tolist():
        chosen = np.flatnonzero(doubtful[at])
        values = columns.values(block.shared.table[block.train(at)], at, chosen)
        means[at, chosen], variances[at, chosen] = values.mean(axis=0), values.var(axis=0)
        # Equal rows have equal values; a spread as small as rounding is scikit-learn's to call a constant or not.
        constant = np.ptp(values, axis=0) == 0
        variances[at, chosen[constant]] = 0.0
        size = np.abs(columns.constants[at, chosen]) + np.sqrt(squares[at, chosen])
        exact[at] &= bool((constant | (np.sqrt(variances[at, chosen]) > CONSTANT_SPREAD * size)).all())
    return means, variances, exact


@final
class MinMax(Node):
    """`MinMaxScaler`: from the smallest and largest training value to a given range."""

    def __init__(self, node: Numbers, low: float, high: float) -> None:
        self.node, self.low, self.high = node, low, high
        self.width = node.width

    def __call__(self, block: Block) -> Columns:
        """Find the extremes in the sorted columns."""
        columns = self.node(block)
        ends = [extremes(number, block) for number in self.node.numbers]
        low, high = (np.stack(side, axis=1) for side in zip(*ends, strict=True))
        spread = high - low
        sizes = np.maximum(np.abs(low), np.abs(high))
        # scikit-learn divides by 1 where the spread is below ten times the rounding unit.
        exact = ((spread == 0) | (spread > np.maximum(CONSTANT_SPREAD * sizes, 1e-12))).all(axis=1) & (block.rows > 0)
        divide = np.where(spread > 0, spread, 1.0) / (self.high - self.low)
        return columns.scaled(low - self.low * divide, divide, exact)


EXTREME_ROWS = 64
"""How many of the smallest and largest rows are looked at first."""


def extremes(number: Number, block: Block) -> tuple[Floats, Floats]:
    """Smallest and largest training value of a column (B,), (B,)."""
    return _first(number, number.order, block), _first(number, number.order[::-1], block)


def _first(number: Number, order: Array, block: Block) -> Floats:
    """Value of the first training row in an order."""
    seen = block.counts[:, order[:EXTREME_ROWS]] != 0
    if not seen.any(axis=1).all():
        seen = block.counts[:, order] != 0
    return number.values[order[seen.argmax(axis=1)]]
