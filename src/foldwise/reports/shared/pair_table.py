"""Pairs of systems as lines of text: the difference, its interval, the p-value and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.phrases import shown_p_value
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.text import BOLD, cut
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.comparisons import Judgement
    from foldwise.reports.shared.text import Page

__all__ = ["PAIR_HEADS", "lines_of_pairs", "pair_rows"]

MOST_PAIRS = 30
SHORTEST_PAIR, SHORTEST_MEASURE = 17, 10


def lines_of_pairs(judgements: Sequence[Judgement], page: Page, level: float, *, several: bool) -> Iterator[str]:
    """One line per pair and measure; the p-values are the adjusted ones where there are `several` pairs."""
    shown = list(judgements)[:MOST_PAIRS]
    lines = [_cells(one, several=several) for one in shown]
    heads = [
        "pair",
        "measure",
        "difference",
        f"{level_text(level)} interval",
        "p adj." if several else "p",
        "verdict",
    ]
    widths = [max(len(head), *(len(line[at]) for line in lines)) for at, head in enumerate(heads)]
    room = page.width - 3 - sum(widths[1:]) - 2 * (len(widths) - 1)
    lacking = max(0, min(widths[0], SHORTEST_PAIR) - room)
    shortened = min(lacking, max(0, widths[1] - SHORTEST_MEASURE))
    widths[1] -= shortened
    widths[0] = max(len("pair"), min(widths[0], room + shortened))
    yield page.styled("   " + "  ".join(f"{head:<{size}}" for head, size in zip(heads, widths, strict=True)), BOLD)
    for judged, line in zip(shown, lines, strict=True):
        line[0] = _names(judged.comparison.a, judged.comparison.b, widths[0])
        yield "   " + "  ".join(f"{cut(text, size):<{size}}" for text, size in zip(line, widths, strict=True))
    if len(judgements) > MOST_PAIRS:
        yield f"   … and {len(judgements) - MOST_PAIRS} more pairs: see pairs() or --json"


PAIR_HEADS = ("pair", "measure", "difference", "interval", "p", "p adjusted", "verdict")
"""Titles of the columns of `pair_rows`."""


def pair_rows(judgements: Sequence[Judgement]) -> Iterator[tuple[str, ...]]:
    """The pairs as cells of a table, both p-values beside each other."""
    for judgement in judgements:
        one = judgement.comparison
        digits = Digits.of_difference(one.measure, one.difference, one.low, one.high)
        ends = digits.interval(one.low, one.high) if one.has_interval else "none"
        numbers = (digits.show(one.difference), ends, shown_p_value(one.p_value), shown_p_value(judgement.p_adjusted))
        yield (f"{one.a} - {one.b}", one.measure.label, *numbers, str(judgement.verdict))


def _cells(judgement: Judgement, *, several: bool) -> list[str]:
    ((names, measure, difference, ends, alone, adjusted, verdict),) = pair_rows([judgement])
    sign = "+" if judgement.comparison.difference > 0 else ""
    return [names, measure, sign + difference, ends, adjusted if several else alone, verdict]


def _names(a: str, b: str, size: int) -> str:
    """Both names of a pair, cut alike where they do not fit."""
    whole = f"{a} - {b}"
    if len(whole) <= size:
        return whole
    spare = size - len(" - ")
    left = min(len(a), max(spare - spare // 2, spare - len(b)))
    return f"{cut(a, left)} - {cut(b, spare - left)}"
