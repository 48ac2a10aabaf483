"""What a result says, as data: verdict, tables with intervals, checks, method, and how to make it again."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from foldwise.advice import Advice
    from foldwise.reports.panels import Panel
    from foldwise.reports.report.drawing import ReportDrawing

__all__ = ["IntervalBar", "Report", "ReportTable"]


@final
@dataclass(frozen=True)
class IntervalBar:
    """An interval to be drawn: its ends and the value within."""

    low: float
    value: float
    high: float


@final
@dataclass(frozen=True)
class ReportTable:
    """A table of texts, with an interval to be drawn beside each row where there are any.

    Parameters
    ----------
    title
        What the table is about.
    heads
        Names of the columns.
    rows
        The cells.
    numbers
        Places of the columns that hold numbers, which are set flush right.
    note
        What to know to read it; shown below.
    bars
        One interval for each row, or None where a row has none; empty where nothing is drawn.
    limits
        Ends of the scale of the intervals.
    ends
        Both ends as they are written above the intervals; three decimals, or none of thousands, where none are given.
    meaning
        What the figures mean, for readers who have not seen such a table before.
    detail
        Whether it is about one model only, and shown beside that model where it has a panel.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    note: str = ""
    bars: tuple[IntervalBar | None, ...] = ()
    limits: tuple[float, float] | None = None
    meaning: str = ""
    detail: bool = False
    ends: tuple[str, str] | tuple[()] = ()


@final
@dataclass(frozen=True)
class Report:
    """What a result says, as data only: every view of it is made from this value.

    Parameters
    ----------
    verb
        The verb that made the result.
    subject
        What it is about, usually the name of a dataset.
    about
        What the rows are, line by line.
    verdict
        What came out, in sentences; the first is the most important.
    facts
        How it was done: titles with texts, such as the plan and the interval methods.
    tables
        The figures, the most important first.
    notes
        What the reader should know.
    advice
        What the checks found.
    passed
        Titles of the checks that found nothing.
    records
        The figures as plain records: rows of the CSV.
    document
        The whole result as plain data: the JSON.
    panels
        What is drawn of each model: rates at every threshold, confusion matrix, curves, rows; empty where not asked for.
    drawings
        Charts of the result itself, such as a learning curve; empty where not asked for.
    method
        What the methods are in plain words: name, explanation, references.
    reproduction
        Code that makes the result again, by language.
    paragraph
        How it was done, for the methods section of a paper.
    versions
        Software by name and version.

    Examples
    --------
    >>> import foldwise
    >>> report = foldwise.assess("lda", foldwise.sample("iris"), measures="error").report()
    >>> report.verb, report.tables[0].heads
    ('assess', ('#', 'model', 'error', '95 % interval'))
    """

    verb: str
    subject: str
    about: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    tables: tuple[ReportTable, ...] = ()
    notes: tuple[str, ...] = ()
    advice: tuple[Advice, ...] = ()
    passed: tuple[str, ...] = ()
    records: tuple[Mapping[str, Any], ...] = ()
    document: Mapping[str, Any] = field(default_factory=dict, repr=False)
    panels: tuple[Panel, ...] = field(default=(), repr=False)
    drawings: tuple[ReportDrawing, ...] = field(default=(), repr=False)
    method: tuple[tuple[str, str, str], ...] = field(default=(), repr=False)
    reproduction: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    paragraph: str = ""
    versions: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The verb and what it is about.

        Examples
        --------
        >>> Report("assess", "iris").title
        'assess · iris'
        """
        return f"{self.verb} · {self.subject}"

    def to_markdown(self) -> str:
        """Verdict, tables and notes as Markdown."""
        from foldwise.reports.report.markdown import markdown

        return markdown(self)

    def to_latex(self) -> str:
        """Tables for LaTeX (package booktabs), with the verdict as a comment."""
        from foldwise.reports.report.latex import latex

        return latex(self)

    def to_csv(self) -> str:
        r"""All figures as comma-separated values, one line per record.

        Examples
        --------
        >>> Report("assess", "iris", records=({"model": "lda", "value": 0.02, "note": None},)).to_csv()
        'model,value,note\nlda,0.02,\n'
        """
        names = list(dict.fromkeys(name for record in self.records for name in record))
        text = io.StringIO()
        writer = csv.DictWriter(text, names, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows([{name: _cell(value) for name, value in record.items()} for record in self.records])
        return text.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """The whole result as plain data."""
        return dict(self.document)

    def to_json(self, *, indent: int | None = 2) -> str:
        """`to_dict` as text."""
        return json.dumps(self.document, indent=indent, allow_nan=False)

    def to_html(self) -> str:
        """One page that needs nothing else: style, drawings, data and the script that moves them are inside."""
        from foldwise.reports.page import page

        return page(self)

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        from foldwise.reports.page import write_page

        write_page(self, path)

    def _repr_html_(self) -> str:
        from foldwise.reports.report.card import card

        return card(self)


def _cell(value: object) -> object:
    """Numbers that do not exist are left empty, as in pandas."""
    return "" if value is None or (isinstance(value, float) and value != value) else value
