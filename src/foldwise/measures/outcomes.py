"""The input of a measure: the true values and the predictions of some rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import changed, filled_at_once
from foldwise.errors import UnknownNameError
from foldwise.native import count_pairs
from foldwise.predictions import UNCLASSIFIED, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["Outcomes"]

SUM_TOLERANCE = 1e-6
"""Probabilities of a row may miss one by this much."""
PER_ROW = ("truth", "output", "scores", "weights", "reference")
"""Fields with one entry for each row."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Outcomes:
    """Truth and predictions of N rows.

    Parameters
    ----------
    truth
        Class codes or values (N,).
    output
        Predicted class codes (-1: unclassified) or values (N,).
    scores
        One score per class (N, C), or None.
    score_kind
        Whether the scores are probabilities.
    classes
        Number of classes; 0 for regression.
    positive
        Code of the positive class.
    weights
        Weight of each row (N,), or None.
    reference
        Prediction of a model without features: the mean of its training set (N,), or None where unknown.
    costs
        Cost matrix true x predicted (C, C); with a further column, the costs of abstaining (C, C + 1); or None.
    names
        Names of the classes; where they are not known, their codes.
    own_mean
        Whether the reference is the mean of these rows and of others that are read elsewhere, and so varies with them.
    """

    truth: Array
    output: Array
    scores: Floats | None = None
    score_kind: ScoreKind = ScoreKind.NONE
    classes: int = 0
    positive: int = 1
    weights: Floats | None = None
    reference: Floats | None = None
    costs: Floats | None = None
    names: tuple[str, ...] = ()
    own_mean: bool = False

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self.truth.shape[0])

    def where(self, chosen: Mask | Codes | slice) -> Outcomes:
        """Return the chosen rows."""
        own = self.__dict__
        return changed(self, **{name: own[name][chosen] for name in PER_ROW if own[name] is not None})

    def code_of(self, name: str) -> int:
        """Code of a class, by its name."""
        names = self.names or tuple(str(code) for code in range(self.classes))
        if name not in names:
            raise UnknownNameError.of("class", name, names)
        return names.index(name)

    def against_rest(self, name: str) -> Outcomes:
        """One class against all others: two classes, the named one positive; unclassified rows stay so."""
        code = self.code_of(name)
        scores = None
        if self.scores is not None:
            own = self.scores[:, code]
            scores = np.stack([1 - own if self.score_kind is ScoreKind.PROBABILITY else -own, own], axis=1)
        return changed(
            self,
            truth=(self.truth == code).astype(np.intp),
            output=np.where(self.output < 0, UNCLASSIFIED, self.output == code),
            scores=scores,
            classes=2,
            positive=1,
            costs=None,
            names=(f"not {name}", name),
        )

    def why_not_probabilities(self, model: str) -> str:
        """Say what keeps scores from being probabilities: one out of range, or a sum that is not one."""
        scores: Array = np.empty((0, 0)) if self.scores is None else self.scores
        shown = scores[:, [self.positive]] if self.classes == 2 else scores  # of two classes one was given
        outside, sums = np.argwhere((shown < 0) | (shown > 1)), scores.sum(axis=1)
        if outside.size:
            return f"'{model}' gives decision scores such as {shown[tuple(outside[0])]:g}, outside 0 to 1"
        wrong = np.flatnonzero(np.abs(sums - 1) > SUM_TOLERANCE)
        if not wrong.size:
            return f"'{model}' gives decision scores"
        return f"the scores of '{model}' sum to {sums[wrong[0]]:.6g}, not to 1"

    def sums(self, values: Array, group: Codes, groups: int) -> Floats:
        """Weighted sums of `values` (N,) or (N, m) within each group: (groups,) or (groups, m)."""
        if values.ndim == 2:
            return np.stack([self.sums(column, group, groups) for column in values.T], axis=1)
        weighed = values if self.weights is None else values * self.weights
        return np.asarray(np.bincount(group, weights=weighed, minlength=groups), dtype=np.float64)

    def confusion(self, group: Codes | None = None, groups: int = 1) -> Array:
        """Confusion matrices true x predicted, unclassified last: (groups, C, C + 1)."""
        rows = self.truth if group is None else group * self.classes + self.truth
        shape = (groups * self.classes, self.classes + 1)
        if self.weights is None:
            return count_pairs(rows, self.output, shape).reshape(groups, self.classes, self.classes + 1)
        column = np.where(self.output < 0, self.classes, self.output)
        table = np.bincount(rows * shape[1] + column, weights=self.weights, minlength=shape[0] * shape[1])
        return table.reshape(groups, self.classes, self.classes + 1)
