"""Gaussian naive Bayes on ordinary resamples, compiled: training sums once, then every resample from them to its labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.engine.compiled.alignment import cache_aligned, round_up_to_lanes
from foldwise.engine.linalg.moments import LARGEST_DOUBT, SQUARES_TOLERANCE
from foldwise.engine.linalg.sums import AUDIT_TOLERANCE, HELD_AT_ONCE, audited
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.engine.family import OutputArrays, Resampled
    from foldwise.engine.linalg.class_rows import ClassRows
    from foldwise.engine.storage import Parts

__all__ = ["CompiledNormals"]

MOST_COUNTED = 255
"""How often a row may be drawn."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class CompiledNormals:
    """The pass: it predicts resamples in which every class has rows and no variance is in doubt, and leaves the others.

    Nothing may be weighted; `priors` are logarithms, or empty.
    """

    rows: ClassRows
    data: Resampled
    arrays: OutputArrays
    priors: Floats
    smoothing: float

    @cached_property
    def width(self) -> int:
        """Numbers of a line of sums."""
        return round_up_to_lanes(2 * self.rows.X.shape[1] + 1)

    def __call__(self) -> None:
        """Predict block after block of resamples."""
        training, line = self.data.training, self.rows.classes * self.width
        parts = training.single_parts
        if parts is not None:
            if parts.count * line <= HELD_AT_ONCE:
                self._from_parts(parts)
        elif training.parts is None:
            for start, stop in blocks(training.count, max(1, HELD_AT_ONCE // max(training.n, line))):
                self._from_counts(start, stop)

    def _from_parts(self, parts: Parts) -> None:
        """Sum each part (R, C, width) and all rows (C, width), and go on where rounding has not spoilt these sums."""
        rows = self.rows
        sums, total = cache_aligned(parts.count, rows.classes, self.width), cache_aligned(rows.classes, self.width)
        checks = np.array(audited(parts.count), dtype=np.int64)
        if native._native.part_moments(
            X=rows.X,
            codes=rows.short_codes,
            centres=rows.centres,
            parts=parts.numbers,
            k=parts.k,
            threads=thread_count(parts.numbers.size * self.width / 4),  # four additions take as long as a number else
            audited=checks,
            tolerance=AUDIT_TOLERANCE,
            sums=sums,
            total=total,
        ):
            self._predict(0, parts.count, (sums, total))

    def _from_counts(self, start: int, stop: int) -> None:
        """Sum the training rows of some resamples (B, C, width); counts that take more than a byte are left."""
        rows, counts = self.rows, self.data.training.counts(start, stop)
        if counts.dtype != np.uint8 and counts.max(initial=0) > MOST_COUNTED:
            return
        sums = cache_aligned(stop - start, rows.classes, self.width)
        native._native.count_moments(
            X=rows.X,
            codes=rows.short_codes,
            centres=rows.centres,
            counts=np.ascontiguousarray(counts, dtype=np.uint8),
            threads=thread_count(counts.size * self.width / 4),
            sums=sums,
        )
        self._predict(start, stop, (sums, np.empty((0, rows.classes * self.width))))

    def _predict(self, start: int, stop: int, sums: tuple[Floats, Floats]) -> None:
        """From the training sums of some resamples to their predictions."""
        rows, test, arrays = self.rows, self.data.test, self.arrays
        starts = test.starts[start : stop + 1].astype(np.int64, copy=False)
        native._native.normal_predictions(
            X=rows.X,
            rows=test.row,
            starts=starts,
            sums=sums[0],
            total=sums[1],
            centres=rows.centres,
            centre=rows.centre,
            variance_floor=rows.variance_floor,
            priors=self.priors,
            smoothing=self.smoothing,
            rounding=SQUARES_TOLERANCE,
            accurate=LARGEST_DOUBT,
            threads=thread_count(int(starts[-1] - starts[0]) * rows.X.shape[1] * rows.classes),
            labels=arrays.labels,
            probabilities=arrays.probabilities,
            sure=arrays.done[start:stop],
        )
