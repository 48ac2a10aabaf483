"""Resamples that someone else made: what they are, whatever they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.combination import count_sets
from foldwise.plans.holdout import others
from foldwise.plans.resamples import Partition, RowLists

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Array, Codes
    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples
    from foldwise.typing import Given

__all__ = ["of_pairs"]

ONE_REPEAT = ("forward", "lpo", "leave-p-groups-out")
"""Plans whose resamples together are one repeat."""


def of_pairs(pairs: Iterable[Any], dataset: Dataset, plan: str, origin: str) -> Resamples:
    """Build resamples from (train, test) pairs of row numbers or masks.

    Pairs that have the structure of a known plan get its text, so that whatever is valid and quick for that plan holds for
    them; others get the text `plan`. The `origin` goes into the note.
    """
    drawn = [_pair(pair, dataset.n, at) for at, pair in enumerate(pairs)]
    if not drawn:
        message = f"{origin} gives no (train, test) pairs"
        raise PlanError(message, hint="kfold(10)")
    train, test = (tuple(side) for side in zip(*drawn, strict=True))
    note = f"rows from {origin}"
    parts = _parts_of(train, test, dataset.n) if dataset.time_rank is None else None
    if parts is not None:
        return _partition(parts, len(train) // len(parts), dataset, note)
    overlap = any(np.intersect1d(*pair).size for pair in drawn)
    known = "" if overlap else _known_plan(train, test, dataset)
    one_repeat = np.zeros(len(train), dtype=np.intp) if known.startswith(ONE_REPEAT) else None
    unit = "group" if known.startswith("leave-p-groups-out") else "row"
    return RowLists(
        train, test, dataset.n, plan=known or plan, unit=unit, note=note, overlap=overlap, repeats_of=one_repeat
    )


def _known_plan(train: tuple[Codes, ...], test: tuple[Codes, ...], dataset: Dataset) -> str:
    """Text of the plan that has this structure, or nothing."""
    if dataset.time_rank is not None:
        return f"forward({len(test)})"  # any other use of time is refused once the rows are drawn
    if dataset.group_codes is not None:
        return _sets_of_groups(train, test, dataset.group_codes)
    if len(test) == 1:
        return f"holdout({test[0].size})"
    size = test[0].size
    pairs = zip(train, test, strict=True)
    if not all(rows.size == size and own.size == np.unique(own).size == dataset.n - size for own, rows in pairs):
        return ""
    return f"lpo({size})" if len(test) == count_sets(dataset.n, size) else f"subsample({len(test)}, test={size})"


def _sets_of_groups(train: tuple[Codes, ...], test: tuple[Codes, ...], groups: Codes) -> str:
    """Text of leave-p-groups-out where every set of p groups is tested once by all the others, or nothing."""
    tested = [frozenset(groups[rows].tolist()) for rows in test]
    p, sizes = len(tested[0]), np.bincount(groups)
    sets = len(set(tested)) == len(tested) == count_sets(sizes.size, p) and all(len(one) == p for one in tested)
    whole = all(
        rows.size == sizes[list(own)].sum() and others(rows, groups.size).size == other.size
        for own, rows, other in zip(tested, test, train, strict=True)
    )
    return f"leave-p-groups-out({p})" if sets and whole else ""


def _pair(pair: Given, n: int, at: int) -> tuple[Codes, Codes]:
    """One pair as two ascending arrays of row numbers."""
    try:
        train, test = pair
        sides = np.asarray(train), np.asarray(test)
    except (TypeError, ValueError) as error:
        message = f"item {at} is not a pair (train, test) of row numbers"
        raise PlanError(message) from error
    return _rows(sides[0], n, f"training set {at}"), _rows(sides[1], n, f"test set {at}")


def _rows(rows: Array, n: int, what: str) -> Codes:
    if rows.dtype == np.bool_ and rows.shape == (n,):
        rows = np.flatnonzero(rows)
    if rows.ndim != 1 or not rows.size or not np.issubdtype(rows.dtype, np.integer):
        message = f"{what} must be a list of row numbers or a mask of {n:,} rows, not of type {rows.dtype} and shape {rows.shape}"
        raise PlanError(message)
    if rows.min() < 0 or rows.max() >= n:
        message = f"{what} names a row outside 0 to {n - 1}"
        raise PlanError(message)
    return np.sort(rows).astype(np.intp)


def _parts_of(train: tuple[Codes, ...], test: tuple[Codes, ...], n: int) -> Array | None:
    """Part numbers (repeats, n) if the test sets partition the rows again and again, else None."""
    ends = np.flatnonzero(np.cumsum([rows.size for rows in test]) % n == 0)
    k = int(ends[0]) + 1 if ends.size else 0
    if k < 2 or len(test) % k or any(own.size + rows.size != n for own, rows in zip(train, test, strict=True)):
        return None
    parts = np.full((len(test) // k, n), k, dtype=np.intp)
    for at, rows in enumerate(test):
        parts[at // k, rows] = at % k
    exact = all(np.array_equal(others(rows, n), own) for own, rows in zip(train, test, strict=True))
    return parts if exact and parts.max() < k else None


def _partition(parts: Array, k: int, dataset: Dataset, note: str) -> Partition:
    """Name the plan that the parts are; one of groups, where they cut none."""
    groups = dataset.group_codes
    repeats = f", repeats={len(parts)}" if len(parts) > 1 else ""
    plan, unit = f"kfold({k}{repeats})", "row"
    if groups is not None and all(_keeps_groups(row, groups) for row in parts):
        single = k == int(groups.max()) + 1 and not repeats
        plan, unit = "leave-group-out" if single else f"group-kfold({k}{repeats})", "group"
    elif k == dataset.n and not repeats:
        plan = "loo"
    return Partition(parts, k, plan=plan, unit=unit, note=note)


def _keeps_groups(parts: Array, groups: Codes) -> bool:
    first = np.zeros(int(groups.max()) + 1, dtype=parts.dtype)
    first[groups] = parts
    return bool((first[groups] == parts).all())
