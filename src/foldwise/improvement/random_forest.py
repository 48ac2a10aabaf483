"""Random forest: bagged trees that look at a random choice of columns at each cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.parts_of_models import is_tree
from foldwise.improvement.reasons import of_trees, of_variance
from foldwise.improvement.tree_ensembles import trees_like

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["RandomForestVariant"]


@final
class RandomForestVariant(ImprovementMethod):
    """100 trees like the model on bootstrap samples, with a random choice of columns at each cut (METHODS I.2).

    The choice makes trees less alike, so that their mean has less variance than that of bagged trees.

    References
    ----------
    breiman2001.
    """

    name: ClassVar[str] = "random-forest"
    summary: ClassVar[str] = "100 trees on bootstrap samples, a random choice of columns at each cut"
    aim: ClassVar[Aim] = Aim.VARIANCE
    members: ClassVar[int] = 50  # a hundred trees, each of which looks at fewer columns than the model does

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried for trees with variance."""
        return of_trees(case, tree=is_tree(case.model), found=of_variance(case))

    def build(self, case: ImprovementCase) -> Estimator:
        """Make a forest with the limits of the tree."""
        return trees_like(case, "random-forest")
