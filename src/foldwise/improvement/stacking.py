"""Stacking: a combiner of the out-of-fold predictions of base models."""

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

__all__ = ["StackingVariant", "fitted_combiner"]


@final
class StackingVariant(ImprovementMethod):
    """Logistic regression, or least squares with coefficients from 0 up, on out-of-fold predictions of base models (METHODS I.6).

    It can learn when to trust which model, and needs more rows for that than a few weights do.

    References
    ----------
    wolpert1992; breiman1996b.
    """

    name: ClassVar[str] = "stacking"
    summary: ClassVar[str] = "a combiner fitted to out-of-fold predictions of several models"
    aim: ClassVar[Aim] = Aim.DIVERSITY
    blends: ClassVar[bool] = True

    def reason(self, case: ImprovementCase) -> Reason:
        """Tried where there is something to stack."""
        return of_blend(case)

    def build(self, case: ImprovementCase) -> Estimator:
        """Stack the library."""
        from foldwise.ensembles import StackedClassifier, StackedRegressor

        kind = StackedClassifier if case.is_classification else StackedRegressor
        return kind(dict(case.library), plan=case.inner)

    def combiner(
        self, columns: Sequence[Floats], truth: Array, case: ImprovementCase, *, weights: Floats | None = None
    ) -> Combiner:
        """Fit the combiner that the estimator fits by default."""
        from sklearn.linear_model import LinearRegression

        if case.is_classification:
            return fitted_combiner(columns, truth, len(case.dataset.classes), weights=weights)
        least_squares = LinearRegression(positive=True).fit(np.column_stack(columns), truth, sample_weight=weights)
        return lambda new: np.asarray(least_squares.predict(np.column_stack(new)), dtype=np.float64)


def fitted_combiner(
    columns: Sequence[Floats], truth: Array, classes: int, *, weights: Floats | None = None
) -> Combiner:
    """Logistic regression of classes on columns; probabilities of all classes, of which a training set may lack some."""
    from sklearn.linear_model import LogisticRegression

    from foldwise.ensembles import probabilities, side_by_side

    if np.unique(truth).size < 2:  # nothing to tell apart in these rows
        return lambda new: np.tile(np.bincount(truth, minlength=classes) / truth.size, (len(new[0]), 1))
    logistic = LogisticRegression(max_iter=1000).fit(side_by_side(columns), truth, sample_weight=weights)
    return lambda new: probabilities(logistic, side_by_side(new), np.arange(classes))
