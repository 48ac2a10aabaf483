"""Linear least-squares fits of all resamples: products of the rows by subtraction or by counts, then small solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.engine.kernels.design import BLOCK
from foldwise.engine.kernels.held_out import few_rows
from foldwise.engine.kernels.problem import evaluate
from foldwise.engine.kernels.threads import blocks, in_threads
from foldwise.plans import HeldOut, PairsOut, Partition

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats, Mask
    from foldwise.engine.kernels.design import Design
    from foldwise.engine.kernels.problem import Asked, Problem
    from foldwise.plans import Resamples

__all__ = ["answer"]

RESAMPLES, COUNTS = 256, 2_000_000
"""Most resamples, and most numbers, whose products are summed together from their counts."""
FEW = 8
"""Fewer resamples than these do not repay a table of all products."""
SPREAD_LEFT = 1e-4
"""Share of a column's sum of squares that must be left, with the penalty, after a subtraction to keep twelve digits."""


def answer(problem: Problem, resamples: Resamples, asked: Asked) -> tuple[Floats, Mask]:
    """Values for every question (N, m), and which resamples are answered exactly (R,).

    A solver with several solutions gives all targets of the first before those of the second.
    """
    design = problem.design
    if problem.reweight is None and isinstance(resamples, Partition | HeldOut | PairsOut):
        # All rows but the tested ones are trained on: their products are the whole minus the tested ones.
        block = few_rows(problem, asked) or subtracting(problem, asked)
        size = BLOCK // (max(asked.most, 1) * max(design.width, asked.most if asked.most < design.terms else 1))
    else:
        block = counting(problem, resamples, asked)
        size = min(RESAMPLES, COUNTS // max(design.n, design.width**2))
    offset = np.tile(design.offset, problem.solver.many)
    values = np.empty((asked.layout.size, offset.size))
    starts = asked.layout.starts

    def fill(start: int, stop: int) -> Mask:
        piece, safe = block(start, stop)
        np.add(piece, offset, out=values[starts[start] : starts[stop]])
        return safe

    return values, np.concatenate(in_threads(fill, blocks(resamples.count, max(1, size))))


def subtracting(problem: Problem, asked: Asked) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit a block of resamples from the whole minus the tested rows."""
    design = problem.design
    first = int(design.intercept)
    whole = design.total
    spread = np.diagonal(whole)[first : design.terms]

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        chosen = asked.stack(start, stop, design.n)
        rows = design.rows(chosen)
        sums = design.products(rows, chosen)
        np.subtract(whole, sums, out=sums)
        count = design.n - (chosen < design.n).sum(axis=1)
        left = np.diagonal(sums, axis1=1, axis2=2)[:, first : design.terms] + problem.penalties
        if design.intercept:
            left = left - sums[:, 0, 1 : design.terms] ** 2 / np.maximum(sums[:, :1, 0], 1e-300)
        coefficients, safe = problem.solver.fit(sums, design, count)
        safe &= (left >= SPREAD_LEFT * spread).all(axis=1)
        if asked.only_tested:
            values = rows[..., : design.terms] @ coefficients
            return values[chosen < design.n], safe
        return evaluate(design, coefficients, asked.layout, start), safe

    return block


def counting(problem: Problem, resamples: Resamples, asked: Asked) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit a block of resamples from counts or weights of the rows."""
    design = problem.design

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        counts = resamples.train_counts(start, stop).astype(np.float64)
        if problem.reweight is not None:
            counts *= problem.reweight(start, stop)
        sums = sum_products(design, counts)
        coefficients, safe = problem.solver.fit(sums, design, np.count_nonzero(counts, axis=1))
        return evaluate(design, coefficients, asked.layout, start), safe

    return block


def sum_products(design: Design, counts: Floats) -> Floats:
    """Products of all pairs of columns, summed by counts (b, n) → (b, q, q).

    Many resamples share a table of the products of each row; few, or wide rows, are multiplied one resample at a time.
    """
    q = design.width
    upper = np.triu_indices(q)
    if len(counts) < FEW or upper[0].size * 64 > BLOCK:
        return _one_by_one(design, counts)
    sums = np.zeros((len(counts), upper[0].size))
    for a, b in blocks(design.n, max(64, BLOCK // upper[0].size)):
        rows = design.rows(slice(a, b))
        weighted = design.weighted(rows, slice(a, b))
        sums += counts[:, a:b] @ (weighted[: b - a, upper[0]] * rows[: b - a, upper[1]])
    full = np.empty((len(counts), q, q))
    full[:, upper[0], upper[1]] = sums
    full[:, upper[1], upper[0]] = sums
    return full


def _one_by_one(design: Design, counts: Floats) -> Floats:
    sums = np.zeros((len(counts), design.width, design.width))
    for a, b in blocks(design.n, max(1, BLOCK // design.width)):
        rows = design.rows(slice(a, b))
        weighted = design.weighted(rows, slice(a, b))
        for at, row in enumerate(counts[:, a:b]):
            sums[at] += (weighted * row[:, None]).T @ rows
    return sums
