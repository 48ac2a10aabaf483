"""The generic path: clone, fit, predict, for any estimator with scikit-learn's methods."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from threading import get_ident
from time import perf_counter
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.engine.execution.exit_guard import without_exit
from foldwise.engine.features import is_weighted
from foldwise.engine.pipelines.pipeline import is_sklearn
from foldwise.engine.rows import rows_of
from foldwise.engine.single_fits.fit_failures import explain_failure
from foldwise.engine.single_fits.model_outputs import (
    in_order_of,
    read_codes,
    read_places,
    read_scores,
    read_values,
    refuse_another_order,
    without_scores,
)
from foldwise.engine.single_fits.one_pass import predict_in_one_pass
from foldwise.engine.single_fits.seeds import global_seeds, open_seeds, seed_number, seeded, state_of
from foldwise.engine.storage import TrainingSets
from foldwise.errors import FitError, FoldwiseWarning
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset, Table
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = ["WARNINGS_BY_THREAD", "Fitting", "prepare_fitting"]


def takes_groups(name: str, model: Estimator) -> bool:
    """Whether a model is a search whose folds respect groups; of one whose folds cut groups apart a warning is given.

    Examples
    --------
    >>> from sklearn.model_selection import GridSearchCV, GroupKFold
    >>> from sklearn.svm import SVC
    >>> takes_groups("svm", GridSearchCV(SVC(), {"C": [1, 9]}, cv=GroupKFold(3))), takes_groups("svm", SVC())
    (True, False)
    """
    if not _is_a(model, "BaseSearchCV"):
        return False
    folds = model.cv
    own = hasattr(folds, "split") and not is_sklearn(folds)
    if own or _is_a(folds, "GroupsConsumerMixin"):
        return True
    text = f"the search within model '{name}' puts rows of one group into different folds, so it may favour settings"
    warnings.warn(f"{text} that know the groups; try cv=GroupKFold(5)", FoldwiseWarning, stacklevel=2)
    return False


def _is_a(one: Estimator, base: str) -> bool:
    """Whether an object is of a class of scikit-learn that has no public name."""
    return any(kind.__name__ == base and kind.__module__.startswith("sklearn.") for kind in type(one).__mro__)


WARNINGS_BY_THREAD: dict[int, list[tuple[Warning | str, type[Warning]]]] = {}
"""Warnings of the fits that threads of this process do at the same time, by thread."""


@final
@dataclass(frozen=True, eq=False)
class Fitting:
    """Everything one model needs to be fitted on any resample; travels to the workers as one value.

    The model is never fitted itself. `open_seeds` are the names of `random_state` parameters that were left open,
    `routed` the argument of `fit` that takes the sample weights or groups, by kind; `coded` says whether the model
    wants classes as 0, 1, 2…, `finite` whether scikit-learn may skip its search for NaN and infinity, and `engine` what
    does the fits, with all that decides its bits.
    """

    name: str
    model: Any
    dataset: Dataset
    resamples: Resamples
    seed: int
    train: bool = False
    open_seeds: tuple[str, ...] = ()
    routed: dict[str, str] = field(default_factory=dict)
    coded: bool = False
    finite: bool = False
    engine: str = "generic"

    def run(self, r: int) -> tuple[Outputs, tuple[str, ...], tuple[float, float]]:
        """Fit resample r and predict its rows; also what the fit warned about, and seconds of the fit and the predictions."""
        load_what_fits_import()
        with warnings.catch_warnings(record=True) as caught, global_seeds(self._state(r, "")):
            warnings.simplefilter("always")
            outputs, seconds = self._explained(r)
        return outputs, warning_texts((one.message, one.category) for one in caught), seconds

    def run_beside_others(self, r: int) -> tuple[Outputs, tuple[str, ...], tuple[float, float]]:
        """The same in a process whose other threads fit too: generators that they share are not seeded."""
        mine = WARNINGS_BY_THREAD[get_ident()] = []
        try:
            outputs, seconds = self._explained(r)
        finally:
            WARNINGS_BY_THREAD.pop(get_ident(), None)
        return outputs, warning_texts(mine), seconds

    def _explained(self, r: int) -> tuple[Outputs, tuple[float, float]]:
        """Fit and predict; an error that the training rows explain is told in words."""
        try:
            with without_exit():
                return self._fit_and_predict(r)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, FitError) as error:
            cause = explain_failure(error, _last(self.model), self.dataset, self.resamples.train_rows(r))
            if cause is None:
                raise
            raise cause from error

    def _fit_and_predict(self, r: int) -> tuple[Outputs, tuple[float, float]]:
        rows, parts = rows_of(self.resamples, r, train=self.train)
        train = self.resamples.train_rows(r)
        if train.size == 0 or rows.size == 0:
            message = f"resample {r} has {train.size} training rows and {rows.size} test rows"
            raise FitError(message)
        present, target = self._target(train)
        start = perf_counter()
        model = self._fitted(r, train, target)
        fitted = perf_counter()
        features = self.dataset.rows(rows)
        both = predict_in_one_pass(model, features) if self.dataset.is_classification else None
        predicted, raw = (model.predict(features), None) if both is None else both
        refuse_another_order(predicted, features)
        scores, kind = None, ScoreKind.NONE
        if self.dataset.is_classification:
            if not _all_sklearn(model):  # a model of one's own may have changed the rows it was asked about
                features = self.dataset.rows(rows)
            scores, kind = self.scores(model, features, present, rows.size, raw=raw)
        seconds = fitted - start, perf_counter() - fitted
        read = (
            self.codes(predicted, present, rows.size)
            if self.dataset.is_classification
            else read_values(predicted, rows.size)
        )
        return Outputs(np.full(rows.size, r, dtype=np.intp), rows, read, scores, kind, parts), seconds

    def _target(self, train: Codes) -> tuple[Codes, Array]:
        """Codes of the classes in this training set, and the target as the model wants it."""
        if not self.dataset.is_classification:
            return np.zeros(0, dtype=np.intp), self.dataset.target[train]
        if not self.coded:
            return np.arange(len(self.dataset.labels)), self.dataset.target[train]
        present, target = np.unique(self.dataset.codes[train], return_inverse=True)
        return present, target

    def present(self, r: int) -> Codes:
        """Codes of the classes that a model of resample r knows; none for values."""
        return self._target(self.resamples.train_rows(r))[0]

    def fitted(self, r: int) -> Estimator:
        """Fit resample r and give the model itself."""
        train = self.resamples.train_rows(r)
        with global_seeds(self._state(r, "")), without_exit():
            return self._fitted(r, train, self._target(train)[1])

    def _state(self, r: int, name: str) -> int:
        """Seed of resample r: of one model, or of whatever draws without being told a seed."""
        return state_of(self.seed, name, seed_number(TrainingSets(self.resamples), r))

    def _fitted(self, r: int, train: Codes, target: Array) -> Estimator:
        from sklearn.base import clone

        model = clone(self.model)
        if self.open_seeds:
            model.set_params(**seeded(self.open_seeds, self._state(r, self.name)))
        extra: dict[str, Any] = {}
        weights = training_weights(self.dataset.weights, train, self.resamples.train_weights(r))
        if weights is not None:
            extra[self.routed["weights"]] = weights
        if "groups" in self.routed and self.dataset.groups is not None:
            extra[self.routed["groups"]] = self.dataset.groups[train]
        if "order" in self.routed and self.dataset.order is not None:
            extra[self.routed["order"]] = self.dataset.order[train]
        model.fit(
            self.dataset.rows(train), target, **extra
        )  # which may give anything: scikit-learn goes on with the model
        return model

    def read(self, model: Estimator, table: Table, present: Codes) -> tuple[Array, Floats | None, ScoreKind]:
        """What a fitted model says of any rows: codes of classes or values, and scores where it has any."""
        rows = int(table.shape[0])
        if not self.dataset.is_classification:
            return read_values(model.predict(table), rows), None, ScoreKind.NONE
        scores, kind = self.scores(model, table, present, rows)
        return self.codes(model.predict(table), present, rows), scores, kind

    def codes(self, predicted: Given, present: Codes, size: int) -> Codes:
        """Read what a classifier said about so many rows; `present` are the classes it was trained on."""
        return read_codes(predicted, size, self.dataset.labels, present if self.coded else None)

    def scores(
        self,
        model: Estimator,
        features: Given,
        present: Codes,
        size: int,
        *,
        raw: Given = None,
    ) -> tuple[Floats | None, ScoreKind]:
        """Read the scores that a fitted classifier gives so many rows, where it has any; `raw` where it gave them before."""
        kind = ScoreKind.PROBABILITY if hasattr(model, "predict_proba") else ScoreKind.DECISION
        name = "predict_proba" if kind is ScoreKind.PROBABILITY else "decision_function"
        method = getattr(model, name, None)
        if method is None:
            return None, ScoreKind.NONE
        known = getattr(model, "classes_", None)
        if known is None:
            without_scores(f"it has {name} and no classes_, which says what class a column is about")
            return None, ScoreKind.NONE
        places = present if self.coded else read_places(known, self.dataset.labels)
        last = _last(model)
        if kind is ScoreKind.DECISION and places.size > 2 and getattr(last, "decision_function_shape", "") == "ovo":
            without_scores("decision_function_shape='ovo' gives a column for each pair of classes, not for each class")
            return None, ScoreKind.NONE
        given = method(features) if raw is None else raw
        refuse_another_order(given, features)
        given = in_order_of(given, known)
        return read_scores(given, size, places, len(self.dataset.labels), kind), kind


@cache
def load_what_fits_import() -> None:
    """Have scikit-learn import what it imports in the first fit of a process.

    Some of that draws from the generators that are seeded for a fit, which would then differ from process to process.
    """
    from sklearn.dummy import DummyClassifier

    DummyClassifier().fit(np.zeros((2, 1)), [0, 1])


def warning_texts(caught: Iterable[tuple[Warning | str, type[Warning]]]) -> tuple[str, ...]:
    r"""What fits warned about that their user should know, each once.

    Examples
    --------
    >>> warning_texts([("did not\n converge", UserWarning), ("old", FutureWarning), ("did not converge", UserWarning)])
    ('did not converge',)
    """
    ignored = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
    texts = (str(message) for message, category in caught if not issubclass(category, ignored))
    return tuple(dict.fromkeys(" ".join(text.split()) for text in texts))


def training_weights(weights: Floats | None, train: Codes, drawn: Floats | None) -> Floats | None:
    """Weights of the training rows: the dataset's, times those of a weighted resample."""
    own = None if weights is None else weights[train]
    if own is None or drawn is None:
        return drawn if own is None else own
    return own * drawn


def _has(model: Estimator, method: str) -> bool:
    """Whether a model has a method, or will have when it is fitted, as a stack whose last model is left open."""
    from sklearn.base import is_classifier, is_regressor

    if hasattr(model, method):
        return True
    return (
        hasattr(type(model), method) and hasattr(model, "get_params") and (is_classifier(model) or is_regressor(model))
    )


def prepare_fitting(
    name: str,
    model: Estimator,
    dataset: Dataset,
    resamples: Resamples,
    *,
    seed: int,
    train: bool = False,
) -> Fitting:
    """Look at the model once, so that each fit has nothing left to find out."""
    if getattr(model, "steps", None) == []:  # some releases cannot even say what methods it has
        message = f"model '{name}' is a {type(model).__name__} without steps"
        raise FitError(message, hint="make_pipeline(StandardScaler(), LogisticRegression())")
    missing = [method for method in ("fit", "predict", "get_params") if not _has(model, method)]
    if missing:
        message = f"model '{name}' is a {type(model).__name__} without {' and '.join(missing)}"
        raise FitError(message, hint="any estimator with scikit-learn's fit and predict")
    parameters = _parameters(name, model)
    needed = _needed(dataset, resamples)
    return Fitting(
        name,
        model,
        dataset,
        resamples,
        seed,
        train,
        open_seeds=open_seeds(parameters),
        routed=_routes(name, model, needed),
        coded=type(_last(model)).__module__.partition(".")[0] == "xgboost" and dataset.is_classification,
        finite=_may_assume_finite(model, dataset),
    )


def _last(model: Estimator) -> Estimator:
    steps = _steps(model)
    return steps[-1][1] if steps else model


def _steps(model: Estimator) -> list[tuple[str, Estimator]]:
    """Steps of a pipeline; a model may have a number called so."""
    steps = getattr(model, "steps", None)
    return steps if isinstance(steps, list) else []


def _all_sklearn(model: Estimator) -> bool:
    """Whether a model and all its steps are scikit-learn's own."""
    return all(is_sklearn(one) for one in (model, *(step for _, step in _steps(model))))


def _parameters(name: str, model: Estimator) -> dict[str, Estimator]:
    """Parameters of a model; one that cannot tell them cannot be cloned either."""
    try:
        return dict(model.get_params(deep=True))
    except Exception as error:
        message = f"model '{name}' cannot tell its parameters ({type(error).__name__}: {error})"
        raise FitError(message, hint="a constructor that stores every argument under its own name") from error


def _needed(dataset: Dataset, resamples: Resamples) -> Sequence[str]:
    weighted = is_weighted(dataset, resamples)
    available = {"weights": weighted, "groups": dataset.groups is not None, "order": dataset.order is not None}
    return [kind for kind, given in available.items() if given]


def _routes(name: str, model: Estimator, needed: Sequence[str]) -> dict[str, str]:
    """Find the argument of `fit` that takes weights, groups and, for models of our own, the order in time; the last step of a pipeline takes its own."""
    steps = _steps(model)
    prefix = f"{steps[-1][0]}__" if steps else ""
    # TransformedTargetRegressor hands what it is given on to its regressor.
    accepted = signature((getattr(_last(model), "regressor", None) or _last(model)).fit).parameters
    routes = {}
    for kind, argument in (("weights", "sample_weight"), ("groups", "groups")):
        if kind in needed and (argument in accepted or (kind == "groups" and takes_groups(name, _last(model)))):
            routes[kind] = f"{prefix}{argument}"
    own = type(_last(model)).__module__.startswith("foldwise.")
    if "weights" in needed and "weights" not in routes and "row_weights" in accepted and own:
        routes["weights"] = f"{prefix}row_weights"
    if "order" in needed and "order" in accepted and own:
        routes["order"] = f"{prefix}order"
    if "weights" in needed and "weights" not in routes:
        message = f"rows are weighted, but model '{name}' ({type(_last(model)).__name__}) takes no sample_weight"
        raise FitError(message, hint="another model, or no weights")
    return routes


def _may_assume_finite(model: Estimator, dataset: Dataset) -> bool:
    """Whether a search for NaN can be skipped: plain finite numbers go straight into a single estimator."""
    if _steps(model) or any("__" in key for key in model.get_params(deep=True)):
        return False
    return isinstance(dataset.X, np.ndarray) and dataset.X.dtype.kind in "fiu" and bool(np.isfinite(dataset.X).all())
