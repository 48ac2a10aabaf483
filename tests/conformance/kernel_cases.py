"""Every model that has a batched kernel, with the parameters it knows. A new kernel adds its models here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.naive_bayes import GaussianNB

from foldwise.testing.kernels import Tolerance
from tests.conformance.kernel_worlds import class_worlds, value_worlds

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Case:
    """A model, the worlds it is tried in, and how far it may be from the generic path."""

    model: Any
    worlds: SearchStrategy[Any]
    tolerance: Tolerance = field(default_factory=Tolerance)

    def __str__(self) -> str:
        return str(self.model)


CASES = [
    Case(DummyClassifier(), class_worlds()),
    Case(DummyClassifier(strategy="most_frequent"), class_worlds()),
    Case(DummyRegressor(), value_worlds()),
    Case(GaussianNB(), class_worlds()),
    Case(GaussianNB(var_smoothing=0.1), class_worlds()),
    Case(GaussianNB(var_smoothing=0), class_worlds()),
]
