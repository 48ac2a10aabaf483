"""The score as text for a terminal, in 80 columns unless another width is asked for."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.phrases import count_of, shown_p_value
from foldwise.reports.score.score import SCOPE
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.leaderboard import Board, Line, ranked_board
from foldwise.reports.shared.pair_table import lines_of_pairs
from foldwise.reports.shared.text import BOLD, Page, cut, paragraph
from foldwise.reports.shared.wording import level_text, methods_of
from foldwise.reports.unpaired import overall_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.measures import Measure
    from foldwise.reports.score.score import Score
    from foldwise.reports.shared.finding import Finding

__all__ = ["headline", "methods_used", "render", "tests_used"]

LONGEST_NAME, WIDEST_BAR, LONGEST_HEADING = 24, 28, 34
MOST_CLASSES, MOST_BOARDS, MOST_TOLD = 6, 8, 10


def render(score: Score, *, width: int = 80, color: bool = False) -> str:
    """Write the report.

    Examples
    --------
    >>> import foldwise
    >>> print(render(foldwise.score([0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10, measures="error")))
    predictions  40 rows ...
    """
    page = Page(width, color, widest_bar=WIDEST_BAR, who="system")
    return "\n".join(line.rstrip() for line in _lines(score, page))


def _lines(score: Score, page: Page) -> Iterator[str]:
    width = page.width
    yield from advice_lines(score.advice, width)
    yield from wrap(headline(score), width, subsequent_indent="  ")
    many = len(score.systems) == 1 and len(score.measures) > MOST_BOARDS
    used = f"as listed, {level_text(score.level)}" if many else methods_used(score)
    yield from paragraph("  method", f"{used}; {SCOPE}", width, margin=10)
    if score.judgements:
        yield from paragraph("  tests", tests_used(score), width, margin=10)
    if many:
        yield ""
        yield from _list(score, page)
    else:
        for at, measure in enumerate(score.measures):
            yield ""
            board = ranked_board(score.findings, measure)
            values = [_value(score, board, line) for line in board.lines]
            yield from page.board(board, score.level, ranked=at == 0, values=values)
    if len(score.systems) == 1 and score.classes:
        weighted = score.predictions is not None and score.predictions.weights is not None
        yield from page.classes(score.confusion(), score.per_class(), weighted=weighted)
    if score.judgements:
        yield ""
        yield from _pairs(score, page)
    if score.segments:
        yield ""
        yield from _segments(score, page)
    for at, note in enumerate(score.notes):
        yield from [""] if at == 0 else []
        yield from paragraph("" if at else "Notes", note, width)


def headline(score: Score) -> str:
    """Where the predictions came from, how many rows there are, and of which classes."""
    rows = f"{score.name}  {count_of(score.rows, 'row')}"
    if not score.classes:
        return f"{rows}    values"
    counts = next(iter(score.tables.values())).sum(axis=1)
    shares = [
        f"{name} {100 * count / max(1, counts.sum()):.1f} %" for name, count in zip(score.classes, counts, strict=True)
    ]
    text = ", ".join(shares) if len(shares) <= MOST_CLASSES else f"{len(shares)} classes"
    return f"{rows}    {text}" + (f", positive {score.positive}" if len(score.classes) == 2 else "")


def methods_used(score: Score) -> str:
    """Interval methods with the level, each once; which measure has which, where they differ."""
    return methods_of(score.findings, score.level)


def tests_used(score: Score) -> str:
    """Tests, and how their p-values were adjusted."""
    used: dict[str, list[str]] = {}
    for judgement in score.judgements:
        used.setdefault(judgement.comparison.method, []).append(judgement.comparison.measure.label)
    each = [f"{name} ({', '.join(dict.fromkeys(measures))})" for name, measures in used.items()]
    several = len(score.systems) > 2 and score.adjustment != "none"
    return ", ".join(each) + (f", p-values adjusted by {score.adjustment}" if several else "")


def _list(score: Score, page: Page) -> Iterator[str]:
    """One line per measure of a single system, where there are many."""
    boards = [ranked_board(score.findings, measure) for measure in score.measures]
    (system,) = score.systems
    heads = ["measure", cut(system, LONGEST_NAME), f"{level_text(score.level)} interval", "method"]
    rows = []
    for board in boards:
        interval = board.lines[0].finding.interval
        value = _value(score, board, board.lines[0])
        span = "none" if interval is None else board.digits.interval(interval.low, interval.high)
        rows.append([cut(board.heading, LONGEST_HEADING), value, span, "" if interval is None else interval.method])
    sizes = [max(len(row[at]) for row in [heads, *rows]) for at in range(len(heads))]
    for at, row in enumerate([heads, *rows]):
        text = f"   {row[0]:<{sizes[0]}}  {row[1]:>{sizes[1]}}  {row[2]:<{sizes[2]}}  {row[3]}"
        yield page.styled(text, BOLD) if at == 0 else text


def _value(score: Score, board: Board, line: Line) -> str:
    """The value, and its guaranteed error where scores were binned."""
    bound = score.bounds.get((line.finding.model, board.measure.name), 0.0)
    shown = board.digits.show(line.finding.estimate.value)
    return f"{shown} ±{bound:.0e}" if bound else shown


def _pairs(score: Score, page: Page) -> Iterator[str]:
    """One line per pair and measure, and how the systems differ as a whole."""
    yield from lines_of_pairs(score.judgements, page, score.level, several=len(score.systems) > 2)
    if score.omnibus is not None:
        found = score.omnibus
        shown = shown_p_value(found.p_value)
        yield f"   all {len(score.systems)} systems: Cochran's Q {found.statistic:.2f}, {found.df} df, p {shown}"
    if score.predictions is not None and score.classes:
        differ = score.disagreement().rows.size
        yield f"   the systems predict {differ:,} of {count_of(score.rows, 'row')} differently"


def _segments(score: Score, page: Page) -> Iterator[str]:
    """One line per segment: its rows, and the first measure of every system with its interval."""
    measure = score.measures[0]
    found = [[score.finding(system, measure.name, part.name) for system in score.systems] for part in score.segments]
    values = [one.estimate.value for row in found for one in row]
    digits = Digits.of(measure, [value for value in values if value == value] or [0.0])
    cells = [[_shown(digits, one) for one in row] for row in found]
    names = [part.name for part in score.segments]
    sizes = [f"{part.rows:,}" for part in score.segments]
    heads = [f"segment ({measure.label})", "rows", *score.systems]
    rows = [[size, *row] for size, row in zip(sizes, cells, strict=True)]
    lines = list(page.grid(heads, names, rows))
    if max(map(len, lines)) > page.width:  # too many systems for one line: a line for each
        heads = [heads[0], "rows", "system", measure.label]
        each = zip(names, sizes, cells, strict=True)
        single = [
            (name, [size, cut(system, LONGEST_NAME - 2), cell])
            for name, size, row in each
            for system, cell in zip(score.systems, row, strict=True)
        ]
        lines = list(page.grid(heads, [name for name, _ in single], [row for _, row in single]))
    yield page.styled(lines[0], BOLD)
    yield from lines[1:]
    yield from _between_segments(score, measure, page)


def _between_segments(score: Score, measure: Measure, page: Page) -> Iterator[str]:
    """Whether the measure differs between the segments, for each system, and between which."""
    for system, found in score.segment_tests(measure.name).items():
        who = f" of {cut(system, LONGEST_NAME)}" if len(score.systems) > 1 else ""
        overall = found.overall.get(measure.name)
        if overall is not None:
            yield from paragraph(
                "", f"any difference between segments{who}: {overall_text(overall)}", page.width, margin=3
            )
        told = [
            judgement.comparison
            for judgement in found.judgements
            if judgement.verdict in (Verdict.BETTER, Verdict.WORSE)
        ]
        for one in told[:MOST_TOLD]:
            first, second = (one.a, one.b) if measure.better(one.difference, 0.0) else (one.b, one.a)
            yield from paragraph(
                "",
                f"{first} is better than {second}{who} ({one.method}, p adjusted by {found.adjustment})",
                page.width,
                margin=3,
            )
        if len(told) > MOST_TOLD:
            yield f"   … and {len(told) - MOST_TOLD} more pairs: see compare_segments() or --json"


def _shown(digits: Digits, finding: Finding) -> str:
    """Value and interval in one cell."""
    value, interval = digits.show(finding.estimate.value), finding.interval
    return value if interval is None else f"{value} {digits.interval(interval.low, interval.high)}"
