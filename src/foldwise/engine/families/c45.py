"""Quinlan's C4.5: numbers are ranked once for all resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.c45 import grow_c45, ranked_table, refuse_ranked
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.linalg.sums import count_classes
from foldwise.errors import InputError
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["QuinlanTrees"]

WEIGHTS_HELD = 4_000_000
"""Weights of rows held at once."""
WORK_PER_CALL = 2e8
"""Rows times columns times trees that are gone through in one call, so that Ctrl-C does not wait for long."""


@final
class QuinlanTrees(Family):
    """`C45Tree` with numbers, categories, missing values and sample weights; without groups of levels.

    Gains and counts are compared to so many decimals, there and here, that the order of additions does not matter: the trees
    are the same.
    """

    name: ClassVar[str] = "c45"
    cheap: ClassVar[bool] = False
    models: ClassVar[tuple[str, ...]] = ("C45Tree",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Groups of levels are searched the generic way; what the model would refuse is left to it."""
        if not native.COMPILED:
            return "C4.5 trees are grown by the compiled kernels, and there are none"
        if not dataset.is_classification:
            return f"C45Tree does not fit a {dataset.task} target"
        if model.subsets:
            return "subsets=True merges levels, which has no batched kernel"
        try:
            model._check_parameters()
        except InputError as error:
            return str(error)
        return refuse_ranked(dataset, model.categorical_features)

    def prepare(self, models: Sequence[Any], data: Resampled) -> QuinlanFit:
        """Rank the numbers when they are needed."""
        return QuinlanFit(models[0], data)


@final
class QuinlanFit(BlockFit):
    """One tree for every resample."""

    own_threads = True

    def __init__(self, model: Estimator, data: Resampled) -> None:
        self.model, self.data = model, data
        self.table = ranked_table(data.dataset, model.categorical_features)
        self.there = count_classes(data, present=True) > 0
        p, n = self.table.cells.shape
        self.together = max(1, int(min(WEIGHTS_HELD / n, WORK_PER_CALL / (n * p))))

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Shares of the classes (N, C)."""
        training = self.data.row_weights(test.first, test.last), self.there[test.first : test.last]
        return grow_c45(self.table, self.data.dataset.codes, training, test, model=self.model)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with the largest share, to twelve decimals; the first of several."""
        if scores.shape[1] == 2:
            labels = np.round(scores[:, 1], 12) > np.round(scores[:, 0], 12)
        else:
            labels = np.round(scores, 12).argmax(axis=1)
        return labels.astype(label_type(scores.shape[1])), scores
