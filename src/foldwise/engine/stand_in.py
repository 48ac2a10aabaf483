"""A scikit-learn estimator in place of one of our ensembles that predicts the same, so that its batched family is used."""

from __future__ import annotations

from typing import Any

__all__ = ["stand_in"]


def stand_in(model: Any) -> Any:  # noqa: ANN401 - any estimator
    """The scikit-learn estimator that predicts as this ensemble of ours does; the model itself, if there is none.

    Examples
    --------
    >>> from foldwise.ensembles import ForestClassifier
    >>> stand_in(ForestClassifier(random_state=0))
    RandomForestClassifier(random_state=0)
    """
    if not type(model).__module__.startswith("foldwise.ensembles.") or not hasattr(model, "as_scikit_learn"):
        return model
    try:
        found = model.as_scikit_learn()
    except (TypeError, ValueError):  # a parameter that is none: the model itself says what is wrong
        return model
    return model if found is None else found
