"""Cost threshold: the class with the smallest expected cost, in place of the likeliest one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.data import Task
from foldwise.improvement.improvement_method import Aim, ImprovementMethod, Reason
from foldwise.improvement.parts_of_models import has_probabilities
from foldwise.measures import cheapest_labels

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.improvement.improvement_method import ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["CostThresholdVariant"]


@final
class CostThresholdVariant(ImprovementMethod):
    """Decide for the class d with the smallest expected cost Σ_c p_c C[c, d]; the model is fitted as before.

    For two classes it is the threshold (C_FP - C_TN) / (C_FP - C_TN + C_FN - C_TP) on the probability of the positive class. It
    needs probabilities that are right: calibrate those of a model whose probabilities are not.

    References
    ----------
    elkan2001.
    """

    name: ClassVar[str] = "cost-threshold"
    summary: ClassVar[str] = "the class with the smallest expected cost, by the probabilities of the model"
    aim: ClassVar[Aim] = Aim.DECISIONS
    tasks: ClassVar[tuple[Task, ...]] = (Task.CLASSIFICATION,)
    decides: ClassVar[bool] = True

    def refusal(self, case: ImprovementCase) -> str:
        """There must be costs and probabilities."""
        if case.is_classification and case.dataset.costs is None:
            return "no costs were given (costs='fn=10,fp=1')"
        if case.is_classification and not has_probabilities(case.model):
            return f"{case.name} gives no probabilities"
        return super().refusal(case)

    def reason(self, case: ImprovementCase) -> Reason:  # noqa: ARG002 - costs alone decide
        """Tried where there are costs."""
        return Reason(tried=True, text="mistakes have different costs, and the likeliest class is not the cheapest")

    def build(self, case: ImprovementCase) -> Estimator:
        """The model, and its cheapest decision."""
        from foldwise.learners import CostDecision

        return CostDecision(case.model, case.dataset.costs, case.dataset.labels)

    def labels(self, shares: Floats, case: ImprovementCase) -> Codes:
        """The cheapest class."""
        if case.dataset.costs is None:  # pragma: no cover - refused before
            raise LookupError
        return cheapest_labels(shares, case.dataset.costs)
