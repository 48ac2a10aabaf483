"""Ridge fits of all resamples in the compiled kernel: products, solutions and values without arrays in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property
from foldwise.engine.compiled.alignment import LANES, round_up_to_lanes
from foldwise.engine.linalg.solvers import LANE_COLUMNS, SAFE_PIVOT, Penalty, probing_signs
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats, Mask
    from foldwise.engine.linalg.design import Problem
    from foldwise.engine.rows import TestRows
    from foldwise.engine.storage import Parts, TrainingSets

__all__ = ["SPREAD_LEFT", "fit_ridge"]

IN_CACHE = 500_000
"""Numbers of the rows up to which they are picked from a table in cache."""
PART_SUMS = 250_000
"""Numbers of sums up to which those of all parts are kept, one set for each strip of rows."""
COUNTS_HELD, FITS_HELD = 20_000_000, 2_000_000
"""Counts of rows, and coefficients, held at once."""
SPREAD_LEFT = 1e-4
"""Share of a column's sum of squares that must be left, with the penalty, after a subtraction to keep twelve digits."""


def fit_ridge(problem: Problem, training: TrainingSets, test: TestRows, values: Floats) -> Mask | None:
    """Write the values at the test rows (N, m), and say which resamples are exact (R,).

    None where there is no compiled kernel, or another way is better: several solutions, or many columns, or many rows that
    are not in parts.
    """
    design = problem.design
    single = isinstance(problem.solver, Penalty) and problem.solver.many == 1
    if not (native.COMPILED and single and 0 < design.terms <= LANE_COLUMNS):
        return None
    fit = RidgeFit(problem, training, test)
    parts = training.single_parts
    if design.n * fit.width <= IN_CACHE:
        fit.from_rows(values)
    elif parts is not None and problem.reweight is None and fit.fits_parts(parts):
        fit.from_parts(parts, values)
    else:
        return None
    return np.asarray(fit.sizes < 0.1 / SAFE_PIVOT)


@final
@dataclass(frozen=True, eq=False)
class RidgeFit:
    """Fits and evaluates; what `parameters` and `table` list is the same for all resamples."""

    problem: Problem
    training: TrainingSets
    test: TestRows

    @property
    def width(self) -> int:
        """Numbers of a row, with the zeros that fill it up."""
        return round_up_to_lanes(self.problem.design.width)

    def fits_parts(self, parts: Parts) -> bool:
        """Whether the sums of all parts can be kept, and every row is tested once in each repeat and nothing else."""
        every = self.test.only_tested and self.test.size == parts.numbers.size
        return every and parts.count * self.width**2 <= PART_SUMS

    @cached_property
    def sizes(self) -> Floats:
        """Sizes of the inverses (R,), to be filled."""
        return np.empty(self.training.count)

    def coefficients(self, count: int) -> Floats:
        """Coefficients of so many fits (count, m, width), to be filled."""
        return np.empty((count, self.problem.design.Y.shape[1], self.width))

    @property
    def parameters(self) -> dict[str, Any]:
        """What all fits share."""
        design = self.problem.design
        penalties = np.zeros(design.terms)
        penalties[int(design.intercept) :] = self.problem.penalties
        signs = np.ascontiguousarray(probing_signs(design.terms), np.float64)
        return {"penalties": penalties, "signs": signs, "intercept": design.intercept, "unit": design.weight}

    @property
    def weights(self) -> Floats:
        """Weights of the rows, or nothing."""
        weights = self.problem.design.weights
        return np.zeros(0) if weights is None else np.ascontiguousarray(weights)

    @property
    def table(self) -> dict[str, Any]:
        """What the rows are made of."""
        design = self.problem.design
        return {
            "X": design.X,
            "Y": np.ascontiguousarray(design.Y),
            "centre": design.centre,
            "scale": design.scale,
            "offset": design.offset,
            "intercept": design.intercept,
        }

    def from_rows(self, values: Floats) -> None:
        """Pick the rows of each resample from a table of all of them."""
        design, test = self.problem.design, self.test
        rows = np.empty((design.n, self.width))
        native._native.design_rows(**self.table, rows=rows)
        parameters, weights = self.parameters, self.weights
        leaving = self.problem.reweight is None and self.training.complementary
        most = (
            FITS_HELD // (self.width * design.Y.shape[1])
            if leaving
            else min(FITS_HELD // self.width, COUNTS_HELD // design.n)
        )
        for start, stop in blocks(self.training.count, max(1, most)):
            coefficients, sizes = self.coefficients(stop - start), self.sizes[start:stop]
            if leaving:
                tested, edges = self.test.tested, self.test.edges[start : stop + 1]
                native._native.ridge_without(
                    rows=rows,
                    weights=weights,
                    tested=tested,
                    edges=edges,
                    **parameters,
                    share=SPREAD_LEFT,
                    threads=thread_count(float(edges[-1] - edges[0]) * self.width**2 / LANES),
                    coefficients=coefficients,
                    sizes=sizes,
                )
            else:
                counts = self._counts(start, stop)
                native._native.ridge_counted(
                    rows=rows,
                    weights=weights,
                    counts=counts,
                    **parameters,
                    threads=thread_count(counts.size * self.width**2 / LANES),
                    coefficients=coefficients,
                    sizes=sizes,
                )
            starts = test.starts[start : stop + 1]
            native._native.fit_values(
                rows=rows,
                tested=test.row,
                starts=starts,
                coefficients=coefficients,
                offset=design.offset,
                threads=thread_count(float(starts[-1] - starts[0]) * self.width),
                values=values,
            )

    def _counts(self, start: int, stop: int) -> Array:
        """How often each row is trained on (b, n): as bytes, or as weights."""
        counts = self.training.counts(start, stop)
        if self.problem.reweight is not None:
            return np.multiply(counts, self.problem.reweight(start, stop), dtype=np.float64)
        return np.ascontiguousarray(counts, dtype=np.uint8 if counts.dtype == np.uint8 else np.float64)

    def from_parts(self, parts: Parts, values: Floats) -> None:
        """Make the rows a stretch at a time, once for the sums of all parts and once for all values."""
        design = self.problem.design
        work = thread_count(design.n * self.width)
        keys, table = np.ascontiguousarray(parts.numbers), self.table
        sums = np.empty((parts.count, self.width, self.width))
        native._native.part_matrices(**table, weights=self.weights, keys=keys, groups=parts.k, threads=work, sums=sums)
        coefficients = self.coefficients(parts.count)
        native._native.ridge_summed(
            held_out=sums,
            whole=sums[: parts.k].sum(axis=0),
            **self.parameters,
            share=SPREAD_LEFT,
            threads=1,
            coefficients=coefficients,
            sizes=self.sizes,
        )
        native._native.part_values(
            **table,
            keys=keys,
            groups=parts.k,
            starts=self.test.starts,
            coefficients=coefficients,
            threads=work,
            values=values,
        )
