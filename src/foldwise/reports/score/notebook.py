"""The score as a card for notebooks: plain HTML and SVG, no scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from foldwise.reports.assessment.notebook import STYLE, board_table
from foldwise.reports.score.score import SCOPE
from foldwise.reports.score.text import board_of, headline, methods_used, tests_used
from foldwise.reports.shared.advice import advice_html
from foldwise.reports.shared.digits import Digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.reports.score.score import Score

__all__ = ["card"]


def card(score: Score) -> str:
    """Write the card.

    Examples
    --------
    >>> import foldwise
    >>> card(foldwise.score([0, 1] * 20, [0, 0] * 20)).startswith("<div class='foldwise'>")
    True
    """
    return "\n".join(["<div class='foldwise'>", f"<style>{STYLE}</style>", *_parts(score), "</div>"])


def _parts(score: Score) -> Iterator[str]:
    yield from filter(None, [advice_html(score.advice)])
    yield f"<h4>{escape(headline(score))}</h4>"
    yield f"<p>{escape(methods_used(score))}; {SCOPE}</p>"
    for at, measure in enumerate(score.measures):
        yield board_table(board_of(score, measure), score.level, ranked=at == 0)
    if score.judgements:
        yield f"<p>{escape(tests_used(score))}</p>"
        heads = ("pair", "measure", "difference", "interval", "p", "p adjusted", "verdict")
        yield _table(heads, list(_pairs(score)))
    if score.segments:
        yield _table(("segment", "rows", "system", score.measures[0].name, "interval"), list(_segments(score)))
    if score.notes:
        yield f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in score.notes)}</ul>"


def _pairs(score: Score) -> Iterator[tuple[str, ...]]:
    for judgement in score.judgements:
        one = judgement.comparison
        digits = Digits.of(one.measure, [one.difference, one.low, one.high])
        ends = digits.interval(one.low, one.high) if one.has_interval else "none"
        numbers = (digits.show(one.difference), ends, f"{one.p_value:.4f}", f"{judgement.p_adjusted:.4f}")
        yield (f"{one.a} - {one.b}", one.measure.name, *numbers, str(judgement.verdict))


def _segments(score: Score) -> Iterator[tuple[str, ...]]:
    name = score.measures[0].name
    for part in score.segments:
        for system in score.systems:
            one = score.finding(system, name, part.name)
            digits = Digits.of(one.measure, [one.estimate.value])
            ends = "none" if one.interval is None else digits.interval(one.interval.low, one.interval.high)
            yield part.name, f"{part.rows:,}", system, digits.show(one.estimate.value), ends


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
