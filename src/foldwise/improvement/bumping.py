"""Bumping: of fits to bootstrap samples, the one that suits the original rows best."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod, Reason
from foldwise.improvement.parts_of_models import around, is_ensemble, is_tree

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["BumpingVariant"]


@final
class BumpingVariant(ImprovementMethod):
    """Of fits to the rows and to 20 bootstrap samples, keep the one with the smallest error on the rows (METHODS I.7).

    It stays one model, as readable as before, and helps where a greedy fit gets stuck, such as a small tree. A model without
    training errors cannot be bumped: no other fit is better on the rows.

    References
    ----------
    tibshirani1999.
    """

    name: ClassVar[str] = "bumping"
    summary: ClassVar[str] = "of 21 fits to bootstrap samples, the one that fits the original rows best"
    aim: ClassVar[Aim] = Aim.SEARCH
    members: ClassVar[int] = 21

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried for trees that do not fit their training rows without error."""
        if is_ensemble(case.model) or not is_tree(case.model):
            return Reason(
                tried=False, text=f"it helps greedy fits that get stuck, such as small trees; {case.name} is none"
            )
        if case.profile is not None and case.profile.training <= 0:
            return Reason(
                tried=False, text="the model fits its training rows without error, so no bootstrap fit can do better"
            )
        return Reason(tried=True, text="a greedy fit may get stuck, and one of its bootstrap fits may not")

    def build(self, case: ImprovementCase) -> Estimator:
        """Bump the last step of the model."""
        from foldwise.ensembles import BumpedClassifier, BumpedRegressor

        kind = BumpedClassifier if case.is_classification else BumpedRegressor
        return around(case.model, lambda one: kind(one, self.members - 1))
