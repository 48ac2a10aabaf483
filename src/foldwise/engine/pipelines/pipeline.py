"""A model taken apart: the steps of a pipeline, and the estimator at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from foldwise.cached import filled_at_once

if TYPE_CHECKING:
    from foldwise.typing import Estimator

__all__ = ["Steps", "is_sklearn", "steps_in", "steps_of"]


@final
@filled_at_once
@dataclass(frozen=True)
class Steps:
    """What is done to the features in every resample, and the estimator that is then fitted."""

    before: tuple[Any, ...]
    final: Any


def steps_of(model: Estimator) -> Steps:
    """Take a pipeline apart; steps that pass everything through are left out, any other model is its own last step.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> steps_of(make_pipeline("passthrough", StandardScaler(), GaussianNB()))
    Steps(before=(StandardScaler(),), final=GaussianNB())
    """
    if type(model).__name__ != "Pipeline" or not is_sklearn(model) or not model.steps:
        return Steps((), model)
    *before, (_, last) = model.steps
    return Steps(tuple(step for _, step in before if step not in (None, "passthrough")), last)


def steps_in(model: Estimator) -> list[Estimator]:
    """Steps of a pipeline with the estimator last, or the model alone."""
    steps = steps_of(model)
    return [*steps.before, steps.final]


def is_sklearn(model: Estimator) -> bool:
    """Whether the class is scikit-learn's own."""
    return type(model).__module__.startswith("sklearn.")
