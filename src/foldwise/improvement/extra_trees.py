"""Extra trees: trees with random cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.parts_of_models import is_tree
from foldwise.improvement.reasons import of_trees, of_variance
from foldwise.improvement.tree_ensembles import trees_like

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["ExtraTreesVariant"]


@final
class ExtraTreesVariant(ImprovementMethod):
    """100 trees like the model, each with cuts drawn at random and the best of them taken.

    Random cuts lower the variance of the mean further than a choice of columns does, at the price of some bias.

    References
    ----------
    geurts2006.
    """

    name: ClassVar[str] = "extra-trees"
    summary: ClassVar[str] = "100 trees with random cuts"
    aim: ClassVar[Aim] = Aim.VARIANCE
    members: ClassVar[int] = 30  # a hundred trees whose cuts need no sorting

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried for trees with variance."""
        return of_trees(case, tree=is_tree(case.model), found=of_variance(case))

    def build(self, case: ImprovementCase) -> Estimator:
        """Make extra trees with the limits of the tree."""
        return trees_like(case, "extra-trees")
