"""Some of the rows of one test set, as predictions of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.predictions.predictions import Predictions

__all__ = ["take_rows"]


def take_rows(predictions: Predictions, rows: Codes) -> Predictions:
    """Keep these rows of a fixed test set, renumbered.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> some = take_rows(Predictions.build(["x", "y", "y"], {"a": ["x", "y", "x"]}), np.array([0, 2]))
    >>> some.n, some.of("a").output.tolist()
    (2, [0, 0])
    """
    place = np.full(predictions.n, -1, dtype=np.intp)
    place[rows] = np.arange(rows.size)
    outputs = {}
    for name, table in predictions.outputs.items():
        chosen = table.where(place[table.row] >= 0)
        outputs[name] = replace(chosen, row=place[chosen.row])
    about: dict[str, Any] = {
        name: None if part is None else np.unique(part[rows], return_inverse=True)[1]
        for name in ("groups", "time")
        for part in [getattr(predictions, name)]
    }
    about["weights"] = None if predictions.weights is None else predictions.weights[rows]
    return replace(
        predictions,
        truth=predictions.truth[rows],
        outputs=outputs,
        resamples=RowLists(
            (np.zeros(0, dtype=np.intp),), (np.arange(rows.size),), rows.size, plan=predictions.resamples.plan
        ),
        apparent={},
        **about,
    )
