"""The improvement as a card for notebooks: plain HTML and SVG, no scripts, readable on light and dark pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.phrases import count_of
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits
from foldwise.reports.comparison.text import marks
from foldwise.reports.comparison.wording import cautions, with_sign
from foldwise.reports.improvement.wording import digits_of_first_measure, remarks_on, sentences, shown_size
from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.html import board_html, card_html, note_list
from foldwise.reports.shared.leaderboard import leaderboard
from foldwise.reports.shared.times import duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.reports.improvement.improvement import Improvement

__all__ = ["card"]


def card(found: Improvement) -> str:
    """Write the card: the verdict first, then the variants, blends, costs, and what was left out.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.improve("tree", foldwise.sample("iris"), variants="bagging", plan="kfold(5)")
    >>> card(found).startswith("<div class='foldwise'>")
    True
    """
    return card_html(_parts(found))


def _parts(found: Improvement) -> Iterator[str]:
    yield from filter(None, [advice_html(found.advice)])
    comparison = found.comparison
    first, *rest = found.dataset.describe().split("\n")
    plan, _ = plan_and_fits(comparison.assessment)
    yield f"<h4>{escape(first)}</h4>"
    yield from (f"<p>{escape(line.strip())}</p>" for line in rest)
    about = f"plan {plan} · {count_of(found.fits, 'fit')} · {intervals_used(comparison.assessment)}"
    yield f"<p>{escape(about)}</p>"
    yield f"<p><strong>{escape(' '.join(sentences(found)))}</strong></p>"
    for at, measure in enumerate(found.measures):
        board = leaderboard(comparison.assessment, measure)
        yield board_html(board, found.level, ranked=at == 0, marks=marks(comparison, board))
    yield from _blends(found)
    yield from _costs(found)
    left = [f"{one.name} was left out: {one.reason}" for one in found.left_out]
    made = [] if found.profile is None else [found.profile.sentence(found.original)]
    yield from note_list([*made, *remarks_on(found), *left, *cautions(comparison), *all_remarks(comparison.assessment)])


def _blends(found: Improvement) -> Iterator[str]:
    digits = digits_of_first_measure(found)
    rows = [
        [one.name, digits.show(one.nested), digits.show(one.naive), with_sign(digits, one.gap)]
        for one in found.tried
        if one.is_blend
    ]
    yield from _table(["blend", "nested", "naive", "naive - nested"], rows)


def _costs(found: Improvement) -> Iterator[str]:
    rows = [
        [one.name, duration(one.cost.fit_seconds), duration(one.cost.predict_seconds), shown_size(one.cost.size)]
        for one in found.tried
        if one.cost is not None
    ]
    yield from _table(["cost, all rows", "fit", "predict 1,000 rows", "size"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if not rows:
        return
    top = "".join(f"<th scope='col'>{escape(text)}</th>" for text in head)
    body = "".join(
        f"<tr><th scope='row'>{escape(name)}</th>{''.join(f'<td>{escape(text)}</td>' for text in rest)}</tr>"
        for name, *rest in rows
    )
    yield f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
