"""Some rows of resampled predictions, tested and trained on as before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.arrays import Codes
    from foldwise.predictions.predictions import Predictions

__all__ = ["take_resampled_rows"]


def take_resampled_rows(predictions: Predictions, rows: Codes) -> Predictions:
    """Keep these rows, renumbered, with what every resample said of them.

    The models are those that were fitted to all rows; which of the rows a resample trained on and tested is kept, and with
    it what intervals need to know of the plan. Resamples that test none of the rows are left out.

    Parameters
    ----------
    predictions
        The table.
    rows
        Which rows to keep, ascending.

    Examples
    --------
    >>> import foldwise
    >>> found = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)").predictions
    >>> some = take_resampled_rows(found, np.arange(40))
    >>> some.n, some.of("lda").size
    (40, 40)
    """
    place = np.full(predictions.n, -1, dtype=np.intp)
    place[rows] = np.arange(rows.size)
    resamples, kept = _restricted(predictions, place, rows.size)
    number = np.full(predictions.resamples.count, -1, dtype=np.intp)
    number[kept] = np.arange(kept.size)
    fields: dict[str, Any] = {
        name: None if part is None else np.unique(part[rows], return_inverse=True)[1]
        for name in ("groups", "time")
        for part in [getattr(predictions, name)]
    }
    fields["weights"] = None if predictions.weights is None else predictions.weights[rows]
    outputs = {}
    for name, table in predictions.outputs.items():
        selected = table.where((place[table.row] >= 0) & (number[table.resample] >= 0))
        outputs[name] = replace(selected, row=place[selected.row], resample=number[selected.resample])
    restricted = replace(
        predictions,
        truth=predictions.truth[rows],
        outputs=outputs,
        resamples=resamples,
        failures=(),
        apparent={},
        bootstrapped=None,
        sampled=None if predictions.sampled is None else take_resampled_rows(predictions.sampled, rows),
        **fields,
    )
    # Measures that are relative to the mean of the training rows stay so: the models were trained on all of them.
    means = predictions.training_mean
    restricted.__dict__["training_mean"] = None if means is None else means[kept]
    return restricted


def _restricted(predictions: Predictions, place: Codes, size: int) -> tuple[RowLists, Codes]:
    """The resamples of the rows that are kept, and the numbers of those that test any."""
    whole = predictions.resamples
    tests = [place[whole.test_rows(r)] for r in range(whole.count)]
    tests = [found[found >= 0] for found in tests]
    nonempty = np.flatnonzero([found.size > 0 for found in tests])
    trains = [place[whole.train_rows(int(r))] for r in nonempty]
    main = whole.main
    resamples = RowLists(
        tuple(found[found >= 0] for found in trains),
        tuple(tests[r] for r in nonempty),
        size,
        plan=whole.plan,
        unit=whole.unit,
        repeats_of=np.unique(whole.repeat[nonempty], return_inverse=True)[1],
        tags=() if main is None else tuple("full" if main[r] else "other" for r in nonempty),
        overlap=whole.overlapping,
    )
    return resamples, nonempty
