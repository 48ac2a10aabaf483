"""Systems or segments on different rows as a card for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.reports.shared.html import board_html, card_html, note_list, plain_table
from foldwise.reports.shared.leaderboard import ranked_board
from foldwise.reports.shared.pair_table import PAIR_HEADS, pair_rows
from foldwise.reports.unpaired.text import headline, methods_used, overall_lines

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
    return card_html(_parts(found))


def _parts(found: UnpairedComparison) -> Iterator[str]:
    yield f"<h4>{escape(headline(found))}</h4>"
    yield f"<p>{escape(methods_used(found))}</p>"
    for at, measure in enumerate(found.measures):
        yield board_html(ranked_board(found.findings, measure), found.level, ranked=at == 0, who=found.what)
    if found.judgements:
        yield plain_table(PAIR_HEADS, list(pair_rows(found.judgements)))
    yield from (f"<p>{escape(line)}</p>" for line in overall_lines(found))
    yield from note_list(found.notes)
