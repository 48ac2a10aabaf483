"""What a scorer is handed in place of a fitted estimator: it has been fitted, and its predictions are known."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, final

import numpy as np
from sklearn.base import BaseEstimator

from foldwise.predictions import ScoreKind
from foldwise.sklearn.admission import last_step_of_pipeline, refuse

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.sklearn.fold_rows import FoldPredictions
    from foldwise.typing import Estimator, Given, Untyped

__all__ = ["FittedStandIn", "predicted_labels", "response"]


LEAST_PROBABILITY = 1e-7
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
        return str(last_step_of_pipeline(self.found.model)._estimator_type)

    def __sklearn_tags__(self) -> Untyped:
        """Be of the kind of the estimator."""
        return last_step_of_pipeline(self.found.model).__sklearn_tags__()

    def __sklearn_is_fitted__(self) -> bool:
        """It is."""
        return True

    def __getattr__(self, name: str) -> Untyped:
        """Give the methods that the estimator has."""
        if name in ("predict", "predict_proba", "predict_log_proba", "decision_function") and hasattr(
            self.found.model, name
        ):

            def predicted(X: Given) -> Array:  # noqa: ARG001 - the rows of the split
                return response(self.found, self.split, name)

            predicted.__name__ = name
            return predicted
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
        if not (two and method == "decision_function" and (scores > LEAST_PROBABILITY).all()):
            refuse(f"{method} does not follow from the predictions")
        return np.log(scores[:, 1]) - np.log(scores[:, 0])
    return scores[:, 1] if two else scores


def predicted_labels(estimator: Estimator, labels: Array, y: Given) -> Array:
    """Labels (C,) of the type in which the estimator predicts them: some make text of objects, in some releases.

    Raises
    ------
    NotBatched
        Where the type is not known.
    """
    kind: Untyped = type(last_step_of_pipeline(estimator))
    if labels.dtype.kind in "iufb":
        if not isinstance(getattr(y, "dtype", labels.dtype), np.dtype):
            refuse(f"the labels are {y.dtype} of pandas")
        return labels
    if kind.__name__ == "DummyClassifier" or not all(isinstance(label, str) for label in labels.tolist()):
        refuse("the type of predicted labels depends on the labels")
    if labels.dtype.kind == "U":
        return labels
    return np.array(labels.tolist(), dtype=object if _predicts_objects(kind) else None)


@cache
def _predicts_objects(kind: Untyped) -> bool:
    """Whether an estimator that was fitted to labels that are objects predicts objects, in the installed release."""
    rows = np.random.RandomState(0).normal(size=(20, 1))
    model = kind()
    if "random_state" in model.get_params():  # the stream of the caller's draws is left as it is
        model.set_params(random_state=0)
    return bool(model.fit(rows, np.array(["a", "b"] * 10, dtype=object)).predict(rows).dtype.kind == "O")
