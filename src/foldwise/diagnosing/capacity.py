"""What the family of the model could fit, and the bounds that follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.capacity import rademacher_complexity
from foldwise.diagnoses import rademacher_bound, vc_bound, vc_dimension, vc_regression_bound
from foldwise.diagnosing.part import WEIGHTED, DiagnosisPart
from foldwise.engine import attempt
from foldwise.reports import ModelCapacity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnoses import CapacityBound
    from foldwise.diagnosing.subject import Subject
    from foldwise.typing import Estimator

__all__ = ["CapacityPart", "family_of"]

LINEAR = (
    *("LogisticRegression", "LinearSVC", "Perceptron", "SGDClassifier", "RidgeClassifier"),
    *("LinearDiscriminantAnalysis", "LinearRegression", "Ridge", "Lasso", "ElasticNet"),
)
DRAWS, MOST_ROWS = 10, 5000
"""Random labels that are fitted, and rows up to which they are."""


@final
@dataclass(frozen=True)
class CapacityPart(DiagnosisPart):
    """VC dimension where the family is known, Rademacher complexity by fitting random labels, and their bounds.

    The bounds hold for every distribution of rows and are very loose, which is said beside the gap that was measured
    (METHODS F.5 to F.7). Two classes, or a numeric target of a linear model.
    """

    name: ClassVar[str] = "capacity"
    summary: ClassVar[str] = "VC dimension, Rademacher complexity and their bounds"
    fields: ClassVar[tuple[str, ...]] = ("capacity",)

    def refusal(self, subject: Subject) -> str:
        """Weights, more classes, values of models that are not linear, and losses other than the error."""
        if subject.dataset.weights is not None:
            return WEIGHTED
        if subject.dataset.is_classification:
            if len(subject.dataset.classes) != 2:
                return f"it is for two classes, and there are {len(subject.dataset.classes)}"
            return (
                ""
                if subject.measure.name == "error"
                else f"it is for the error, and the loss is {subject.measure.name}"
            )
        if subject.measure.name != "mse":
            return f"for squared error only, and the loss is {subject.measure.name}"
        if not family_of(_last(subject.model)):
            return f"the VC dimension of {type(_last(subject.model)).__name__} for values is not known"
        return ""

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Dimension, complexity and bounds."""
        columns = attempt(lambda: subject.design.shape[1], subject.name, "all rows")
        family = family_of(subject.last)
        h = float(vc_dimension(family, columns)) if family else float("nan")
        gap = subject.error - subject.training_error
        n, level, bounds = subject.dataset.n, subject.level, _none()
        if not subject.dataset.is_classification:
            trivial = max(subject.baseline_error, 0.0)
            bounds.append(vc_regression_bound(subject.training_error, h, n, level=level, trivial=trivial))
            return {"capacity": ModelCapacity(family, h, (float("nan"), float("nan")), tuple(bounds), gap)}
        trivial, training = subject.baseline_error, subject.training_error
        if family:
            bounds.append(vc_bound(training, h, n, level=level, trivial=trivial))
        complexity = (float("nan"), float("nan"))
        if n <= MOST_ROWS and np.isfinite(subject.design).all():
            seed = subject.settings.seed
            found = attempt(
                lambda: rademacher_complexity(subject.last, subject.design, draws=DRAWS, seed=seed),
                subject.name,
                "random labels",
            )
            complexity = (found.value, found.error)
            value = min(max(found.value, 0.0), 1.0)
            bounds.append(rademacher_bound(training, value, n, level=level, trivial=trivial))
        return {"capacity": ModelCapacity(family, h, complexity, tuple(bounds), gap)}


def _none() -> list[CapacityBound]:
    return []


def _last(model: Estimator) -> Estimator:
    steps = getattr(model, "steps", None)
    return model if steps is None else steps[-1][1]


def family_of(model: Estimator) -> str:
    """Family of rules with a known VC dimension that a model chooses from; empty where none is known.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> family_of(DecisionTreeClassifier()), family_of(DecisionTreeClassifier(max_depth=1))
    ('tree', 'stump')
    """
    kind = type(model).__name__
    if kind in LINEAR or (kind == "SVC" and model.kernel == "linear"):
        return "linear"
    if kind == "QuadraticDiscriminantAnalysis":
        return "quadratic"
    if kind == "DecisionTreeClassifier":
        limits = (model.max_depth, model.max_leaf_nodes)
        return "stump" if limits[0] == 1 else "tree" if limits == (None, None) else ""
    if kind == "KNeighborsClassifier":
        return "1-nn" if model.n_neighbors == 1 else ""
    return "constant" if kind == "DummyClassifier" else ""
