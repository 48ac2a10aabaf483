"""The comparison as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.reports.assessment.text import interval_bar
from foldwise.reports.assessment.wording import how, intervals_used, remarks
from foldwise.reports.comparison.wording import cautions, may_be_best, not_adjusted, sentences, signed
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.leaderboard import about_positive, leaderboard
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.comparisons import Judgement
    from foldwise.measures import Measure
    from foldwise.reports.comparison.comparison import ModelComparison
    from foldwise.reports.shared.digits import Digits
    from foldwise.reports.shared.leaderboard import Board, Line

__all__ = ["marks", "paragraph", "render"]

LONGEST_NAME, WIDEST_BAR, NARROWEST_BAR = 24, 24, 8
BOLD, DIM, BLUE, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"


def render(comparison: ModelComparison, *, width: int = 80, color: bool = False, kept: str = "") -> str:
    """Write the report.

    Parameters
    ----------
    comparison
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
    >>> print(render(foldwise.compare("lda, knn", foldwise.sample("iris"), measures="error")))
    iris  150 rows x 4 columns ...
    """
    return "\n".join(line.rstrip() for line in _lines(comparison, width, color=color, kept=kept))


def _lines(comparison: ModelComparison, width: int, *, color: bool, kept: str) -> Iterator[str]:
    yield from advice_lines(comparison.advice, width)
    yield comparison.dataset.describe()
    yield from _method(comparison, width, kept)
    for at, measure in enumerate(comparison.measures):
        yield ""
        yield from _board(comparison, measure, width, ranked=at == 0, color=color)
    yield ""
    yield from paragraph("Verdict", " ".join([*sentences(comparison), *may_be_best(comparison)]), width)
    notes = [*cautions(comparison), *not_adjusted(comparison), *remarks(comparison.assessment)]
    for at, note in enumerate(notes):
        yield from paragraph("" if at else "Notes", note, width)


def _method(comparison: ModelComparison, width: int, kept: str) -> Iterator[str]:
    """Plan with its number of fits, interval methods, and tests."""
    assessment = comparison.assessment
    plan, fits = how(assessment)
    used = list(dict.fromkeys(one.comparison.method for one in comparison.judgements))
    over = " over pairs and measures" if comparison.across_measures else ""
    adjusted = "" if comparison.adjustment == "none" else f", p-values adjusted by {comparison.adjustment}{over}"
    for title, left, right in (
        ("plan", plan, fits),
        ("method", intervals_used(assessment), kept),
        ("tests", f"{', '.join(used)}{adjusted}" if used else "none is valid here", ""),
        ("class", f"positive is {found}" if (found := about_positive(assessment.findings)) else "", ""),
    ):
        if not left:
            continue
        text = f"  {title:<8}{left}"
        if len(text) + 2 + len(right) <= width:
            yield text + (right.rjust(width - len(text)) if right else "")
        else:
            yield from wrap(text, width, subsequent_indent=" " * 10)
            if right:
                yield f"          {right}"


def _board(comparison: ModelComparison, measure: Measure, width: int, *, ranked: bool, color: bool) -> Iterator[str]:
    """One line per model: place, name, value, interval, the interval drawn, and how it stands against the best."""
    board = leaderboard(comparison.assessment, measure)
    values = [board.digits.show(line.finding.estimate.value) for line in board.lines]
    spans = ["none" if one.finding.interval is None else board.digits.interval(*one.ends) for one in board.lines]
    heading = f"{level_text(comparison.level)} interval"
    name = min(LONGEST_NAME, max(5, *(len(line.label) for line in board.lines)))
    span = max(map(len, [heading, *spans]))
    least = max(map(len, marks(comparison, board, room=0)))
    shown_as = board.fitting(width - (3 + name + 1 + 1 + span + 1) - NARROWEST_BAR - 1 - least)
    value = max(map(len, [shown_as, *values]))
    used = 3 + name + 1 + value + 1 + span + 1
    said = marks(comparison, board, room=width - used - NARROWEST_BAR - 1)
    cells = max(NARROWEST_BAR, min(WIDEST_BAR, width - used - 1 - max(map(len, said))))
    scale = board.scale(cells)
    head = f"{' #' if ranked else '  '} {'model':<{name}} {shown_as:>{value}} {heading:<{span}}"
    yield _styled(head, BOLD, color=color)
    for line, shown, ends, mark in zip(board.lines, values, spans, said, strict=True):
        place = "" if not ranked else str(line.place) if line.place else "-"
        label = line.label if len(line.label) <= name else f"{line.label[: name - 1]}…"
        bar = interval_bar(line, scale, cells) if scale.exists and scale.holds(line) else ""
        text = f"{place:>2} {label:<{name}} {shown:>{value}} {ends:<{span}} "
        drawn = _styled(f"{bar:<{cells}}", BLUE, color=color and not line.is_baseline)
        yield _styled(f"{text}{drawn} {mark}", DIM, color=color and line.is_baseline)


def marks(comparison: ModelComparison, board: Board, room: int) -> list[str]:
    """How each model stands, with the interval of the difference where there is room for all of them."""
    full = [_mark(comparison, board, line, interval=True) for line in board.lines]
    if max(map(len, full)) <= room:
        return full
    return [_mark(comparison, board, line, interval=False) for line in board.lines]


def _mark(comparison: ModelComparison, board: Board, line: Line, *, interval: bool) -> str:
    name, model = board.measure.name, line.finding.model
    anchor = comparison.anchor(name)
    if model == comparison.reference or line.is_baseline:
        return "reference" if model == comparison.reference else "baseline"
    if model == anchor:
        return "" if comparison.ranking()[0] == model else "best"
    held = comparison.judgement(model, anchor, name) if anchor else None
    if held is None:
        return ""
    if held.verdict in (Verdict.UNDECIDED, Verdict.EQUIVALENT):
        return str(held.verdict)
    return f"{held.verdict}, {_difference(held, board.digits, interval=interval)}"


def _difference(held: Judgement, digits: Digits, *, interval: bool) -> str:
    one = held.comparison
    ends = f" [{signed(digits, one.low)}, {signed(digits, one.high)}]" if interval and one.has_interval else ""
    return f"{signed(digits, one.difference)}{ends}"


def paragraph(title: str, text: str, width: int) -> list[str]:
    """Text after a title in the margin, wrapped."""
    return [f"{title if not at else '':<9}{line}" for at, line in enumerate(wrap(text, width - 9))]


def _styled(text: str, style: str, *, color: bool) -> str:
    return f"{style}{text}{PLAIN}" if color else text
