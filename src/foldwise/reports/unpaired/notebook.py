"""Systems or segments on different rows as a card for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.phrases import shown_p_value
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.html import board_table, card_of, note_list, plain_table
from foldwise.reports.unpaired.text import board_of, headline, methods_used, overall_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["card"]


def card(found: UnpairedComparison) -> str:
    """Write the card.

    Examples
    --------
    >>> import foldwise
    >>> systems = {"mine": ([0, 1] * 30, [0, 1] * 30), "yours": ([0, 1] * 30, [1, 1] * 30)}
    >>> card(foldwise.compare_unpaired(systems, measures="error")).startswith("<div class='foldwise'>")
    True
    """
    return card_of(_parts(found))


def _parts(found: UnpairedComparison) -> Iterator[str]:
    yield f"<h4>{escape(headline(found))}</h4>"
    yield f"<p>{escape(methods_used(found))}</p>"
    for at, measure in enumerate(found.measures):
        yield board_table(board_of(found, measure), found.level, ranked=at == 0, who=found.what)
    if found.judgements:
        heads = ("pair", "measure", "difference", "interval", "p", "p adjusted", "verdict")
        yield plain_table(heads, list(_pairs(found)))
    yield from (f"<p>{escape(line)}</p>" for line in overall_lines(found))
    yield from note_list(found.notes)


def _pairs(found: UnpairedComparison) -> Iterator[tuple[str, ...]]:
    for judgement in found.judgements:
        one = judgement.comparison
        digits = Digits.of(one.measure, [one.difference, one.low, one.high])
        ends = digits.interval(one.low, one.high) if one.has_interval else "none"
        numbers = (digits.show(one.difference), ends, shown_p_value(one.p_value), shown_p_value(judgement.p_adjusted))
        yield (f"{one.a} - {one.b}", one.measure.label, *numbers, str(judgement.verdict))
