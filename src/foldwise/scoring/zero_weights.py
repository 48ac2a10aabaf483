"""Rows of weight 0 are left out, so that no number of rows counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.phrases import count_of
from foldwise.predictions import take_test_rows

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.predictions import Predictions

__all__ = ["without_zero_weights"]


def without_zero_weights(predictions: Predictions, name: str = "") -> tuple[Predictions, Codes | None, tuple[str, ...]]:
    """The rows of a fixed test set that weigh something, where these are (None for all), and what there is to say.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["x", "y", "y"], {"a": ["x", "y", "x"]}, weights=[1.0, 0.0, 2.0])
    >>> kept, rows, notes = without_zero_weights(table)
    >>> kept.n, rows.tolist(), notes
    (2, [0, 2], ('1 row of weight 0 was left out',))
    """
    if predictions.weights is None or predictions.weights.all() or not predictions.weights.any():
        return predictions, None, ()
    rows = np.flatnonzero(predictions.weights)
    gone = predictions.n - rows.size
    whose = f"{name}: " if name else ""
    told = f"{whose}{count_of(gone, 'row')} of weight 0 {'was' if gone == 1 else 'were'} left out"
    return take_test_rows(predictions, rows), rows, (told,)
