"""What one model said about the rows it was asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["UNCLASSIFIED", "Failure", "Outputs", "Part", "ScoreKind", "label_type"]

UNCLASSIFIED = -1
"""Class code of a record that the model declined to classify; it counts as an error."""


def label_type(classes: int) -> type[np.signedinteger]:
    """Whole-number type for class codes: one byte where that holds them, since there may be millions.

    Examples
    --------
    >>> label_type(2).__name__, label_type(1000).__name__
    ('int8', 'int64')
    """
    return np.int8 if classes <= 1 << 7 else np.int64


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
@dataclass(frozen=True, eq=False)
class Outputs:
    """One model's answers, ordered by resample and then by row.

    Parameters
    ----------
    resample
        Number of the resample each answer belongs to (N,).
    row
        Row of the dataset that was asked about (N,).
    output
        Class code (`UNCLASSIFIED` for no answer) or value (N,).
    scores
        One score per class (N, C), or None.
    score_kind
        Whether the scores are probabilities.
    part
        Test, train or validation (N,).
    engine
        What computed them: ``generic``, or the name of a batched kernel.
    """

    resample: Codes
    row: Codes
    output: Array
    scores: Floats | None
    score_kind: ScoreKind
    part: Array
    engine: str = "generic"

    @property
    def size(self) -> int:
        """Number of answers."""
        return int(self.row.size)

    def where(self, chosen: Mask | Codes | slice) -> Outputs:
        """Return the chosen answers."""
        return replace(
            self,
            resample=self.resample[chosen],
            row=self.row[chosen],
            output=self.output[chosen],
            scores=None if self.scores is None else self.scores[chosen],
            part=self.part[chosen],
        )

    def in_bytes(self, classes: int) -> Outputs:
        """Keep the labels of so many classes in as little memory as holds them; values stay as they are."""
        kind = label_type(classes)
        return self if not classes or self.output.dtype == kind else replace(self, output=self.output.astype(kind))

    def of_part(self, part: Part) -> Outputs:
        """Return the answers about test, training or validation rows."""
        # One byte may stand for all answers.
        told = self.part[:1] if self.part.strides == (0,) else self.part
        if np.all(told == part):
            return self
        return self.where(self.part == part)

    @staticmethod
    def join(pieces: Sequence[Outputs]) -> Outputs:
        """Put pieces end to end, in the order of their resamples; without scores where a piece has none."""
        ordered = sorted(pieces, key=lambda piece: int(piece.resample[0]) if piece.size else -1)
        scores = [piece.scores for piece in ordered if piece.scores is not None]
        scored = bool(scores) and len(scores) == len(ordered)
        return Outputs(
            np.concatenate([piece.resample for piece in ordered]),
            np.concatenate([piece.row for piece in ordered]),
            np.concatenate([piece.output for piece in ordered]),
            np.concatenate(scores) if scored else None,
            ordered[0].score_kind if scored else ScoreKind.NONE,
            np.concatenate([piece.part for piece in ordered]),
            ordered[0].engine,
        )
