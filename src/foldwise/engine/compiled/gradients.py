"""Gradient boosting of all resamples in the compiled kernel: trees of every stage share the sorted columns of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import tree_arguments
from foldwise.engine.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.engine.compiled.trees import Growth, SortedTable, TreeSamples
    from foldwise.engine.rows import TestRows

__all__ = ["LOSS_CODES", "Descent", "boost_gradients"]

LOSS_CODES = {"squared_error": 0, "log_loss": 1, "multinomial": 2, "exponential": 3}
"""Losses that the kernel knows, by their number there."""
NOT_TAKEN = ("codes", "criterion", "random", "seeds", "threads")
"""Arguments of other kernels of trees that this one does not take, or takes otherwise."""


@final
@dataclass(frozen=True, eq=False)
class Descent:
    """How a loss is descended.

    Parameters
    ----------
    loss
        A name among `LOSS_CODES`.
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
    shared = tree_arguments(table, growth, samples, test)
    decisions = np.zeros((len(stages), test.size, descent.starting.shape[1]))
    done = np.zeros(test.count, dtype=np.bool_)
    native._native.boost_gradients(
        **{name: value for name, value in shared.items() if name not in NOT_TAKEN},
        targets=descent.targets,
        loss=LOSS_CODES[descent.loss],
        starting=descent.starting,
        seeds=np.ascontiguousarray(samples.seeds[:, 0]),
        stages=np.asarray(stages, dtype=np.int64),
        rate=float(descent.rate),
        subsample=float(descent.subsample),
        threads=thread_count(10 * max(stages) * samples.copies.size * table.rows.shape[1]),
        decisions=decisions,
        done=done,
    )
    return decisions, done
