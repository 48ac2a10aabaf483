"""The comparison as a card for notebooks: plain HTML and SVG, no scripts, readable on light and dark pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits
from foldwise.reports.comparison.text import marks
from foldwise.reports.comparison.wording import cautions, may_be_best, not_adjusted, sentences
from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.html import board_html, card_html, note_list
from foldwise.reports.shared.leaderboard import leaderboard
from foldwise.reports.shared.segment import segment_table_html
from foldwise.reports.shared.times import time_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.comparison.comparison import ModelComparison

__all__ = ["card"]


def card(comparison: ModelComparison) -> str:
    """Write the card: the verdict first, then a leaderboard per measure.

    Examples
    --------
    >>> import foldwise
    >>> card(foldwise.compare("lda, knn", foldwise.sample("iris"))).startswith("<div class='foldwise'>")
    True
    """
    return card_html(_parts(comparison))


def _parts(comparison: ModelComparison) -> Iterator[str]:
    yield from filter(None, [advice_html(comparison.advice)])
    assessment = comparison.assessment
    first, *rest = comparison.dataset.describe().split("\n")
    plan, fits = plan_and_fits(assessment)
    yield f"<h4>{escape(first)}</h4>"
    yield from (f"<p>{escape(line.strip())}</p>" for line in rest)
    yield f"<p>plan {escape(plan)} · {escape(fits)} · {escape(intervals_used(assessment))}</p>"
    yield f"<p><strong>{escape(' '.join([*sentences(comparison), *may_be_best(comparison)]))}</strong></p>"
    for at, measure in enumerate(comparison.measures):
        board = leaderboard(assessment, measure)
        yield board_html(board, comparison.level, ranked=at == 0, marks=marks(comparison, board))
    for measure in comparison.measures if assessment.segments else ():
        yield segment_table_html(assessment.segments, measure)
    yield from time_table(assessment.times)
    yield from note_list([*cautions(comparison), *not_adjusted(comparison), *all_remarks(assessment)])
