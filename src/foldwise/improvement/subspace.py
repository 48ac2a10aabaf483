"""Random subspaces: the model fitted to random halves of the columns, its predictions averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod, Reason
from foldwise.improvement.parts_of_models import around, is_tree
from foldwise.improvement.reasons import of_variance

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["SubspaceVariant"]

FEW_COLUMNS = 8


@final
class SubspaceVariant(ImprovementMethod):
    """Fit the model to 50 random halves of the columns and average their predictions.

    It needs columns that say much the same, such as many measurements of one thing, and is the way to average a model that
    bootstrap samples do not change.

    References
    ----------
    ho1998.
    """

    name: ClassVar[str] = "subspace"
    summary: ClassVar[str] = "the mean of 50 fits to random halves of the columns"
    aim: ClassVar[Aim] = Aim.VARIANCE
    members: ClassVar[int] = 50

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried for models with variance, many columns, and no forest of their own."""
        if is_tree(case.model):
            return Reason(tried=False, text="a random forest draws columns too, at every split of its trees")
        if case.dataset.p < FEW_COLUMNS:
            return Reason(tried=False, text=f"halves of {case.dataset.p} columns leave too little to each member")
        return of_variance(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Wrap the last step of the model."""
        from foldwise.ensembles import SubspaceClassifier, SubspaceRegressor

        kind = SubspaceClassifier if case.is_classification else SubspaceRegressor
        return around(case.model, lambda one: kind(one, self.members))
