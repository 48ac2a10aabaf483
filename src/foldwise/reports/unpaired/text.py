"""Systems or segments on different rows as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.phrases import count_of, shown_p_value
from foldwise.reports.shared.leaderboard import ranked_board
from foldwise.reports.shared.pair_table import lines_of_pairs
from foldwise.reports.shared.text import Page, paragraph
from foldwise.reports.shared.wording import methods_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.comparisons import Heterogeneity
    from foldwise.reports.unpaired.unpaired import UnpairedComparison

__all__ = ["headline", "methods_used", "overall_lines", "overall_text", "render"]

WIDEST_BAR = 28


def render(found: UnpairedComparison, *, width: int = 80, color: bool = False) -> str:
    """Write the report.

    Examples
    --------
    >>> import foldwise
    >>> systems = {"mine": ([0, 1] * 30, [0, 1] * 30), "yours": ([0, 1] * 30, [1, 1] * 30)}
    >>> print(render(foldwise.compare_unpaired(systems, measures="error")))
    2 systems on different rows: mine 60, yours 60...
    """
    page = Page(width, color, widest_bar=WIDEST_BAR, who=found.what)
    return "\n".join(line.rstrip() for line in _lines(found, page))


def _lines(found: UnpairedComparison, page: Page) -> Iterator[str]:
    yield from paragraph("", headline(found), page.width, margin=0)
    yield from paragraph("  method", methods_of(found.findings, found.level), page.width, margin=10)
    if found.judgements:
        yield from paragraph("  tests", _tests(found), page.width, margin=10)
    for at, measure in enumerate(found.measures):
        yield ""
        yield from page.board(ranked_board(found.findings, measure), found.level, ranked=at == 0)
    if found.judgements:
        yield ""
        yield from lines_of_pairs(found.judgements, page, found.level, several=len(found.names) > 2)
    yield from (f"   {line}" for line in overall_lines(found))
    for at, note in enumerate(found.notes):
        yield from [""] if at == 0 else []
        yield from paragraph("" if at else "Notes", note, page.width)


def headline(found: UnpairedComparison) -> str:
    """What is compared, and the rows of each."""
    sizes = ", ".join(f"{name} {table.n:,}" for name, table in found.tables.items())
    return f"{count_of(len(found.names), found.what)} on different rows: {sizes}"


def methods_used(found: UnpairedComparison) -> str:
    """How intervals and tests were made."""
    intervals = f"intervals: {methods_of(found.findings, found.level)}"
    return f"{intervals}; tests: {_tests(found)}" if found.judgements else intervals


def overall_lines(found: UnpairedComparison) -> list[str]:
    """Whether there is any difference at all, where there are more than two."""
    several = found.overall.items() if len(found.names) > 2 else ()
    return [f"all {len(found.names)} {found.what}s by {name}: {overall_text(one)}" for name, one in several]


def overall_text(found: Heterogeneity) -> str:
    """Write a test of any difference at all."""
    if isinstance(found.df, tuple):
        text = f"Welch's F({found.df[0]:g}, {found.df[1]:.1f}) {found.statistic:.2f}"
    else:
        text = f"χ² {found.statistic:.2f}, {found.df:g} df"
    return f"{text}, p {shown_p_value(found.p_value)}"


def _tests(found: UnpairedComparison) -> str:
    used: dict[str, list[str]] = {}
    for judgement in found.judgements:
        used.setdefault(judgement.comparison.method, []).append(judgement.comparison.measure.name)
    each = [f"{name} ({', '.join(dict.fromkeys(measures))})" for name, measures in used.items()]
    several = len(found.names) > 2 and found.adjustment != "none"
    return ", ".join(each) + (f", p-values adjusted by {found.adjustment}" if several else "")
