"""`OneHotEncoder` in every resample: one column per level the training rows have, rare levels together in one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine.pipelines.columns import Columns, Node

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.engine.pipelines.shared_columns import Block

__all__ = ["Encoding", "OneHot", "code_levels"]


@final
@dataclass(frozen=True)
class Encoding:
    """How levels become columns.

    Parameters
    ----------
    unknown
        What happens to levels that the training rows lack: ``error``, ``ignore`` or ``infrequent_if_exist``.
    rare
        Levels with fewer training rows than this, or than this share of them, go into one column together; 0: none.
    drop
        ``first`` leaves out the first level of a column, ``if_binary`` does so where there are two, empty never.
    sparse
        Whether the columns are handed on as a sparse matrix.
    """

    unknown: str
    rare: float
    drop: str
    sparse: bool


@final
class OneHot(Node):
    """One column per level; `places` gives the indicators of the levels of each column, in scikit-learn's order."""

    def __init__(self, places: Sequence[Codes], encoding: Encoding) -> None:
        self.places, self.encoding = tuple(places), encoding
        self.width = sum(place.size for place in places) + len(self.places) * (encoding.rare > 0)
        self.sparse = encoding.sparse

    def __call__(self, block: Block) -> Columns:
        """Look which levels there are in each training set."""
        maps = np.zeros((block.size, block.shared.width, self.width))
        there = np.zeros((block.size, self.width), dtype=np.bool_)
        exact = block.rows > 0
        at = 0
        for places in self.places:
            counts = np.rint(block.means[:, places] * block.rows[:, None])
            seen = counts > 0
            if self.encoding.unknown == "error":
                exact &= seen.all(axis=1)
            kept = seen & ~self._rare(counts, block.rows)
            mine = np.arange(at, at + places.size)
            there[:, mine] = kept & ~self._dropped(seen)
            maps[:, places, mine] = there[:, mine]
            at += places.size
            if self.encoding.rare > 0:
                there[:, at] = (seen & ~kept).any(axis=1)
                joined = ~kept if self.encoding.unknown == "infrequent_if_exist" else seen & ~kept
                maps[:, places, at] = joined & there[:, at, None]
                at += 1
        return Columns(maps, np.zeros((block.size, self.width)), there, exact)

    def _rare(self, counts: Floats, rows: Floats) -> Mask:
        """Which levels are rare (B, L)."""
        rare = self.encoding.rare
        return np.asarray(counts < (rare if rare >= 1 else rare * rows[:, None]))

    def _dropped(self, seen: Mask) -> Mask:
        """Which level is left out (B, L)."""
        dropped = np.zeros_like(seen)
        if self.encoding.drop:
            chosen = np.flatnonzero((self.encoding.drop == "first") | (seen.sum(axis=1) == 2))
            dropped[chosen, seen[chosen].argmax(axis=1)] = True
        return dropped


def code_levels(values: Array) -> tuple[Codes, int] | str:
    """Code of the level of each row and their number, a missing value last; or why there are no such codes.

    Examples
    --------
    >>> code_levels(np.array(["b", None, "a"], dtype=object))
    (array([1, 2, 0]), 3)
    """
    listed: list[Any] = values.tolist()
    none = np.array([one is None for one in listed])
    nan = np.array([isinstance(one, float) and one != one for one in listed])
    if none.any() and nan.any():
        return "a column has two kinds of missing values"
    missing = none | nan
    kinds = {type(one) for one, absent in zip(listed, missing, strict=True) if not absent}
    if not (kinds <= {str} or kinds <= {int, float} or kinds <= {bool}):
        return f"a column of categories has values of type {', '.join(sorted(kind.__name__ for kind in kinds))}"
    codes = np.full(values.size, -1)
    names, codes[~missing] = np.unique(
        np.array([one for one, absent in zip(listed, missing, strict=True) if not absent]), return_inverse=True
    )
    codes[missing] = names.size
    return codes, int(names.size + missing.any())
