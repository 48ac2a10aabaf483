"""Greedy selection: base models added one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.reasons import of_blend
from foldwise.improvement.weighted import weighted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.improvement.improvement_method import Combiner, ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["GreedyVariant"]


@final
class GreedyVariant(ImprovementMethod):
    """Mean of base models added one by one, with replacement, as long as the out-of-fold risk falls (METHODS I.6).

    Weights are shares of at most 20 steps, so it fits its weights less closely than a super learner does.

    References
    ----------
    caruana2004.
    """

    name: ClassVar[str] = "greedy-selection"
    summary: ClassVar[str] = "base models added one by one as long as the out-of-fold risk of their mean falls"
    aim: ClassVar[Aim] = Aim.DIVERSITY
    blends: ClassVar[bool] = True

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where there is something to blend with."""
        return of_blend(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Blend the library."""
        from foldwise.ensembles import GreedyClassifier, GreedyRegressor

        kind = GreedyClassifier if case.is_classification else GreedyRegressor
        return kind(dict(case.library), plan=case.inner)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Weigh the base models."""
        from foldwise.ensembles import greedy_weights

        return weighted(columns, truth, case, greedy_weights, weights=weights)
