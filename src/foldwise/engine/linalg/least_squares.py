"""Linear least-squares fits of all resamples: products of the rows by subtraction or by counts, then small solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.compiled.ridge import SPREAD_LEFT, fit_ridge
from foldwise.engine.linalg.design import IN_CACHE, values_at_tests
from foldwise.engine.linalg.solvers import SAFE_PIVOT, LeastNorm, smallest_pivot
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.engine.linalg.design import Design, Problem
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import TrainingSets

__all__ = ["fitted_values", "sum_products"]


def few_rows(problem: Problem, test: TestRows) -> Callable[[int, int], tuple[Floats, Mask]] | None:
    """Fit a block of resamples that leave out fewer rows than there are coefficients, or None where that does not pay.

    Notes
    -----
    With H = Z (ZᵀWZ + P)⁻¹ ZᵀW and residuals e of the fit to all rows, the residuals of rows I under the fit without them
    are (I - H_II)⁻¹ e_I (METHODS J.4); one row i has e_i / (1 - h_ii). H_II times these is what the rows themselves did to
    their values: taken off the fit, not the residuals off the target, it keeps the digits of values that a strong penalty
    makes much smaller than the target.
    """
    design = problem.design
    if test.most >= design.terms or problem.solver.many > 1:
        return None
    room = SAFE_PIVOT
    if isinstance(problem.solver, LeastNorm):
        room = problem.solver.room
        # Where the rows that are left do not determine the coefficients, the rank must be looked at.
        if room > 0.5 or design.n - test.most <= design.terms:
            return None
    whitening = _whitening(problem)
    if whitening is None:
        return None
    terms = design.terms
    fitted = whitening.T @ design.total[:terms, terms:]  # (t, m), coefficients of the whitened rows

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        chosen = test.stack(start, stop, design.n)
        rows = design.rows(chosen)
        whitened = rows[..., :terms] @ whitening  # (b, rows, t)
        values = whitened @ fitted
        weighted = design.weighted(whitened, chosen)
        hat = _hat(whitened, weighted)
        residuals, left = _without(whitened, hat, rows[..., terms:] - values, _roots(design, chosen))
        safe = left > room
        if test.only_tested:
            return (values - hat @ residuals)[chosen < design.n], safe
        changed = fitted - np.swapaxes(weighted, 1, 2) @ residuals
        return values_at_tests(design, whitening @ changed, test, start), safe

    return block


def _whitening(problem: Problem) -> Floats | None:
    """Coordinates in which the products of all rows, with the penalty, are the unit matrix; None where they have none."""
    design = problem.design
    products = design.total[: design.terms, : design.terms].copy()
    places = np.arange(int(design.intercept), design.terms)
    products[places, places] += problem.penalties
    lengths = np.diagonal(products)
    if not (lengths > 0).all():
        return None
    scale = 1.0 / np.sqrt(lengths)
    equal = products * np.outer(scale, scale)
    if smallest_pivot(equal[None])[0] <= SAFE_PIVOT:
        return None
    return scale[:, None] * np.linalg.inv(np.linalg.cholesky(equal)).T


def _roots(design: Design, chosen: Codes) -> Floats | None:
    return None if design.weights is None else np.sqrt(design.weights.take(chosen, mode="clip"))


def _hat(whitened: Floats, weighted: Floats) -> Floats:
    """What each of these rows does to the values of the others in the fit to all rows, H_II (b, rows, rows)."""
    if whitened.shape[1] == 1:
        return (whitened * weighted).sum(axis=2, keepdims=True)
    return whitened @ np.swapaxes(weighted, 1, 2)


def _without(whitened: Floats, hat: Floats, residuals: Floats, roots: Floats | None) -> tuple[Floats, Floats]:
    """Residuals under the fits without these rows (b, rows, m), and what is left of the spread without them (b,)."""
    if whitened.shape[1] == 1:
        left = 1.0 - hat
        return residuals / np.where(left > 0, left, 1.0), left[:, 0, 0]
    unit = np.eye(whitened.shape[1])
    overlap = hat if roots is None else whitened @ np.swapaxes(whitened, 1, 2) * roots[:, :, None] * roots[:, None, :]
    left = smallest_pivot(unit - overlap)
    rest = unit - hat
    rest[left <= 0] = unit
    return np.asarray(np.linalg.solve(rest, residuals), dtype=np.float64), left


MOST_RESAMPLES, COUNTS_HELD = 256, 2_000_000
"""Most resamples, and most numbers, whose products are summed together from their counts."""
FEW_RESAMPLES = 8
"""Fewer resamples than these do not repay a table of all products."""


def fitted_values(
    problem: Problem, training: TrainingSets, test: TestRows, out: Floats | None = None
) -> tuple[Floats, Mask]:
    """Values at the test rows (N, m), written into `out` if given, and which resamples are exact (R,).

    A solver with several solutions gives all targets of the first before those of the second.
    """
    design = problem.design
    offset = np.tile(design.offset, problem.solver.many)
    values = np.empty((test.size, offset.size)) if out is None else out
    leaving = problem.reweight is None and training.complementary
    if not leaving or test.most >= design.terms:
        safe = fit_ridge(problem, training, test, values)
        if safe is not None:
            return values, safe
    if leaving:
        # All rows but the tested ones are trained on: their products are the whole minus the tested ones.
        block = few_rows(problem, test) or subtracting(problem, test)
        size = IN_CACHE // (max(test.most, 1) * max(design.width, test.most if test.most < design.terms else 1))
    else:
        block = counting(problem, training, test)
        size = min(MOST_RESAMPLES, COUNTS_HELD // max(design.n, design.width**2))
    starts = test.starts

    def fill(start: int, stop: int) -> Mask:
        piece, safe = block(start, stop)
        np.add(piece, offset, out=values[starts[start] : starts[stop]])
        return safe

    return values, np.concatenate(in_threads(fill, blocks(training.count, max(1, size))))


def subtracting(problem: Problem, test: TestRows) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit a block of resamples from the whole minus the tested rows."""
    design = problem.design
    first = int(design.intercept)
    spread = np.diagonal(design.total)[first : design.terms]
    sizes = np.diff(test.edges)

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        chosen = test.stack(start, stop, design.n)
        rows = design.rows(chosen)
        sums = design.products(rows, chosen)
        np.subtract(design.total, sums, out=sums)
        left = np.diagonal(sums, axis1=1, axis2=2)[:, first : design.terms] + problem.penalties
        if design.intercept:
            left = left - sums[:, 0, 1 : design.terms] ** 2 / np.maximum(sums[:, :1, 0], 1e-300)
        coefficients, safe = problem.solver.fit(sums, design, design.n - sizes[start:stop])
        safe &= (left >= SPREAD_LEFT * spread).all(axis=1)
        if test.only_tested:
            return (rows[..., : design.terms] @ coefficients)[chosen < design.n], safe
        return values_at_tests(design, coefficients, test, start), safe

    return block


def counting(problem: Problem, training: TrainingSets, test: TestRows) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit a block of resamples from counts or weights of the rows."""
    design = problem.design

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        counts = training.counts(start, stop).astype(np.float64)
        if problem.reweight is not None:
            counts *= problem.reweight(start, stop)
        sums = sum_products(design, counts)
        coefficients, safe = problem.solver.fit(sums, design, np.count_nonzero(counts, axis=1))
        return values_at_tests(design, coefficients, test, start), safe

    return block


def sum_products(design: Design, counts: Floats) -> Floats:
    """Products of all pairs of columns, summed by counts (b, n) → (b, q, q).

    Many resamples share a table of the products of each row; few, or wide rows, are multiplied one resample at a time.
    """
    q = design.width
    pairs = q * (q + 1) // 2
    if len(counts) < FEW_RESAMPLES or pairs * 64 > IN_CACHE:
        return _one_by_one(design, counts)
    sums = np.zeros((len(counts), pairs))
    for a, b in blocks(design.n, max(64, IN_CACHE // pairs)):
        sums += counts[:, a:b] @ design.multiply(slice(a, b))
    return unpack_lower(sums, q)


def _one_by_one(design: Design, counts: Floats) -> Floats:
    sums = np.zeros((len(counts), design.width, design.width))
    for a, b in blocks(design.n, max(1, IN_CACHE // design.width)):
        rows = design.rows(slice(a, b))
        weighted = design.weighted(rows, slice(a, b))
        for at, row in enumerate(counts[:, a:b]):
            sums[at] += (weighted * row[:, None]).T @ rows
    return sums


def unpack_lower(sums: Floats, q: int) -> Floats:
    """Lower triangles, row after row, as whole symmetric matrices (b, q, q).

    Examples
    --------
    >>> unpack_lower(np.array([[1.0, 2.0, 3.0]]), 2)
    array([[[1., 2.],
            [2., 3.]]])
    """
    full = np.empty((len(sums), q, q))
    row, column = np.tril_indices(q)
    full[:, row, column] = sums
    full[:, column, row] = sums
    return full
