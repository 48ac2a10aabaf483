"""Calibration: probabilities corrected by what they turn out to be on rows left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.data import Task
from foldwise.improvement.improvement_method import Aim, ImprovementMethod, Reason
from foldwise.improvement.parts_of_models import has_probabilities
from foldwise.improvement.stacking import fitted_combiner
from foldwise.measures import Needs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.improvement.improvement_method import Combiner, ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["CalibrationVariant"]


@final
class CalibrationVariant(ImprovementMethod):
    """Logistic regression of the classes on the log-odds that the model gives rows left out, its probabilities from then on.

    For two classes it is Platt's scaling: logit p' = a + b·logit p; for more the logarithms of all probabilities, centred, are
    the columns. It changes ranks little, so it is for measures of probabilities and for decisions by cost, not for the error.

    References
    ----------
    platt1999.
    """

    name: ClassVar[str] = "calibration"
    summary: ClassVar[str] = "the probabilities of the model, corrected by logistic regression on rows left out"
    aim: ClassVar[Aim] = Aim.PROBABILITIES
    tasks: ClassVar[tuple[Task, ...]] = (Task.CLASSIFICATION,)
    blends: ClassVar[bool] = True

    def refusal(self, case: ImprovementCase) -> str:
        """There must be probabilities to correct."""
        if case.is_classification and not has_probabilities(case.model):
            return f"{case.name} gives no probabilities"
        return super().refusal(case)

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where probabilities are asked for."""
        if case.measure.needs in (Needs.PROBABILITY, Needs.COSTS):
            return Reason(tried=True, text=f"{case.measure.label} depends on the probabilities of the model")
        return Reason(tried=False, text=f"{case.measure.label} does not depend on how good probabilities are")

    def bases(self, case: ImprovementCase) -> tuple[str, ...]:
        """The model alone."""
        return (case.name,)

    def build(self, case: ImprovementCase) -> Estimator:
        """A stack of one model."""
        from foldwise.ensembles import StackedClassifier

        return StackedClassifier({case.name: case.model}, kind="scores", plan=case.inner)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Fit the logistic regression."""
        from foldwise.ensembles import log_ratios

        (own,) = columns
        calibrated = fitted_combiner([log_ratios(own)], truth, len(case.dataset.classes), weights=weights)
        return lambda new: calibrated([log_ratios(one) for one in new])
