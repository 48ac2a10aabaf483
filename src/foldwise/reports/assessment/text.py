"""The assessment as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

import io
from textwrap import wrap
from typing import TYPE_CHECKING

from foldwise.reports.assessment.wording import about, how, intervals_used, remarks
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.leaderboard import about_positive, leaderboard
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.shared.leaderboard import Board, Line, Scale

__all__ = ["interval_bar", "render"]

MOST_CLASSES = 6
"""A confusion matrix of more classes does not fit the page."""
MOST_LISTED = 12
"""Of more classes only the worst are listed."""
LONGEST_NAME = 26
NARROWEST_BAR = 12
USUAL_PLAN = "kfold(10, repeats="
"""The default for rows without structure needs no explanation each time."""


def render(assessment: Assessment, *, width: int = 80, color: bool = False, kept: str = "") -> str:
    """Write the report.

    Parameters
    ----------
    assessment
        What to report.
    width
        Columns of the page.
    color
        Whether to use colours and bold type.
    kept
        Where the finished fits are kept, if they are.

    Examples
    --------
    >>> import foldwise
    >>> print(render(foldwise.assess("lda", foldwise.sample("iris"), measures="error")))
    iris  150 rows x 4 columns ...
    """
    from rich.console import Console

    page = io.StringIO()
    console = Console(file=page, width=width, force_terminal=color, no_color=not color, highlight=False, emoji=False)
    for block in _blocks(assessment, width, kept):
        console.print(block, markup=False, soft_wrap=False)
    return "\n".join(line.rstrip() for line in page.getvalue().rstrip().split("\n"))


def _blocks(assessment: Assessment, width: int, kept: str) -> Iterator[RenderableType]:
    yield from advice_lines(assessment.advice, width)
    yield assessment.dataset.describe()
    yield _method(assessment, width, kept)
    for at, measure in enumerate(assessment.measures):
        yield ""
        yield _board(leaderboard(assessment, measure), assessment.level, width, ranked=at == 0)
    models = [name for name in assessment.models if name != assessment.baseline]
    if assessment.dataset.is_classification and len(models) == 1:
        yield from _classes(assessment, models[0], width)
    yield ""
    yield _paragraph("About", about(assessment), width)
    for at, remark in enumerate(remarks(assessment)):
        yield _paragraph("" if at else "Notes", remark, width)


def _method(assessment: Assessment, width: int, kept: str) -> RenderableType:
    """Two lines: the plan with its number of fits, and the interval methods."""
    plan, fits = how(assessment)
    lines = _ends(f"  plan    {plan}", fits, width)
    if assessment.plan_reason != "asked for" and not assessment.plan.startswith(USUAL_PLAN):
        lines += [f"          {line}" for line in wrap(assessment.plan_reason, width - 10)]
    lines += _ends(f"  method  {intervals_used(assessment)}", kept, width)
    found = about_positive(assessment.findings)
    return "\n".join([*lines, *(_ends(f"  class   positive is {found}", "", width) if found else [])])


def _ends(left: str, right: str, width: int) -> list[str]:
    """Put a remark at the right margin, or below where it does not fit."""
    if not right:
        return wrap(left, width, subsequent_indent=" " * 10, drop_whitespace=False)
    if len(left) + 2 + len(right) <= width:
        return [left + " " * (width - len(left) - len(right)) + right]
    return [*wrap(left, width, subsequent_indent=" " * 10), f"          {right}"]


def _board(board: Board, level: float, width: int, *, ranked: bool) -> Table:
    """One line per model: place, name, value, interval, and the interval drawn on a common scale."""
    from rich.table import Table

    values = [board.digits.show(line.finding.estimate.value) for line in board.lines]
    spans = [_span(board, line) for line in board.lines]
    heading = f"{level_text(level)} interval"
    name = min(LONGEST_NAME, max(len("model"), *(len(line.label) for line in board.lines)))
    span = max(len(heading), *(len(text) for text in spans))
    shown_as = board.fitting(width - (1 + 2 + 2 + name + 2 + 2 + span + 2) - NARROWEST_BAR)
    value = max(len(shown_as), *(len(text) for text in values))
    cells = max(NARROWEST_BAR, width - (1 + 2 + 2 + name + 2 + value + 2 + span + 2))
    scale = board.scale(cells)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, width=width)
    table.add_column(" #" if ranked else "", width=3, justify="right", no_wrap=True)
    table.add_column("model", width=name, no_wrap=True, overflow="ellipsis")
    table.add_column(shown_as, width=value, justify="right", no_wrap=True, style="bold")
    table.add_column(heading, width=span, no_wrap=True)
    table.add_column(_axis(board, scale, cells), width=cells, no_wrap=True, style="cyan")
    for line, shown, ends in zip(board.lines, values, spans, strict=True):
        place = "" if not ranked else str(line.place) if line.place else "-"
        bar = interval_bar(line, scale, cells)
        table.add_row(
            place, _plain(line.label), shown, _plain(ends), _plain(bar), style="dim" if not line.place else ""
        )
    return table


def _plain(text: str) -> Text:
    """Text that rich takes literally: a label may look like markup."""
    from rich.text import Text

    return Text(text)


def _span(board: Board, line: Line) -> str:
    return "none" if line.finding.interval is None else board.digits.interval(*line.ends)


def _axis(board: Board, scale: Scale, cells: int) -> str:
    """Ends of the scale, written over the bars."""
    low, high = board.digits.show(scale.low), board.digits.show(scale.high)
    gap = cells - len(low) - len(high)
    return low + " " * gap + high if gap > 0 and scale.exists else ""


def interval_bar(line: Line, scale: Scale, cells: int) -> str:
    """Draw an interval; a baseline that is off the scale is named instead."""
    if not scale.exists or not scale.holds(line):
        return "baseline" if line.is_baseline else ""
    value = line.finding.estimate.value
    low, middle, high = (round(scale.place(end) * (cells - 1)) for end in (line.ends[0], value, line.ends[1]))
    marks = [" "] * cells
    marks[low : high + 1] = "─" * (high - low + 1)
    marks[low], marks[high] = "├", "┤"
    marks[middle] = "●"
    return "".join(marks)


def _classes(assessment: Assessment, model: str, width: int) -> Iterator[RenderableType]:
    """Where one classifier errs: the confusion matrix, and precision beside recall beside F1."""
    if len(assessment.predictions.classes) <= MOST_CLASSES:
        yield ""
        yield _confusion(assessment, model, width)
    yield ""
    yield _rates(assessment, model, width)


def _confusion(assessment: Assessment, model: str, width: int) -> Table:
    frame = assessment.confusion(model)
    whole = bool((frame.to_numpy() == frame.to_numpy().round()).all())
    columns = [str(name) for name in frame.columns]
    rows = [[f"{count:,.{0 if whole else 1}f}" for count in counts] for counts in frame.to_numpy()]
    return _grid(["truth ↓  predicted →", *columns], [str(name) for name in frame.index], rows, width)


def _rates(assessment: Assessment, model: str, width: int) -> Table:
    frame = assessment.per_class(model)
    heading = "class"
    if len(frame) > MOST_LISTED:
        heading = f"class ({MOST_LISTED} worst of {len(frame)})"
        frame = frame.sort_values("f1").head(MOST_LISTED)
    rows = [
        [*(f"{rate:.3f}" if rate == rate else "-" for rate in rates), f"{int(count):,}"]
        for *rates, count in frame.to_numpy()
    ]
    return _grid([heading, "precision", "recall", "F1", "rows"], [str(name) for name in frame.index], rows, width)


def _grid(headings: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """A table of numbers with named rows; long names are cut, numbers never."""
    from rich.table import Table

    first = min(LONGEST_NAME, max(len(headings[0]), *(len(name) for name in names)))
    room = (width - 5 - first) // (len(headings) - 1) - 2
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("", width=3)
    table.add_column(headings[0], width=first, no_wrap=True, overflow="ellipsis")
    for at, heading in enumerate(headings[1:]):
        longest = max(len(row[at]) for row in rows)
        table.add_column(
            heading,
            width=max(longest, min(len(heading), room)),
            justify="right",
            no_wrap=True,
            overflow="ellipsis",
        )
    for name, row in zip(names, rows, strict=True):
        table.add_row("", _plain(name), *row)
    return table


def _paragraph(title: str, text: str, width: int) -> str:
    lines = wrap(text, width - 8)
    return "\n".join(f"{title if not at else '':<8}{line}" for at, line in enumerate(lines))
