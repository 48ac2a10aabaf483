"""Leave-one-out of classification trees: one tree on all rows, and what changes in it without each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import growth_arguments
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.engine.compiled.trees import Growth, SortedTable
    from foldwise.engine.family import Resampled
    from foldwise.typing import Estimator

__all__ = ["leave_out", "leaves_out"]

WORK_PER_CALL = 8e9
"""Rows left out times rows times columns in one call, so that Ctrl-C does not wait for long."""


def leaves_out(model: Estimator, growth: Growth, data: Resampled) -> bool:
    """Whether every row is left out once, of rows that weigh the same, by trees that try all columns at every node."""
    plain = data.dataset.is_classification and not data.weighted and model.class_weight is None
    limited = growth.max_leaf_nodes is not None or growth.ccp_alpha > 0
    tried = not growth.random and growth.columns(data.dataset.p) == data.dataset.p
    return plain and tried and not limited and data.training.leaves_one_out and data.test.only_tested


def leave_out(table: SortedTable, growth: Growth, seed: int) -> Floats:
    """Class shares of every row in the tree that is grown without it (n, C)."""
    n, p = table.rows.shape
    split, leaf = growth.least(np.array([n - 1]))[0].tolist()
    shares = np.empty((n, table.classes))
    for start, stop in blocks(n, int(WORK_PER_CALL / (n * p))):
        native._native.leave_one_out(
            **growth_arguments(table, growth),
            split=split,
            leaf=leaf,
            seed=seed,
            rows=np.arange(start, stop),
            threads=thread_count(100 * n * p),
            scores=shares,
        )
    return shares
