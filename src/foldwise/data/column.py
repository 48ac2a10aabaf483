"""What each column of the source is used for, by default and on request."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.checks.table import check_column
from foldwise.data.content import DateContent, NumericContent, TextContent, as_texts, content_as_numbers
from foldwise.data.dataset import Column, Kind, Role

if TYPE_CHECKING:
    from foldwise.data.content import Content

__all__ = ["decide_feature", "describe_content"]

DRESSED_NUMBER = re.compile(
    r"[+-]?[$€£]?\s?[+-]?\d{1,3}(,\d{3})+(\.\d+)?|[+-]?[$€£]\s?\d+([.,]\d+)?|[+-]?\d+([.,]\d+)?\s?[%$€£]"
    r"|[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+([eE][+-]?\d+)?"
)
"""A number with thousands separators, a currency, a percent sign or a decimal comma: ``1,000``, ``$9.50``, ``12 %``, ``0,5``."""
PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
FEW_ROWS = 10
"""Below this number of rows that all values differ says nothing."""


def decide_feature(
    name: str, content: Content, role: str | None, tokens: tuple[str, ...], *, empty: bool = False
) -> tuple[Column, Content]:
    """Decide whether a column is a feature and of which kind; the content comes back in that kind.

    Parameters
    ----------
    name
        Name of the column.
    content
        What it holds.
    role
        What the user asked for: ``numeric``, ``categorical``, ``feature`` (use it, of whatever kind), ``keep`` (hand it to
        the model as it is, whatever it holds), or None.
    tokens
        The texts that were read as missing.
    empty
        Whether it may have no value at all.
    """
    if role == "keep":
        return describe_content(name, content, Role.FEATURE, tokens), content
    if role == "categorical":
        content = as_texts(content)
    elif role == "numeric" or (role == "feature" and isinstance(content, DateContent)):
        content = content_as_numbers(content, name)
    reason = _reason_to_drop(content) if role is None else ""
    if not reason and role != "categorical":
        check_column(name, content, empty=empty)
    column = describe_content(
        name,
        content,
        Role.DROPPED if reason else Role.FEATURE,
        tokens,
        note=reason or _note(content, asked=role == "categorical"),
    )
    return column, content


def describe_content(
    name: str, content: Content, role: Role, tokens: tuple[str, ...] = (), *, note: str = ""
) -> Column:
    """Make the column's entry in the dataset."""
    kinds = {NumericContent: Kind.NUMERIC, TextContent: Kind.CATEGORICAL, DateContent: Kind.DATE}
    return Column(name, kinds[type(content)], role, content.levels, content.missing, tokens, note)


def _reason_to_drop(content: Content) -> str:
    """Dates and columns that only name the rows are left out, unless asked for."""
    if isinstance(content, DateContent):
        return "date"
    if isinstance(content, TextContent):
        return _names_rows(content)
    n = content.values.size
    start = content.values[0] if n else np.nan
    counts = n >= FEW_ROWS and start in (0, 1) and bool((content.values == np.arange(n) + start).all())
    return "row numbers" if counts else ""


def _names_rows(content: TextContent) -> str:
    """Texts that all differ name the rows; not where most of them are numbers, of which one may be a slip."""
    known, mixture = content.codes.size - content.missing, content.mixture
    if known < FEW_ROWS or content.levels != known or (mixture is not None and mixture.numbers >= mixture.texts):
        return ""
    return _dressed(content) or "all values differ"


def _dressed(content: TextContent) -> str:
    """Say that all texts are numbers, with separators or signs, or kept as texts by a spreadsheet."""
    dressed = [name for name in content.names if DRESSED_NUMBER.fullmatch(name)]
    plain = sum(PLAIN_NUMBER.fullmatch(name) is not None for name in content.names)
    if not content.names or len(dressed) + plain < len(content.names):  # below a thousand there is nothing to separate
        return ""
    return f"texts that look like numbers, such as '{(dressed or content.names)[0]}'"


def _note(content: Content, *, asked: bool = False) -> str:
    if isinstance(content, TextContent) and content.mixture is not None:
        return f"texts, {content.mixture.numbers} of them numbers"
    if isinstance(content, TextContent) and not asked and (said := _dressed(content)):
        return said
    if content.missing:
        return ""
    if isinstance(content, NumericContent):
        return "constant" if content.levels == 1 and bool((content.values == content.values[0]).all()) else ""
    return "constant" if content.levels == 1 else ""
