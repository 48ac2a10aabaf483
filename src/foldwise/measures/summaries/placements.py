"""The second pass over the rows: the covariance of the areas of several systems, or over several classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.measures.summaries.group_sums import GroupSums
from foldwise.measures.summaries.moments import ExactMoments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Floats
    from foldwise.measures.outcomes import Outcomes
    from foldwise.measures.summaries.ranking import Ranking
    from foldwise.measures.summaries.summary import RowGroups

__all__ = ["area_components", "covariance_of_areas", "group_components", "place_rows", "weighted_covariance"]


def place_rows(
    systems: Mapping[str, Outcomes], rankings: Mapping[str, tuple[Ranking, ...]]
) -> tuple[ExactMoments, ...]:
    """Moments of the structural components of all systems, class by class, given the order of all scores.

    The components of a row depend on all other rows, so that they take a second pass, when the order of all rows is known.
    """
    first = next(iter(systems.values()))
    parts = np.stack([area_components(rows, rankings[name]) for name, rows in systems.items()], axis=1)
    if first.weights is not None:
        parts = np.column_stack([first.weights, parts * first.weights[:, None]])
    return tuple(ExactMoments.of(parts[first.truth == code]) for code in range(first.classes))


def group_components(
    systems: Mapping[str, Outcomes], rankings: Mapping[str, tuple[Ranking, ...]], groups: RowGroups
) -> GroupSums:
    """Sums within groups: of each class the weights, then the structural components of each system (G, C(1 + systems))."""
    first = next(iter(systems.values()))
    weights: Array = np.ones(first.size) if first.weights is None else first.weights
    parts = np.column_stack(
        [np.ones(first.size), *(area_components(rows, rankings[name]) for name, rows in systems.items())]
    )
    own = [(weights * (first.truth == code))[:, None] * parts for code in range(first.classes)]
    return GroupSums.of(groups.labels, groups.codes, np.column_stack(own))


def area_components(rows: Outcomes, rankings: tuple[Ranking, ...]) -> Floats:
    """Share of the other class on the right side of each row, summed over the pairs of classes (n,)."""
    scores = np.empty((rows.size, 0)) if rows.scores is None else rows.scores
    if rows.classes == 2:
        (ranking,) = rankings
        table = ranking.placements(rows.positive, 1 - rows.positive)
        return table[ranking.place(scores[:, rows.positive]), np.where(rows.truth == rows.positive, 0, 1)]
    total = np.zeros(rows.size)
    for i, ranking in enumerate(rankings):
        place = ranking.place(scores[:, i])
        for j in range(rows.classes):
            if i != j:
                table = ranking.placements(i, j)
                own, other = rows.truth == i, rows.truth == j
                total[own] += table[place[own], 0]
                total[other] += table[place[other], 1]
    return total / (rows.classes * (rows.classes - 1))


def covariance_of_areas(placed: tuple[ExactMoments, ...]) -> Floats:
    """The terms of each class in the covariance of the areas of the systems, S_c / n_c (C, systems, systems)."""
    return np.stack([moments.covariance / moments.n for moments in placed])


def weighted_covariance(placed: tuple[ExactMoments, ...]) -> Floats:
    """`covariance_of_areas` of weighted rows: Σ w²(v - v̄)(u - ū) / (Σw)², from moments of w and of w times each component."""
    parts = []
    for moments in placed:
        total, *sums = moments.totals
        turn = np.column_stack([-np.asarray(sums) / total, np.eye(len(sums))])
        parts.append(turn @ moments.second @ turn.T / total**2 * (moments.n / max(1, moments.n - 1)))
    return np.stack(parts)
