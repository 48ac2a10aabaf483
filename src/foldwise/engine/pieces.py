"""Blocks of resamples in which slow models are fitted, and how predictions of blocks are joined."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

__all__ = ["append_piece", "join_pieces", "pieces_of", "stages", "with_generic"]


def stages(resamples: Resamples) -> list[tuple[int, int]]:
    """Blocks of resamples in which slow models are fitted: one repeat, one more, then as many again each time.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.plans import as_plan, draw
    >>> stages(draw(as_plan("kfold(5, repeats=4)"), foldwise.sample("iris"), 0))
    [(0, 5), (5, 10), (10, 20)]
    """
    ends, repeats = [], 1
    while repeats < resamples.repeats:
        ends.append(int(np.searchsorted(resamples.repeat, repeats)))
        repeats *= 2
    return list(zip([0, *ends], [*ends, resamples.count], strict=True))


def append_piece(before: Outputs, piece: Outputs) -> Outputs:
    """Put a piece to those before it, in the order of their resamples, whichever came first."""
    both = Outputs.join([before, piece])
    behind = before.size and piece.size and piece.resample[0] < before.resample[-1]
    return both.where(np.argsort(both.resample, kind="stable")) if behind else both


def with_generic(batched: Outputs | None, pieces: list[Outputs], dataset: Dataset) -> Outputs:
    """Put the predictions of a family together with those of the resamples it left to the generic path."""
    if batched is None or batched.row.size == 0:
        return join_pieces(pieces, dataset)
    if not pieces:
        return batched
    return replace(join_pieces([*pieces_of(batched).values(), *pieces], dataset), engine=f"{batched.engine} + generic")


def pieces_of(outputs: Outputs) -> dict[int, Outputs]:
    """Cut a model's predictions into one piece per resample."""
    starts = np.flatnonzero(np.diff(outputs.resample, prepend=-1)).tolist()
    spans = zip(starts, [*starts[1:], outputs.size], strict=True)
    return {int(outputs.resample[start]): outputs.where(slice(start, end)) for start, end in spans}


def join_pieces(pieces: list[Outputs], dataset: Dataset) -> Outputs:
    """Put the pieces of a model together; a model of which every fit failed has no predictions."""
    if pieces:
        return Outputs.join(pieces)
    none = np.zeros(0, dtype=np.intp)
    empty = none if dataset.is_classification else np.zeros(0)
    return Outputs(none, none, empty, None, ScoreKind.NONE, np.zeros(0, dtype=np.uint8))
