"""Best single model: all weight to the base model with the smallest out-of-fold risk."""

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

__all__ = ["BestSingleVariant"]


@final
class BestSingleVariant(ImprovementMethod):
    """The base model with the smallest out-of-fold risk, refitted to all rows (METHODS I.6).

    It tells whether another model alone would do; choosing it is a part of what is assessed.

    References
    ----------
    vanderlaan2007.
    """

    name: ClassVar[str] = "best-single"
    summary: ClassVar[str] = "of the base models the one with the smallest out-of-fold risk"
    aim: ClassVar[Aim] = Aim.DIVERSITY
    blends: ClassVar[bool] = True

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where there is something to blend with."""
        return of_blend(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Blend the library."""
        from foldwise.ensembles import BestSingleClassifier, BestSingleRegressor

        kind = BestSingleClassifier if case.is_classification else BestSingleRegressor
        return kind(dict(case.library), plan=case.inner)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Weigh the base models."""
        from foldwise.ensembles import winner_weights

        return weighted(columns, truth, case, winner_weights, weights=weights)
