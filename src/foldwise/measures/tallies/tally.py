"""What the predictions of one model add up to in each resample, from one look at them and with nothing kept per prediction.

Confusion matrices, sums of the two losses that are always asked for, and pairs that were ranked right are all that the
error, the balanced error, the log loss and the area under the ROC curve need, and their intervals with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.cached import cached_property, filled_at_once
from foldwise.measures.measure import Needs
from foldwise.measures.tallies.areas import group_placements, pair_areas, sorted_wins, sums_between
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Outputs, Predictions

__all__ = ["LEAST_PROBABILITY", "MOST_PLACED", "LossSums", "Tally", "edges_of", "tally_of"]

LEAST_PROBABILITY = float(np.finfo(np.float64).eps)
"""A probability below this counts as this, so that one certain and wrong prediction does not make the mean infinite.

2⁻⁵², the epsilon of the type that probabilities are kept in, as in scikit-learn.
"""
MOST_PLACED = 250_000
"""Of more predictions than this ranks are not looked at one by one: the scores of the resamples are nearly normal then."""
FEW_CELLS = 1_000_000
"""Cells of confusion matrices that are no burden; more of them than this and than four times the predictions are."""
CODE_TYPES = (np.dtype(np.int64), np.dtype(np.int32), np.dtype(np.int16), np.dtype(np.int8))
"""Types of class codes that the compiled kernel takes as they are."""
ROW_TYPES = (np.dtype(np.int64), np.dtype(np.int32))
"""Types of row numbers that it takes as they are."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class LossSums:
    """Sums of one loss per prediction.

    Parameters
    ----------
    by_class
        Sum over the predictions of each resample about rows of each class (R, C).
    by_resample
        Sum over the predictions of each resample (R,).
    mix
        Number of the predictions of each resample about rows of each class (R, C).
    squares
        Sum of the squares over all predictions.
    by_row, times
        Sum over the predictions for each row of the dataset, and their number (n,), (n,); None where rows were not asked
        for.
    """

    by_class: Floats
    by_resample: Floats
    mix: Array
    squares: float
    by_row: Floats | None = None
    times: Floats | None = None


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over the predictions of each resample.

    Parameters
    ----------
    tables
        Confusion matrices true x predicted, unclassified last (R, C, C + 1).
    mix
        How many rows of each class each resample tests (R, C).
    positive
        Code of the positive class.
    wrong
        1 for each wrong or missing label.
    scores
        The scores themselves, one column per class (N, C); those of each resample twice where its rows share them; or None.
    surprisal
        -ln p(true class), p not below `LEAST_PROBABILITY`; None where there are no probabilities.
    ruled_out
        Number of predictions that were raised to `LEAST_PROBABILITY`.
    pairs
        Pairs (positive, negative) ranked right, ties half, and all pairs (2, R); of more than two classes the mean area
        over pairs of them times the rows, and the rows, or 0 where a class is missing. None without scores.
    placed
        Sum over the predictions for each row of the share of the other class of its resample that it is ranked right against
        (n,); None without scores, of more than two classes or `MOST_PLACED` predictions, and where a resample has one class
        only.
    place_squares
        Sums of the squares of these shares over the predictions for negative and for positive rows.
    """

    tables: Array
    mix: Array
    positive: int
    wrong: LossSums
    scores: Floats | None = None
    surprisal: LossSums | None = None
    ruled_out: int = 0
    pairs: Floats | None = None
    placed: Floats | None = None
    place_squares: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def right(self) -> LossSums:
        """1 for each right label."""
        right_counts = self.mix - self.wrong.by_class
        times, mistakes = self.wrong.times, self.wrong.by_row
        by_row = None if times is None or mistakes is None else times - mistakes
        return LossSums(right_counts, right_counts.sum(axis=1), self.mix, float(right_counts.sum()), by_row, times)


def edges_of(resample: Codes, resamples: int) -> Codes:
    """Where the predictions of each resample start, and the end of the last (R + 1,); they come in order.

    Examples
    --------
    >>> edges_of(np.array([0, 0, 2]), 3)
    array([0, 2, 2, 3])
    """
    if not native.COMPILED or resample.dtype not in ROW_TYPES or not resample.flags.c_contiguous:
        return resample.searchsorted(np.arange(resamples + 1, dtype=resample.dtype))
    edges = np.empty(resamples + 1, dtype=np.int64)
    native._native.find_edges(resample=resample, edges=edges)
    return edges


def tally_of(predictions: Predictions, outputs: Outputs, edges: Codes, needs: Sequence[Needs]) -> Tally | None:
    """Look at the predictions once; None where they are weighted, no classes, or the matrices would be larger than them.

    Parameters
    ----------
    predictions
        The table.
    outputs
        Predictions of one model, ordered by resample.
    edges
        Where the predictions of each resample start, and the end of the last (R + 1,).
    needs
        What will be asked of the tally: pairs are ranked for scores, logarithms taken for probabilities.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["no", "yes", "yes"], {"mine": ["no", "no", "yes"]})
    >>> tally_of(table, table.of("mine"), np.array([0, 3]), []).tables
    array([[[1, 0, 0],
            [1, 1, 0]]])
    """
    classes, resamples = len(predictions.classes), edges.size - 1
    cells = resamples * classes * (classes + 1)
    if not predictions.is_classification or predictions.weights is not None:
        return None
    if cells > max(FEW_CELLS, 4 * outputs.row.size):
        return None
    sums = _Sums.blank(predictions, outputs, resamples, needs)
    add = _add if native.COMPILED else _add_plainly
    return sums.tally(predictions, outputs, *add(sums, predictions, outputs, edges))


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class _Sums:
    """Arrays that the sums are written into; those that are not wanted are empty."""

    tables: Array
    mix: Array
    losses: Floats
    pairs: Floats
    by_row: Floats

    @classmethod
    def blank(cls, predictions: Predictions, outputs: Outputs, resamples: int, needs: Sequence[Needs]) -> _Sums:
        """Make room for what these predictions can give."""
        classes = len(predictions.classes)
        certain = outputs.score_kind is ScoreKind.PROBABILITY and Needs.PROBABILITY in needs
        ranked = (outputs.shares is not None or outputs.scores is not None) and classes > 1 and Needs.SCORE in needs
        return cls(
            np.empty((resamples, classes, classes + 1), dtype=np.int64),
            np.empty((resamples, classes), dtype=np.int64),
            np.empty((1 + certain, resamples, classes)),
            np.empty((2, resamples if ranked else 0)),
            np.zeros((4 if ranked and outputs.row.size <= MOST_PLACED else 3, predictions.n)),
        )

    def seen_scores(self, outputs: Outputs) -> Floats | None:
        """Scores of the resamples that have predictions, twice each, where their rows share them: one of all rows is no tie."""
        shared = outputs.shared
        return outputs.scores if shared is None else shared[self.mix.any(axis=1)].repeat(2, axis=0)[: outputs.size]

    def tally(self, predictions: Predictions, outputs: Outputs, *totals: float) -> Tally:
        """Say what the sums mean; also the mistakes, the squares of the surprisal, what was raised, and squares of places."""
        wrong, squares, ruled_out, below, above = totals
        mistakes, surprised, times = self.by_row[:3] if self.by_row.size else (None, None, None)
        two = len(predictions.classes) == 2
        by_resample = self.losses[..., 0] + self.losses[..., 1] if two else self.losses.sum(axis=2)
        both = two and self.pairs.size and len(self.by_row) == 4 and np.count_nonzero(self.pairs[1]) == len(self.tables)
        return Tally(
            tables=self.tables,
            mix=self.mix,
            positive=predictions.positive,
            wrong=LossSums(self.losses[0], by_resample[0], self.mix, wrong, mistakes, times),
            scores=outputs.scores if outputs.shares is None else self.seen_scores(outputs),
            surprisal=None
            if len(self.losses) == 1
            else LossSums(self.losses[1], by_resample[1], self.mix, squares, surprised, times),
            ruled_out=int(ruled_out),
            pairs=self.pairs if self.pairs.size else None,
            placed=self.by_row[3] if both else None,
            place_squares=(below, above),
        )


def _add(sums: _Sums, predictions: Predictions, outputs: Outputs, edges: Codes) -> tuple[float, ...]:
    """Add everything up in one compiled pass."""
    truth, output = _in_one_type(predictions.truth, outputs.output, len(predictions.classes))
    row = outputs.row if outputs.row.dtype in ROW_TYPES else outputs.row.astype(np.int64)
    reads_scores = len(sums.losses) == 2 or sums.pairs.size
    scores = (
        None if not reads_scores else outputs.scores if outputs.shares is None else _lines(outputs, len(sums.tables))
    )
    totals: tuple[float, ...] = native._native.tally(
        truth=truth,
        output=output,
        row=np.ascontiguousarray(row),
        edges=np.ascontiguousarray(edges, np.int64),
        scores=np.empty((0, 0)) if scores is None else np.asarray(scores, np.float64),
        positive=predictions.positive,
        clip=LEAST_PROBABILITY,
        threads=native.cores() if outputs.row.size >= native.WORTH_THREADS else 1,
        tables=sums.tables,
        mix=sums.mix,
        sums=sums.losses,
        pairs=sums.pairs,
        by_row=sums.by_row,
    )
    return totals


def _lines(outputs: Outputs, resamples: int) -> Floats | None:
    """Scores of the resamples (R, C) where their rows share them and the kernel can tell, else those of the predictions."""
    shared = outputs.shared
    return shared if shared is not None and len(shared) == resamples != outputs.size else outputs.scores


def _in_one_type(truth: Array, output: Array, classes: int) -> tuple[Array, Array]:
    """Class codes of rows and predictions in one type: that of the predictions, which are many, where it holds every class."""
    kind = output.dtype if output.dtype in CODE_TYPES and classes >> (8 * output.itemsize - 1) == 0 else CODE_TYPES[0]
    return np.ascontiguousarray(truth, kind), np.ascontiguousarray(output, kind)


def _ranked(scores: Floats, truth: Codes, edges: Codes, positive: int) -> Floats:
    """Pairs ranked right and all pairs, or the mean area times the rows and the rows (2, R)."""
    sizes = np.diff(edges).astype(np.float64)
    if scores.shape[1] == 2:
        hit = truth == positive
        ups = sums_between(hit, edges)
        return np.stack([sorted_wins(scores[:, positive], hit, None, edges), ups * (sizes - ups)])
    resample = np.repeat(np.arange(sizes.size), np.diff(edges))
    values = pair_areas(scores, truth, None, resample, sizes.size)
    rows = np.where(np.isnan(values), 0.0, sizes)
    return np.stack([np.nan_to_num(values) * rows, rows])


def _add_plainly(sums: _Sums, predictions: Predictions, outputs: Outputs, edges: Codes) -> tuple[float, ...]:
    """Do the same in numpy."""
    resamples, classes, width = sums.tables.shape
    truth = predictions.truth[outputs.row].astype(np.intp)
    cell = np.repeat(np.arange(resamples), np.diff(edges)) * classes + truth
    sums.tables[:] = native.count_pairs(cell, outputs.output, (resamples * classes, width)).reshape(sums.tables.shape)
    sums.mix[:] = sums.tables.sum(axis=2)
    sums.losses[0] = sums.mix - np.diagonal(sums.tables[..., :-1], axis1=1, axis2=2)
    squares, ruled_out, below, above = 0.0, 0.0, 0.0, 0.0
    if sums.by_row.size:
        sums.by_row[0] = np.bincount(outputs.row, weights=outputs.output != truth, minlength=predictions.n)
        sums.by_row[2] = np.bincount(outputs.row, minlength=predictions.n)
    if sums.pairs.size and outputs.scores is not None:
        sums.pairs[:] = _ranked(outputs.scores, truth, edges, predictions.positive)
        if classes == 2 and sums.by_row.size and len(sums.by_row) == 4:
            hit, resample = truth == predictions.positive, cell // classes
            places = group_placements(outputs.scores[:, predictions.positive], hit, None, resample, resamples)
            sums.by_row[3] = np.bincount(outputs.row, weights=places, minlength=predictions.n)
            below, above = float(places[~hit] @ places[~hit]), float(places[hit] @ places[hit])
    if len(sums.losses) == 2 and outputs.scores is not None:
        given = outputs.scores[np.arange(truth.size), truth]
        losses = -np.log(np.clip(given, LEAST_PROBABILITY, 1))
        sums.losses[1] = np.bincount(cell, weights=losses, minlength=resamples * classes).reshape(-1, classes)
        squares, ruled_out = float(losses @ losses), float(np.count_nonzero(given < LEAST_PROBABILITY))
        if sums.by_row.size:
            sums.by_row[1] = np.bincount(outputs.row, weights=losses, minlength=predictions.n)
    return float(sums.losses[0].sum()), squares, ruled_out, below, above
