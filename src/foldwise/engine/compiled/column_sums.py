"""Sums of columns and of their squares over the training rows of a partition, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.linalg.sums import FEW_PARTS
from foldwise.engine.threads import thread_count

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.engine.storage import TrainingSets

__all__ = ["column_sums"]


def column_sums(table: Floats, training: TrainingSets) -> Floats | None:
    """Training sums of the columns of a table, of their squares and of ones (R, 2q + 1); None where it is not for them.

    They are added up, not subtracted, so that no digits are lost.
    """
    parts = training.single_parts
    if not native.COMPILED or parts is None or parts.k > FEW_PARTS:
        return None
    sums = np.empty((parts.count, 2 * table.shape[1] + 1))
    native._native.other_parts(
        table=table,
        keys=np.ascontiguousarray(parts.numbers),
        groups=parts.k,
        threads=thread_count(parts.numbers.size * table.shape[1]),
        sums=sums,
    )
    return sums
