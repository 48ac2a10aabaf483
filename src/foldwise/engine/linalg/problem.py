"""A least-squares problem on all resamples: its rows, what is minimised, and what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.linalg.design import BLOCK
from foldwise.engine.threads import blocks
from foldwise.native import linear_scores
from foldwise.predictions import Part

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats
    from foldwise.engine.linalg.design import Design
    from foldwise.engine.linalg.solvers import Solver
    from foldwise.engine.rows import Layout

__all__ = ["Asked", "Problem", "evaluate"]


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


@final
@dataclass(frozen=True, eq=False)
class Asked:
    """The questions, with the tested rows of each resample end to end.

    Parameters
    ----------
    layout
        All questions.
    tested
        Test rows of all resamples (T,).
    edges
        Where the test rows of each resample start (R + 1,).
    """

    layout: Layout
    tested: Codes
    edges: Codes

    @classmethod
    def of(cls, layout: Layout) -> Asked:
        """Find the tested rows among the questions."""
        # One byte may stand for all questions.
        test = (layout.part[:1] if layout.part.strides == (0,) else layout.part) == Part.TEST
        if test.all():
            return cls(layout, layout.row, layout.starts)
        test = layout.part == Part.TEST
        edges = np.searchsorted(layout.resample[test], np.arange(layout.count + 1))
        return cls(layout, layout.row[test], edges)

    @property
    def only_tested(self) -> bool:
        """Whether nothing but the tested rows is asked about."""
        return self.tested.size == self.layout.size

    @property
    def most(self) -> int:
        """Rows of the largest test set."""
        return int(np.diff(self.edges).max(initial=0))

    def stack(self, start: int, stop: int, none: int) -> Codes:
        """Test rows of resamples start … stop-1 as a rectangle (b, m), filled up with the row number `none`."""
        edges = self.edges[start : stop + 1]
        sizes = np.diff(edges)
        most = int(sizes.max(initial=0))
        rows = self.tested[edges[0] : edges[-1]]
        if rows.size == most * sizes.size:
            return rows.reshape(sizes.size, most)
        table = np.full((sizes.size, most), none)
        table[np.arange(most) < sizes[:, None]] = rows
        return table


def evaluate(design: Design, coefficients: Floats, layout: Layout, start: int) -> Floats:
    """Values of the fits start, start + 1, … at the rows they are asked about (N', m)."""
    stop = start + len(coefficients)
    first, last = layout.starts[start], layout.starts[stop]
    rows, fits = layout.row[first:last], layout.resample[first:last] - start
    if rows.size < 0.2 * design.n * len(coefficients):
        # In the units of the features: rows need not be made to be asked about.
        shift = int(design.intercept)
        slopes = np.swapaxes(coefficients[:, shift:], 1, 2) * design.scale  # (b, m, p)
        constant = coefficients[:, 0] if design.intercept else np.zeros(slopes.shape[:2])
        edges = layout.starts[start : stop + 1] - first
        return linear_scores(design.X, rows, edges, coefficients=slopes, offsets=constant - slopes @ design.centre)
    # Most rows are asked about by most fits: one product for all of them is quicker than picking rows.
    count, m = len(coefficients), coefficients.shape[2]
    flat = np.swapaxes(coefficients, 1, 2).reshape(count * m, design.terms)
    everything = np.empty((count * m, design.n))
    for a, b in blocks(design.n, max(1, BLOCK // design.width)):
        np.matmul(flat, design.rows(slice(a, b))[: b - a, : design.terms].T, out=everything[:, a:b])
    return everything.reshape(count, m, design.n)[fits, :, rows]
