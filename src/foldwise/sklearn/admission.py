"""What may be batched: estimators, rows and targets of which it is certain that scikit-learn would say the same."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, NoReturn

import numpy as np
from sklearn import get_config
from sklearn.base import ClassifierMixin, RegressorMixin, is_classifier, is_regressor
from sklearn.pipeline import Pipeline

from foldwise.data import Dataset, Task
from foldwise.engine import takes_class
from foldwise.installed import SKLEARN

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.engine import Route
    from foldwise.typing import Estimator, Given

__all__ = ["NotBatched", "as_rows", "check_estimator", "check_route", "last_step_of_pipeline", "refuse"]

CONFIG = {"enable_metadata_routing": False, "array_api_dispatch": False, "transform_output": "default"}
"""Settings of scikit-learn under which its fits are the ordinary ones."""
SAME_TREES = ("trees", "forests")
"""Families that draw as scikit-learn does, so that an integer seed gives the same trees of classes."""
DRAWING = ("DecisionTree", "ExtraTree", "RandomForest", "Bagging", "AdaBoost", "GradientBoosting")
"""How the names of estimators begin that draw whenever they are fitted."""
USUAL_SCORES = ("Dummy", "KNeighbors", "RadiusNeighbors")
"""How the names of estimators begin whose `score` is the ordinary one, with leave for there to be no rows."""
CLONED_ATTRIBUTES = ("_sklearn_output_config", "_metadata_request", "_skl_callbacks")
"""What a clone keeps beside parameters."""
LEAST_RELATIVE_SPREAD = 1e-6
"""Spread of a column, relative to its values, below which sums lose digits that scikit-learn's fits keep."""
NEWTON_TOLERANCES = 1e-10, 1e-8
"""Values of `tol` with which Newton's method ends near the optimum, where the batched fits end, and above what rounding leaves."""
STEPS = 100
"""Steps of Newton's method that are enough for that."""


class NotBatched(Exception):
    """Says why a call, or a model of it, is left to scikit-learn."""


def refuse(reason: str) -> NoReturn:
    """Leave a call, or a model of it, to scikit-learn."""
    raise NotBatched(reason)


def last_step_of_pipeline(estimator: Estimator) -> Estimator:
    """Give the estimator at the end of a pipeline, or the estimator itself."""
    return estimator.steps[-1][1] if type(estimator) is Pipeline and estimator.steps else estimator


def check_estimator(estimator: Estimator, *, final: bool = False) -> None:
    """Refuse estimators that no family takes, and those that somebody has changed; `final` where no setting follows.

    Raises
    ------
    NotBatched
        Saying why.
    """
    config = get_config()
    changed = [key for key, value in CONFIG.items() if config.get(key, value) != value]
    if changed:
        refuse(f"scikit-learn is configured with {changed[0]}={config[changed[0]]!r}")
    if not takes_class(estimator):
        refuse(f"no batched kernel for {type(last_step_of_pipeline(estimator)).__name__}")
    steps = [step for _, step in estimator.steps] if type(estimator) is Pipeline else []
    if steps and (estimator.memory is not None or estimator.verbose):
        refuse("the pipeline caches or prints")
    for part in (estimator, *steps):
        _check_unchanged(part)
    last = last_step_of_pipeline(estimator)
    if type(last).__name__.startswith(DRAWING) and not isinstance(last.random_state, Integral):
        refuse(f"random_state={last.random_state} draws from a stream that others share: give a number")
    if final and type(last).__name__ == "LogisticRegression":
        _check_optimum(last)
    own = type(last).score
    if not (own in (ClassifierMixin.score, RegressorMixin.score) or type(last).__name__.startswith(USUAL_SCORES)):
        refuse(f"{type(last).__name__} scores itself in its own way")


def _check_unchanged(part: Estimator) -> None:
    """Refuse an object with settings beside its parameters that a clone keeps; what fits leave is not cloned."""
    extra = [] if isinstance(part, str) or part is None else [name for name in CLONED_ATTRIBUTES if name in vars(part)]
    if extra:
        refuse(f"{type(part).__name__} has {extra[0][1:]} beside its parameters")


def check_route(route: Route, dataset: Dataset, *, ordered: bool = True) -> None:
    """Refuse models that a family fits as well as scikit-learn does, but not to the same numbers.

    `ordered` says that training rows are in ascending order: which of them a forest draws depends on it.
    """
    if route.family is None:
        refuse(route.reason)
    last = last_step_of_pipeline(route.model)
    title = type(last).__name__
    if getattr(last, "strategy", "") in ("stratified", "uniform"):
        refuse(f"{title} predicts by drawing")
    if title == "LogisticRegression":
        _check_optimum(last)
    if route.family.exactness == "exact":
        return
    if route.family.name not in SAME_TREES or not dataset.is_classification:
        refuse(f"{title} is batched with other rounding, by which trees may fall otherwise")
    if not ordered and getattr(last, "bootstrap", False):
        refuse(f"{title} draws from training rows in an order of their own")
    if last.class_weight is not None:
        refuse("weights of classes are sums whose rounding may change a tree")


def _check_optimum(last: Estimator) -> None:
    if SKLEARN >= (1, 8) and last.penalty != "deprecated":
        refuse("scikit-learn has something to say of the parameter penalty")
    if last.solver != "newton-cholesky":
        refuse(
            f"LogisticRegression(solver='{last.solver}') stops at a point that depends on its steps, and batched fits end at the "
            "optimum: solver='newton-cholesky', tol=1e-9 is batched"
        )
    if not (NEWTON_TOLERANCES[0] <= last.tol <= NEWTON_TOLERANCES[1] and last.max_iter >= STEPS):
        refuse(
            f"LogisticRegression(tol={last.tol:g}, max_iter={last.max_iter}) may stop before the optimum, where batched fits end: "
            "tol=1e-9 is batched"
        )


def as_rows(estimator: Estimator, X: Given, y: Given) -> Dataset:
    """Make a dataset of plain numbers and a plain target; refuse all else."""
    table = _table(X)
    classes = is_classifier(estimator)
    if not classes and not is_regressor(estimator):
        refuse(f"{type(estimator).__name__} is neither classifier nor regressor")
    target = _target(y, classes=classes)
    if len(target) != len(table):
        refuse("X and y have different numbers of rows")
    dataset = Dataset(X=table, target=target, task=Task.CLASSIFICATION if classes else Task.REGRESSION)
    if classes and not 2 <= len(dataset.labels) <= len(target) / 4:
        refuse(f"the target has {len(dataset.labels)} classes for {len(target)} rows")
    return dataset


def _table(X: Given) -> Array:
    if type(X) is not np.ndarray:
        X = _frame(X)
    if X.ndim != 2 or X.shape[1] == 0 or X.dtype.kind not in "fiub" or (X.dtype.kind == "f" and X.dtype != np.float64):
        refuse(f"X is an array of shape {X.shape} and type {X.dtype}")
    if _is_far(X):
        refuse("a column lies so far from zero that rounding shows")
    return X


def _is_far(values: Array) -> bool:
    """Whether the values of a column spread over less than a millionth of their size."""
    if not values.size:
        return False
    numbers = values.astype(np.float64, copy=False)
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    spread, size = high - low, np.maximum(np.abs(low), np.abs(high))
    return bool((size * LEAST_RELATIVE_SPREAD > np.where(spread > 0, spread, np.inf)).any())


def _frame(X: Given) -> Array:
    """Numbers of a dataframe of pandas all of whose columns are plain numbers."""
    if type(X).__module__.partition(".")[0] != "pandas" or not hasattr(X, "columns"):
        refuse(f"X is a {type(X).__name__}")
    kinds = {type(name) for name in X.columns}
    plain = all(isinstance(kind, np.dtype) and kind.kind in "fiub" and kind != np.float32 for kind in X.dtypes)
    if not plain or (str in kinds and len(kinds) > 1):
        refuse("X is a dataframe with columns that are no plain numbers")
    if not X.columns.is_unique:
        refuse("X has two columns of one name")
    return X.to_numpy()


def _target(y: Given, *, classes: bool) -> Array:
    values = y if type(y) is np.ndarray else _series(y)
    if values.ndim != 1 or values.dtype.kind not in "fiubUO":
        refuse(f"y is an array of shape {values.shape} and type {values.dtype}")
    if values.dtype.kind == "O" and not (classes and all(type(label) is str for label in values)):
        refuse("y holds objects")
    if values.dtype.kind == "f" and not (values.dtype == np.float64 and np.isfinite(values).all()):
        refuse("y holds numbers that are missing, infinite or of few digits")
    if classes and values.dtype.kind == "f" and not (values == np.floor(values)).all():
        refuse("y holds values, and the model is a classifier")
    if not classes and values.dtype.kind not in "fiu":
        refuse(f"y is of type {values.dtype}, and the model is a regressor")
    if not classes and _is_far(values):
        refuse("y lies so far from zero that rounding shows")
    return values if classes else values.astype(np.float64)


def _series(y: Given) -> Array:
    if type(y).__module__.partition(".")[0] == "pandas" and type(y).__name__ == "Series":
        return np.asarray(y)
    refuse("there is no y" if y is None else f"y is a {type(y).__name__}")
