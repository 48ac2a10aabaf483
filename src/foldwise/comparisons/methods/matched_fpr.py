"""Comparison at a matched false-positive rate: the recall of both at the same share of false alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.comparisons.methods.paired_bootstrap import PairedBootstrap
from foldwise.comparisons.pair import Pair
from foldwise.measures import ModelScores, measure

if TYPE_CHECKING:
    from foldwise.comparisons.comparison import Comparison
    from foldwise.predictions import Predictions

__all__ = ["compare_at_fpr"]


def compare_at_fpr(
    predictions: Predictions,
    a: str,
    b: str,
    *,
    fpr: float | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Comparison:
    """Compare the recall of two systems at the same false-positive rate.

    Two systems with different thresholds cannot be compared by recall alone: the one that raises more alarms finds more.
    Here both thresholds are set so that the false-positive rate is the same, anew in every resample of the rows.

    Parameters
    ----------
    predictions
        The systems, with scores.
    a, b
        Names of two of them.
    fpr
        The false-positive rate; by default that of b's own labels.
    level
        Level of the interval.
    seed
        Seed of the resamples.

    References
    ----------
    linnet1987.

    Examples
    --------
    >>> from foldwise.predictions import Predictions
    >>> truth = ["no", "yes"] * 40
    >>> scores = {"a": [0.2, 0.9, 0.4, 0.6] * 20, "b": [0.3, 0.5, 0.6, 0.7] * 20}
    >>> table = Predictions.build(truth, dict.fromkeys("ab", truth), scores=scores)
    >>> found = compare_at_fpr(table, "a", "b", fpr=0.25)
    >>> found.measure.name, round(found.difference, 3)
    ('recall-at-fpr(0.25)', 0.5)
    """
    at = ModelScores(predictions, b, measure("fpr")).value if fpr is None else fpr
    pair = Pair.of(predictions, a, b, measure(f"recall-at-fpr({at:.6g})"))
    method = PairedBootstrap(seed=seed)
    method.check(pair)
    return method.compare(pair, level)
