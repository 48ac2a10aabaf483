"""Resamples as plain arrays and back, whatever their class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError
from foldwise.plans.resamples.count_matrix import CountMatrix
from foldwise.plans.resamples.drawn_counts import DrawnCounts
from foldwise.plans.resamples.held_out import HeldOut
from foldwise.plans.resamples.pairs_out import PairsOut
from foldwise.plans.resamples.partition import Partition
from foldwise.plans.resamples.row_lists import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.plans.resamples.resamples import Resamples

__all__ = ["from_saved", "to_saved"]

KINDS: dict[str, type[Resamples]] = {
    kind.__name__: kind for kind in (CountMatrix, DrawnCounts, HeldOut, PairsOut, Partition, RowLists)
}


def to_saved(resamples: Resamples) -> dict[str, Array]:
    """Write resamples as arrays of numbers and texts, which any array format keeps without pickling.

    Examples
    --------
    >>> sorted(to_saved(Partition(np.array([[0, 1]]), 2)))
    ['class', 'k', 'note', 'parts', 'plan', 'unit']
    """
    kind = type(resamples).__name__
    if KINDS.get(kind) is not type(resamples):
        message = f"resamples of the class {kind} cannot be saved"
        raise InputError(message, hint=f"one of {', '.join(KINDS)}")
    texts = {"class": kind, "plan": resamples.plan, "unit": resamples.unit}
    arrays = {name: np.array(text) for name, text in texts.items()} | resamples.to_arrays()
    for at, inner in enumerate(resamples.inner if isinstance(resamples, RowLists) else ()):
        arrays |= {f"inner.{at}.{name}": part for name, part in to_saved(inner).items()}
    return arrays


def from_saved(arrays: dict[str, Array]) -> Resamples:
    """Undo `to_saved`; the fingerprint is kept.

    Examples
    --------
    >>> from_saved(to_saved(Partition(np.array([[0, 1]]), 2))).plan
    'kfold'
    """
    kind = str(arrays.get("class", "nothing"))
    if kind not in KINDS:
        message = f"these arrays hold no resamples: their class is {kind}"
        raise InputError(message, hint=f"one of {', '.join(KINDS)}")
    resamples = KINDS[kind].from_arrays(arrays, str(arrays["plan"]), str(arrays["unit"]))
    if isinstance(resamples, RowLists) and "inner.0.class" in arrays:
        inner = tuple(from_saved(_under(arrays, f"inner.{at}.")) for at in range(resamples.count))
        return replace(resamples, inner=inner)
    return resamples


def _under(arrays: dict[str, Array], prefix: str) -> dict[str, Array]:
    return {name.removeprefix(prefix): part for name, part in arrays.items() if name.startswith(prefix)}
