"""What a variant of a model is: whether it makes sense for the model, and the estimator that it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, TypeAlias, final

from foldwise.data import Task

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.reports import ErrorProfile
    from foldwise.typing import Estimator

__all__ = ["Aim", "Combiner", "ImprovementCase", "ImprovementMethod", "Reason"]

Combiner: TypeAlias = Callable[[Sequence["Floats"]], "Floats"]
"""Prediction of a blend, values (N,) or probabilities (N, C), from the predictions of its base models for the same rows."""


class Aim(StrEnum):
    """What a variant lowers or makes use of: variance, bias, a greedy search that got stuck, other models, probabilities, costs."""

    VARIANCE = "variance"
    BIAS = "bias"
    SEARCH = "search"
    DIVERSITY = "diversity"
    PROBABILITIES = "calibration"
    DECISIONS = "decisions"


@final
@dataclass(frozen=True)
class Reason:
    """Whether a variant is tried, and why."""

    tried: bool
    text: str


@final
@dataclass(frozen=True, eq=False)
class ImprovementCase:
    """What is known when variants are chosen.

    Parameters
    ----------
    name, model
        The model that is to be improved.
    dataset
        The rows.
    measure
        What decides.
    library
        Base models of blends by name, the model itself first.
    inner
        Text of the plan by which a blend holds rows out; None for the one that suits the rows.
    profile
        Bias and variance of the model; None where they are not known.
    seconds
        How long a fit of the model takes.
    resamples
        How many resamples there are.
    """

    name: str
    model: Estimator
    dataset: Dataset
    measure: Measure
    library: Mapping[str, Estimator]
    inner: str | None = None
    profile: ErrorProfile | None = None
    seconds: float = 0.0
    resamples: int = 1

    @property
    def is_classification(self) -> bool:
        """Whether classes are predicted."""
        return self.dataset.is_classification


class ImprovementMethod(ABC):
    """A variant of a model that may have a smaller error.

    A blend is made of `combiner` over the base models of the case, which are fitted once for all blends; any other variant
    is an estimator of its own.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    aim: ClassVar[Aim]
    tasks: ClassVar[tuple[Task, ...]] = (Task.CLASSIFICATION, Task.REGRESSION)
    members: ClassVar[int] = 1
    """Fits of the model that one fit of the variant takes."""
    blends: ClassVar[bool] = False
    """Whether it is made of predictions of base models that blends share."""
    weighs: ClassVar[bool] = True
    """Whether a blend fits weights to out-of-fold predictions, so that its own error must be nested."""
    decides: ClassVar[bool] = False
    """Whether it only takes other decisions from the probabilities of the model, which is not fitted again."""

    def refusal(self, case: ImprovementCase) -> str:
        """Why it cannot be done at all; empty where it can."""
        if case.dataset.task not in self.tasks:
            return f"for {self.tasks[0]}, and this is {case.dataset.task}"
        return ""

    @abstractmethod
    def reason(self, case: ImprovementCase) -> Reason:
        """Whether it makes sense for the model, and why; what is asked for by name is tried in any case."""

    @abstractmethod
    def build(self, case: ImprovementCase) -> Estimator:
        """Make the estimator, not fitted."""

    def bases(self, case: ImprovementCase) -> tuple[str, ...]:
        """Names of the base models that a blend looks at."""
        return tuple(case.library)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Fit what combines base models to their out-of-fold predictions: (m,) or (m, C) each, truth and weights (m,)."""
        raise NotImplementedError

    def labels(self, shares: Floats, case: ImprovementCase) -> Codes:  # noqa: ARG002 - what decides may be in the case
        """Codes of the classes that a blend decides for, from its probabilities (N, C)."""
        from foldwise.ensembles import highest

        return highest(shares)
