"""A report as Markdown: verdict, pipe tables, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.reports.report.report import Report, ReportTable

__all__ = ["markdown"]

SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_<>|&"})
"""Signs that Markdown would take for its own; brackets are its own only before a parenthesis, as in a link."""


def markdown(report: Report) -> str:
    """Write the report.

    Examples
    --------
    >>> from foldwise.reports.report import Report, ReportTable
    >>> table = ReportTable("Error", ("model", "error"), (("lda", "0.02"),), numbers=(1,))
    >>> print(markdown(Report("assess", "iris", verdict=("lda errs on 2 %.",), tables=(table,))))
    # assess · iris
    <BLANKLINE>
    lda errs on 2 %.
    <BLANKLINE>
    **Error**
    <BLANKLINE>
    | model | error |
    | --- | ---: |
    | lda | 0.02 |
    """
    return "\n\n".join(_parts(report))


def _parts(report: Report) -> Iterator[str]:
    yield f"# {plain(report.title)}"
    if report.verdict:
        yield plain(" ".join(report.verdict))
    if report.advice:
        yield "\n".join(f"- **Check** {plain(str(advice_item))}" for advice_item in report.advice)
    if report.about:
        yield "  \n".join(plain(line.strip()) for line in report.about)
    if report.facts:
        yield "\n".join(f"- {plain(title)}: {plain(text)}" for title, text in report.facts)
    for table in report.tables:
        yield from _table(table)
    if report.notes:
        yield "\n".join(f"- {plain(note)}" for note in report.notes)


def _table(table: ReportTable) -> Iterator[str]:
    if table.title:
        yield f"**{plain(table.title)}**"
    sides = ["---:" if at in table.numbers else "---" for at in range(len(table.heads))]
    yield "\n".join(
        [_line(list(map(plain, table.heads))), _line(sides), *(_line(list(map(plain, row))) for row in table.rows)]
    )
    if table.note:
        yield plain(table.note)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def plain(text: str) -> str:
    r"""Write text so that Markdown shows it as it is, on one line.

    Examples
    --------
    >>> print(plain("a|b_c <i>"))
    a\|b\_c \<i\>
    """
    return " ".join(text.split()).translate(SPECIAL).replace("](", "]\\(")
