"""Runs: what many models, trained on different rows by one learner, predict for the same rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses.bias_variance.noise import Noise
from foldwise.errors import InputError
from foldwise.predictions import ScoreKind, probability_fault

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.predictions import Predictions

__all__ = ["RunKind", "Runs"]

COUNTED_RANGE = 65_536
"""Range of whole numbers within which they are counted."""


class RunKind(StrEnum):
    """What the models predicted."""

    LABELS = "labels"
    VALUES = "values"
    PROBABILITIES = "probabilities"


@final
@dataclass(frozen=True, eq=False)
class Runs:
    """Predictions of T models for n rows, missing where a row was trained on.

    Build it by `of_labels`, `of_values`, `of_probabilities` or `of_predictions`.

    Parameters
    ----------
    kind
        What was predicted.
    truth
        Class codes or values (n,).
    predicted
        Class codes or values (n, T), or probabilities (n, T, C); anything where `given` is false.
    given
        Which predictions count (n, T).
    classes
        Class labels; empty for values.
    noise
        What is known of the noise in the truth.
    """

    kind: RunKind
    truth: Array
    predicted: Array
    given: Mask
    classes: tuple[str, ...] = ()
    noise: Noise = field(default_factory=Noise)

    def __post_init__(self) -> None:
        """Check shapes, and that every row could be predicted at all."""
        n = self.truth.shape[0]
        if self.predicted.shape[:2] != self.given.shape or self.given.shape[0] != n:
            message = (
                f"predictions are rows x models, and {self.predicted.shape} do not fit {n} rows of truth "
                f"and a mask of {self.given.shape}"
            )
            raise InputError(message, hint="the transpose, where models are the first axis")
        if not self.given.any():
            message = "no prediction counts: every row was trained on by every model"
            raise InputError(message, hint="an out-of-bag or repeated holdout design")
        self.noise.check(n, len(self.classes))

    @classmethod
    def of_labels(cls, truth: ArrayLike, predicted: ArrayLike, *, trained: ArrayLike | None = None) -> Runs:
        """Runs of a classifier.

        Parameters
        ----------
        truth
            True label of each row (n,).
        predicted
            Labels by each model (n, T).
        trained
            Which rows each model was trained on (n, T); their predictions do not count.

        Examples
        --------
        >>> runs = Runs.of_labels([1, 1, 0], [[1, 1, 0], [0, 0, 1], [0, 1, 0]])
        >>> runs.shares().round(2).tolist()
        [[0.33, 0.67], [0.67, 0.33], [0.67, 0.33]]
        """
        labels, table = np.asarray(truth), np.asarray(predicted)
        known = _distinct(np.concatenate([labels.ravel(), table.ravel()]))
        codes, outputs = np.searchsorted(known, labels), np.searchsorted(known, table)
        return cls(RunKind.LABELS, codes, outputs, _counting(table, trained), tuple(str(one) for one in known))

    @classmethod
    def of_values(cls, truth: ArrayLike, predicted: ArrayLike, *, trained: ArrayLike | None = None) -> Runs:
        """Runs of a regressor; NaN is a prediction that is missing.

        Examples
        --------
        >>> Runs.of_values([1.0, 2.0], [[1.5, 0.5], [2.0, np.nan]]).counts.tolist()
        [2, 1]
        """
        values, table = np.asarray(truth, dtype=np.float64), np.asarray(predicted, dtype=np.float64)
        given = _counting(table, trained) & ~np.isnan(table)
        if not np.isfinite(values).all() or not np.isfinite(table[given]).all():
            message = "truth and predictions must be finite numbers"
            raise InputError(message, hint="NaN only for predictions that are missing")
        return cls(RunKind.VALUES, values, table, given)

    @classmethod
    def of_probabilities(cls, truth: ArrayLike, predicted: ArrayLike, *, trained: ArrayLike | None = None) -> Runs:
        """Runs of a classifier that gives probabilities.

        Parameters
        ----------
        truth
            Class code of each row, 0 to C - 1 (n,).
        predicted
            Probabilities of the classes (n, T, C), or of class 1 of two (n, T); NaN is a prediction that is missing.
        trained
            Which rows each model was trained on (n, T).
        """
        codes, table = np.asarray(truth), np.asarray(predicted, dtype=np.float64)
        table = np.stack([1 - table, table], axis=2) if table.ndim == 2 else table
        if table.ndim != 3:
            message = f"probabilities are rows x models x classes, not {table.shape}"
            raise InputError(message)
        classes = table.shape[2]
        given = _counting(table[:, :, 0], trained) & ~np.isnan(table).any(axis=2)
        fault = probability_fault(table[given])
        if fault:
            raise InputError(fault)
        if codes.dtype.kind not in "iub" or codes.min() < 0 or codes.max() >= classes:
            message = f"truth is the class code of each row, 0 to {classes - 1}"
            raise InputError(message, hint="numpy.unique(labels, return_inverse=True)[1]")
        names = tuple(str(one) for one in range(classes))
        return cls(RunKind.PROBABILITIES, codes.astype(np.intp), table, given, names)

    @classmethod
    def of_predictions(cls, predictions: Predictions, model: str = "", *, probabilities: bool = False) -> Runs:
        """Runs of one model of a predictions table: the models are the resamples, and only test rows count.

        The predictions of a row are put side by side, so that repeated k-fold gives as many columns as repeats. An
        unclassified row counts as a class of its own.

        Examples
        --------
        >>> import foldwise
        >>> found = foldwise.assess("gaussian-nb", foldwise.sample("iris"), plan="kfold(5, repeats=4)")
        >>> Runs.of_predictions(found.predictions, "gaussian-nb").given.shape
        (150, 4)
        """
        outputs = predictions.of(model or predictions.models[0])
        place = _order_within(outputs.row, predictions.n)
        at, shape = (outputs.row, place), (predictions.n, int(place.max()) + 1)
        given = np.zeros(shape, dtype=np.bool_)
        given[at] = True
        if probabilities:
            if outputs.scores is None or outputs.score_kind is not ScoreKind.PROBABILITY:
                message = f"'{model or predictions.models[0]}' gives no probabilities"
                raise InputError(message, hint="probabilities=False")
            table = np.full((*shape, len(predictions.classes)), np.nan)
            table[at] = outputs.scores
            return cls(RunKind.PROBABILITIES, predictions.truth, table, given, predictions.classes)
        if not predictions.is_classification:
            values = np.full(shape, np.nan)
            values[at] = outputs.output
            return cls(RunKind.VALUES, predictions.truth.astype(np.float64), values, given)
        codes = np.zeros(shape, dtype=np.intp)
        codes[at] = outputs.output
        names = predictions.classes
        if (codes[given] < 0).any():
            names, codes = (*names, "unclassified"), np.where(codes < 0, len(names), codes)
        return cls(RunKind.LABELS, predictions.truth.astype(np.intp), codes, given, names)

    @property
    def counts(self) -> Codes:
        """Predictions of each row that count (n,)."""
        return self.given.sum(axis=1)

    def with_noise(self, noise: Noise) -> Runs:
        """The same runs with what is known of the noise."""
        return replace(self, noise=noise)

    def shares(self) -> Floats:
        """Share of the models that predict each class, row by row; 0 where none does (n, C)."""
        n, C = self.truth.size, len(self.classes)
        flat = (self.predicted + C * np.arange(n)[:, None])[self.given]
        table = np.bincount(flat, minlength=n * C).reshape(n, C)
        return table / np.maximum(self.counts, 1)[:, None]

    def truth_shares(self) -> Floats:
        """Probability of each class given the features: as declared, or 1 for the label that was observed (n, C)."""
        if self.noise.shares is not None:
            return self.noise.shares
        table = np.zeros((self.truth.size, len(self.classes)))
        table[np.arange(self.truth.size), self.truth] = 1
        return table


def _distinct(values: Array) -> Array:
    """Sorted distinct values; whole numbers in a narrow range are counted, which is several times quicker than sorting.

    Examples
    --------
    >>> _distinct(np.array([3, -1, 3, 2])), _distinct(np.array(["b", "a", "b"]))
    (array([-1,  2,  3]), array(['a', 'b'], dtype='<U1'))
    """
    if values.dtype.kind == "i" and values.size:
        low, high = int(values.min()), int(values.max())
        if high - low < COUNTED_RANGE:
            return np.flatnonzero(np.bincount(values - low)) + low
    return np.unique(values)


def _counting(table: Array, trained: ArrayLike | None) -> Mask:
    """Which predictions are of rows that were not trained on."""
    if table.ndim != 2:
        message = f"predictions are rows x models, not an array of shape {table.shape}"
        raise InputError(message)
    if trained is None:
        return np.ones(table.shape, dtype=np.bool_)
    mask = np.asarray(trained)
    if mask.shape != table.shape:
        message = f"trained is rows x models like the predictions, {table.shape}, not {mask.shape}"
        raise InputError(message)
    return mask == 0


def _order_within(rows: Codes, n: int) -> Codes:
    """Which prediction of its row each is: 0, 1, 2, … in the order of the table."""
    order = np.argsort(rows, kind="stable")
    first = np.searchsorted(rows[order], np.arange(n))
    place = np.empty_like(order)
    place[order] = np.arange(rows.size) - first[rows[order]]
    return place
