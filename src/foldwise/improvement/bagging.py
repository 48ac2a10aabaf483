"""Bagging: the model fitted to bootstrap samples, its predictions averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.parts_of_models import around
from foldwise.improvement.reasons import of_variance

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["BaggingVariant"]


@final
class BaggingVariant(ImprovementMethod):
    """Fit the model to 50 bootstrap samples and average their predictions (METHODS I.1).

    The mean of many fits has the bias of one and less variance, so bagging helps a model that changes much with its training
    rows, such as a tree, and leaves a stable one as it is.

    References
    ----------
    breiman1996.
    """

    name: ClassVar[str] = "bagging"
    summary: ClassVar[str] = "the mean of 50 fits to bootstrap samples of the rows"
    aim: ClassVar[Aim] = Aim.VARIANCE
    members: ClassVar[int] = 50

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where variance is a part of the error."""
        return of_variance(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Bag the last step of the model."""
        from foldwise.ensembles import BaggedClassifier, BaggedRegressor

        if case.is_classification:
            return around(case.model, lambda one: BaggedClassifier(one, self.members, combine="probabilities"))
        return around(case.model, lambda one: BaggedRegressor(one, self.members))
