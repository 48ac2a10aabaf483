"""Finished fits of a shorter run of the same plan, kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.engine.execution.execute import Result
from foldwise.engine.pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.engine.single_fits.generic import Fitting
    from foldwise.engine.stored_fits.store import FitStore
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

__all__ = ["FinishedFits", "is_same"]


@final
class FinishedFits:
    """Gives the fits of a shorter run whose resamples come again; the rest is asked of a store.

    Most plans keep their first resamples when they are given more repeats or draws, so those fits need not be done again.
    A balanced bootstrap draws all of them anew: only resamples that are the same are taken over.
    """

    def __init__(self, predictions: Predictions, store: FitStore | None = None) -> None:
        self.predictions = predictions
        self.store = store

    def load(self, fitting: Fitting) -> dict[int, Result]:
        """Finished fits of this model, by resample; what those of the shorter run warned about was told then."""
        kept = {} if self.store is None else self.store.load(fitting)
        pieces = pieces_of(self.predictions.outputs[fitting.name])
        return kept | {
            r: Result(r, piece)
            for r, piece in pieces.items()
            if is_same(self.predictions.resamples, fitting.resamples, r)
        }

    def save(self, fitting: Fitting, results: Sequence[Result]) -> None:
        """Keep further fits in the store."""
        if self.store is not None:
            self.store.save(fitting, results)


def is_same(before: Resamples, after: Resamples, r: int) -> bool:
    """Whether resample r of two runs trains on and tests the same rows."""
    return np.array_equal(before.train_counts(r, r + 1), after.train_counts(r, r + 1)) and np.array_equal(
        before.test_rows(r), after.test_rows(r)
    )
