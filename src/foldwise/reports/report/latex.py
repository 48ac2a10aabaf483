"""A report as LaTeX: its tables (package booktabs), the verdict and the notes as comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from foldwise.reports.experiment.table import latex_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.report.report import Report, ReportTable

__all__ = ["latex"]

MINUS = re.compile(r"(?<![\w.])-(?=\d)")


def latex(report: Report) -> str:
    r"""Write the tables.

    Examples
    --------
    >>> from foldwise.reports.report import Report, ReportTable
    >>> table = ReportTable("Error", ("model", "error"), (("lda_1", "0.02"),), numbers=(1,))
    >>> print(latex(Report("assess", "iris", tables=(table,))))
    % assess · iris
    <BLANKLINE>
    % Error
    \begin{tabular}{lr}
    \toprule
    model & error \\
    \midrule
    lda\_1 & 0.02 \\
    \bottomrule
    \end{tabular}
    """
    said = [report.title, *report.verdict, *(str(advice_item) for advice_item in report.advice)]
    return "\n\n".join(["\n".join(_comments(said)), *("\n".join(_lines(table)) for table in report.tables)])


def _comments(texts: list[str]) -> Iterator[str]:
    """Texts behind percent signs, each on one line."""
    return (f"% {' '.join(text.split())}" for text in texts if text)


def _lines(table: ReportTable) -> Iterator[str]:
    yield from _comments([table.title])
    yield rf"\begin{{tabular}}{{{''.join('r' if at in table.numbers else 'l' for at in range(len(table.heads)))}}}"
    yield r"\toprule"
    yield _row(table.heads, ())
    yield r"\midrule"
    yield from (_row(row, table.numbers) for row in table.rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield from _comments([table.note])


def _row(cells: tuple[str, ...], numbers: tuple[int, ...]) -> str:
    return " & ".join(_cell(" ".join(cell.split()), number=at in numbers) for at, cell in enumerate(cells)) + r" \\"


def _cell(cell: str, *, number: bool) -> str:
    """A cell that no command before it takes for its option or its star; numbers have a minus, not a hyphen."""
    text = MINUS.sub("$-$", latex_text(cell)) if number else latex_text(cell)
    return f"{{{text[0]}}}{text[1:]}" if text.startswith(("[", "*")) else text
