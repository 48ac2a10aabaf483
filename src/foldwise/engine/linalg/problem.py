"""A least-squares problem on all resamples: its rows, what is minimised, and their values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.design import BLOCK
from foldwise.engine.threads import blocks
from foldwise.native import linear_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.engine.linalg.design import Design
    from foldwise.engine.linalg.solvers import Solver
    from foldwise.engine.rows import TestRows

__all__ = ["Problem", "evaluate"]


@final
@dataclass(frozen=True, eq=False)
class Problem:
    """A least-squares problem to be solved on every resample.

    Parameters
    ----------
    design
        Its rows.
    solver
        What is minimised.
    reweight
        Gives factors of the weights of all rows, (b, n), in resamples start … stop-1, where they differ between resamples.
    """

    design: Design
    solver: Solver
    reweight: Callable[[int, int], Floats] | None = None

    @property
    def penalties(self) -> Floats:
        """What is added to the diagonal, per feature."""
        return self.solver.smallest * self.design.scale**2


def evaluate(design: Design, coefficients: Floats, test: TestRows, start: int) -> Floats:
    """Values of the fits start, start + 1, … at the rows they are asked about (N', m)."""
    stop = start + len(coefficients)
    first, last = test.starts[start], test.starts[stop]
    rows, fits = test.row[first:last], test.resample[first:last] - start
    if rows.size < 0.2 * design.n * len(coefficients):
        # In the units of the features: rows need not be made to be asked about.
        shift = int(design.intercept)
        slopes = np.swapaxes(coefficients[:, shift:], 1, 2) * design.scale  # (b, m, p)
        constant = coefficients[:, 0] if design.intercept else np.zeros(slopes.shape[:2])
        edges = test.starts[start : stop + 1] - first
        return linear_scores(design.X, rows, edges, coefficients=slopes, offsets=constant - slopes @ design.centre)
    # Most rows are asked about by most fits: one product for all of them is quicker than picking rows.
    count, m = len(coefficients), coefficients.shape[2]
    flat = np.swapaxes(coefficients, 1, 2).reshape(count * m, design.terms)
    everything = np.empty((count * m, design.n))
    for a, b in blocks(design.n, max(1, BLOCK // design.width)):
        np.matmul(flat, design.rows(slice(a, b))[: b - a, : design.terms].T, out=everything[:, a:b])
    return everything.reshape(count, m, design.n)[fits, :, rows]
