"""Names of segments: their order, and what they may not be called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.content import is_number
from foldwise.errors import InputError, refuse_segment_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from foldwise.arrays import Array

__all__ = ["NO_SEGMENT", "check_segments", "name_moments", "order_segments"]

NO_SEGMENT = "(none)"
"""Segment of the rows that have none."""
MOST_SEGMENTS = 100


def name_moments(moments: Array) -> Array:
    """Write moments as days where all are midnights, else to the second or as finely as they differ.

    Examples
    --------
    >>> name_moments(np.array(["2024-01-31", "2024-02-01"], dtype="datetime64[ns]")).tolist()
    ['2024-01-31', '2024-02-01']
    """
    known = moments[~np.isnat(moments)]
    finest = np.datetime_data(moments.dtype)[0]
    unit = next((one for one in ("D", "s") if (known == known.astype(f"datetime64[{one}]")).all()), finest)
    written: Array = np.datetime_as_string(moments.astype(f"datetime64[{unit}]"))
    return written


def order_segments(names: Iterable[str]) -> tuple[str, ...]:
    """Segments in the order in which they are shown: numbers by value, texts by letters, rows without one last.

    Examples
    --------
    >>> order_segments(["10", "9", "(none)"]), order_segments(["b", "a", "a"])
    (('9', '10', '(none)'), ('a', 'b'))
    """
    distinct = sorted(set(names) - {NO_SEGMENT})
    if all(map(is_number, distinct)):
        distinct.sort(key=float)
    return (*distinct, *({NO_SEGMENT} & set(names)))


def check_segments(names: Collection[str], *, unknown: bool) -> None:
    """Refuse too many segments, one called as all rows are, and one called as rows without a segment where there are any.

    Examples
    --------
    >>> check_segments(["north", "(none)"], unknown=False)
    """
    refuse_segment_all(names)
    if unknown and NO_SEGMENT in names:
        message = (
            f"segments have the value '{NO_SEGMENT}', which stands for rows without a segment, and there are such rows"
        )
        raise InputError(message, hint="another name for that value")
    if (count := len(set(names)) + unknown) > MOST_SEGMENTS:
        message = f"segments have {count:,} different values, and figures are given for up to {MOST_SEGMENTS}"
        raise InputError(message, hint="a column of fewer values, such as an age in tens")
