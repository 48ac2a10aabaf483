"""AdaBoost of regression trees: every round draws rows by their weights, as scikit-learn does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    Growth,
    refuse_growth,
    refuse_seed,
    refuse_table,
    tree_arguments,
)
from foldwise.engine.families.trees import TreeFit, refuse_boosted
from foldwise.engine.family import Family
from foldwise.engine.features import refuse_task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["ValueBoosting"]

LOSS_CODES = {"linear": 0, "square": 1, "exponential": 2}
"""Losses that the kernel knows, by their number there."""
TREE_CLASSES = ("DecisionTreeRegressor", "ExtraTreeRegressor")


@final
class ValueBoosting(Family):
    """`AdaBoostRegressor` of trees (AdaBoost.R2)."""

    name: ClassVar[str] = "boosting-r2"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    models: ClassVar[tuple[str, ...]] = ("AdaBoostRegressor",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Other estimators than trees go the generic way."""
        refusal = refuse_task(model, dataset) or _refuse_estimator(model.estimator) or refuse_growth()
        return refusal or refuse_seed(model) or refuse_table(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> BoostedValues:
        """Sort the columns when they are needed."""
        return BoostedValues(models, data)


def _refuse_estimator(tree: Estimator) -> str | None:
    """What is boosted must be a tree that the kernel can grow, by squared errors."""
    refusal = None if tree is None else refuse_boosted(tree, TREE_CLASSES)
    if refusal or tree is None or tree.criterion == "squared_error":
        return refusal
    return f"AdaBoost of trees with criterion={tree.criterion!r} has no batched kernel"


@final
class BoostedValues(TreeFit):
    """Boosted trees for every resample."""

    single: ClassVar[bool] = False
    held: ClassVar[int] = 8_000_000

    def read(self, model: Estimator) -> Growth:
        """How trees are grown."""
        from sklearn.tree import DecisionTreeRegressor

        return Growth.of(DecisionTreeRegressor(max_depth=3) if model.estimator is None else model.estimator)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Weighted medians of the trees (N, 1)."""
        training, usable = self.training(test.first, test.last)
        medians, done = np.zeros(test.size), np.zeros(test.count, dtype=np.bool_)
        native._native.boost_values(
            **tree_arguments(self.table, self.growths[:1], training, test),
            penalty=LOSS_CODES[self.model.loss],
            rounds=self.trees,
            rate=float(self.model.learning_rate),
            medians=medians,
            done=done,
        )
        return medians[:, None], usable & done
