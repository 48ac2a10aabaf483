"""Gradient boosting of all resamples in the compiled kernel: trees of every stage share the sorted columns of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import DEEPEST
from foldwise.engine.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.engine.compiled.trees import Growth, SortedTable, TreeSamples
    from foldwise.engine.rows import TestRows

__all__ = ["LOSSES", "Descent", "boost_gradients"]

LOSSES = {"squared_error": 0, "log_loss": 1, "multinomial": 2, "exponential": 3}
"""Losses that the kernel knows, by their number there."""


@final
@dataclass(frozen=True, eq=False)
class Descent:
    """How a loss is descended.

    Parameters
    ----------
    loss
        A name among `LOSSES`.
    targets
        Value or number of the class of each row (n,).
    starting
        What every row of a resample starts from (B, K).
    rate, subsample
        Learning rate, and share of the samples that each stage draws.
    """

    loss: str
    targets: Floats
    starting: Floats
    rate: float
    subsample: float


def boost_gradients(
    table: SortedTable,
    growth: Growth,
    samples: TreeSamples,
    test: TestRows,
    *,
    descent: Descent,
    stages: Sequence[int],
) -> tuple[Floats, Mask]:
    """What is said of the test rows after so many stages (S, N, K), and which resamples were boosted (B,).

    The seeds of the samples are those of the whole fits (B, 1).
    """
    p = table.rows.shape[1]
    decisions = np.zeros((len(stages), test.size, descent.starting.shape[1]))
    done = np.zeros(test.count, dtype=np.bool_)
    native._native.boost_gradients(
        table=table.rows,
        keys=table.keys,
        close=table.close,
        targets=descent.targets,
        loss=LOSSES[descent.loss],
        copies=samples.copies,
        weights=samples.weights,
        least=growth.least(samples.copies.sum(axis=1)),
        starting=descent.starting,
        seeds=_column(samples.seeds),
        stages=np.asarray(stages, dtype=np.int64),
        rate=float(descent.rate),
        subsample=float(descent.subsample),
        depth=DEEPEST if growth.max_depth is None else growth.max_depth,
        features=growth.columns(p),
        leaves=growth.max_leaf_nodes or 0,
        weight_fraction=growth.min_weight_fraction_leaf,
        decrease=growth.min_impurity_decrease,
        alpha=growth.ccp_alpha,
        rows=np.ascontiguousarray(test.row, dtype=np.int64),
        starts=np.ascontiguousarray(test.starts, dtype=np.int64),
        threads=thread_count(10 * max(stages) * samples.copies.size * p),
        decisions=decisions,
        done=done,
    )
    return decisions, done


def _column(seeds: Array) -> Array:
    return np.ascontiguousarray(seeds[:, 0])
