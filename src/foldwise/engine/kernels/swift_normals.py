"""Gaussian naive Bayes on ordinary resamples, compiled: training sums once, then every resample from them to its answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.engine.kernels.lanes import on_lines, whole_lanes
from foldwise.engine.kernels.moments import MOST_CLASSES, ROUNDING
from foldwise.engine.kernels.sums import BLOCK, TOLERANCE, audited
from foldwise.engine.kernels.threads import blocks, thread_count
from foldwise.plans import PairsOut, Partition

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.engine.kernels.moments import ClassMoments, ClassRows
    from foldwise.engine.kernels.scores import Answers
    from foldwise.engine.layout import Layout

__all__ = ["SwiftNormals"]


@final
@dataclass(frozen=True, eq=False)
class SwiftNormals:
    """Answers resamples in which every class has rows and no variance is in doubt; the others are left.

    Parameters
    ----------
    rows
        The rows by class.
    moments
        Gives the sums where they are not those of parts; nothing may be weighted.
    priors
        Given priors of the classes, or None.
    smoothing
        `var_smoothing`.
    accurate
        Largest share of a variance that rounding may have moved.
    """

    rows: ClassRows
    moments: ClassMoments
    priors: Any
    smoothing: float
    accurate: float

    @property
    def width(self) -> int:
        """Numbers of a line of sums."""
        return whole_lanes(2 * self.rows.X.shape[1] + 1)

    def __call__(self, layout: Layout, answers: Answers) -> None:
        """Answer block after block of resamples."""
        resamples, line = self.moments.resamples, self.rows.classes * self.width
        if not native.COMPILED or self.rows.classes > MOST_CLASSES:
            return
        if isinstance(resamples, Partition):
            if resamples.count * line <= BLOCK:
                self._answer_parts(resamples, layout, answers)
            return
        if not isinstance(resamples, PairsOut) and resamples.train_counts(0, 1).dtype.kind != "f":
            none = np.empty((0, line))
            for start, stop in blocks(resamples.count, max(1, BLOCK // max(resamples.n, line))):
                self._answer(layout, (start, stop), (self._direct(start, stop), none), answers)

    def _answer_parts(self, resamples: Partition, layout: Layout, answers: Answers) -> None:
        """Sum each part (R, C, width) and all rows (C, width), and go on where rounding has not spoilt these sums."""
        rows = self.rows
        sums, total = on_lines(resamples.count, rows.classes, self.width), on_lines(rows.classes, self.width)
        checks = np.array(audited(resamples.count), dtype=np.int64)
        if native._native.part_moments(
            X=rows.X,
            codes=rows.short_codes,
            centres=rows.centres,
            parts=resamples.parts,
            k=resamples.k,
            threads=thread_count(resamples.parts.size * self.width / 4),  # four additions take as long as a number else
            audited=checks,
            tolerance=TOLERANCE,
            sums=sums,
            total=total,
        ):
            self._answer(layout, (0, resamples.count), (sums, total), answers)

    def _direct(self, start: int, stop: int) -> Floats:
        """Training sums of some resamples (B, C, width)."""
        rows, counts = self.rows, self.moments.resamples.train_counts(start, stop)
        sums = on_lines(stop - start, rows.classes, self.width)
        if counts.dtype == np.uint8:
            native._native.count_moments(
                X=rows.X,
                codes=rows.short_codes,
                centres=rows.centres,
                counts=np.ascontiguousarray(counts),
                threads=thread_count(counts.size * self.width / 4),
                sums=sums,
            )
            return sums
        for c, of_class in enumerate(self.moments.sums):
            found = of_class(start, stop)
            sums[:, c, : found.shape[1]] = found
        return sums

    def _answer(self, layout: Layout, span: tuple[int, int], sums: tuple[Floats, Floats], answers: Answers) -> None:
        """From the training sums of some resamples to their answers."""
        start, stop = span
        rows = self.rows
        given = np.zeros(0) if self.priors is None else np.log(np.asarray(self.priors, dtype=np.float64))
        starts = layout.starts[start : stop + 1].astype(np.int64, copy=False)
        native._native.normal_predictions(
            X=rows.X,
            rows=layout.row,
            starts=starts,
            sums=sums[0],
            total=sums[1],
            centres=rows.centres,
            centre=rows.centre,
            nothing=rows.nothing,
            priors=given,
            smoothing=self.smoothing,
            rounding=ROUNDING,
            accurate=self.accurate,
            threads=thread_count(int(starts[-1] - starts[0]) * rows.X.shape[1] * rows.classes),
            labels=answers.labels,
            probabilities=answers.probabilities,
            sure=answers.done[start:stop],
        )
