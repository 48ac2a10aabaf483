"""A kernel: one model family, fitted on all resamples at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["Family"]


class Family(ABC):
    """Gives the same predictions as the generic path, for the models it accepts.

    `models` names the estimators (class names of scikit-learn) the family is for, `steps` the preprocessing steps
    it can take before them in a pipeline. `refusal` and `predict` are given the model as the user made it: a pipeline
    where there are steps, which `foldwise.engine.choose.steps_of` takes apart. `path` is the parameter of the estimator
    whose values `predict_path` answers for together, empty where there is none.
    """

    name: ClassVar[str]
    models: ClassVar[tuple[str, ...]]
    steps: ClassVar[tuple[str, ...]] = ()
    path: ClassVar[str] = ""

    @abstractmethod
    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Say why this model or these data must go the generic way, or None when the kernel can do them."""

    @abstractmethod
    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Fit all resamples and answer every question of the test.

        A resample that cannot be done exactly (a class too small, collinear columns, no training rows) is left out of
        the answers as a whole: the engine then fits it the generic way, with the generic errors and warnings.
        """

    def predict_path(
        self, models: Sequence[Any], dataset: Dataset, resamples: Resamples, test: TestRows
    ) -> tuple[Outputs, ...]:
        """Answer for models that differ in the parameter `path` only."""
        return tuple(self.predict(model, dataset, resamples, test) for model in models)
