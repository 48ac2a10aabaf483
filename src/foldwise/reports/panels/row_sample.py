"""Some of the rows of one model as it predicted them: the most wrong ones, and an even spread of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.predictions import Outputs, Predictions

__all__ = ["RowSample", "sample_rows"]

THINNED_ROWS = 20_000
"""Rows of a stratum beyond which those that are not among the worst are thinned before they are put in order."""
MOST_ROWS = 400
"""Rows of one model that are kept."""


@final
@dataclass(frozen=True, eq=False)
class RowSample:
    """Some of the rows, as they were predicted when they were tested.

    Parameters
    ----------
    row
        Number of the row in the dataset, from 0 (N,).
    truth, predicted
        Class codes (-1: unclassified) or values; of several repeats the commonest class or the mean (N,).
    score
        Score of the positive of two classes, or of the predicted class, averaged over repeats; not numbers without scores (N,).
    fold
        Resample in which the row was first tested, from 0 (N,).
    instability
        Share of the repeats that predict another class than the commonest; of values, their standard deviation over repeats;
        not numbers where a row was tested once (N,).
    total
        Rows that were tested.
    left_out
        Whether the models are known not to have seen the rows: those of a plan that leaves its test rows out, not those whose
        predictions were given.
    """

    row: Codes
    truth: Array
    predicted: Array
    score: Floats
    fold: Codes
    instability: Floats
    total: int
    left_out: bool


def sample_rows(predictions: Predictions, model: str, most: int = MOST_ROWS) -> RowSample:
    """Take at most so many rows: half of them those that are most wrong, class by class, half spread over the rest.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> p = Predictions.build([0, 0, 1, 1], {"m": [0, 1, 1, 1]}, scores={"m": [0.1, 0.7, 0.6, 0.8]})
    >>> found = sample_rows(p, "m", most=2)
    >>> found.row.tolist(), found.score.tolist(), found.total
    ([1, 2], [0.7, 0.6], 4)
    """
    outputs = predictions.of(model)
    counts = np.bincount(outputs.row)
    rows = np.flatnonzero(counts)
    times, place = counts[rows], (np.cumsum(counts > 0) - 1)[outputs.row]
    found = (
        _classes(predictions, outputs, place, times)
        if predictions.is_classification
        else _values(outputs, place, times)
    )
    predicted, score, instability = found
    truth = predictions.truth[rows]
    fold = _first_fold(outputs.resample, place, rows.size)
    wrongness = _wrongness(predictions, truth, predicted, score)
    chosen = _chosen(wrongness, truth if predictions.is_classification else np.zeros(rows.size, dtype=np.intp), most)
    return RowSample(
        rows[chosen],
        truth[chosen],
        predicted[chosen],
        score[chosen],
        fold[chosen],
        instability[chosen],
        int(rows.size),
        _left_out(predictions),
    )


def _left_out(predictions: Predictions) -> bool:
    """Whether rows were left out of the training sets of the models that predicted them, as far as is known."""
    return predictions.resamples.train_size > 0 and not predictions.resamples.overlapping


def _first_fold(resample: Codes, place: Codes, size: int) -> Codes:
    """Smallest resample that tests each row."""
    fold = np.full(size, resample.max(initial=0), dtype=np.intp)
    if (resample[1:] >= resample[:-1]).all():
        fold[place[::-1]] = resample[::-1]  # of several, the one that is written last
    else:
        np.minimum.at(fold, place, resample)
    return fold


def _classes(predictions: Predictions, outputs: Outputs, place: Codes, times: Codes) -> tuple[Array, Floats, Floats]:
    """Commonest class, mean score, and share of the other classes, row by row."""
    classes = len(predictions.classes)
    if times.size == place.size:
        return _once(predictions, outputs, place)
    said = np.where(outputs.output < 0, classes, outputs.output).astype(np.intp)
    votes = np.bincount(place * (classes + 1) + said, minlength=times.size * (classes + 1)).reshape(-1, classes + 1)
    winner = votes.argmax(axis=1)
    predicted = np.where(winner == classes, -1, winner)
    score = np.full(times.size, np.nan)
    if outputs.scores is not None:
        column = np.full(place.size, predictions.positive) if classes == 2 else np.maximum(predicted, 0)[place]
        own = outputs.scores[np.arange(place.size), column]
        score = np.bincount(place, weights=own, minlength=times.size) / times
    instability = np.where(times > 1, 1 - votes.max(axis=1) / times, np.nan)
    return predicted, score, instability


def _once(predictions: Predictions, outputs: Outputs, place: Codes) -> tuple[Array, Floats, Floats]:
    """The same for rows that were each tested once."""
    predicted = np.empty(place.size, dtype=np.intp)
    predicted[place] = np.maximum(outputs.output, -1)
    score, unknown = np.full(place.size, np.nan), np.full(place.size, np.nan)
    if outputs.scores is not None:
        two = len(predictions.classes) == 2
        score[place] = (
            outputs.scores[:, predictions.positive]
            if two
            else outputs.scores[np.arange(place.size), np.maximum(outputs.output, 0)]
        )
    return predicted, score, unknown


def _values(outputs: Outputs, place: Codes, times: Codes) -> tuple[Array, Floats, Floats]:
    """Mean value and its standard deviation over the repeats, row by row."""
    mean = np.bincount(place, weights=outputs.output, minlength=times.size) / times
    apart = np.bincount(place, weights=(outputs.output - mean[place]) ** 2, minlength=times.size)
    spread = np.sqrt(apart / np.maximum(times - 1, 1))
    return mean, np.full(times.size, np.nan), np.where(times > 1, spread, np.nan)


def _wrongness(predictions: Predictions, truth: Array, predicted: Array, score: Floats) -> Floats:
    """How wrong each prediction is: the error of a value, the distance of a score from the right end, or right and wrong."""
    if not predictions.is_classification:
        return np.abs(truth - predicted)
    wrong = (truth != predicted).astype(np.float64)
    if len(predictions.classes) == 2 and not np.isnan(score).any():
        return np.where(truth == predictions.positive, -score, score)
    return wrong * (1 + np.nan_to_num(score))


def _chosen(wrongness: Floats, stratum: Array, most: int) -> Codes:
    """Places of the chosen rows in their order, as many of each stratum."""
    if wrongness.size <= most:
        return np.arange(wrongness.size)
    kept: list[Codes] = []
    known = np.flatnonzero(np.bincount(stratum)) if stratum.dtype.kind in "iu" else np.unique(stratum)
    share = max(1, most // known.size)
    for code in known:
        places = _some(np.flatnonzero(stratum == code), wrongness, (share + 1) // 2)
        ordered = places[np.argsort(-wrongness[places], kind="stable")]
        worst, rest = ordered[: (share + 1) // 2], ordered[(share + 1) // 2 :]
        spread = (
            rest[np.unique(np.linspace(0, rest.size - 1, min(share // 2, rest.size)).astype(np.intp))]
            if rest.size
            else rest
        )
        kept += [worst, spread]
    return np.sort(np.concatenate(kept))[:most]


def _some(places: Codes, wrongness: Floats, worst: int) -> Codes:
    """The worst rows and, of very many others, an even part."""
    if places.size <= THINNED_ROWS:
        return places
    bound = -np.partition(-wrongness[places], worst - 1)[worst - 1]
    sure = places[wrongness[places] >= bound][:THINNED_ROWS]
    rest = places[wrongness[places] < bound]
    return np.union1d(sure, rest[:: -(-rest.size // THINNED_ROWS) or 1])
