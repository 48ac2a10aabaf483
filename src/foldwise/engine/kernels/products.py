"""Products of pairs of numbers, summed by part and kept as lower triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats

__all__ = ["add_products", "unpack_lower"]

NO_INTERCEPT = False


def add_products(table: Floats, keys: Array, groups: int, sums: Floats) -> None:
    """Add the products of all pairs of numbers of row i to sums[t * groups + keys[t, i]], in the order of a lower triangle.

    Examples
    --------
    >>> sums = np.zeros((2, 3))
    >>> add_products(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[0, 1]], dtype=np.uint8), 2, sums)
    >>> sums
    array([[ 1.,  2.,  4.],
           [ 9., 12., 16.]])
    """
    if native.COMPILED and keys.dtype.name in native.KEY_TYPES:
        none, p = np.zeros(0), table.shape[1]
        native._native.part_products(
            X=np.ascontiguousarray(table),
            Y=np.zeros((len(table), 0)),
            centre=np.zeros(p),
            scale=np.ones(p),
            offset=none,
            weights=none,
            intercept=NO_INTERCEPT,
            first=0,
            keys=keys,
            groups=groups,
            sums=sums,
        )
        return
    row, column = np.tril_indices(table.shape[1])
    products = table[:, row] * table[:, column]
    for t, line in enumerate(keys):
        np.add.at(sums, t * groups + line.astype(np.intp), products)


def unpack_lower(sums: Floats, q: int) -> Floats:
    """Lower triangles, row after row, as whole symmetric matrices (b, q, q).

    Examples
    --------
    >>> unpack_lower(np.array([[1.0, 2.0, 3.0]]), 2)
    array([[[1., 2.],
            [2., 3.]]])
    """
    full = np.empty((len(sums), q, q))
    if native.COMPILED:
        native._native.unpack_lower(packed=np.ascontiguousarray(sums), full=full)
        return full
    row, column = np.tril_indices(q)
    full[:, row, column] = sums
    full[:, column, row] = sums
    return full
