"""Exchanging the predictions of two systems row by row, for measures that are computed from whole samples."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals import canonical_order, prediction_groups
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Array, Floats
    from foldwise.comparisons.pair import Pair
    from foldwise.measures import Measure, Outcomes

__all__ = ["exchange_rows", "exchangeable", "least_p_value"]

VALUE_TOLERANCE = 1e-9


def exchangeable(pair: Pair) -> tuple[Outcomes, Outcomes] | None:
    """Outcomes of both systems on one scale; None where their scores have none in common.

    Labels and values have that of the truth. Scores are replaced by their ranks where the measure looks at nothing else
    (Venkatraman & Begg 1996 for ROC curves); probabilities of both stay as they are where it looks at more.
    """
    bare = replace(pair.measure, about="")
    first, second = (pair.measure.view(one.outcomes) for one in (pair.a, pair.b))
    if first.scores is None or second.scores is None:
        return first, second
    ranked = _ranked(first), _ranked(second)
    if all(_same(bare, one, other) for one, other in zip(ranked, (first, second), strict=True)):
        return ranked
    claimed = ScoreKind.PROBABILITY is first.score_kind is second.score_kind
    return (first, second) if claimed else None


def _same(measure: Measure, one: Outcomes, other: Outcomes) -> bool:
    ours, theirs = measure.value(one), measure.value(other)
    return abs(ours - theirs) <= VALUE_TOLERANCE * max(abs(ours), abs(theirs))


def _ranked(outcomes: Outcomes) -> Outcomes:
    """Scores as shares of the rows below them, ties sharing the middle."""
    from scipy.stats import rankdata

    scores: Floats = np.empty((0, 0)) if outcomes.scores is None else outcomes.scores
    return replace(outcomes, scores=rankdata(scores, axis=0) / max(1, len(scores)))


def exchange_rows(pair: Pair, permutations: int, seed: int) -> float:
    """Two-sided p-value of a difference under random exchanges of the predictions on rows, or groups of rows.

    Examples
    --------
    >>> from foldwise.comparisons import Pair
    >>> from foldwise.measures import measure
    >>> from foldwise.predictions import Predictions
    >>> truth = np.arange(40) + 0.5
    >>> table = Predictions.build(truth, {"a": truth + 1, "b": truth - np.tile([2.0, 3.0], 20)})
    >>> exchange_rows(Pair.of(table, "a", "b", measure("median-absolute-error")), 999, 0)
    0.001
    """
    found = exchangeable(pair)
    if found is None:
        return float("nan")
    groups = prediction_groups(pair.a)
    unit = np.argsort(canonical_order(found)) if groups is None else np.unique(groups, return_inverse=True)[1]
    bare, rng = replace(pair.measure, about=""), np.random.default_rng(seed)
    as_large = 0
    for _ in range(permutations):
        swap = (rng.random(int(unit.max()) + 1) < 0.5)[unit]
        drawn = abs(bare.value(_mixed(*found, swap)) - bare.value(_mixed(*found, ~swap)))
        as_large += bool(drawn >= (1 - VALUE_TOLERANCE) * abs(pair.difference))
    return (1 + as_large) / (1 + permutations)


def least_p_value(p_value: float, permutations: int) -> str:
    """Say that a p-value is the least that so many permutations can give, and stands for any smaller one.

    Examples
    --------
    >>> least_p_value(0.001, 999), least_p_value(0.002, 999)
    ('none of 999 permutations differed as much: p ≤ 0.001', '')
    """
    least = 1 / (1 + permutations)
    return f"none of {permutations:,} permutations differed as much: p ≤ {least:.3g}" if p_value <= least else ""


def _mixed(one: Outcomes, other: Outcomes, swap: Array) -> Outcomes:
    """Predictions of the one, and of the other on some rows."""
    scores = None
    if one.scores is not None and other.scores is not None:
        scores = np.where(swap[:, None], other.scores, one.scores)
    return replace(one, output=np.where(swap, other.output, one.output), scores=scores)
