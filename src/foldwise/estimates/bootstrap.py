"""What the bootstrap estimates are made of: losses per row, the apparent error, and the rows each fit saw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures import LossMeasure, outcomes_of
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Scores
    from foldwise.measures import ModelScores, Outcomes

__all__ = ["drawn_scores", "finish", "left_out", "overlap_refusal", "raw_apparent", "row_means", "whole_scores"]

COUNTS_AT_ONCE = 20_000_000
"""Training counts of one block of samples."""


def overlap_refusal(scored: ModelScores) -> str | None:
    """Say that rows were trained on where the out-of-bag rows are needed."""
    if scored.resamples.overlapping:
        return f"{scored.resamples.plan} tests rows that were trained on, and rows out of bag are needed"
    return None


def row_means(scored: ModelScores) -> tuple[Codes, Floats]:
    """Rows that were ever left out, and the mean loss of each over the fits that did not see it (n',), (n',)."""
    loss_sums = scored.loss_sums
    if loss_sums is not None and loss_sums.by_row is not None and loss_sums.times is not None:
        rows = np.flatnonzero(loss_sums.times)
        return rows, loss_sums.by_row[rows] / loss_sums.times[rows]
    sums = np.bincount(scored.row, weights=scored.losses, minlength=scored.predictions.n)
    times = np.bincount(scored.row, minlength=scored.predictions.n)
    rows = np.flatnonzero(times)
    return rows, sums[rows] / times[rows]


def left_out(scored: ModelScores) -> float:
    """Leave-one-out bootstrap Err⁽¹⁾, before any transform; for other measures the mean of the out-of-bag scores."""
    if not scored.has_losses:
        return scored.value
    rows, means = row_means(scored)
    weights = scored.predictions.weights
    return float(np.average(means, weights=None if weights is None else weights[rows]))


def raw_apparent(scored: ModelScores) -> float:
    """Apparent error err̄, before any transform."""
    own = scored.apparent
    return float(own.mean_losses[0])


def finish(scored: ModelScores, value: float) -> float:
    """Apply the measure's transform to a mean loss; a correction must not push it below 0 first."""
    measure = scored.measure
    if not isinstance(measure, LossMeasure) or measure.transform is None:
        return value
    return float(measure.finish(max(0.0, value)))


def whole_scores(scored: ModelScores, *, raw: bool = False) -> Scores:
    """Each fit on all rows of the dataset, seen or not (R,); needs the predictions of the training rows."""
    outcomes, resample = _everywhere(scored)
    return _values(scored, outcomes, resample, raw=raw)


def drawn_scores(scored: ModelScores, *, raw: bool = False) -> Scores:
    """Each fit on its own training rows, as often as they were drawn (R,)."""
    trained = scored.trained
    times = _times(scored, trained.resample, trained.row)
    weights = trained.outcomes.weights
    weighed = replace(trained.outcomes, weights=times if weights is None else weights * times)
    return _values(scored, weighed, trained.resample, raw=raw)


def _everywhere(scored: ModelScores) -> tuple[Outcomes, Codes]:
    """Outcomes of every row under every fit."""
    if scored.resamples.overlapping:
        return scored.outcomes, scored.resample
    outputs = scored.predictions.outputs[scored.model]
    outputs = outputs.where(outputs.part != Part.VALIDATION)
    return outcomes_of(scored.predictions, outputs), outputs.resample


def _values(scored: ModelScores, outcomes: Outcomes, resample: Codes, *, raw: bool) -> Scores:
    measure, count = scored.measure, scored.resamples.count
    if raw and isinstance(measure, LossMeasure):
        return measure.means(outcomes, resample, count)
    return measure.values(outcomes, resample, count)


def _times(scored: ModelScores, resample: Codes, row: Codes) -> Floats:
    """How often each predicted row was drawn by the fit that predicts it (N,)."""
    resamples = scored.resamples
    times = np.empty(row.size)
    block = max(1, COUNTS_AT_ONCE // max(1, resamples.n))
    edges = np.arange(0, resamples.count + block, block)
    places = np.searchsorted(resample, edges)
    for start, low, high in zip(edges[:-1].tolist(), places[:-1].tolist(), places[1:].tolist(), strict=True):
        counts = resamples.train_counts(start, min(start + block, resamples.count))
        times[low:high] = counts[resample[low:high] - start, row[low:high]]
    return times
