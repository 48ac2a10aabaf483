"""What the checks found, as the first thing a report says: text, HTML, and a remark in every row of a frame."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.advice import Advice

__all__ = ["advice_html", "advice_lines", "noted"]

MARGIN = 8


def advice_lines(advice: Sequence[Advice], width: int = 80) -> list[str]:
    """Wrap the findings behind a word in the margin, with an empty line at the end; nothing where there are none.

    Examples
    --------
    >>> from foldwise.advice import Advice, Severity
    >>> advice_lines([Advice("FW301", "many measures", Severity.NOTE, "seven are tested", "ask for one")])
    ['Check   FW301 many measures: seven are tested. What to do: ask for one', '']
    """
    lines = []
    for at, advice_item in enumerate(advice):
        wrapped = wrap(str(advice_item), width - MARGIN)
        lines += [f"{'' if at or line else 'Check':<{MARGIN}}{text}" for line, text in enumerate(wrapped)]
    return [*lines, ""] if lines else []


def advice_html(advice: Sequence[Advice]) -> str:
    """Write a list of the findings; empty where there are none."""
    if not advice:
        return ""
    items = "".join(
        f"<li><strong>{escape(advice_item.code)}</strong> {escape(str(advice_item)[len(advice_item.code) + 1 :])}</li>"
        for advice_item in advice
    )
    return f"<ul class='advice'>{items}</ul>"


def noted(record: dict[str, Any], advice: Sequence[Advice]) -> dict[str, Any]:
    """Put codes and titles of what casts doubt on a figure before its note.

    Examples
    --------
    >>> noted({"note": "few rows"}, [])
    {'note': 'few rows'}
    """
    from foldwise.advice import spoils

    said = [f"{spoil.code} {spoil.title}" for spoil in spoils(advice)]
    return {**record, "note": "; ".join([*said, *filter(None, [record["note"]])])} if said else record
