"""How the scores of each group rank its positive rows above its negative ones."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["area_wins", "placements"]


class _Ranked(TypedDict):
    """What both compiled functions are handed."""

    scores: Floats
    positive: Mask
    starts: Codes
    threads: int


def _plain(scores: Floats, positive: Mask, starts: Codes) -> _Ranked:
    return {
        "scores": np.ascontiguousarray(scores, np.float64),
        "positive": np.ascontiguousarray(positive),
        "starts": np.ascontiguousarray(starts, np.int64),
        "threads": native.cores() if scores.size >= native.WORTH_THREADS else 1,
    }


def area_wins(scores: Floats, positive: Mask, starts: Codes) -> Floats | None:
    """Pairs (positive, negative) that the positive row wins, ties half, in each group from starts[g] to starts[g + 1].

    None without a compiler: the numpy twin, which also takes weights, is in `foldwise.measures.areas`.
    """
    if not native.COMPILED:
        return None
    wins = np.empty(starts.size - 1)
    native._native.area_wins(**_plain(scores, positive, starts), wins=wins)
    return wins


def placements(scores: Floats, positive: Mask, starts: Codes) -> Floats:
    """Share of the other class of its group that each row is ranked right against, ties half (n,); NaN without one.

    The rows of group g are those from starts[g] to starts[g + 1]; their mean over either class is the area of the group.

    Examples
    --------
    >>> placements(np.array([0.1, 0.4, 0.2, 0.2]), np.array([False, True, False, True]), np.array([0, 2, 4]))
    array([1. , 1. , 0.5, 0.5])
    """
    if not native.COMPILED:
        parts = [_placements(scores[a:b], positive[a:b]) for a, b in pairwise(starts.tolist())]
        return np.concatenate(parts) if parts else np.empty(0)
    places = np.empty(scores.size)
    native._native.placements(**_plain(scores, positive, starts), places=places)
    return places


def _placements(scores: Floats, positive: Mask) -> Floats:
    places = np.empty(scores.size)
    for up in (True, False):
        others, rows = np.sort(scores[positive != up]), positive == up
        under, through = (np.searchsorted(others, scores[rows], side) for side in ("left", "right"))
        right = under if up else others.size - through
        with np.errstate(invalid="ignore"):
            places[rows] = (right + (through - under) / 2) / np.float64(others.size)
    return places
