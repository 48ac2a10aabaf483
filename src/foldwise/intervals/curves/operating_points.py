"""Rates, cost and net benefit of a classifier of two classes at a grid of thresholds, with pointwise intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import MeasureError
from foldwise.intervals.interval import check_level
from foldwise.measures import outcomes_of
from foldwise.measures.curves import independent_rows, wilson_band
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.arrays import Floats
    from foldwise.measures import Outcomes
    from foldwise.predictions import Predictions

__all__ = ["OperatingPoints", "operating_points"]

THRESHOLDS = 100
"""Thresholds from 0 to 0.99 for probabilities; as many quantiles for other scores."""


@final
@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """What a classifier does at each threshold: rows with a score of at least the threshold are called positive.

    Parameters
    ----------
    threshold
        The thresholds, ascending (T,).
    tp, fp
        Hits and false alarms, weighted, averaged over the repeats of a plan (T,).
    positives, negatives
        Rows of the positive class and of the other, weighted.
    tpr, fpr, precision, cost, benefit
        Low end, value and high end of the true positive rate, the false positive rate, the precision, the mean cost of a row and the net
        benefit (T, 3); not numbers where they do not exist.
    level
        Level of the intervals, each on its own.
    chosen
        Place of the threshold nearest to the model's own decision: 1/2 for probabilities, 0 for other scores.
    probabilities
        Whether thresholds are probabilities.
    priced
        Whether the costs were given; else every mistake costs 1.
    """

    threshold: Floats
    tp: Floats
    fp: Floats
    positives: float
    negatives: float
    tpr: Floats
    fpr: Floats
    precision: Floats
    cost: Floats
    benefit: Floats
    level: float
    chosen: int
    probabilities: bool
    priced: bool

    def to_frame(self) -> pd.DataFrame:
        """One row per threshold."""
        import pandas as pd

        columns: dict[str, Floats] = {"threshold": self.threshold, "tp": self.tp, "fp": self.fp}
        for name in ("tpr", "fpr", "precision", "cost", "benefit"):
            low, value, high = getattr(self, name).T
            columns |= {name: value, f"{name}_low": low, f"{name}_high": high}
        return pd.DataFrame(columns)


def operating_points(predictions: Predictions, model: str, level: float = 0.95) -> OperatingPoints:
    """Sweep the threshold over the out-of-sample scores of a model of two classes.

    Rates are intervals of Wilson's for as many independent rows as there are: a row tested in r repeats is one, rows of a
    group are one, weighted rows are (Σw)²/Σw². The mean cost and the net benefit, whose values lie between two ends, are
    treated as shares of the way between them, with as many rows as give a share the same variance; one further row, half at
    either end, keeps the variance from 0. Intervals are pointwise, and about other rows of the same kind.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> p = Predictions.build([0, 0, 1, 1], {"m": [0, 0, 1, 1]}, scores={"m": [0.1, 0.4, 0.35, 0.8]})
    >>> found = operating_points(p, "m")
    >>> found.threshold[found.chosen].item(), found.tpr[found.chosen].round(3).tolist()
    (0.5, [0.095, 0.5, 0.905])
    """
    check_level(level)
    outputs = predictions.of(model)
    outcomes = outcomes_of(predictions, outputs)
    if outcomes.classes != 2 or outcomes.scores is None or not outcomes.size:
        message = f"'{model}' has no thresholds to choose from: they need scores, and two classes"
        raise MeasureError(message, hint="a model with predict_proba or decision_function, and two classes")
    repeats = outcomes.size / np.count_nonzero(np.bincount(outputs.row))
    scores, positive = outcomes.scores[:, outcomes.positive], outcomes.truth == outcomes.positive
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    units = outputs.row if predictions.groups is None else predictions.groups[outputs.row]
    probabilities = outputs.score_kind is ScoreKind.PROBABILITY
    grid = np.arange(THRESHOLDS) / THRESHOLDS if probabilities else _quantiles(scores)
    tp, fp = (
        _reached(scores[own], None if outcomes.weights is None else weights[own], grid) / repeats
        for own in (positive, ~positive)
    )
    ups, downs = (float(weights[own].sum()) / repeats for own in (positive, ~positive))
    sizes = [
        independent_rows(units, outcomes.weights, own)
        for own in (positive, ~positive, np.ones(outcomes.size, dtype=bool))
    ]
    prices = _prices(outcomes)
    odds = grid / (1 - grid) if probabilities else np.full(grid.size, np.nan)
    cells = np.stack([tp, ups - tp, fp, downs - fp]) / (ups + downs)  # hits, misses, false alarms, correct rejections
    gains = np.stack([np.ones(grid.size), np.zeros(grid.size), -odds, np.zeros(grid.size)])
    return OperatingPoints(
        grid,
        tp,
        fp,
        ups,
        downs,
        _share(tp, ups, sizes[0], level),
        _share(fp, downs, sizes[1], level),
        _share(tp, tp + fp, (tp + fp) * sizes[2] / (ups + downs), level),
        _mean(cells, np.repeat(prices[:, None], grid.size, axis=1), sizes[2], level),
        _mean(cells, gains, sizes[2], level),
        level,
        int(np.argmin(np.abs(grid - (0.5 if probabilities else 0.0)))),
        probabilities,
        outcomes.costs is not None,
    )


def _quantiles(scores: Floats) -> Floats:
    """Thresholds among scores that are no probabilities, 0 among them."""
    return np.unique(np.append(np.quantile(scores, np.arange(THRESHOLDS) / THRESHOLDS), 0.0))


def _reached(scores: Floats, weights: Floats | None, grid: Floats) -> Floats:
    """Weight of the rows whose score is at least each threshold."""
    if weights is None:
        return np.asarray(scores.size - np.searchsorted(np.sort(scores), grid), dtype=np.float64)
    at_most = np.bincount(np.searchsorted(grid, scores, side="right"), weights=weights, minlength=grid.size + 1)
    return np.asarray(at_most[::-1].cumsum()[::-1][1:])


def _prices(outcomes: Outcomes) -> Floats:
    """Cost of a hit, a miss, a false alarm and a correct rejection; every mistake costs 1 where nothing was given."""
    if outcomes.costs is None:
        return np.array([0.0, 1.0, 1.0, 0.0])
    up, down = outcomes.positive, 1 - outcomes.positive
    return np.array([outcomes.costs[row, column] for row, column in ((up, up), (up, down), (down, up), (down, down))])


def _share(count: Floats, of: Floats | float, size: Floats | float, level: float) -> Floats:
    """Wilson's interval of count/of, for as many independent rows as `size` (T, 3)."""
    whole, rows = np.broadcast_to(of, count.shape), np.broadcast_to(size, count.shape)
    known = (whole > 0) & (rows > 0)
    found = np.full((count.size, 3), np.nan)
    value = np.clip(count[known] / whole[known], 0, 1)
    low, high = wilson_band(value * rows[known], rows[known], level)
    found[known] = np.stack([low, value, high], axis=1)
    return found


def _mean(cells: Floats, values: Floats, size: float, level: float) -> Floats:
    """Interval of a mean of values that four kinds of rows have, in the shares `cells` (T, 3)."""
    low, high = values.min(axis=0), values.max(axis=0)
    width = np.where(high > low, high - low, np.nan)
    place = (values - low) / width
    mean = (cells * place).sum(axis=0)
    spread = (cells * (place - mean) ** 2).sum(axis=0)
    held = (size * spread + (mean**2 + (1 - mean) ** 2) / 2) / (size + 1)
    rows = size * np.maximum(1.0, mean * (1 - mean) / held)
    found = _share(np.nan_to_num(mean) * rows, np.nan_to_num(rows), rows, level)
    return found * width[:, None] + low[:, None]
