"""AdaBoost: the model fitted again and again, with more weight on what it got wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod, Reason
from foldwise.improvement.parts_of_models import around, is_linear, is_tree, last_step, takes_weights
from foldwise.improvement.reasons import of_bias

if TYPE_CHECKING:
    from foldwise.improvement.improvement_method import ImprovementCase
    from foldwise.typing import Estimator

__all__ = ["BoostingVariant"]

WEAK_DEPTH = 3
"""Depth of a tree that would otherwise make no error on its training rows."""


@final
class BoostingVariant(ImprovementMethod):
    """AdaBoost with up to 50 fits of the model, each with more weight on the rows that those before got wrong (METHODS I.3, I.4).

    Classes: SAMME where the model takes weights of rows, else AdaBoost.M1 with rows drawn by weight; values: AdaBoost.R2. A
    tree of scikit-learn without a limit of depth is cut at depth 3, since a member without training errors ends boosting.
    Boosting lowers bias. Labels that are wrong get ever more weight, so it can overfit noise.

    References
    ----------
    freund1997; zhu2009; drucker1997.
    """

    name: ClassVar[str] = "boosting"
    summary: ClassVar[str] = "AdaBoost: up to 50 fits, each with more weight on what those before got wrong"
    aim: ClassVar[Aim] = Aim.BIAS
    members: ClassVar[int] = 50

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where bias and noise are a part of the error."""
        if is_linear(case.model) and not case.is_classification:
            return Reason(tried=False, text="linear members add up to little more than one linear model")
        return of_bias(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Boost the last step of the model."""
        return around(case.model, lambda one: self._boosted(case, one))

    def _boosted(self, case: ImprovementCase, one: Estimator) -> Estimator:
        from foldwise.ensembles import AdaBoostM1, AdaBoostR2

        if not case.is_classification:
            return AdaBoostR2(one, self.members)
        if is_tree(one) and one.get_params().get("max_depth", 0) is None:
            one.set_params(max_depth=WEAK_DEPTH)
        if type(last_step(one)).__module__.startswith("sklearn.") and takes_weights(one):
            from sklearn.ensemble import AdaBoostClassifier

            from foldwise.installed import SAMME

            return AdaBoostClassifier(one, n_estimators=self.members, **SAMME)
        return AdaBoostM1(one, self.members)
