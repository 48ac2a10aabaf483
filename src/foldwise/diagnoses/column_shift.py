"""Shift: columns that are distributed differently in two sets of rows, such as training and test rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.comparisons import adjust
from foldwise.diagnoses.slice_condition import FEW_LEVELS, absent_rows, columns_of
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array
    from foldwise.typing import Given

__all__ = ["ColumnShift", "column_shifts"]

FEWEST_ROWS = 10
"""Rows that each set has, at least."""


@final
@dataclass(frozen=True)
class ColumnShift:
    """How differently one column is distributed in two sets of rows.

    Parameters
    ----------
    column
        Its name.
    distance
        Largest difference of the distribution functions of a number; total variation of a category.
    p_value
        How often sets from one distribution would differ as much.
    p_adjusted
        The same, adjusted by Holm for all columns.
    """

    column: str
    distance: float
    p_value: float
    p_adjusted: float


def column_shifts(first: Given, second: Given) -> tuple[ColumnShift, ...]:
    """Test whether the columns of two sets of rows have the same distributions: town A against town B.

    Kolmogorov and Smirnov's test for numbers, χ² for categories and few values, where a missing value is a category of its
    own; of numbers the known values are tested, and χ² how many are missing. Holm's adjustment. Those with the smallest p-value come first. Each column is looked at alone: a shift of what
    columns have in common is not seen.

    Assumes independent rows.

    Parameters
    ----------
    first
        Features of one set: a frame, a mapping of columns, or a table (n, p).
    second
        The same columns of the other set.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> a, b = rng.normal(size=(200, 3)), rng.normal(size=(300, 3))
    >>> b[:, 1] += 1
    >>> found = column_shifts(a, b)
    >>> found[0].column, found[0].p_adjusted < 0.001, found[1].p_adjusted > 0.05
    ('x1', True, True)
    """
    left, right = columns_of(first), columns_of(second)
    if list(left) != list(right):
        message = "both sets have the same columns, in the same order"
        raise InputError(message)
    sizes = [len(next(iter(one.values()))) for one in (left, right)]
    if min(sizes) < FEWEST_ROWS:
        message = f"each set has {FEWEST_ROWS} rows or more, not {sizes[0]} and {sizes[1]}"
        raise InputError(message)
    found = [_tested(a, right[name]) for name, a in left.items()]
    adjusted = adjust([p for _, p in found])
    shifts = (ColumnShift(name, *one, float(p)) for name, one, p in zip(left, found, adjusted, strict=True))
    return tuple(sorted(shifts, key=lambda one: (one.p_value, -one.distance)))


def _tested(a: Array, b: Array) -> tuple[float, float]:
    """Distance and p-value of one column."""
    gone = [absent_rows(one) for one in (a, b)]
    known = [one[~out] for one, out in zip((a, b), gone, strict=True)]
    if all(one.dtype.kind in "iuf" for one in (a, b)) and np.unique(np.concatenate(known)).size > FEW_LEVELS:
        return _numbers(known, gone)
    return _categories(*(np.where(out, "(missing)", one.astype(str)) for one, out in zip((a, b), gone, strict=True)))


def _numbers(known: Sequence[Array], gone: Sequence[Array]) -> tuple[float, float]:
    """Distance and p-value of numbers: of the known values and, where some are missing, of how many these are (Bonferroni)."""
    from scipy.stats import ks_2samp

    tests = [_categories(*(out.astype(str) for out in gone))] if any(out.any() for out in gone) else []
    if min(one.size for one in known) > 0:
        found = ks_2samp(known[0], known[1])
        tests.append((float(found.statistic), float(found.pvalue)))
    distance, p = min(tests, key=lambda test: test[1])
    return distance, min(1.0, len(tests) * p)


def _categories(a: Array, b: Array) -> tuple[float, float]:
    """Total variation and Pearson's χ² of two samples of categories."""
    from scipy.stats import chi2_contingency

    levels, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    if levels.size == 1:
        return 0.0, 1.0
    table = np.stack([np.bincount(one, minlength=levels.size) for one in (codes[: a.size], codes[a.size :])])
    shares = table / table.sum(axis=1, keepdims=True)
    return float(np.abs(shares[0] - shares[1]).sum() / 2), float(chi2_contingency(table, correction=False).pvalue)
