"""`TargetEncoder` in every resample: training rows are encoded by the targets of other training rows, test rows by all of them.

So a column is no function of the columns of the dataset, and only models that take the values of every row can have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.data import take_columns, take_rows
from foldwise.engine.pipelines.columns import Columns, Node, OwnValues

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes
    from foldwise.engine.pipelines.input_columns import InputColumns
    from foldwise.engine.pipelines.shared_columns import Block
    from foldwise.typing import Estimator

__all__ = ["Encoded", "refuse_encoder"]


def refuse_encoder(step: Estimator) -> str | None:
    """Say why an encoder draws otherwise than scikit-learn's would here, or None."""
    seed = getattr(step.cv, "random_state", None)
    if getattr(step.cv, "shuffle", None) is None or (step.cv.shuffle and not isinstance(seed, int)):
        return "TargetEncoder draws its own parts"
    return None


@final
class Encoded(Node):
    """Columns encoded by scikit-learn itself, on the training rows of each resample."""

    own = True

    def __init__(self, step: Estimator, columns: InputColumns) -> None:
        self.step, self.columns, self.dataset = step, columns, columns.dataset
        classes = len(self.dataset.labels) if self.dataset.is_classification else 0
        self.width = columns.width * (classes if classes > 2 else 1)

    def __call__(self, block: Block) -> Columns:
        """Encode the rows of each resample; one that draws a row twice encodes its copies apart, and is left alone."""
        size, n = block.size, self.dataset.n
        values, exact = np.zeros((size, n, self.width)), np.zeros(size, dtype=np.bool_)
        for at in range(size):
            counts = np.asarray(block.counts[at])
            if not ((counts == 0) | (counts == 1)).all() or not counts.any():
                continue
            train, other = np.flatnonzero(counts), np.flatnonzero(counts == 0)
            found = self._encode(train, other)
            if found is not None:
                values[at, train], values[at, other] = found
                exact[at] = True
        there = np.ones((size, self.width), dtype=np.bool_)
        maps = np.zeros((size, block.shared.width, self.width))
        return Columns(maps, np.zeros((size, self.width)), there, exact, OwnValues(np.arange(self.width), values))

    def _encode(self, train: Codes, other: Codes) -> tuple[Array, Array] | None:
        """Encoded training rows, and others; None where scikit-learn refuses, which the generic path then tells."""
        from sklearn.base import clone

        step, table = clone(self.step), take_columns(self.dataset.X, self.columns.places)
        try:
            mine = np.asarray(step.fit_transform(take_rows(table, train), self.dataset.target[train]))
            others = np.asarray(step.transform(take_rows(table, other))) if other.size else mine[:0]
        except (TypeError, ValueError):
            return None
        return (mine, others) if mine.shape[1] == self.width else None
