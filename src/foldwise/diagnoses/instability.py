"""Instability: how much the prediction of a row depends on which rows the model was trained on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

    from foldwise.arrays import Array, Floats, Mask

__all__ = ["Instability", "flip_shares", "instability", "model_table"]


@final
@dataclass(frozen=True, eq=False)
class Instability:
    """What the models of bootstrap samples say about each row, beside what the model at hand says.

    Parameters
    ----------
    reference
        Probability by the model at hand; the mean of the models where there is none (n,).
    flips
        Share of the models on the other side of the threshold (n,).
    spread
        Standard deviation of the probability over the models (n,).
    low, high
        Quantiles of the probability over the models (n,).
    distance
        Mean distance from the reference, the prediction error of instability plots (n,).
    """

    reference: Floats
    flips: Floats
    spread: Floats
    low: Floats
    high: Floats
    distance: Floats

    @property
    def mean_flips(self) -> float:
        """Share of flips over all rows: the classification instability index."""
        return float(np.nanmean(self.flips))

    @property
    def mean_distance(self) -> float:
        """Mean distance over all rows."""
        return float(np.nanmean(self.distance))

    def to_frame(self) -> pd.DataFrame:
        """One line for each row."""
        import pandas as pd

        return pd.DataFrame({"row": np.arange(self.flips.size), **vars(self)})


def flip_shares(labels: ArrayLike, reference: ArrayLike | None = None, *, trained: ArrayLike | None = None) -> Floats:
    """Share of the models that give each row another label than the model at hand (n,).

    Parameters
    ----------
    labels
        Labels by the models of bootstrap samples (n, B).
    reference
        Labels by the model at hand (n,); the commonest of each row where it is not given.
    trained
        Which rows each model was trained on, where those shall not count (n, B).

    References
    ----------
    riley2023.

    Examples
    --------
    >>> flip_shares([["a", "a", "b"], ["b", "b", "b"]], ["a", "a"]).round(3).tolist()
    [0.333, 1.0]
    """
    table = np.asarray(labels)
    given = _counting(table, trained)
    known, codes = np.unique(table, return_inverse=True)
    codes = codes.reshape(table.shape)
    if reference is None:
        votes = np.stack([((codes == one) & given).sum(axis=1) for one in range(known.size)], axis=1)
        main = votes.argmax(axis=1)
        differs = codes != main[:, None]
    else:
        differs = table != _fitting(reference, table)[:, None]
    return _mean(differs, given)


def instability(
    probabilities: ArrayLike,
    reference: ArrayLike | None = None,
    *,
    threshold: float = 0.5,
    level: float = 0.95,
    trained: ArrayLike | None = None,
) -> Instability:
    """Tell how unstable the probability of each row is under resampling of the training rows.

    The models are those of bootstrap samples of the rows at hand, built by all steps of the model at hand. What they
    differ by is what other training data of the same size would have changed.

    Parameters
    ----------
    probabilities
        Probability of the positive class by the models of bootstrap samples (n, B).
    reference
        That by the model at hand (n,).
    threshold
        Rows with this probability or more are labelled positive.
    level
        Share of the models between `low` and `high`.
    trained
        Which rows each model was trained on, where those shall not count (n, B).

    References
    ----------
    riley2023.

    Examples
    --------
    >>> found = instability([[0.4, 0.6, 0.7], [0.1, 0.2, 0.3]], [0.6, 0.2])
    >>> found.flips.round(3).tolist(), found.spread.round(3).tolist(), round(found.mean_flips, 3)
    ([0.333, 0.0], [0.153, 0.1], 0.167)
    """
    table, given = model_table(probabilities, trained)
    p = np.where(given, table, np.nan)
    centre = np.nanmean(p, axis=1) if reference is None else _fitting(reference, table).astype(np.float64)
    low, high = np.nanquantile(p, [(1 - level) / 2, (1 + level) / 2], axis=1)
    return Instability(
        centre,
        _mean((table >= threshold) != (centre >= threshold)[:, None], given),
        np.nanstd(p, axis=1, ddof=1),
        low,
        high,
        _mean(np.abs(table - centre[:, None]), given),
    )


def model_table(probabilities: ArrayLike, trained: ArrayLike | None) -> tuple[Floats, Mask]:
    """Check probabilities of rows by models (n, B); which of them count goes beside them."""
    table = np.asarray(probabilities, dtype=np.float64)
    given = _counting(table, trained) & ~np.isnan(table)
    if given.sum(axis=1).min() < 2:
        message = "at least two models must predict each row"
        raise InputError(message, hint="more bootstrap samples")
    if table[given].min() < 0 or table[given].max() > 1:
        message = "probabilities lie between 0 and 1"
        raise InputError(message)
    return table, given


def _counting(table: Array, trained: ArrayLike | None) -> Mask:
    if table.ndim != 2 or table.shape[1] < 2:
        message = f"predictions of two models or more are needed, rows x models, not an array of shape {table.shape}"
        raise InputError(message)
    given = np.ones(table.shape, dtype=np.bool_) if trained is None else np.asarray(trained) == 0
    if given.shape != table.shape:
        message = f"trained is rows x models like the predictions, {table.shape}, not {given.shape}"
        raise InputError(message)
    return given


def _fitting(reference: ArrayLike, table: Array) -> Array:
    values = np.asarray(reference)
    if values.shape != table.shape[:1]:
        message = f"the model at hand predicts {len(table)} rows, not {values.shape}"
        raise InputError(message)
    return values


def _mean(values: Array, given: Mask) -> Floats:
    """Means of the rows over the models that count."""
    with np.errstate(invalid="ignore"):
        return np.where(given, values, 0.0).sum(axis=1) / given.sum(axis=1)
