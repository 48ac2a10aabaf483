"""The comparison as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits
from foldwise.reports.comparison.multiplicity import on_multiplicity
from foldwise.reports.comparison.wording import cautions, may_be_best, not_adjusted, sentences, with_sign
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.leaderboard import class_note, leaderboard
from foldwise.reports.shared.segment import pair_lines, segment_tables
from foldwise.reports.shared.text import Page, described, paragraph, two_ends
from foldwise.reports.shared.times import time_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.comparisons import Judgement
    from foldwise.reports.comparison.comparison import ModelComparison
    from foldwise.reports.shared.digits import Digits
    from foldwise.reports.shared.leaderboard import Board, Line

__all__ = ["marks", "render"]

WIDEST_BAR = 24
MARGIN = 9


def render(
    comparison: ModelComparison, *, width: int = 80, color: bool = False, kept: str = "", times: bool = False
) -> str:
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
    times
        Whether to tell how long the models took, which differs from call to call.

    Examples
    --------
    >>> import foldwise
    >>> print(render(foldwise.compare("lda, knn", foldwise.sample("iris"), measures="error")))
    iris  150 rows x 4 columns ...
    """
    page = Page(width, color, widest_bar=WIDEST_BAR if width <= 80 else width // 3)
    lines = [*_lines(comparison, page, kept), *(time_lines(comparison.assessment.times, page) if times else ())]
    return "\n".join(line.rstrip() for line in lines)


def _lines(comparison: ModelComparison, page: Page, kept: str) -> Iterator[str]:
    width = page.width
    yield from advice_lines(comparison.advice, width)
    yield from described(comparison.dataset.describe(), width)
    yield from _method(comparison, width, kept)
    for at, measure in enumerate(comparison.measures):
        board = leaderboard(comparison.assessment, measure)
        yield ""
        yield from page.board(board, comparison.level, ranked=at == 0, marks=partial(marks, comparison, board))
    yield from segment_tables(comparison.assessment.segments, comparison.measures, page)
    for measure in comparison.measures:
        digits = leaderboard(comparison.assessment, measure).digits
        yield from pair_lines(comparison.segment_judgements, measure, digits, page)
    yield ""
    yield from paragraph("Verdict", " ".join([*sentences(comparison), *may_be_best(comparison)]), width, margin=MARGIN)
    notes = [
        *on_multiplicity(comparison),
        *cautions(comparison),
        *not_adjusted(comparison),
        *all_remarks(comparison.assessment),
    ]
    for at, note in enumerate(notes):
        yield from paragraph("" if at else "Notes", note, width, margin=MARGIN)


def _method(comparison: ModelComparison, width: int, kept: str) -> Iterator[str]:
    """Plan with its number of fits, interval methods, and tests."""
    assessment = comparison.assessment
    plan, fits = plan_and_fits(assessment)
    used = list(dict.fromkeys(judgement.comparison.method for judgement in comparison.judgements))
    over = " over pairs and measures" if comparison.across_measures else ""
    adjusted = "" if comparison.adjustment == "none" else f", p-values adjusted by {comparison.adjustment}{over}"
    for title, left, right in (
        ("plan", plan, fits),
        ("method", intervals_used(assessment), kept),
        ("tests", f"{', '.join(used)}{adjusted}" if used else "none is valid here", ""),
        ("class", class_note(assessment.findings), ""),
    ):
        if left:
            yield from two_ends(title, left, right, width)


def marks(comparison: ModelComparison, board: Board, room: float = inf) -> list[str]:
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
        if comparison.ranking(name)[:1] != (model,):
            return "best of those tested"
        return "" if comparison.ranking()[:1] == (model,) else "best"
    held = comparison.judgement(model, anchor, name) if anchor else None
    if held is None:
        return ""
    if held.verdict in (Verdict.UNDECIDED, Verdict.EQUIVALENT):
        return str(held.verdict)
    return f"{held.verdict}, {_difference(held, board.digits, interval=interval)}"


def _difference(held: Judgement, digits: Digits, *, interval: bool) -> str:
    one = held.comparison
    ends = f" [{with_sign(digits, one.low)}, {with_sign(digits, one.high)}]" if interval and one.has_interval else ""
    return f"{with_sign(digits, one.difference)}{ends}"
