"""Linear least-squares fits of all resamples: products of the rows by subtraction or by counts, then small solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.kernels.design import BLOCK
from foldwise.engine.kernels.held_out import few_rows
from foldwise.engine.kernels.problem import evaluate
from foldwise.engine.kernels.products import unpack_lower
from foldwise.engine.kernels.ridge_fits import SPREAD_LEFT, fit_ridge
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
MANY_ROWS, NEAR = 5_000, 60_000
"""Rows from which on, and numbers of sums up to which, products are added to their parts row by row."""


def answer(problem: Problem, resamples: Resamples, asked: Asked, out: Floats | None = None) -> tuple[Floats, Mask]:
    """Values for every question (N, m), written into `out` if given, and which resamples are answered exactly (R,).

    A solver with several solutions gives all targets of the first before those of the second.
    """
    design = problem.design
    offset = np.tile(design.offset, problem.solver.many)
    values = np.empty((asked.layout.size, offset.size)) if out is None else out
    leaving = problem.reweight is None and isinstance(resamples, Partition | HeldOut | PairsOut)
    if not leaving or asked.most >= design.terms:
        safe = fit_ridge(problem, resamples, asked, values)
        if safe is not None:
            return values, safe
    if leaving:
        # All rows but the tested ones are trained on: their products are the whole minus the tested ones.
        block = few_rows(problem, asked) or subtracting(problem, resamples, asked)
        size = BLOCK // (max(asked.most, 1) * max(design.width, asked.most if asked.most < design.terms else 1))
    else:
        block = counting(problem, resamples, asked)
        size = min(RESAMPLES, COUNTS // max(design.n, design.width**2))
    starts = asked.layout.starts

    def fill(start: int, stop: int) -> Mask:
        piece, safe = block(start, stop)
        np.add(piece, offset, out=values[starts[start] : starts[stop]])
        return safe

    return values, np.concatenate(in_threads(fill, blocks(resamples.count, max(1, size))))


def subtracting(problem: Problem, resamples: Resamples, asked: Asked) -> Callable[[int, int], tuple[Floats, Mask]]:
    """Fit a block of resamples from the whole minus the tested rows."""
    design = problem.design
    by_part = sum_parts(design, resamples)
    whole = design.total if by_part is None else unpack_lower(by_part[:1].sum(axis=1), design.width)[0]
    first = int(design.intercept)
    spread = np.diagonal(whole)[first : design.terms]
    sizes = np.diff(asked.edges)

    def block(start: int, stop: int) -> tuple[Floats, Mask]:
        rows = chosen = None
        if by_part is None:
            chosen = asked.stack(start, stop, design.n)
            rows = design.rows(chosen)
            sums = design.products(rows, chosen)
        else:
            sums = unpack_lower(by_part.reshape(-1, by_part.shape[2])[start:stop], design.width)
        np.subtract(whole, sums, out=sums)
        left = np.diagonal(sums, axis1=1, axis2=2)[:, first : design.terms] + problem.penalties
        if design.intercept:
            left = left - sums[:, 0, 1 : design.terms] ** 2 / np.maximum(sums[:, :1, 0], 1e-300)
        coefficients, safe = problem.solver.fit(sums, design, design.n - sizes[start:stop])
        safe &= (left >= SPREAD_LEFT * spread).all(axis=1)
        if rows is not None and chosen is not None and asked.only_tested:
            values = rows[..., : design.terms] @ coefficients
            return values[chosen < design.n], safe
        return evaluate(design, coefficients, asked.layout, start), safe

    return block


def sum_parts(design: Design, resamples: Resamples) -> Floats | None:
    """Products summed over each part of a partition (repeats, k, pairs), or None where there is a better way.

    The products of a row are made once and added to its part in every repeat; for few rows, or for sums too many to stay
    near the processor, products of stacked rows are quicker.
    """
    pairs = design.width * (design.width + 1) // 2
    if not (native.COMPILED and isinstance(resamples, Partition) and design.n >= MANY_ROWS):
        return None
    if resamples.count * pairs > NEAR:
        return None
    weights = np.zeros(0) if design.weights is None else design.weights
    Y = np.ascontiguousarray(design.Y)

    def add(start: int, stop: int) -> Floats:
        sums = np.zeros((resamples.count, pairs))
        native._native.part_products(
            X=design.X,
            Y=Y,
            centre=design.centre,
            scale=design.scale,
            offset=design.offset,
            weights=weights,
            intercept=design.intercept,
            first=start,
            keys=resamples.parts[:, start:stop],
            groups=resamples.k,
            sums=sums,
        )
        return sums

    pieces = in_threads(add, blocks(design.n, MANY_ROWS))
    return np.sum(pieces, axis=0).reshape(resamples.repeats, resamples.k, pairs)


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
    pairs = q * (q + 1) // 2
    if len(counts) < FEW or pairs * 64 > BLOCK:
        return _one_by_one(design, counts)
    if design.pairs is not None:
        return unpack_lower(counts @ design.pairs, q)
    sums = np.zeros((len(counts), pairs))
    for a, b in blocks(design.n, max(64, BLOCK // pairs)):
        sums += counts[:, a:b] @ design.multiply(slice(a, b))
    return unpack_lower(sums, q)


def _one_by_one(design: Design, counts: Floats) -> Floats:
    sums = np.zeros((len(counts), design.width, design.width))
    for a, b in blocks(design.n, max(1, BLOCK // design.width)):
        rows = design.rows(slice(a, b))
        weighted = design.weighted(rows, slice(a, b))
        for at, row in enumerate(counts[:, a:b]):
            sums[at] += (weighted * row[:, None]).T @ rows
    return sums
