"""Design effects of the half rows that intervals suppose, where rows come in groups.

Rows of a group may be right or wrong together, so that half a row of them may be half a group. How much alike they are is taken from what
the rows themselves contribute, by an upper limit, since few groups tell little about it (METHODS N.26).
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.contributions.edge import predicted_columns
from foldwise.measures.dependence.alike_rows import rows_like_one
from foldwise.measures.dependence.fit_variance import gives_one_class
from foldwise.measures.dependence.pairs_apart import compared_groups

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.measure import LossMeasure
    from foldwise.measures.model_scores import ModelScores

__all__ = ["class_units", "compared_units", "independent_pairs", "loss_units"]

HALF_WAY = 0.5
"""Power of a design effect that gives its geometric mean with one row."""


def class_units(scored: ModelScores, classes: int) -> Floats:
    """Design effect of each class, from whether rows are right (C, 1).

    A rule that gives one class and one score to all rows is right or wrong about a class whatever the groups are.
    """
    groups = scored.predictions.groups
    if groups is None or classes != len(scored.predictions.classes) or gives_one_class(scored):
        return np.ones((classes, 1))
    seen = scored.outcomes
    return _units(scored, _by_row(scored, (predicted_columns(seen) == seen.truth).astype(np.float64)), groups)[:, None]


def loss_units(scored: ModelScores, measure: LossMeasure) -> float:
    """Design effect of losses of 0 or 1 where hardly any is 1, or hardly any 0, so that they do not show an intraclass correlation; else 1.

    Without any it is what the margins of the rows show. That fades out until there is one such row for each group: one wrong row
    more does not bound how many rows of a new group are wrong together.
    """
    groups = scored.predictions.groups
    if groups is None or not scored.row.size or not scored.predictions.is_classification or gives_one_class(scored):
        return 1.0
    rows = scored.sheet.tested.tests.rows
    own, seen = groups[rows], scored.outcomes
    losses = scored.under(measure).losses if measure.zero_one else (seen.output != seen.truth).astype(np.float64)
    ones = float(_by_row(scored, losses).sum())
    left = 1 - min(ones, rows.size - ones) / np.unique(own).size
    if left <= 0:
        return 1.0
    alike = rows_like_one(np.zeros(rows.size), np.zeros_like(own), own, 1, margin=partial(_margin, scored))[0]
    return float(alike) ** left


def compared_units(scored: ModelScores) -> float:
    """How many independent pairs of rows an area over pairs of different groups rests on, between the compared groups and the rows.

    The half row that is supposed has the largest move there is, from the first place to the last. Places of a group that differ from those of
    others mostly move by far less, so that the geometric mean of one row and of the rows of a group that say as much as one is taken for it.
    Scores that are all the same rank nothing, whatever the groups are.
    """
    rows, found, groups = independent_pairs(scored), scored.apart, scored.predictions.groups
    if found is None or groups is None or found.tied:
        return rows
    places = _by_row(scored, np.where(found.compared, found.contribution, 0.0))
    worth = independent_pairs(scored, _units(scored, places, groups, power=HALF_WAY))
    return min(rows, max(float(compared_groups(scored)), worth))


def _units(scored: ModelScores, values: Floats, groups: Codes, *, power: float = 1.0) -> Floats:
    """Design effect of each class, from the contributions of the tested rows (C,)."""
    own, classes = groups[scored.sheet.tested.tests.rows], scored.outcomes.classes
    margin = partial(_margin, scored)
    return rows_like_one(values, _truth(scored), own, classes, margin=margin, power=power)


def independent_pairs(scored: ModelScores, units: Floats | None = None) -> float:
    """Effective number of independent pairs of rows: for two classes the rows of the rarer one.

    The mean over the pairs of C classes moves by 2/C of what the area of one pair does, so that half a row of each class has the
    variance ¼ · 2/C² · Σ1/m²: as C/√(2Σ1/m²) pairs of rows have. Classes that do not occur do not count. `units` are the rows
    of each class that say as much as one (C,).
    """
    counts: Array = scored.sheet.tested.class_counts
    if scored.measure.about:
        counts = np.bincount(scored.outcomes.truth)
        counts = counts * (scored.sheet.tested.tests.rows.size / counts.sum())
    if units is not None:
        counts = counts / units[: counts.size]
    there = [count for count in counts.tolist() if count > 0]
    if len(there) <= 2 or scored.measure.about:
        return float(min(there))
    return len(there) / sqrt(2 * sum(1 / count**2 for count in there))


def _by_row(scored: ModelScores, values: Floats) -> Floats:
    """Mean over the tests of each tested row (m,)."""
    tests = scored.sheet.tested.tests
    return np.bincount(scored.row, weights=values, minlength=scored.predictions.n)[tests.rows] / tests.times


def _truth(scored: ModelScores) -> Codes:
    """Class of each tested row (m,)."""
    truth = np.zeros(scored.predictions.n, dtype=np.intp)
    truth[scored.row] = scored.outcomes.truth
    return truth[scored.sheet.tested.tests.rows]


def _margin(scored: ModelScores) -> Floats | None:
    """By how much the score of the true class of each tested row is above that of any other, over its tests (m,); None without scores."""
    seen = scored.outcomes
    if seen.scores is None or seen.scores.shape[1] < 2:
        return None
    at, own = np.arange(seen.size), seen.truth.astype(np.intp)
    others = seen.scores.copy()
    others[at, own] = -np.inf
    return _by_row(scored, seen.scores[at, own] - others.max(axis=1))
