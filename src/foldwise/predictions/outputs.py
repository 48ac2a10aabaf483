"""What one model said about the rows it was asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import filled_at_once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["UNCLASSIFIED", "Failure", "Outputs", "Part", "ScoreKind", "label_type", "probability_fault", "widened"]

UNCLASSIFIED = -1
"""Class code of a record that the model declined to classify; it counts as an error."""

PROBABILITY_TOLERANCE = 1e-4
"""How far the probabilities of a row may sum from 1, or one of them lie outside 0 to 1, and still be rounding."""

HALF_PRECISION_TOLERANCE = 2.0**-7
"""Rounding of a probability that was computed in half precision, from logarithms of up to sixteen."""


def probability_fault(scores: Floats) -> str:
    """Say what keeps scores (N, C) from being probabilities; empty where nothing does.

    Examples
    --------
    >>> probability_fault(np.array([[0.3, 0.7], [0.1, 0.9 + 1e-9]]))
    ''
    >>> probability_fault(np.array([[0.3, 0.7], [0.8, 1.9]]))
    'a probability of 1.9 is outside 0 to 1'
    """
    if scores.size == 0:
        return ""
    low, high = scores.min(), scores.max()
    if not (low >= -PROBABILITY_TOLERANCE and high <= 1 + PROBABILITY_TOLERANCE):
        if not np.isfinite(scores).all():
            bad = int(np.sum(~np.isfinite(scores).all(axis=1)))
            return f"probabilities are NaN or infinity for {bad} of {len(scores)} rows"
        return f"a probability of {low if low < -PROBABILITY_TOLERANCE else high:.6g} is outside 0 to 1"
    sums = scores @ np.ones(scores.shape[1])
    far = np.abs(sums - 1)
    at = int(far.argmax())
    return f"the probabilities of a row sum to {sums[at]:.6g}, not to 1" if far[at] > PROBABILITY_TOLERANCE else ""


def widened(values: Array) -> Floats:
    """Numbers in double precision; probabilities in half precision sum to 1 as far as it goes, and then exactly.

    Examples
    --------
    >>> widened(np.array([[0.1, 0.2, 0.7]], dtype=np.float16)).sum().round(12)
    np.float64(1.0)
    """
    table = values.astype(np.float64, copy=False)
    if values.dtype != np.float16 or table.ndim != 2 or table.size == 0:
        return table
    sums = table.sum(axis=1, keepdims=True)
    close = table.min() >= 0 and bool(np.all(np.abs(sums - 1) <= table.shape[1] * HALF_PRECISION_TOLERANCE))
    return table / sums if close else table


@cache
def label_type(classes: int) -> type[np.signedinteger]:
    """Whole-number type for class codes: one byte where that holds them, since there may be millions.

    It also holds their number, by which unclassified records go where they are counted or named.

    Examples
    --------
    >>> label_type(127).__name__, label_type(128).__name__
    ('int8', 'int64')
    """
    return np.int8 if classes < 1 << 7 else np.int64


class Part(IntEnum):
    """Which part of the resample a predicted row was in."""

    TEST = 0
    TRAIN = 1
    VALIDATION = 2


class ScoreKind(StrEnum):
    """What the scores of a classifier are."""

    NONE = "none"
    PROBABILITY = "probability"
    DECISION = "decision"


@final
@dataclass(frozen=True)
class Failure:
    """A fit that failed: which model, which resample, and why."""

    model: str
    resample: int
    cause: str


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Outputs:
    """One model's predictions, ordered by resample and then by row.

    Parameters
    ----------
    resample
        Number of the resample each prediction belongs to (N,).
    row
        Row of the dataset that was asked about (N,).
    output
        Class code (`UNCLASSIFIED` for none) or value (N,).
    scores
        One score per class (N, C), or None.
    score_kind
        Whether the scores are probabilities.
    part
        Test, train or validation (N,).
    engine
        What computed them: ``generic``, or the name of a batched kernel.
    shares
        The scores of each resample (R, C), where all of its rows have the same: those of millions of predictions are not
        kept unless somebody asks for them (`sharing`).
    """

    resample: Codes
    row: Codes
    output: Array
    scores: Floats | None
    score_kind: ScoreKind
    part: Array
    engine: str = "generic"
    shares: Floats | None = None

    @property
    def size(self) -> int:
        """Number of predictions."""
        return int(self.row.size)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Floats:
            """Repeat the scores that rows share, once somebody asks for those of each prediction."""
            own = self.__dict__
            if name != "scores" or own.get("shares") is None:
                message = f"'Outputs' object has no attribute '{name}'"
                raise AttributeError(message)
            own["scores"] = own["shares"].take(own["resample"], axis=0)
            return own["scores"]

    @property
    def shared(self) -> Floats | None:
        """Scores of each resample (R, C), as long as nobody has asked for those of each prediction."""
        return None if "scores" in self.__dict__ else self.shares

    def sharing(self, shares: Floats) -> Outputs:
        """Return the same with the scores of each resample (R, C), which all of its rows have."""
        shared = replace(self, scores=None, shares=shares)
        del shared.__dict__["scores"]
        return shared

    def where(self, chosen: Mask | Codes | slice) -> Outputs:
        """Return the chosen predictions."""
        scores: Floats | None = self.__dict__.get("scores")
        selected = replace(
            self,
            resample=self.resample[chosen],
            row=self.row[chosen],
            output=self.output[chosen],
            scores=None if scores is None else scores[chosen],
            part=self.part[chosen],
        )
        return selected if "scores" in self.__dict__ or self.shares is None else selected.sharing(self.shares)

    def in_bytes(self, classes: int) -> Outputs:
        """Keep the labels of so many classes in as little memory as holds them; values stay as they are."""
        kind = label_type(classes)
        return self if not classes or self.output.dtype == kind else replace(self, output=self.output.astype(kind))

    def of_part(self, part: Part) -> Outputs:
        """Return the predictions for test, training or validation rows."""
        # One byte may stand for all predictions.
        if self.part.strides == (0,) and self.part.size:
            same = int(self.part[0]) == part
        else:
            same = bool((self.part == part).all())
        if same:
            return self
        return self.where(self.part == part)

    @staticmethod
    def join(pieces: Sequence[Outputs]) -> Outputs:
        """Put pieces end to end, in the order of their resamples; without scores where one of them has none."""
        ordered = sorted(pieces, key=lambda piece: int(piece.resample[0]) if piece.size else -1)
        scores = [piece.scores for piece in ordered if piece.scores is not None]
        whole = len(scores) == len(ordered)
        return Outputs(
            np.concatenate([piece.resample for piece in ordered]),
            np.concatenate([piece.row for piece in ordered]),
            np.concatenate([piece.output for piece in ordered]),
            np.concatenate(scores) if whole else None,
            ordered[0].score_kind if whole else ScoreKind.NONE,
            np.concatenate([piece.part for piece in ordered]),
            ordered[0].engine,
        )
