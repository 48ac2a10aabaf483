"""Finished fits of a shorter run of the same plan, kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.engine.generic import Fitting
    from foldwise.engine.store import FitStore
    from foldwise.predictions import Outputs, Predictions

__all__ = ["Finished"]


@final
class Finished:
    """Gives the fits of a run whose resamples are the first ones of the run to come; the rest is asked of a store.

    Plans keep their first resamples when they are given more repeats or draws, so those fits need not be done again.

    Parameters
    ----------
    predictions
        What the shorter run gave.
    store
        Where further fits are looked up and kept, if anywhere.
    """

    def __init__(self, predictions: Predictions, store: FitStore | None = None) -> None:
        self.predictions = predictions
        self.store = store

    def load(self, fitting: Fitting) -> dict[int, Outputs]:
        """Finished fits of this model, by resample."""
        kept = {} if self.store is None else self.store.load(fitting)
        return kept | pieces_of(self.predictions.outputs[fitting.name])

    def save(self, fitting: Fitting, pieces: Sequence[Outputs]) -> None:
        """Keep further fits in the store."""
        if self.store is not None:
            self.store.save(fitting, pieces)


def pieces_of(answers: Outputs) -> dict[int, Outputs]:
    """Cut a model's answers into one piece per resample."""
    starts = np.flatnonzero(np.diff(answers.resample, prepend=-1))
    ends = [*starts[1:].tolist(), answers.size]
    return {
        int(answers.resample[start]): answers.where(slice(start, end))
        for start, end in zip(starts.tolist(), ends, strict=True)
    }
