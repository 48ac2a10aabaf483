"""Checks of the feature table and its columns."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.content import NumericContent, TextContent
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from foldwise.arrays import Array, Codes
    from foldwise.data.content import Content

__all__ = [
    "check_column",
    "check_features_left",
    "check_has_rows",
    "check_names",
    "check_numeric",
    "check_stored_values",
    "check_unique_names",
    "check_uses",
    "check_values",
    "check_whole_signs",
    "in_whole_steps",
    "infinite",
    "no_value",
]

SURROGATE = re.compile("[\ud800-\udfff]")
NAMES_SHOWN = 8
"""How many names a message lists."""


def check_numeric(array: Array) -> Array:
    """Refuse an array that is no table of numbers; numbers kept as Python objects become floats."""
    if array.ndim == 1:
        message = f"X has one dimension, shape {array.shape}, where rows and columns were expected"
        single = "X.reshape(-1, 1) if it is a single feature"
        named = array.dtype.kind == "O" and array.size and isinstance(array[0], dict)
        raise InputError(message, hint="pandas.DataFrame(X)" if named else single)
    if array.ndim != 2:
        message = f"X has {array.ndim} dimensions, shape {array.shape}, where rows and columns were expected"
        raise InputError(message, hint="X.reshape(len(X), -1) if each row is to become one line of features")
    if array.dtype.kind == "O":
        return _from_objects(array)
    if array.dtype.kind not in "biuf":
        message = f"X is an array of type {array.dtype}, where numbers were expected"
        raise InputError(message, hint="a pandas or polars frame, in which every column has its own type")
    return array if in_whole_steps(array) else array.copy()


def in_whole_steps(array: Array) -> bool:
    """Whether numbers lie whole numbers apart in memory, as those of a field of packed records do not.

    Examples
    --------
    >>> import numpy as np
    >>> records = np.zeros(3, dtype=[("x", "f8", 2), ("flag", "?")])
    >>> in_whole_steps(records["x"]), in_whole_steps(records["x"].copy())
    (False, True)
    """
    return not any(step % array.itemsize for step in array.strides)


def _from_objects(array: Array) -> Array:
    try:
        return array.astype(np.float64)
    except (TypeError, ValueError) as error:
        found = next(value for value in array.ravel().tolist() if not _is_numeric(value))
        message = f"X is an array of Python objects that are not all numbers, such as {found!r}"
        raise InputError(message, hint="a pandas or polars frame, in which every column has its own type") from error


def _is_numeric(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return value is None
    return True


def check_values(array: Array, names: Sequence[str], *, empty: bool = False) -> None:
    """Refuse infinite values, and unless they may be `empty` columns without a value, in an array that is not finite."""
    rows, columns = np.nonzero(np.isinf(array))
    if rows.size:
        at = columns == columns[0]
        raise infinite(names[columns[0]], int(at.sum()), int(rows[at][0]))
    unknown = np.flatnonzero(np.isnan(array).all(axis=0))
    if unknown.size and not empty:
        raise no_value(names[unknown[0]], array.shape[0])


def check_stored_values(rows: Codes, columns: Codes, values: Array, names: Sequence[str], *, n: int) -> None:
    """Refuse the same in the stored values of a sparse matrix of n rows."""
    found = np.flatnonzero(np.isinf(values))
    if found.size:
        at = found[columns[found] == columns[found[0]]]
        raise infinite(names[columns[at[0]]], int(at.size), int(rows[at].min()), hint="a value that is finite")
    unknown = np.flatnonzero(np.bincount(columns[np.isnan(values)], minlength=len(names)) == n)
    if unknown.size:
        raise no_value(names[unknown[0]], n)


def check_column(name: str, content: Content, *, empty: bool = False) -> None:
    """Refuse a column with infinite values, with numbers and texts mixed, or, unless it may be `empty`, without a value."""
    n = content.codes.size if isinstance(content, TextContent) else content.values.size
    if content.missing == n and not empty:
        raise no_value(name, n)
    if isinstance(content, NumericContent):
        found = np.flatnonzero(np.isinf(content.values))
        if found.size:
            raise infinite(name, int(found.size), int(found[0]))
    if isinstance(content, TextContent) and content.mixture is not None:
        mixture = content.mixture
        # Mostly texts: a category whose levels include digits. Mostly numbers: a token for missing, or a slip.
        if mixture.numbers >= mixture.texts:
            message = f"column '{name}' mixes {mixture}"
            hint = f"missing=['{mixture.example}'] to read that text as missing, or roles={{'{name}': 'categorical'}}"
            raise InputError(message, hint=hint)


def infinite(name: str, count: int, row: int, hint: str = "") -> InputError:
    """Say where the first infinite value is."""
    many = f"{count} infinite values, the first" if count > 1 else "an infinite value"
    message = f"column '{name}' holds {many} in row {row + 1}"
    return InputError(message, hint=hint or "missing=['inf', '-inf'] to read it as missing, or a value that is finite")


def no_value(name: str, n: int) -> InputError:
    """Say that a column is missing in all rows."""
    return InputError(f"column '{name}' has no value in any of the {n:,} rows", hint=f"drop=['{name}']")


def check_whole_signs(text: str, column: str) -> None:
    """Refuse half a sign (a lone surrogate), which no file and no terminal can write."""
    if not text.isascii() and SURROGATE.search(text):
        shown = text[:40].encode("unicode_escape", "surrogatepass").decode("ascii")
        message = f"column '{column}' holds the text '{shown}', in which there is half a sign"
        raise InputError(message, hint="texts that are valid Unicode")


def check_unique_names(names: Sequence[str], source: str) -> None:
    """Refuse two columns of the same name."""
    if not "".join(names).isascii():
        for name in names:
            check_whole_signs(name, name)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        message = f"'{source}' has {names.count(twice[0])} columns called '{twice[0]}'"
        raise InputError(message, hint="giving every column its own name")


def check_has_rows(n: int, source: str) -> None:
    """Refuse a table without rows."""
    if n == 0:
        message = f"'{source}' has no rows"
        raise InputError(message, hint="a table with at least two rows")


def check_uses(parts: Mapping[str, str], others: Sequence[str]) -> None:
    """Refuse a column that is asked for twice, such as a target that is also to be dropped."""
    seen: dict[str, str] = {}
    for part, name in parts.items():
        if name in seen or name in others:
            other = f"as {seen[name]}" if name in seen else "in drop=, features= or roles="
            message = f"column '{name}' is asked for as {part} and also {other}"
            raise InputError(message, hint=f"another column as {part}" if name in seen else "one use for each column")
        seen[name] = part


def check_names(asked: Iterable[str], known: Sequence[str]) -> None:
    """Refuse the name of a column that is not there."""
    present = frozenset(known)
    for name in asked:
        if name not in present:
            several = [part.strip() for part in name.split(",")]
            if len(several) > 1 and present.issuperset(several):
                message = f"there is no column called '{name}', and several targets at once (multi-label, multi-output) are out of scope"
                raise UnknownNameError(message, hint=f"'{several[0]}'")
            raise _unknown(name, known)


def _unknown(name: str, known: Sequence[str]) -> UnknownNameError:
    """Suggest the nearest name; the list of a wide table is cut."""
    folded = {other.casefold(): other for other in known}
    nearest = get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.5)
    if nearest:
        hint = f"'{folded[nearest[0]]}'"
    else:
        more = f", … ({len(known)} columns)" if len(known) > NAMES_SHOWN else ""
        hint = f"one of {', '.join(known[:NAMES_SHOWN])}{more}"
    return UnknownNameError(f"there is no column called '{name}'", hint=hint)


def check_features_left(features: int, dropped: Mapping[str, str]) -> None:
    """Refuse a table that has no feature; `dropped` says why columns were left out, where there is more to say than their name."""
    if features:
        return
    if not dropped:
        message = "there is no column to predict from besides the target"
        raise InputError(message, hint="a table with at least one feature")
    named = [f"{name} ({why})" if why else name for name, why in dropped.items()]
    message = f"no column is left to predict from: {', '.join(named[:NAMES_SHOWN])} left out"
    raise InputError(message, hint=f"roles={{'{next(iter(dropped))}': 'feature'}} to use it all the same")
