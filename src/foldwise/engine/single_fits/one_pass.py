"""Labels and scores of one pass over the test rows, for classifiers whose `predict` is a function of their scores.

`predict` of a forest averages the trees for the probabilities and takes the largest, and `predict_proba` averages them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.engine.pipelines.pipeline import steps_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array
    from foldwise.typing import Estimator, Given

__all__ = ["LABELLED", "predict_in_one_pass"]

Pass = tuple["Array", "Array"]
"""Labels, and scores as the model's own method gives them."""


def predict_in_one_pass(model: Estimator, features: Given) -> Pass | None:
    """Labels and scores as `predict` and the method for scores give them; None where they must be asked for separately.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[0], [1]], ["a", "b"])
    >>> labels, scores = predict_in_one_pass(tree, [[0], [1]])
    >>> labels.tolist(), scores.tolist()
    (['a', 'b'], [[1.0, 0.0], [0.0, 1.0]])
    """
    last = steps_of(model).final
    # Exact types only: a subclass may override anything.
    labelled = LABELLED.get((type(last).__module__.partition(".")[0], type(last).__name__))
    return None if labelled is None else labelled(model, last, features)


def _by_largest(model: Estimator, last: Estimator, features: Given) -> Pass | None:
    """The class with the largest probability, the first of several."""
    scores = model.predict_proba(features)
    return last.classes_.take(np.argmax(scores, axis=1), axis=0), scores


def _by_half(model: Estimator, last: Estimator, features: Given) -> Pass | None:
    """The second of two classes where its probability is above one half; of more, the largest."""
    if len(last.classes_) != 2:
        return _by_largest(model, last, features)
    scores = model.predict_proba(features)
    return last.classes_.take((scores[:, 1] > 0.5).astype(np.intp), axis=0), scores


def _by_boosting(model: Estimator, last: Estimator, features: Given) -> Pass | None:
    """As `_by_half`, for the objectives that xgboost chooses itself."""
    usual = "binary:logistic" if len(last.classes_) == 2 else "multi:softprob"
    return _by_half(model, last, features) if last.objective in (None, usual) else None


def _by_votes(model: Estimator, last: Estimator, features: Given) -> Pass | None:
    """The class that most pairs of classes decide for, the first of several."""
    from sklearn.utils.multiclass import _ovr_decision_function

    if hasattr(last, "predict_proba") or last.break_ties or last.decision_function_shape != "ovr":
        return None
    classes = len(last.classes_)
    last.decision_function_shape = "ovo"
    try:
        pairs = model.decision_function(features)
    finally:
        last.decision_function_shape = "ovr"
    if classes == 2:
        return last.classes_.take((pairs >= 0).astype(np.intp)), pairs
    votes = np.zeros((len(pairs), classes), dtype=np.intp)
    first, second = np.triu_indices(classes, 1)
    for at, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        wins = pairs[:, at] > 0
        votes[:, i] += wins
        votes[:, j] += ~wins
    return last.classes_.take(votes.argmax(axis=1)), _ovr_decision_function(pairs < 0, -pairs, classes)


LABELLED: dict[tuple[str, str], Callable[[Any, Any, Any], Pass | None]] = {
    ("sklearn", "DecisionTreeClassifier"): _by_largest,
    ("sklearn", "ExtraTreeClassifier"): _by_largest,
    ("sklearn", "RandomForestClassifier"): _by_largest,
    ("sklearn", "ExtraTreesClassifier"): _by_largest,
    ("sklearn", "BaggingClassifier"): _by_largest,
    ("sklearn", "MLPClassifier"): _by_half,
    ("sklearn", "SVC"): _by_votes,
    ("sklearn", "NuSVC"): _by_votes,
    ("xgboost", "XGBClassifier"): _by_boosting,
}
"""How labels follow from scores, by package and class."""
