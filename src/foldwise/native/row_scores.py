"""Scores of test rows under the parameters of their resample."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from foldwise import native

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats

__all__ = ["linear_scores", "normal_scores", "quadratic_scores"]


def linear_scores(table: Floats, rows: Codes, starts: Codes, *, coefficients: Floats, offsets: Floats) -> Floats:
    """Give offsets[r] + coefficients[r] x for each row x asked about by resample r, (N, C).

    Parameters
    ----------
    table
        The numbers x of every row (n, m).
    rows
        Rows asked about (N,).
    starts
        Where the questions of each resample start, and the end of the last (R + 1,).
    coefficients
        One line per class and resample (R, C, m).
    offsets
        One number per class and resample (R, C).

    Examples
    --------
    >>> table, slope, offset = np.array([[1.0], [2.0]]), np.array([[[3.0]]]), np.array([[1.0]])
    >>> linear_scores(table, np.array([1]), np.array([0, 1]), coefficients=slope, offsets=offset)
    array([[7.]])
    """
    scores = np.empty((rows.size, offsets.shape[1]))
    if not native.COMPILED:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            scores[a:b] = offsets[r] + table[rows[a:b]] @ coefficients[r].T
        return scores
    native._native.linear_scores(
        table=np.ascontiguousarray(table),
        rows=np.ascontiguousarray(rows, np.int64),
        starts=np.ascontiguousarray(starts, np.int64),
        coefficients=np.ascontiguousarray(coefficients, np.float64),
        offsets=np.ascontiguousarray(offsets, np.float64),
        threads=1,
        scores=scores,
    )
    return scores


def normal_scores(
    table: Floats, rows: Codes, starts: Codes, *, means: Floats, precisions: Floats, offsets: Floats
) -> Floats:
    """Give offsets[r] - ½ Σ (x - mean)² · precision for each row x asked about by resample r, (N, C).

    Parameters
    ----------
    table, rows, starts, offsets
        As in `linear_scores`.
    means, precisions
        One line per class and resample (R, C, m).

    Examples
    --------
    >>> one = np.array([[[1.0]]])
    >>> table, rows, starts = np.array([[1.0], [3.0]]), np.array([1]), np.array([0, 1])
    >>> normal_scores(table, rows, starts, means=one, precisions=one, offsets=np.array([[0.0]]))
    array([[-2.]])
    """
    scores = np.empty((rows.size, offsets.shape[1]))
    if not native.COMPILED:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            away = table[rows[a:b], None, :] - means[r]
            scores[a:b] = offsets[r] - 0.5 * (away * away * precisions[r]).sum(axis=2)
        return scores
    native._native.normal_scores(
        table=np.ascontiguousarray(table),
        rows=np.ascontiguousarray(rows, np.int64),
        starts=np.ascontiguousarray(starts, np.int64),
        means=np.ascontiguousarray(means, np.float64),
        precisions=np.ascontiguousarray(precisions, np.float64),
        offsets=np.ascontiguousarray(offsets, np.float64),
        threads=1,
        scores=scores,
    )
    return scores


def quadratic_scores(
    table: Floats, rows: Codes, starts: Codes, *, means: Floats, factors: Floats, offsets: Floats
) -> Floats:
    """Give offsets[r] - ½ ‖factors[r] (x - means[r])‖² for each row x asked about by resample r, (N,).

    Parameters
    ----------
    table, rows, starts
        As in `linear_scores`.
    means, factors, offsets
        One line, one lower triangle and one number per resample: (R, m), (R, m, m), (R,).

    Examples
    --------
    >>> table, rows, starts = np.array([[1.0], [3.0]]), np.array([1]), np.array([0, 1])
    >>> half = np.array([[[0.5]]])
    >>> quadratic_scores(table, rows, starts, means=np.array([[1.0]]), factors=half, offsets=np.array([2.0]))
    array([1.5])
    """
    scores = np.empty((rows.size, 1))
    if not native.COMPILED:
        for r, (a, b) in enumerate(pairwise(starts.tolist())):
            turned = (table[rows[a:b]] - means[r]) @ factors[r].T
            scores[a:b, 0] = offsets[r] - 0.5 * (turned * turned).sum(axis=1)
        return scores[:, 0]
    native._native.quadratic_scores(
        table=np.ascontiguousarray(table),
        rows=np.ascontiguousarray(rows, np.int64),
        starts=np.ascontiguousarray(starts, np.int64),
        means=np.ascontiguousarray(means, np.float64),
        factors=np.ascontiguousarray(factors, np.float64),
        offsets=np.ascontiguousarray(offsets, np.float64),
        column=0,
        scores=scores,
    )
    return scores[:, 0]
