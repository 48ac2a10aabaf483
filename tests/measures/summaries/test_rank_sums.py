"""Sums of ranges add up to those of the whole, and to what the definitions give."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures.summaries import Ranking, rank_sums
from foldwise.measures.summaries.moments import whole_sum

rng = np.random.default_rng(3)


def components(scores, positive):
    """Structural components by the definition: shares of pairs won, ties half."""
    wins = (scores[positive][:, None] > scores[~positive]) + 0.5 * (scores[positive][:, None] == scores[~positive])
    return wins.mean(axis=1), wins.mean(axis=0)


def test_areas_their_variance_and_average_precision_are_those_of_the_definitions():
    metrics = pytest.importorskip("sklearn.metrics")
    positive = rng.random(300) < 0.3
    scores = np.round(rng.normal(size=300) + positive, 1)
    ranking = Ranking.of(scores, positive.astype(int), 2)
    found = rank_sums(ranking, 1, np.zeros(2, dtype=np.int64), ranking.rows)
    up, down = components(scores, positive)
    assert found.area(0, ranking.rows, 1) == pytest.approx(metrics.roc_auc_score(positive, scores), rel=1e-14)
    assert found.variance_parts(0, ranking.rows, 1) == pytest.approx(
        [down.var(ddof=1) / down.size, up.var(ddof=1) / up.size], rel=1e-12
    )
    assert found.average_precision(ranking.rows, 1) == pytest.approx(
        metrics.average_precision_score(positive, scores), rel=1e-14
    )
    false_alarms, hits, _ = metrics.roc_curve(positive, scores)
    assert found.gap == pytest.approx(np.abs(hits - false_alarms).max(), rel=1e-14)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=1, max_size=60),
    st.lists(st.integers(0, 10), max_size=4),
    st.integers(0, 2),
)
def test_ranges_cut_anywhere_add_up_to_the_same(rows, cuts, up):
    scores, codes = (np.array(column) for column in zip(*rows, strict=True))
    whole = Ranking.of(scores.astype(float), codes, 3)
    expected = rank_sums(whole, up, np.zeros(3, dtype=np.int64), whole.rows)
    edges = [-1, *sorted(cuts), 11]
    parts = []
    for low, high in pairwise(edges):
        inside = (scores > low) & (scores <= high)
        below = np.bincount(codes[scores <= low], minlength=3)
        parts.append(rank_sums(Ranking.of(scores[inside].astype(float), codes[inside], 3), up, below, whole.rows))
    found = parts[0]
    for part in parts[1:]:
        found += part
    assert found == expected


def test_sums_larger_than_a_word_are_exact():
    big = rng.integers(0, 1 << 34, (3, 1000))
    assert whole_sum(*big) == sum(int(a) * int(b) * int(c) for a, b, c in big.T)
    huge = np.full((3, 4), 1 << 40)
    assert whole_sum(*huge) == 4 << 120


def test_without_rows_of_a_class_there_is_no_area():
    ranking = Ranking.of(np.array([0.1, 0.2]), np.array([1, 1]), 2)
    found = rank_sums(ranking, 1, np.zeros(2, dtype=np.int64), ranking.rows)
    assert np.isnan(found.area(0, ranking.rows, 1))
    assert found.variance_parts(0, ranking.rows, 1) is None
    assert Fraction(found.average_precision(ranking.rows, 1)) == 1
