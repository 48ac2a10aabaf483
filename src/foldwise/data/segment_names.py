"""Names of segments: their order, and what they may not be called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data.content import is_number
from foldwise.errors import InputError, refuse_segment_all

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["NO_SEGMENT", "check_segments", "order_segments"]

NO_SEGMENT = "(none)"
"""Segment of the rows that have none."""


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
    """Refuse a segment called as all rows are, and one called as the rows without a segment are where there are any.

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
