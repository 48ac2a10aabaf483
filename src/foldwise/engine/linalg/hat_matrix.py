"""Fits without a few rows, from the fit to all of them by the hat matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.linalg.design import evaluate
from foldwise.engine.linalg.solvers import SAFE_PIVOT, LeastNorm, smallest_pivot

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.engine.linalg.design import Design, Problem
    from foldwise.engine.rows import TestRows

__all__ = ["few_rows"]


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
        return evaluate(design, whitening @ changed, test, start), safe

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
