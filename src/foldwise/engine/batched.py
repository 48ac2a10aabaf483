"""Predictions of the models that families take; what they leave is fitted by the caller."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.engine.choose import FAMILIES_OF
from foldwise.engine.driver import predict_all
from foldwise.engine.pipelines.pipeline import is_sklearn, steps_of
from foldwise.engine.rows import TestRows
from foldwise.engine.threads import threads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data import Dataset
    from foldwise.engine.choose import Route
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs
    from foldwise.typing import Estimator

__all__ = ["Batched", "predict_batched", "takes_class"]


@final
@dataclass(frozen=True, eq=False)
class Batched:
    """What families predict: the test rows of all resamples, the way of each model, predictions of those that have one.

    The predictions of a resample that cannot be done exactly are missing as a whole.
    """

    test: TestRows
    routes: Mapping[str, Route]
    outputs: Mapping[str, Outputs]


def takes_class(model: Estimator) -> bool:
    """Whether a family takes estimators of this class of scikit-learn, whatever their parameters."""
    last = steps_of(model).final
    return is_sklearn(last) and type(last).__name__ in FAMILIES_OF


def predict_batched(
    dataset: Dataset, routes: Mapping[str, Route], resamples: Resamples, *, train: bool = False, jobs: int | None = None
) -> Batched:
    """Fit the models whose route is a family on all resamples, with `train` for the training rows too."""
    with threads(jobs):
        test = TestRows.of(resamples, train=train)
        batched = {name: (route.model, route.family) for name, route in routes.items() if route.family is not None}
        return Batched(test, routes, predict_all(batched, dataset, resamples, test))
