"""The generic path: clone, fit, predict, for any estimator with scikit-learn's methods."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from hashlib import blake2b
from inspect import signature
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.data.checks.target import MOST_SIZE
from foldwise.engine.layout import asked
from foldwise.errors import FitError
from foldwise.predictions import UNCLASSIFIED, Outputs, ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.plans import Resamples

__all__ = ["Fitting", "prepare"]


@final
@dataclass(frozen=True, eq=False)
class Fitting:
    """Everything one model needs to be fitted on any resample; travels to the workers as one value.

    Parameters
    ----------
    name
        What the user calls the model.
    model
        The estimator, never fitted itself.
    dataset
        The rows.
    resamples
        Who is trained and tested on what.
    seed
        Root of the seeds given to `random_state` parameters that were left open.
    train
        Whether training rows are predicted too.
    open_seeds
        Names of the `random_state` parameters that were left open.
    routed
        Argument of `fit` that takes the sample weights, by kind: ``weights`` and ``groups``.
    coded
        Whether the model wants classes as 0, 1, 2….
    finite
        Whether scikit-learn may skip its search for NaN and infinity: the data were checked on the way in.
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

    def run(self, r: int) -> tuple[Outputs, tuple[str, ...]]:
        """Fit resample r and answer its questions; also what the fit warned about."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                outputs = self._answer(r)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
                self._explain(r, error)
                raise
        ignored = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)
        heard = dict.fromkeys(str(one.message) for one in caught if not issubclass(one.category, ignored))
        return outputs, tuple(heard)

    def _explain(self, r: int, error: Exception) -> None:
        """Say that a training set of one class is what a model failed on; not all of them say so themselves."""
        codes = self.dataset.codes[self.resamples.train_rows(r)] if self.dataset.is_classification else np.zeros(0)
        if codes.size and not isinstance(error, FitError) and (codes == codes[0]).all():
            name = self.dataset.classes[int(codes[0])]
            message = f"its {codes.size:,} training rows are all of class '{name}' ({type(error).__name__}: {error})"
            raise FitError(message) from error

    def _answer(self, r: int) -> Outputs:
        rows, parts = asked(self.resamples, r, train=self.train)
        train = self.resamples.train_rows(r)
        if train.size == 0 or rows.size == 0:
            message = f"resample {r} has {train.size} training rows and {rows.size} test rows"
            raise FitError(message)
        present, target = self._target(train)
        model = self._fitted(r, train, target)
        features = self.dataset.rows(rows)
        answer = np.asarray(model.predict(features))
        numbers = np.full(rows.size, r, dtype=np.intp)
        if not self.dataset.is_classification:
            return Outputs(numbers, rows, self.values(answer, rows.size), None, ScoreKind.NONE, parts)
        scores, kind = self._scores(model, features, present)
        return Outputs(numbers, rows, self.codes(answer, present, rows.size), scores, kind, parts)

    def _target(self, train: Codes) -> tuple[Codes, Array]:
        """Codes of the classes in this training set, and the target as the model wants it."""
        if not self.dataset.is_classification:
            return np.zeros(0, dtype=np.intp), self.dataset.target[train]
        if not self.coded:
            return np.arange(len(self.dataset.labels)), self.dataset.target[train]
        present, target = np.unique(self.dataset.codes[train], return_inverse=True)
        return present, target

    def fitted(self, r: int) -> Any:  # noqa: ANN401 - any estimator
        """Fit resample r and give the model itself."""
        train = self.resamples.train_rows(r)
        return self._fitted(r, train, self._target(train)[1])

    def _fitted(self, r: int, train: Codes, target: Array) -> Any:  # noqa: ANN401 - any estimator
        from sklearn.base import clone

        model = clone(self.model)
        if self.open_seeds:
            state = self._state(r)
            model.set_params(**{name: (state + at) % 2**31 for at, name in enumerate(self.open_seeds)})
        extra: dict[str, Any] = {}
        weights = combine(self.dataset.weights, train, self.resamples.train_weights(r))
        if weights is not None:
            extra[self.routed["weights"]] = weights
        if "groups" in self.routed and self.dataset.groups is not None:
            extra[self.routed["groups"]] = self.dataset.groups[train]
        return model.fit(self.dataset.rows(train), target, **extra)

    def _state(self, r: int) -> int:
        """Seed of this model on this resample: the same for any number of jobs and any other models beside it."""
        text = f"{self.seed}/{self.name}/{r}".encode()
        return int.from_bytes(blake2b(text, digest_size=4).digest(), "little") >> 1

    def values(self, answer: Array, size: int) -> Floats:
        """Read what a regressor said about so many rows."""
        values = answer.reshape(-1).astype(np.float64)
        if values.size != size:
            message = f"it gave {values.size} predictions for {size} rows"
            raise FitError(message)
        bad = int(np.sum(~np.isfinite(values)))
        if bad:
            message = f"it predicted NaN or infinity for {bad} of {size} rows"
            raise FitError(message)
        largest = float(np.abs(values).max())
        if largest > MOST_SIZE:
            message = f"it predicted {largest:.3g}, which is above what squared errors can be computed for"
            raise FitError(message)
        return values

    def codes(self, answer: Array, present: Codes, size: int) -> Codes:
        """Read what a classifier said about so many rows; `present` are the classes it was trained on."""
        labels = answer.reshape(-1)
        if labels.size != size:
            message = f"it gave {labels.size} predictions for {size} rows"
            raise FitError(message)
        if self.coded:
            return present[labels.astype(np.intp)]
        return code_labels(labels, self.dataset.labels)

    def _scores(self, model: Any, features: Any, present: Codes) -> tuple[Floats | None, ScoreKind]:  # noqa: ANN401
        kind = ScoreKind.PROBABILITY if hasattr(model, "predict_proba") else ScoreKind.DECISION
        method = getattr(model, "predict_proba" if kind is ScoreKind.PROBABILITY else "decision_function", None)
        known = getattr(model, "classes_", None)
        if method is None or known is None:
            return None, ScoreKind.NONE
        raw = np.asarray(method(features), dtype=np.float64)
        places = present if self.coded else code_labels(np.asarray(known).reshape(-1), self.dataset.labels)
        table = spread(raw, places, len(self.dataset.labels), kind)
        if table is None:
            return None, ScoreKind.NONE
        bad = int(np.sum(~np.isfinite(table).all(axis=1)))
        if bad:
            message = f"it gave scores of NaN or infinity for {bad} of {len(table)} rows"
            raise FitError(message)
        return table, kind


def code_labels(values: Array, labels: Array) -> Codes:
    """Positions of predicted labels among the known ones; None is unclassified, anything else unknown an error."""
    none = np.array([value is None for value in values.tolist()]) if values.dtype == object else None
    if none is not None and none.any():
        codes = np.full(values.size, UNCLASSIFIED, dtype=np.intp)
        codes[~none] = code_labels(values[~none], labels) if not none.all() else 0
        return codes
    try:
        codes = np.searchsorted(labels, values.astype(labels.dtype) if values.dtype != labels.dtype else values)
    except (TypeError, ValueError):
        codes = np.full(values.size, labels.size)
    codes = np.minimum(codes, labels.size - 1)
    wrong = labels[codes] != values
    if np.any(wrong):
        message = f"it predicted the label '{values[wrong][0]}', which is not one of the classes"
        raise FitError(message)
    return codes


def spread(raw: Array, places: Codes, classes: int, kind: ScoreKind) -> Floats | None:
    """Put the scores of the classes a model knows into one column per class of the dataset (N, C)."""
    if raw.ndim == 1 and places.size == 2:
        raw = np.stack([-raw, raw], axis=1)
    if raw.ndim == 1 and places.size == 1:
        raw = raw[:, None]
    if raw.ndim != 2 or raw.shape[1] != places.size:
        return None
    if places.size == classes:
        return raw
    lowest = 0.0 if kind is ScoreKind.PROBABILITY else raw.min(axis=1, keepdims=True) - 1
    table = np.empty((len(raw), classes))
    table[:] = lowest
    table[:, places] = raw
    return table


def combine(weights: Floats | None, train: Codes, drawn: Floats | None) -> Floats | None:
    """Weights of the training rows: the dataset's, times those of a weighted resample."""
    own = None if weights is None else weights[train]
    if own is None or drawn is None:
        return drawn if own is None else own
    return own * drawn


def _has(model: Any, method: str) -> bool:  # noqa: ANN401 - any estimator
    """Whether a model has a method, or will have when it is fitted, as a stack whose last model is left open."""
    from sklearn.base import is_classifier, is_regressor

    if hasattr(model, method):
        return True
    return (
        hasattr(type(model), method) and hasattr(model, "get_params") and (is_classifier(model) or is_regressor(model))
    )


def prepare(
    name: str,
    model: Any,  # noqa: ANN401 - any estimator
    dataset: Dataset,
    resamples: Resamples,
    *,
    seed: int,
    train: bool = False,
) -> Fitting:
    """Look at the model once, so that each fit has nothing left to find out."""
    missing = [method for method in ("fit", "predict", "get_params") if not _has(model, method)]
    if missing:
        message = f"model '{name}' is a {type(model).__name__} without {' and '.join(missing)}"
        raise FitError(message, hint="any estimator with scikit-learn's fit and predict")
    parameters = model.get_params(deep=True)
    needed = _needed(dataset, resamples)
    return Fitting(
        name,
        model,
        dataset,
        resamples,
        seed,
        train,
        open_seeds=tuple(
            key for key, value in parameters.items() if key.rpartition("__")[2] == "random_state" and value is None
        ),
        routed=_routes(name, model, needed),
        coded=type(_last(model)).__module__.partition(".")[0] == "xgboost" and dataset.is_classification,
        finite=_checked(model, dataset),
    )


def _last(model: Any) -> Any:  # noqa: ANN401
    steps = getattr(model, "steps", None)
    return steps[-1][1] if steps else model


def _needed(dataset: Dataset, resamples: Resamples) -> Sequence[str]:
    weighted = dataset.weights is not None or (resamples.count > 0 and resamples.train_weights(0) is not None)
    return [kind for kind, there in (("weights", weighted), ("groups", dataset.groups is not None)) if there]


def _routes(name: str, model: Any, needed: Sequence[str]) -> dict[str, str]:  # noqa: ANN401
    """Find the argument of `fit` that takes weights and groups; the last step of a pipeline takes its own."""
    steps = getattr(model, "steps", None)
    prefix = f"{steps[-1][0]}__" if steps else ""
    # TransformedTargetRegressor hands what it is given on to its regressor.
    accepted = signature((getattr(_last(model), "regressor", None) or _last(model)).fit).parameters
    routes = {}
    for kind, argument in (("weights", "sample_weight"), ("groups", "groups")):
        if kind in needed and argument in accepted:
            routes[kind] = f"{prefix}{argument}"
    if "weights" in needed and "weights" not in routes:
        message = f"rows are weighted, but model '{name}' ({type(_last(model)).__name__}) takes no sample_weight"
        raise FitError(message, hint="another model, or no weights")
    return routes


def _checked(model: Any, dataset: Dataset) -> bool:  # noqa: ANN401
    """Whether a search for NaN can be skipped: plain finite numbers go straight into a single estimator."""
    if getattr(model, "steps", None) or any("__" in key for key in model.get_params(deep=True)):
        return False
    return isinstance(dataset.X, np.ndarray) and dataset.X.dtype.kind in "fiu" and bool(np.isfinite(dataset.X).all())
