"""Gradient boosting: small trees fitted one after another to what is left of the target."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.parts_of_models import is_tree
from foldwise.improvement.reasons import of_bias, of_trees
from foldwise.models import named_model

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["GradientBoostingVariant"]


@final
class GradientBoostingVariant(ImprovementMethod):
    """100 small trees on binned columns, each fitted to the gradient of the loss of those before (METHODS I.5).

    It takes missing values and categories as they are.

    References
    ----------
    friedman2001.
    """

    name: ClassVar[str] = "gradient-boosting"
    summary: ClassVar[str] = "100 small trees, each fitted to what those before have left"
    aim: ClassVar[Aim] = Aim.BIAS

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried for trees with bias."""
        return of_trees(case, tree=is_tree(case.model), found=of_bias(case))

    def build(self, case: ImprovementCase) -> Estimator:
        """Make the named model, with the preprocessing these columns need."""
        return named_model("hist-gradient-boosting", case.dataset)
