"""Counts and sums: of pairs of codes, of rows by group, and of numbers without rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["KEY_TYPES", "count_pairs", "exact_sum", "group_sums"]

KEY_TYPES = frozenset(map(np.dtype, (np.uint8, np.uint16, np.uint32)))
"""Types of group numbers that `group_sums` takes as they are."""
VALUES_TOGETHER = 1 << 24
"""Values summed at a time by the numpy path of `exact_sum`: 2²⁷ · 2²⁴ fits the 53 bits of a float."""


def count_pairs(row: Codes, column: Codes, shape: tuple[int, int]) -> Array:
    """Count how often each pair of codes occurs; a negative column code goes into the last column.

    Examples
    --------
    >>> count_pairs(np.array([0, 1, 1]), np.array([0, 1, -1]), (2, 3))
    array([[1, 0, 0],
           [0, 1, 1]])
    """
    if not native.COMPILED:
        return _count_pairs(row, column, shape)
    table = np.zeros(shape, dtype=np.int64)
    rows, columns = (np.ascontiguousarray(codes, np.int64) for codes in (row, column))
    native._native.count_pairs(row=rows, column=columns, table=table)
    return table


def _count_pairs(row: Codes, column: Codes, shape: tuple[int, int]) -> Array:
    keys = row * shape[1] + np.where(column < 0, shape[1] - 1, column)
    return np.bincount(keys, minlength=shape[0] * shape[1]).reshape(shape)


def exact_sum(values: Floats) -> int:
    """Sum of finite values times 2¹⁰⁷⁴, without any rounding, so that the order of adding cannot matter.

    Examples
    --------
    >>> exact_sum(np.array([1e16, 1.0, -1e16])) / 2**1074
    1.0
    """
    plain = np.ascontiguousarray(values, dtype=np.float64)
    if not native.COMPILED:
        return sum(
            _exact_sum(plain[start : start + VALUES_TOGETHER]) for start in range(0, plain.size, VALUES_TOGETHER)
        )
    limbs = np.zeros((2048, 2), dtype=np.uint64)
    native._native.exact_limbs(values=plain, limbs=limbs)
    used = np.flatnonzero(limbs.any(axis=1))
    words = zip(used.tolist(), limbs[used, 0].tolist(), limbs[used, 1].view(np.int64).tolist(), strict=True)
    return sum(((high << 64) + low) << (max(exponent, 1) - 1) for exponent, low, high in words)


def _exact_sum(values: Floats) -> int:
    bits = values.view(np.int64)
    exponent = ((bits >> 52) & 0x7FF).astype(np.intp)
    fraction = (bits & 0xFFFFFFFFFFFFF) | np.where(exponent > 0, 1 << 52, 0)
    mantissa = np.where(bits < 0, -fraction, fraction)
    high = np.bincount(exponent, weights=mantissa >> 26)
    low = np.bincount(exponent, weights=mantissa & 0x3FFFFFF)
    used = np.flatnonzero((high != 0) | (low != 0)).tolist()
    return sum(((int(high[e]) << 26) + int(low[e])) << (max(e, 1) - 1) for e in used)


def group_sums(table: Floats, keys: Array, groups: int, *, threads: int = 1) -> Floats:
    """Sums of the rows of `table` (n, m) in each group, for several ways to group them: keys (repeats, n).

    Returns
    -------
    Floats
        Group after group, repeat after repeat (repeats · groups, m).

    Examples
    --------
    >>> group_sums(np.array([[1.0], [2.0], [4.0]]), np.array([[0, 1, 0]], dtype=np.uint8), 2)
    array([[5.], [2.]])
    """
    sums = np.zeros((len(keys) * groups, table.shape[1]))
    if not native.COMPILED or keys.dtype not in KEY_TYPES:
        for t, row in enumerate(keys):
            for j, column in enumerate(table.T):
                sums[t * groups : (t + 1) * groups, j] = np.bincount(row, weights=column, minlength=groups)
        return sums
    whole, numbers = np.ascontiguousarray(table), np.ascontiguousarray(keys)
    native._native.group_sums(table=whole, keys=numbers, groups=groups, threads=threads, sums=sums)
    return sums
