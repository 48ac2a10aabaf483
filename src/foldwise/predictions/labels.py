"""Labels as codes: each distinct label is written down once, however many rows have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import name_moments
from foldwise.data.checks import safe_text, written_alike
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.typing import Given

__all__ = ["Coded", "check_told_apart", "factorise", "label_text"]

MOST_PLACES = 1 << 16
"""Whole numbers this close together are coded by their place, without sorting."""


@final
@dataclass(frozen=True, eq=False)
class Coded:
    """A column of labels: `labels[codes]`, -1 where there is none."""

    codes: Codes
    labels: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self.codes.size)


def label_text(value: object) -> str:
    """Write 1.0 and 1 alike, so that labels agree whichever tool wrote them.

    Examples
    --------
    >>> label_text(1.0), label_text(1), label_text("1"), label_text(True)
    ('1', '1', '1', 'True')
    """
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value) if isinstance(value, str | int | np.generic) else safe_text(value, str)
    if text is None:
        message = f"a label is a text or a number, and a {type(value).__name__} has no text"
        raise InputError(message, hint="labels such as 'yes' and 'no', or 0 and 1")
    return text


def factorise(values: Given) -> Coded:
    """Code the labels of a column.

    Examples
    --------
    >>> found = factorise(np.array(["b", "a", None, "b"], dtype=object))
    >>> found.codes.tolist(), found.labels
    ([0, 1, -1, 0], ('b', 'a'))
    """
    if isinstance(values, Coded):
        return values
    array = np.asarray(values)
    if array.dtype.kind in "iu" and array.size:
        low = int(array.min())
        if int(array.max()) - low < MOST_PLACES:
            return _by_place(array, low)
    if array.dtype.kind == "O":
        return _by_hash(array)
    if array.dtype.kind == "M":
        named = name_moments(array).astype(object)
        named[np.isnat(array)] = None
        return _by_hash(named)
    distinct, codes = np.unique(array, return_inverse=True)
    labels = tuple(label_text(value) for value in distinct.tolist())
    if array.dtype.kind == "f" and distinct.size and np.isnan(distinct[-1]):
        return Coded(np.where(codes == distinct.size - 1, -1, codes), labels[:-1])
    return Coded(codes, labels)


def check_told_apart(values: Given, what: str) -> None:
    """Refuse a column in which different values are written alike, such as the number 1 and the text '1'.

    Examples
    --------
    >>> check_told_apart(np.array([1, 1.0, "2"], dtype=object), "groups")
    """
    if isinstance(values, Coded) or np.asarray(values).dtype.kind != "O":
        return
    import pandas as pd

    try:
        texts = [label_text(value) for value in pd.factorize(np.asarray(values))[1].tolist()]
    except TypeError:  # values that are no labels, which are refused by those who code them
        return
    if len(set(texts)) < len(texts):
        raise written_alike(what, next(text for text in texts if texts.count(text) > 1))


def _by_place(array: Array, low: int) -> Coded:
    place = array.astype(np.intp) - low
    used = np.flatnonzero(np.bincount(place))
    codes = np.full(int(used[-1]) + 1, -1, dtype=np.intp)
    codes[used] = np.arange(used.size)
    return Coded(codes[place], tuple(str(low + int(one)) for one in used))


def _by_hash(array: Array) -> Coded:
    """Objects of any type, of which some may be written alike."""
    import pandas as pd

    codes, distinct = pd.factorize(array)
    texts = [label_text(value) for value in distinct.tolist()]
    labels = tuple(dict.fromkeys(texts))
    if len(labels) == len(texts):
        return Coded(codes.astype(np.intp), labels)
    places = {label: at for at, label in enumerate(labels)}
    return Coded(np.append([places[text] for text in texts], -1)[codes].astype(np.intp), labels)
