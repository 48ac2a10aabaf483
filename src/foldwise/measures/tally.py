"""What the answers of one model add up to in each resample, from one look at them and with nothing kept per answer.

Confusion matrices, sums of the two losses that are always asked for, and pairs that were ranked right are all that the
error, the balanced error, the log loss and the area under the ROC curve need, and their intervals with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.measures.areas import sorted_wins
from foldwise.measures.measure import Needs
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Outputs, Predictions

__all__ = ["CLIP", "LossSums", "Tally", "tally_of"]

CLIP = 1e-15
"""A probability below this counts as this, so that one certain and wrong answer does not make the mean infinite."""
FEW_CELLS = 1_000_000
"""Cells of confusion matrices that are no burden; more of them than this and than four times the answers are."""
CODES = (np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.int16), np.dtype(np.int8))
"""Types of class codes that the compiled kernel takes as they are."""
ROWS = (np.dtype(np.int64), np.dtype(np.int32))
"""Types of row numbers that it takes as they are."""


@final
@dataclass(frozen=True, eq=False)
class LossSums:
    """Sums of one loss per answer.

    Parameters
    ----------
    by_class
        Sum over the answers of each resample about rows of each class (R, C).
    squares
        Sum of the squares over all answers.
    by_row
        Sum over the answers about each row of the dataset (n,); None where rows were not asked for.
    """

    by_class: Floats
    squares: float
    by_row: Floats | None = None

    @cached_property
    def by_resample(self) -> Floats:
        """Sum over the answers of each resample (R,)."""
        columns = self.by_class.T
        return columns[0] + columns[1] if len(columns) == 2 else columns.sum(axis=0)


@final
@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over the answers of each resample.

    Parameters
    ----------
    tables
        Confusion matrices true x predicted, unclassified last (R, C, C + 1).
    positive
        Code of the positive class.
    scores
        The scores themselves, one column per class (N, C), or None.
    surprise
        -ln p(true class), p not below `CLIP`; None where there are no probabilities.
    ruled_out
        Number of answers that were raised to `CLIP`.
    wins
        Pairs (positive, negative) ranked right, ties half (R,); None unless there are scores of two classes.
    mistakes, times
        Wrong answers about each row, and all of them (n,); None where rows were not asked for.
    """

    tables: Array
    positive: int
    scores: Floats | None = None
    surprise: LossSums | None = None
    ruled_out: int = 0
    wins: Floats | None = None
    mistakes: Floats | None = None
    times: Floats | None = None

    @cached_property
    def mix(self) -> Array:
        """How many rows of each class each resample tests (R, C)."""
        return np.einsum("rcp->rc", self.tables)

    @cached_property
    def hits(self) -> Array:
        """How many of them were given the right label (R, C)."""
        return np.einsum("rcc->rc", self.tables[..., :-1])

    @cached_property
    def wrong(self) -> LossSums:
        """1 for each wrong or missing label."""
        lost = (self.mix - self.hits).astype(np.float64)
        return LossSums(lost, float(lost.sum()), self.mistakes)

    @cached_property
    def right(self) -> LossSums:
        """1 for each right label."""
        found = self.hits.astype(np.float64)
        by_row = None if self.times is None or self.mistakes is None else self.times - self.mistakes
        return LossSums(found, float(found.sum()), by_row)

    @cached_property
    def pairs(self) -> Floats:
        """Pairs of a row of the positive class and one of the others (R,)."""
        ups = self.mix[:, self.positive].astype(np.float64)
        return ups * (self.mix.sum(axis=1) - ups)


def tally_of(predictions: Predictions, answers: Outputs, edges: Codes, needs: frozenset[Needs]) -> Tally | None:
    """Look at the answers once; None where they are weighted, no classes, or the matrices would be larger than them.

    Parameters
    ----------
    predictions
        The table.
    answers
        Answers of one model, ordered by resample.
    edges
        Where the answers of each resample start, and the end of the last (R + 1,).
    needs
        What will be asked of the tally: pairs are ranked for scores, logarithms taken for probabilities.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes", "yes"], {"mine": ["no", "no", "yes"]})
    >>> tally_of(table, table.of("mine"), np.array([0, 3]), frozenset()).tables
    array([[[1, 0, 0],
            [1, 1, 0]]])
    """
    classes, resamples = len(predictions.classes), edges.size - 1
    cells = resamples * classes * (classes + 1)
    if not predictions.is_classification or predictions.weights is not None:
        return None
    if cells > max(FEW_CELLS, 4 * answers.size):
        return None
    sums = _Sums.blank(predictions, answers, resamples, needs)
    if native.COMPILED:
        _add(sums, predictions, answers, edges)
    else:
        _add_plainly(sums, predictions, answers, edges)
    return sums.tally(predictions, answers)


@final
@dataclass(frozen=True, eq=False)
class _Sums:
    """Arrays that the sums are written into; those that are not wanted are empty."""

    tables: Array
    surprise: Floats
    totals: Floats
    wins: Floats
    by_row: Floats

    @classmethod
    def blank(cls, predictions: Predictions, answers: Outputs, resamples: int, needs: frozenset[Needs]) -> _Sums:
        """Make room for what these answers can give; sums by row are for the bootstrap."""
        classes = len(predictions.classes)
        certain = resamples if answers.score_kind is ScoreKind.PROBABILITY and Needs.PROBABILITY in needs else 0
        ranked = resamples if answers.scores is not None and classes == 2 and Needs.SCORE in needs else 0
        rows = predictions.n if predictions.resamples.kind == "bootstrap" else 0
        return cls(
            np.empty((resamples, classes, classes + 1), dtype=np.int64),
            np.empty((certain, classes)),
            np.empty((2, certain)),
            np.empty(ranked),
            np.zeros((3, rows)),
        )

    def tally(self, predictions: Predictions, answers: Outputs) -> Tally:
        """Say what the sums mean."""
        mistakes, surprised, times = self.by_row if self.by_row.size else (None, None, None)
        surprise = None
        if self.surprise.size:
            surprise = LossSums(self.surprise, float(self.totals[0].sum()), surprised)
        return Tally(
            tables=self.tables,
            positive=predictions.positive,
            scores=answers.scores,
            surprise=surprise,
            ruled_out=int(self.totals[1].sum()) if self.surprise.size else 0,
            wins=self.wins if self.wins.size else None,
            mistakes=mistakes,
            times=times,
        )


def _add(sums: _Sums, predictions: Predictions, answers: Outputs, edges: Codes) -> None:
    """Add everything up in one compiled pass."""
    truth, output = _alike(predictions.truth, answers.output, len(predictions.classes))
    row = answers.row if answers.row.dtype in ROWS else answers.row.astype(np.int64)
    wanted = sums.surprise.size or sums.wins.size
    scores = answers.scores if wanted and answers.scores is not None else np.empty((0, 0))
    native._native.tally(
        truth,
        output,
        np.ascontiguousarray(row),
        np.ascontiguousarray(edges, np.int64),
        scores.astype(np.float64, copy=False),
        predictions.positive,
        CLIP,
        native.cores() if answers.size >= native.WORTH_THREADS else 1,
        sums.tables,
        sums.surprise,
        sums.totals,
        sums.wins,
        sums.by_row,
    )


def _alike(truth: Array, output: Array, classes: int) -> tuple[Array, Array]:
    """Class codes of rows and answers in one type: that of the answers, which are many, where it holds every class."""
    kind = output.dtype if output.dtype in CODES and classes <= np.iinfo(output.dtype).max else CODES[0]
    return np.ascontiguousarray(truth, kind), np.ascontiguousarray(output, kind)


def _add_plainly(sums: _Sums, predictions: Predictions, answers: Outputs, edges: Codes) -> None:
    """Do the same in numpy."""
    resamples, classes, width = sums.tables.shape
    truth = predictions.truth[answers.row].astype(np.intp)
    cell = np.repeat(np.arange(resamples), np.diff(edges)) * classes + truth
    sums.tables[:] = native.count_pairs(cell, answers.output, (resamples * classes, width)).reshape(sums.tables.shape)
    rows = {"minlength": predictions.n} if sums.by_row.size else None
    if rows:
        sums.by_row[0] = np.bincount(answers.row, weights=answers.output != truth, **rows)
        sums.by_row[2] = np.bincount(answers.row, **rows)
    if sums.wins.size and answers.scores is not None:
        hit = truth == predictions.positive
        sums.wins[:] = sorted_wins(answers.scores[:, predictions.positive], hit, None, edges)
    if sums.surprise.size and answers.scores is not None:
        given = answers.scores[np.arange(truth.size), truth]
        losses = -np.log(np.clip(given, CLIP, 1))
        sums.surprise[:] = np.bincount(cell, weights=losses, minlength=resamples * classes).reshape(-1, classes)
        sums.totals[0], sums.totals[1] = 0.0, 0.0
        sums.totals[0, 0], sums.totals[1, 0] = losses @ losses, np.count_nonzero(given < CLIP)
        if rows:
            sums.by_row[1] = np.bincount(answers.row, weights=losses, **rows)
