"""The balanced bootstrap: every row is drawn equally often in all, so the draws depend on each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import PlanError
from foldwise.plans.bootstrap_sampler import TRIES

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Counts
    from foldwise.plans.bootstrap_sampler import BootstrapSampler

__all__ = ["draw_balanced"]


def draw_balanced(sampler: BootstrapSampler, draws: int, rng: np.random.Generator) -> tuple[Counts, int]:
    """Draw counts that add up to `draws` for every row (draws, n), and how many draws were mended.

    A draw that leaves nothing to test is thrown away. A draw that lacks a class cannot be: redrawing it would use up the
    copies of the class that later draws need. It exchanges a row with a draw that has the class twice instead.
    """
    thrown = 0
    while thrown < TRIES:
        matrix, more = _draw_pieces(sampler, draws, rng)
        thrown += more
        if matrix is not None:
            return matrix, thrown + _lend_classes(matrix, sampler, rng)
    raise _hopeless()


def _draw_pieces(sampler: BootstrapSampler, draws: int, rng: np.random.Generator) -> tuple[Counts | None, int]:
    """Draw piece after piece of n rows from what is left of `draws` copies of all rows.

    That is the same as cutting a permutation of the copies into pieces, and needs no room for the permutation. The last
    piece is whatever remains: where it will not do, None says to start again.
    """
    left = np.full(sampler.n, draws, dtype=np.int64)
    matrix = np.empty((draws, sampler.n), dtype=np.uint8)
    at = thrown = 0
    while at < draws:
        counts = rng.multivariate_hypergeometric(left, sampler.n)
        if sampler.leaves_something(counts):
            matrix[at] = counts
            left -= counts
            at += 1
        elif at == draws - 1 or thrown == TRIES:
            return None, thrown + 1
        else:
            thrown += 1
    return matrix, thrown


def _lend_classes(matrix: Counts, sampler: BootstrapSampler, rng: np.random.Generator) -> int:
    """Exchange rows until every draw has every class; how many draws were mended."""
    mended = 0
    for rows in sampler.needed:
        for draw in np.flatnonzero(~matrix[:, rows].any(axis=1)):
            _mend(matrix, int(draw), rows, sampler, rng=rng)
            mended += 1
    return mended


def _mend(matrix: Counts, draw: int, rows: Codes, sampler: BootstrapSampler, *, rng: np.random.Generator) -> None:
    """Give the draw one of these rows, from a draw that has two of them, for a row it can spare."""
    lenders = np.flatnonzero(matrix[:, rows].sum(axis=1) >= 2)
    spare = matrix[draw].astype(np.float64)
    for kept in sampler.needed:
        if matrix[draw, kept].sum() == 1:
            spare[kept] = 0
    for _ in range(TRIES):
        lender = rng.choice(lenders)
        lent = rng.choice(rows, p=matrix[lender, rows] / matrix[lender, rows].sum())
        given = rng.choice(sampler.n, p=spare / spare.sum())
        pair = matrix[[draw, lender]]
        pair[0, lent], pair[1, lent] = pair[0, lent] + 1, pair[1, lent] - 1
        pair[0, given], pair[1, given] = pair[0, given] - 1, pair[1, given] + 1
        if all(sampler.leaves_something(counts) for counts in pair):
            matrix[[draw, lender]] = pair
            return
    raise _hopeless()


def _hopeless() -> PlanError:
    message = f"{TRIES:,} balanced bootstrap draws lacked a class or left nothing to test"
    return PlanError(message, hint="bootstrap(200, scheme=stratified)")
