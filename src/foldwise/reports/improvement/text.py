"""An improvement as text, 80 columns wide unless another width is asked for."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from foldwise.phrases import count_of
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits
from foldwise.reports.comparison.text import marks
from foldwise.reports.comparison.wording import cautions, with_sign
from foldwise.reports.improvement.wording import digits_of_first_measure, remarks_on, sentences, shown_size, times_text
from foldwise.reports.shared.advice import advice_lines
from foldwise.reports.shared.leaderboard import class_note, leaderboard
from foldwise.reports.shared.text import BOLD, Page, described, paragraph, two_ends
from foldwise.reports.shared.times import duration
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.improvement.improvement import Improvement
    from foldwise.reports.improvement.tried_variant import TriedVariant
    from foldwise.reports.shared.digits import Digits

__all__ = ["render"]

WIDEST_BAR = 20
MARGIN = 9


def render(found: Improvement, *, width: int = 80, color: bool = False, kept: str = "", times: bool = False) -> str:
    """Write the report.

    Parameters
    ----------
    found
        What to report.
    width
        Columns of the page.
    color
        Whether to use colours and bold type.
    kept
        Where the finished fits are kept, if they are.
    times
        Whether to tell what the variants cost, which differs from call to call.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.improve("tree", foldwise.sample("iris"), variants="bagging", plan="kfold(5)")
    >>> print(render(found))
    iris  150 rows x 4 columns ...
    """
    page = Page(width, color, widest_bar=WIDEST_BAR, who="variant")
    return "\n".join(line.rstrip() for line in _lines(found, page, kept, times=times))


def _lines(found: Improvement, page: Page, kept: str, *, times: bool) -> Iterator[str]:
    width, comparison = page.width, found.comparison
    yield from advice_lines(found.advice, width)
    yield from described(found.dataset.describe(), width)
    yield from _method(found, width, kept)
    for at, measure in enumerate(found.measures):
        board = leaderboard(comparison.assessment, measure)
        yield ""
        yield from page.board(board, found.level, ranked=at == 0, marks=partial(marks, comparison, board))
    yield from _blends(found, page)
    yield from _costs(found, page) if times else ()
    yield ""
    yield from paragraph("Verdict", " ".join(sentences(found)), width, margin=MARGIN)
    reasons = [f"{one.name}: {one.reason}" for one in found.tried if one.reason]
    for title, lines in (
        ("Tried", reasons),
        ("Left out", [f"{one.name}: {one.reason}" for one in found.left_out]),
        ("Notes", [*remarks_on(found), *cautions(comparison), *all_remarks(comparison.assessment)]),
    ):
        for at, line in enumerate(_together(lines)):
            yield from paragraph("" if at else title, line, width, margin=MARGIN)


def _together(lines: list[str]) -> list[str]:
    """Lines that say the same of several variants as one."""
    names: dict[str, list[str]] = {}
    for line in lines:
        name, colon, text = line.partition(": ")
        names.setdefault(text if colon else line, []).append(name if colon else "")
    return [f"{', '.join(who)}: {text}" if any(who) else text for text, who in names.items()]


def _method(found: Improvement, width: int, kept: str) -> Iterator[str]:
    """Plan with its number of fits, interval methods, tests, and what the error of the model is made of."""
    comparison = found.comparison
    plan, _ = plan_and_fits(comparison.assessment)
    used = list(dict.fromkeys(judgement.comparison.method for judgement in comparison.judgements))
    tests = f"{', '.join(used)} against {found.original}, p-values adjusted by {comparison.adjustment}" if used else ""
    for title, left, right in (
        ("plan", plan, count_of(found.fits, "fit")),
        ("method", intervals_used(comparison.assessment), kept),
        ("tests", tests or "none is valid here", ""),
        ("class", class_note(comparison.assessment.findings), ""),
    ):
        if left:
            yield from two_ends(title, left, right, width)
    if found.profile is not None:
        yield from paragraph("  model", found.profile.sentence(found.original), width, margin=10)


def _blends(found: Improvement, page: Page) -> Iterator[str]:
    """Nested and naive figures of every blend whose weights are fitted, and the gap between them."""
    blends = [one for one in found.tried if one.is_blend]
    if not blends:
        return
    digits = digits_of_first_measure(found)
    rows = [
        [*_nested(found, blend, digits), digits.show(blend.naive), with_sign(digits, blend.gap)] for blend in blends
    ]
    yield ""
    heading = f"{level_text(found.level)} interval"
    lines = list(page.grid(["blend", "nested", heading, "naive", "gap"], [blend.name for blend in blends], rows))
    yield page.styled(lines[0], BOLD)
    yield from lines[1:]


def _nested(found: Improvement, one: TriedVariant, digits: Digits) -> tuple[str, str]:
    """Nested figure of a blend, and its interval."""
    interval = found.finding(one.name).interval
    return digits.show(one.nested), "none" if interval is None else digits.interval(interval.low, interval.high)


def _costs(found: Improvement, page: Page) -> Iterator[str]:
    """What the model and its variants cost, fitted to all rows."""
    known = [one for one in found.tried if one.cost is not None]
    rows = []
    for one in known:
        cost, ratio = one.cost, found.cost_ratio(one.name)
        assert cost is not None
        times = "" if math.isnan(ratio) or one.name == found.original else times_text(ratio)
        rows.append([duration(cost.fit_seconds), times, duration(cost.predict_seconds), shown_size(cost.size)])
    yield ""
    head = ["cost, all rows", "fit", "of the model", "predict 1,000", "size"]
    lines = list(page.grid(head, [one.name for one in known], rows))
    yield page.styled(lines[0], BOLD)
    yield from lines[1:]
