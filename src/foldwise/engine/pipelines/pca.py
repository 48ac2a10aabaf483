"""`PCA` in every resample: the eigenvectors of the covariance of the training rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.pipelines.columns import Columns, Node

if TYPE_CHECKING:
    from foldwise.arrays import Floats, Mask
    from foldwise.engine.pipelines.shared_columns import Block

__all__ = ["PrincipalComponents"]

LEAST_GAP = 1e-6
"""How far the last component that is kept must be from the next, and from nothing, as shares of the largest variance."""
RANDOMISED_SHARE, FEW_ROWS, MOST_COLUMNS, ROWS_PER_COLUMN = 0.8, 500, 1000, 10
"""Where scikit-learn's svd_solver='auto' is exact: see the notes of its `PCA`."""


@final
class PrincipalComponents(Node):
    """The first components; with `whiten` each is divided by its standard deviation.

    Later steps than a final model that does not mind the signs and scales of others are refused: its columns overlap.
    """

    overlapping = True

    def __init__(self, node: Node, kept: int, *, whiten: bool, exact: bool) -> None:
        self.node, self.width, self.whiten, self.exact = node, kept, whiten, exact

    def __call__(self, block: Block) -> Columns:
        """Find the eigenvectors."""
        columns = self.node(block)
        p = columns.maps.shape[2]
        means, covariances = np.zeros((block.size, p)), np.zeros((block.size, p, p))
        for at in range(block.size):
            values = columns.values(block.shared.table[block.train(at)], at)
            if len(values) > 1:
                means[at] = values.mean(axis=0)
                values -= means[at]
                covariances[at] = values.T @ values / (len(values) - 1)
        sizes, vectors = (part[..., ::-1] for part in np.linalg.eigh(covariances))
        kept = vectors[:, :, : self.width] * _signs(vectors[:, :, : self.width])
        if self.whiten:
            kept = kept / np.sqrt(np.maximum(sizes[:, None, : self.width], 1e-300))
        constants = ((columns.constants - means)[:, None, :] @ kept)[:, 0]
        there = np.ones((block.size, self.width), dtype=np.bool_)
        return Columns(columns.maps @ kept, constants, there, columns.exact & self._sure(sizes, columns, block))

    def _sure(self, sizes: Floats, columns: Columns, block: Block) -> Mask:
        """Whether the components are well apart from the others, and scikit-learn's solver is an exact one (B,)."""
        k, p = self.width, sizes.shape[1]
        rows = block.rows
        following = sizes[:, k] if k < p else np.zeros(len(sizes))
        sure = (sizes[:, k - 1] - following > LEAST_GAP * sizes[:, 0]) & (rows > p) & columns.there.all(axis=1)
        if not self.exact:
            by_rows = (p <= MOST_COLUMNS) & (rows >= ROWS_PER_COLUMN * p)
            sure &= by_rows | (np.maximum(rows, p) <= FEW_ROWS) | (k >= RANDOMISED_SHARE * np.minimum(rows, p))
        return np.asarray(sure)


def _signs(vectors: Floats) -> Floats:
    """Signs that make the largest element of each vector positive (B, 1, k)."""
    largest = np.abs(vectors).argmax(axis=1)[:, None, :]
    return np.sign(np.take_along_axis(vectors, largest, axis=1))
