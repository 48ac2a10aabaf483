"""A small library of base models of different kinds, to blend a model with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.data import is_sparse
from foldwise.models import as_models
from foldwise.phrases import unused_name

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.typing import Estimator, Models

__all__ = ["library_for"]

CLASSES = ("logistic", "knn", "tree", "mixed-nb")
VALUES = ("ridge", "knn", "tree")
SPARSE = ("logistic", "knn", "tree")


def library_for(name: str, model: Estimator, dataset: Dataset, given: Models | None) -> dict[str, Estimator]:
    """The model under its name, and those it is blended with: what was given, else quick ones of other kinds.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.models import named_model
    >>> iris = foldwise.sample("iris")
    >>> list(library_for("tree", named_model("tree", iris), iris, None))
    ['tree', 'logistic', 'knn', 'mixed-nb']
    """
    others = as_models(list(_quick(dataset)) if given is None else given, dataset)
    kept = {one: other for one, other in others.items() if given is not None or not _alike(model, other)}
    library = {name: model}
    for one, other in kept.items():
        library[unused_name(one, library)] = other
    return library


def _quick(dataset: Dataset) -> tuple[str, ...]:
    if is_sparse(dataset.X):
        return SPARSE if dataset.is_classification else VALUES
    return CLASSES if dataset.is_classification else VALUES


def _alike(model: Estimator, other: Estimator) -> bool:
    """Whether two models are of one kind, so that the quick one adds nothing."""
    from foldwise.improvement.parts_of_models import is_tree, last_step

    kinds = {type(last_step(one)).__name__ for one in (model, other)}
    bayes = all(kind.endswith("NB") for kind in kinds)
    return len(kinds) == 1 or bayes or (is_tree(model) and is_tree(other))
