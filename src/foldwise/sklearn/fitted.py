"""What a scorer is handed in place of a fitted estimator: it has been fitted, and its predictions are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.base import BaseEstimator

from foldwise.predictions import ScoreKind
from foldwise.sklearn.admission import last_step, refuse

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.sklearn.fold_rows import FoldPredictions
    from foldwise.typing import Given, Untyped

__all__ = ["FittedStandIn", "response"]


SMALL = 1e-7
"""A probability whose logarithm has nine digits; smaller ones may be one minus another."""


@final
class FittedStandIn(BaseEstimator):  # type: ignore[misc]
    """Predicts the rows of one split as the estimator would that was fitted to it; it knows no other rows."""

    def __init__(self, found: FoldPredictions, split: int) -> None:
        self.found, self.split = found, split
        if found.labels.size:
            self.classes_ = found.labels[found.seen[split]]

    @property
    def _estimator_type(self) -> str:
        return str(last_step(self.found.model)._estimator_type)

    def __sklearn_tags__(self) -> Untyped:
        """Be of the kind of the estimator."""
        return last_step(self.found.model).__sklearn_tags__()

    def __sklearn_is_fitted__(self) -> bool:
        """It is."""
        return True

    def __getattr__(self, name: str) -> Untyped:
        """Give the methods that the estimator has."""
        if name in ("predict", "predict_proba", "predict_log_proba", "decision_function") and hasattr(
            self.found.model, name
        ):

            def answer(X: Given) -> Array:  # noqa: ARG001 - the rows of the split
                return response(self.found, self.split, name)

            answer.__name__ = name
            return answer
        message = f"{type(self.found.model).__name__} has no attribute {name}"
        raise AttributeError(message)


def response(found: FoldPredictions, split: int, method: str) -> Array:
    """Give what a method of the estimator fitted to a split would say of its rows, in ascending order.

    Raises
    ------
    NotBatched
        Where it does not follow from what is known.
    """
    mine = slice(found.starts[split], found.starts[split + 1])
    if method == "predict":
        output = found.output[mine]
        return found.labels[output] if found.labels.size else output
    if found.scores is None or not found.seen[split].all():
        refuse(f"{method} does not follow from the predictions")
    return _scores(found, found.scores[mine], method)


def _scores(found: FoldPredictions, scores: Floats, method: str) -> Floats:
    probable, two = found.kind is ScoreKind.PROBABILITY, scores.shape[1] == 2
    if probable and method == "predict_proba":
        return scores
    if probable or method != "decision_function":
        if not (two and method == "decision_function" and (scores > SMALL).all()):
            refuse(f"{method} does not follow from the predictions")
        return np.log(scores[:, 1]) - np.log(scores[:, 0])
    return scores[:, 1] if two else scores
