"""Voting: the plain mean of base models."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.improvement.improvement_method import Aim, ImprovementMethod
from foldwise.improvement.reasons import of_blend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats
    from foldwise.improvement.improvement_method import Combiner, ImprovementCase, Reason
    from foldwise.typing import Estimator

__all__ = ["VotingVariant"]


@final
class VotingVariant(ImprovementMethod):
    """Mean of the probabilities or values of the base models, all with one weight (METHODS I.6).

    Nothing is fitted to combine them, so there is nothing to overfit; a bad base model counts as much as a good one.

    References
    ----------
    kuncheva2003.
    """

    name: ClassVar[str] = "voting"
    summary: ClassVar[str] = "the mean of the probabilities or values of several models"
    aim: ClassVar[Aim] = Aim.DIVERSITY
    blends: ClassVar[bool] = True
    weighs: ClassVar[bool] = False

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where there is something to vote with."""
        return of_blend(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Vote of the library."""
        from foldwise.ensembles import VotedClassifier, VotedRegressor

        return (
            VotedClassifier(dict(case.library), voting="soft")
            if case.is_classification
            else VotedRegressor(dict(case.library))
        )

    def combiner(
        self,
        columns: Sequence[Floats],  # noqa: ARG002
        truth: Array,  # noqa: ARG002
        case: ImprovementCase,  # noqa: ARG002
        *,
        weights: Floats | None = None,  # noqa: ARG002
    ) -> Combiner:
        """Take the mean; out-of-fold predictions are not looked at."""
        return lambda new: np.asarray(np.mean(new, axis=0), dtype=np.float64)
