"""Fits without a few rows, straight from the fit of all of them: the hat matrix says what each row does to the fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.kernels.problem import evaluate
from foldwise.engine.kernels.solvers import SAFE_PIVOT, LeastNorm, smallest_pivot

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.engine.kernels.design import Design
    from foldwise.engine.kernels.problem import Asked, Problem

__all__ = ["few_rows"]


def few_rows(problem: Problem, asked: Asked) -> Callable[[int, int], tuple[Floats, Mask]] | None:
    """Fit a block of resamples that leave out fewer rows than there are coefficients, or None where that does not pay.

    Notes
    -----
    With H = Z (ZᵀWZ + P)⁻¹ ZᵀW and residuals e of the fit to all rows, the residuals of rows I under the fit without them
    are (I - H_II)⁻¹ e_I (METHODS J.4); one row i has e_i / (1 - h_ii).
    """
    design = problem.design
    if asked.most >= design.terms or problem.solver.many > 1:
        return None
    room = SAFE_PIVOT
    if isinstance(problem.solver, LeastNorm):
        room = problem.solver.room
        # Where the rows that are left do not determine the coefficients, the rank must be looked at.
        if room > 0.5 or design.n - asked.most <= design.terms:
            return None
    turn = _turn(problem)
    if turn is None:
        return None
    terms = design.terms
    fitted = turn.T @ design.total[:terms, terms:]  # (t, m), coefficients of the turned rows

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        chosen = asked.stack(start, stop, design.n)
        rows = design.rows(chosen)
        turned = rows[..., :terms] @ turn  # (b, rows, t)
        residuals = rows[..., terms:] - turned @ fitted
        weighted = design.weighted(turned, chosen)
        residuals, left = _without(turned, weighted, residuals, _roots(design, chosen))
        safe = left > room
        if asked.only_tested:
            return (rows[..., terms:] - residuals)[chosen < design.n], safe
        changed = fitted - np.swapaxes(weighted, 1, 2) @ residuals
        return evaluate(design, turn @ changed, asked.layout, start), safe

    return block


def _turn(problem: Problem) -> Floats | None:
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


def _without(turned: Floats, weighted: Floats, residuals: Floats, roots: Floats | None) -> tuple[Floats, Floats]:
    """Residuals under the fits without these rows (b, rows, m), and what is left of the spread without them (b,)."""
    if turned.shape[1] == 1:
        left = 1.0 - (turned * weighted).sum(axis=2)
        return residuals / np.where(left > 0, left, 1.0)[..., None], left[:, 0]
    unit = np.eye(turned.shape[1])
    overlap = turned @ np.swapaxes(turned, 1, 2)
    even = overlap if roots is None else overlap * roots[:, :, None] * roots[:, None, :]
    left = smallest_pivot(unit - even)
    rest = unit - turned @ np.swapaxes(weighted, 1, 2)
    rest[left <= 0] = unit
    return np.asarray(np.linalg.solve(rest, residuals), dtype=np.float64), left
