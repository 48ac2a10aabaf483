"""Super learner: convex weights of base models."""

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

__all__ = ["SuperLearnerVariant"]


@final
class SuperLearnerVariant(ImprovementMethod):
    """Convex combination of base models with the smallest out-of-fold squared error (METHODS I.6).

    Its weights are fitted to predictions of rows that the base models have not seen. Their own error on these rows is optimistic;
    the nested one is shown.

    References
    ----------
    vanderlaan2007.
    """

    name: ClassVar[str] = "super-learner"
    summary: ClassVar[str] = "base models weighted by non-negative least squares of out-of-fold predictions"
    aim: ClassVar[Aim] = Aim.DIVERSITY
    blends: ClassVar[bool] = True

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where there is something to blend with."""
        return of_blend(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Blend the library."""
        from foldwise.ensembles import SuperLearnerClassifier, SuperLearnerRegressor

        kind = SuperLearnerClassifier if case.is_classification else SuperLearnerRegressor
        return kind(dict(case.library), plan=case.inner)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Weigh the base models."""
        from foldwise.ensembles import convex_weights

        return weighted(columns, truth, case, convex_weights, weights=weights)
