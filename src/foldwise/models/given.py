"""What the user gave as model, read once: an estimator, a name, or several of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from foldwise.data import Task, other_task_hint
from foldwise.data.checks import shown
from foldwise.errors import InputError
from foldwise.models.catalogue import BASELINE, MODELS, find_model, plain_name
from foldwise.models.preparation import prepare
from foldwise.models.reference import import_model, reference_name
from foldwise.phrases import unused_name

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.typing import Estimator

__all__ = [
    "as_models",
    "baseline_for",
    "check_name",
    "default_models",
    "is_reference",
    "name_models",
    "named_model",
    "only_model",
]

MODELS_SHOWN = 6
"""Models that are named where another one is needed."""


def is_reference(text: str) -> bool:
    """Whether a text says where a model's code is; the names of the catalogue have no colon.

    Examples
    --------
    >>> is_reference("sklearn.svm:SVC"), is_reference("svm")
    (True, False)
    """
    return ":" in text


def named_model(name: str, dataset: Dataset) -> Estimator:
    """Make the model of that name, with the preprocessing these columns need; one that has a home gets none.

    Examples
    --------
    >>> import foldwise
    >>> named_model("lda", foldwise.sample("iris"))
    LinearDiscriminantAnalysis()
    """
    if is_reference(name):
        return _check_model(import_model(name), dataset)
    model = find_model(name)
    if dataset.task not in model.tasks:
        message = f"model '{model.name}' is for {model.tasks[0]}, and this is {dataset.task}"
        raise InputError(message, hint=_of_this_task(dataset))
    return prepare(model, dataset)


def _of_this_task(dataset: Dataset) -> str:
    """Some models for the task, and where the others are listed; or the other task, where the target allows it."""
    names = [model.name for model in MODELS if dataset.task in model.tasks and model.name != BASELINE]
    models = f"one of {', '.join(names[:MODELS_SHOWN])}, or another that foldwise.explain('models') lists"
    other = other_task_hint(dataset)
    return f"{other}, or {models}" if other else models


def check_name(name: str) -> None:
    """Refuse a text that names no model, before any dataset is known.

    Examples
    --------
    >>> check_name("lda")
    """
    if is_reference(name):
        import_model(name)
    else:
        find_model(name)


def baseline_for(dataset: Dataset) -> Estimator:
    """Make the model that ignores the features: the class shares, or the mean.

    Examples
    --------
    >>> import foldwise
    >>> baseline_for(foldwise.sample("iris"))
    DummyClassifier()
    """
    return find_model(BASELINE).build(dataset.task)


def default_models(dataset: Dataset) -> tuple[str, ...]:
    """Names of a few quick models of different kinds: linear, by neighbours, by trees.

    Examples
    --------
    >>> import foldwise
    >>> default_models(foldwise.sample("iris"))
    ('logistic', 'knn', 'random-forest')
    """
    return ("logistic" if dataset.is_classification else "ridge", "knn", "random-forest")


def as_models(model: Estimator, dataset: Dataset) -> dict[str, Any]:
    """Read what the user gave as model: an estimator, a name, names in one text, a list, or ``{name: model}``.

    A name with a colon, ``package.module:object``, says where the user's own model is. An estimator without a name gets the
    catalogue's where its class is there, else the name of its class; a pipeline is called by its steps, ``scaler+logistic``.

    Examples
    --------
    >>> import foldwise
    >>> list(as_models("lda, knn, lda", foldwise.sample("iris")))
    ['lda', 'knn', 'lda-2']
    """
    return {
        name: named_model(one, dataset) if isinstance(one, str) else _check_model(one, dataset)
        for name, one in name_models(model).items()
    }


def name_models(model: Estimator) -> dict[str, Any]:
    """Say what each of the given models is called, before any dataset is known; names stay names.

    Examples
    --------
    >>> name_models("lda, knn, lda")
    {'lda': 'lda', 'knn': ' knn', 'lda-2': ' lda'}
    """
    models: dict[str, Any] = {}
    for name, one in _named_pairs(model):
        models[unused_name(name, models)] = one
    if not models:
        message = "no model was given"
        raise InputError(message, hint=f"one of {', '.join(known.name for known in MODELS)}")
    return models


def _named_pairs(model: Estimator) -> list[tuple[str, Any]]:
    """Pair each model with what it is called."""
    if isinstance(model, Mapping):
        return [(str(name), one) for name, one in model.items()]
    if isinstance(model, str):
        return [(reference_name(name) if is_reference(name) else plain_name(name), name) for name in model.split(",")]
    # A meta-estimator such as a pipeline may be iterable, and is one model.
    one = hasattr(model, "fit") or not isinstance(model, Iterable) or getattr(model, "shape", None) == ()
    several = [model] if one else model
    return [pair for one in several for pair in (_named_pairs(one) if isinstance(one, str) else [(_name_of(one), one)])]


def _name_of(model: Estimator) -> str:
    """Name of the catalogue for the class of a model where it has one, else that of the class; a pipeline by its steps."""
    own = type(model).__name__
    if own == "Pipeline":
        from foldwise.models.naming import pipeline_name

        return pipeline_name(model, _name_of)
    return _name_of_class(own, type(model).__module__)


@cache
def _name_of_class(own: str, home: str) -> str:
    known = [model.name for model in MODELS if own in model.classes and home.partition(".")[0] == model.package]
    return known[0] if known else own


def _check_model(model: Estimator, dataset: Dataset) -> Estimator:
    """Refuse what cannot be a model of this target."""
    if isinstance(model, type):
        message = f"{model.__name__} is a class, and a model is made from it"
        raise InputError(message, hint=f"{model.__name__}()")
    if not hasattr(model, "fit"):
        message = f"a model is an estimator with fit and predict, or a name, not {shown(model)}"
        raise InputError(message, hint=f"one of {', '.join(known.name for known in MODELS)}")
    kind = _kind_of(model)
    if kind is None and _finds_groups(model):  # what is a classifier or a regressor is no other kind as well
        message = f"{type(model).__name__} finds groups or outliers without a target, so its numbers are no predictions of one"
        raise InputError(message, hint="a classifier or a regressor")
    if kind not in (None, dataset.task):
        message = f"{type(model).__name__} is for {kind}, and this is {dataset.task}"
        raise InputError(message, hint=", or ".join(filter(None, ["another model", other_task_hint(dataset)])))
    return model


def _finds_groups(model: Estimator) -> bool:
    """Whether scikit-learn calls it a clusterer or a detector of outliers."""
    from sklearn import base

    clusterer = getattr(base, "is_clusterer", lambda one: getattr(one, "_estimator_type", None) == "clusterer")
    try:
        return bool(base.is_outlier_detector(model) or clusterer(model))
    except Exception:  # noqa: BLE001 - tags may raise anything, as below
        return False


def _kind_of(model: Estimator) -> Task | None:
    """What the model says it predicts, where it says so."""
    from sklearn.base import is_classifier, is_regressor

    try:
        return Task.CLASSIFICATION if is_classifier(model) else Task.REGRESSION if is_regressor(model) else None
    except Exception:  # noqa: BLE001 - tags may raise anything; an estimator of another library need not have scikit-learn's tags
        return None


def only_model(
    models: Mapping[str, Estimator], verb: str, *, hint: str = "one call for each of them"
) -> tuple[str, Estimator]:
    """Name and model of the only one there is; a verb that takes one model refuses several.

    Examples
    --------
    >>> only_model({"lda": "the model"}, "certify")
    ('lda', 'the model')
    >>> only_model({"lda": "one", "qda": "another"}, "certify")
    Traceback (most recent call last):
    foldwise.errors.InputError: foldwise.certify takes one model, and 2 were given: lda, qda; try one call for each of them
    """
    if len(models) != 1:
        message = f"foldwise.{verb} takes one model, and {len(models)} were given: {', '.join(models)}"
        raise InputError(message, hint=hint)
    ((name, model),) = models.items()
    return name, model
