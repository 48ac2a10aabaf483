"""Which measures can be computed from summaries, found out by evaluating them on a few rows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import Task
from foldwise.measures.contributions.influence import AREA_MULTIPLES, base_name
from foldwise.measures.measure import CountMeasure, LossMeasure, Needs, RankMeasure, SumMeasure
from foldwise.measures.outcomes import Outcomes
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from foldwise.measures.measure import Measure

__all__ = ["BINNED_MEASURES", "MONOTONE_RANK_MEASURES", "is_additive", "is_summarised"]

MONOTONE_RANK_MEASURES = frozenset(
    {"average-precision", "ks", "partial-auc", "partial-auc-tpr", "eer", "lift", "gain", "recall-at-fpr"}
)
"""Ranking measures that only improve when a positive row moves up: their value lies between those of the two extreme
orders within the bins."""


BINNED_MEASURES = {"ece": 2, "median-absolute-error": 0}
"""Measures of a whole sample that follow from the distribution of one column, with a bound of the error, and for how many classes."""


def is_summarised(measure: Measure, classes: int) -> bool:
    """Whether summaries hold all that the measure looks at, for so many classes (0: values)."""
    if isinstance(measure, CountMeasure):
        return True
    if isinstance(measure, LossMeasure | SumMeasure):
        return is_additive(measure, classes)
    name = base_name(measure)
    if name in BINNED_MEASURES:
        return classes == BINNED_MEASURES[name] and not measure.about
    if not isinstance(measure, RankMeasure):
        return False
    return (
        name == "correlation"
        or (name in AREA_MULTIPLES and not measure.about)
        or (name in MONOTONE_RANK_MEASURES and classes == 2)
    )


@lru_cache(maxsize=256)
def is_additive(measure: LossMeasure | SumMeasure, classes: int) -> bool:
    """Whether the summand of a row depends on that row alone, given the mean of the target: parts then add up to the whole."""
    whole = _probe(measure, classes)
    cut = whole.size // 3
    parts = [measure.view(whole.where(rows)) for rows in (slice(0, cut), slice(cut, None))]
    seen = measure.view(whole)
    of = measure.loss if isinstance(measure, LossMeasure) else measure.rows
    return bool(np.allclose(np.concatenate([of(part) for part in parts]), of(seen), rtol=1e-12, atol=1e-12))


def _probe(measure: Measure, classes: int) -> Outcomes:
    """Some rows of the right kind."""
    rng = np.random.default_rng(0)
    n = 60
    if measure.task is Task.REGRESSION:
        values = rng.gamma(3, size=n)
        return Outcomes(values, values * rng.gamma(9, 1 / 9, size=n), reference=np.full(n, 2.5))
    count = max(2, classes)
    truth = rng.integers(0, count, n)
    scores = rng.dirichlet(np.ones(count), n)
    names = (measure.about, *(f"other {i}" for i in range(count - 1))) if measure.about else ()
    costs = rng.random((count, count)) if measure.needs is Needs.COSTS else None
    return Outcomes(
        *(truth, scores.argmax(axis=1), scores, ScoreKind.PROBABILITY),
        classes=count,
        positive=count - 1,
        costs=costs,
        names=names,
    )
