"""A dataset in a few lines of at most 80 characters, printed before every run."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data.dataset import Kind, Role
from foldwise.errors import printable
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from foldwise.data.dataset import Column, Dataset

__all__ = ["describe", "other_task_hint"]

WIDTH = 80
NAMES_SHOWN = 3
LARGE, HUGE = 1e3, 1e12
MANY_CLASSES = 10
"""Numbers of more than so many kinds are rarely classes."""


def describe(dataset: Dataset) -> str:
    """Say how many rows and columns there are, what is predicted, what was dropped and what was read as missing.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> print(describe(sample("auto-mpg")))
    auto-mpg  398 rows x 8 columns    target mpg (9 to 46.6, mean 23.5)
      numeric 6 · categorical 2 · missing 6
      read as missing: empty in horsepower
    """
    sources = [column for column in dataset.columns if column.role in (Role.FEATURE, Role.DROPPED)]
    size = f"{dataset.name}  {count_of(dataset.n, 'row')} x {count_of(len(sources) or dataset.p, 'column')}"
    lines = _joined(size, _target(dataset), separator="    ", indent="  ")
    lines += _wrapped([*_kinds(sources), *_structure(dataset)], " · ")
    lines += _wrapped(_remarks(sources), " · ")
    tokens = _tokens(dataset.columns)
    lines += _wrapped([f"read as missing: {tokens[0]}", *tokens[1:]] if tokens else [], ", ")
    return printable("\n".join(lines))


def other_task_hint(dataset: Dataset) -> str:
    """How to have the target read for the other task, where its values allow that; empty where they do not.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> other_task_hint(sample("iris")), other_task_hint(sample("auto-mpg"))
    ('', '')
    """
    if dataset.is_classification:
        return "task='regression' if its numbers are values" if dataset.labels.dtype.kind in "iuf" else ""
    whole = bool((dataset.truth == np.floor(dataset.truth)).all())
    return "task='classification' if its values are classes" if whole else ""


def _target(dataset: Dataset) -> str:
    name = next((column.name for column in dataset.columns if column.role is Role.TARGET), "y")
    if not dataset.is_classification:
        values = dataset.truth
        low, high, mean = _shown(values.min()), _shown(values.max()), _shown(values.mean(), digits=3)
        return f"target {name} ({low} to {high}, mean {mean})"
    shares = 100 * dataset.class_counts / dataset.n
    class_shares = [f"{label} {share:.1f} %" for label, share in zip(dataset.classes, shares, strict=True)]
    if len(class_shares) > NAMES_SHOWN:
        return f"target {name} ({len(class_shares)} classes, largest {class_shares[int(shares.argmax())]})"
    return f"target {name} ({', '.join(class_shares)})"


def _shown(value: float, *, digits: int = 4) -> str:
    """Write a few digits; thousands are grouped rather than written with a power of ten."""
    return f"{value:,.0f}" if LARGE <= abs(value) < HUGE else f"{value:.{digits}g}"


def _kinds(sources: Sequence[Column]) -> list[str]:
    """Count the columns by what became of them."""
    used = Counter(column.kind for column in sources if column.role is Role.FEATURE)
    counts_by_kind = [f"{kind.value} {used[kind]}" for kind in Kind if used[kind]]
    dropped = [column for column in sources if column.role is Role.DROPPED]
    if dropped:
        reasons = [f"{column.name}: {column.note}" for column in dropped[:NAMES_SHOWN]]
        more = f", and {len(dropped) - NAMES_SHOWN} more" if len(dropped) > NAMES_SHOWN else ""
        counts_by_kind.append(f"dropped {len(dropped)} ({', '.join(reasons)}{more})")
    constant = [column.name for column in sources if column.note == "constant"]
    if constant:
        counts_by_kind.append(f"constant {len(constant)} ({_shortened(constant)})")
    missing = sum(column.missing for column in sources if column.role is Role.FEATURE)
    return [*counts_by_kind, f"missing {missing:,}"]


def _remarks(sources: Sequence[Column]) -> list[str]:
    """What else the user should know about columns that are used."""
    noted = [column for column in sources if column.role is Role.FEATURE and column.note not in ("", "constant")]
    return [f"{column.name}: {column.note}" for column in noted[:NAMES_SHOWN]]


def _structure(dataset: Dataset) -> list[str]:
    """What else is known about the rows."""
    parts = [*_doubtful_task(dataset)]
    names_by_role = {column.role: column.name for column in dataset.columns}
    if dataset.group_codes is not None:
        parts.append(f"groups {names_by_role.get(Role.GROUPS, 'groups')} ({int(dataset.group_codes.max()) + 1:,})")
    if dataset.order is not None:
        parts.append(f"in the order of {names_by_role.get(Role.ORDER, 'order')}")
    elif (
        date := next((column.name for column in dataset.columns if column.kind is Kind.DATE), "")
    ) and dataset.groups is None:
        parts.append(f"not in time: order='{date}' would test each row on models of the rows before it")
    if dataset.weights is not None:
        parts.append(f"weighted by {names_by_role.get(Role.WEIGHTS, 'weights')}")
    if dataset.segments is not None:
        count, name = len(set(dataset.segments.tolist())), names_by_role.get(Role.SEGMENTS, "segments")
        parts.append(count_of(count, "segment") if name == "segments" else f"segments {name} ({count:,})")
    if dataset.dropped_rows:
        parts.append(f"{count_of(dataset.dropped_rows, 'row')} without a target left out")
    if dataset.sealed:
        parts.append(f"{count_of(dataset.sealed, 'row')} sealed")
    return parts


def _doubtful_task(dataset: Dataset) -> Iterator[str]:
    """Say where numbers are rather values than classes, or the other way round."""
    if dataset.is_classification:
        if len(dataset.classes) > MANY_CLASSES and other_task_hint(dataset):
            yield "numbers taken as classes: as values they are a regression"
    elif np.isin(dataset.truth, (dataset.truth.min(), dataset.truth.max())).all():
        yield "two values only: as classes they are a classification"


def _tokens(columns: Iterable[Column]) -> list[str]:
    """Which texts were read as missing, with the columns they were found in."""
    columns_by_token: dict[str, list[str]] = {}
    for column in columns:
        for token in column.tokens:
            columns_by_token.setdefault(f"'{token}'" if token.strip() else "empty", []).append(column.name)
    return [f"{token} in {_shortened(names)}" for token, names in columns_by_token.items()]


def _shortened(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= NAMES_SHOWN else f"{names[0]}, {names[1]} and {len(names) - 2} more"


def _joined(left: str, right: str, *, separator: str, indent: str) -> list[str]:
    line = left + separator + right
    return [line] if len(line) <= WIDTH else [_cut(left), _cut(indent + right)]


def _wrapped(parts: Sequence[str], separator: str) -> list[str]:
    """Fill lines, indented by two, breaking between parts."""
    lines = ["  " + part for part in parts[:1]]
    for part in parts[1:]:
        if len(lines[-1]) + len(separator) + len(part) <= WIDTH:
            lines[-1] += separator + part
        else:
            lines.append("  " + part)
    return [_cut(line) for line in lines]


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"
