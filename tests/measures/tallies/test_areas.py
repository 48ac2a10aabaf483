"""All areas at once are the areas one by one."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foldwise import native
from foldwise.measures import measure
from foldwise.measures.definitions.scores import area, auc, pair_count
from foldwise.measures.tallies.areas import areas, group_placements, sorted_wins
from foldwise.measures.tallies.by_resample import split
from tests.worlds import outcomes


def test_two_groups_worked_by_hand():
    scores = np.array([0.1, 0.4, 0.35, 0.8, 0.5, 0.5])
    positive = np.array([False, False, True, True, True, False])
    np.testing.assert_array_equal(areas(scores, positive, None, np.array([0, 0, 0, 0, 1, 1]), 2)[0], [0.75, 0.5])


def test_a_group_without_a_pair_has_no_area():
    found, pairs = areas(np.array([0.2, 0.3]), np.array([True, True]), None, np.array([1, 1]), 3)
    assert np.isnan(found).all()
    assert not pairs.any()


def compiled_wins(scores, positive, edges):
    """Pairs won in each group between the edges, by the compiled kernel where there is one."""
    group = np.repeat(np.arange(edges.size - 1), np.diff(edges))
    found, pairs = areas(scores, positive, None, group, edges.size - 1)
    return np.round(2 * np.nan_to_num(found) * pairs) / 2  # ties are halves


@pytest.fixture(params=["compiled", "numpy"])
def way(request, monkeypatch):
    """With and without the compiled kernel."""
    if request.param == "numpy":
        monkeypatch.setattr(native, "COMPILED", False)


@pytest.mark.usefixtures("way")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32 - 1), st.booleans(), st.booleans(), st.booleans())
def test_each_group_on_its_own(seed, ordered, weighted, coarse):
    rng = np.random.default_rng(seed)
    n, groups = int(rng.integers(1, 60)), int(rng.integers(1, 7))
    group = rng.integers(0, groups, n)
    group = np.sort(group) if ordered else group
    scores = rng.integers(0, 4, n) / 4 if coarse else rng.normal(size=n)
    scores[rng.random(n) < 0.1] = np.inf
    positive = rng.random(n) < 0.4
    weights = rng.gamma(2.0, size=n) if weighted else None
    found, _ = areas(scores, positive, weights, group, groups)
    for g in range(groups):
        mine = group == g
        alone = area(scores[mine], positive[mine], None if weights is None else weights[mine])
        assert found[g] == pytest.approx(alone, rel=1e-12, nan_ok=True)


@pytest.mark.usefixtures("way")
def test_large_groups():
    rng = np.random.default_rng(2)
    scores = np.concatenate([rng.normal(size=3000), [0.0, -0.0, -0.0]])
    positive = np.concatenate([rng.random(3000) < 0.3, [True, False, True]])
    assert areas(scores, positive, None, np.zeros(3003, dtype=int), 1)[0] == pytest.approx(
        area(scores, positive), rel=1e-12
    )


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("end", [0.0, 1e-320, 1e308, np.inf])
def test_large_groups_of_scores_on_any_scale(end):
    rng = np.random.default_rng(3)
    scores = np.concatenate([rng.normal(5, 1, 1000) * (1e-321 if end == 1e-320 else 1), np.tile([-end, end], 50)])
    positive = rng.random(1100) < 0.3
    assert areas(scores, positive, None, np.zeros(1100, dtype=int), 1)[0] == pytest.approx(
        area(scores, positive), rel=1e-12
    )
    places = group_placements(scores, positive, None, np.zeros(1100, dtype=int), 1)
    assert places[positive].mean() == pytest.approx(area(scores, positive), rel=1e-12)


@pytest.mark.usefixtures("way")
def test_unequal_groups_are_not_padded():
    rng = np.random.default_rng(0)
    group = np.repeat([0, 1, 2], [1000, 3, 2])
    scores, positive = rng.random(1005), rng.random(1005) < 0.5
    positive[-2:] = [True, False]
    alone = [area(scores[group == g], positive[group == g]) for g in range(3)]
    np.testing.assert_allclose(areas(scores, positive, None, group, 3)[0], alone, rtol=1e-12)


def test_blocks_cut_between_groups(monkeypatch):
    rng = np.random.default_rng(1)
    group = np.sort(rng.integers(0, 9, 200))
    scores, positive = rng.random(200), rng.random(200) < 0.5
    whole, _ = areas(scores, positive, None, group, 9)
    monkeypatch.setattr(native, "COMPILED", False)
    monkeypatch.setattr("foldwise.measures.tallies.areas.SCORES_AT_ONCE", 30)
    np.testing.assert_array_equal(areas(scores, positive, None, group, 9)[0], whole)


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_measure_of_all_resamples_at_once_is_that_of_each(k, weighted):
    rng = np.random.default_rng(k)
    n = 120
    table = rng.dirichlet(np.ones(k), n)
    given_weights = rng.gamma(2.0, size=n) if weighted else None
    all_rows = outcomes(rng.integers(0, k, n), None, table, n_classes=k, weights=given_weights)
    group = np.sort(rng.integers(0, 6, n))
    parts = split(all_rows, group, 6)
    values, weights = measure("auc").grouped(all_rows, group, 6)
    np.testing.assert_allclose(values, [auc(part) for part in parts], rtol=1e-12)
    np.testing.assert_allclose(weights, [pair_count(part) for part in parts], rtol=1e-12)


def test_pairs_are_positives_times_negatives():
    assert areas(np.zeros(3), np.array([True, False, False]), None, np.zeros(3, dtype=int), 1)[1].tolist() == [2]


@pytest.mark.parametrize("seed", range(12))
def test_many_rows_are_ranked_as_by_sorting(seed):
    rng = np.random.default_rng(seed)
    sizes = np.array([3000, 0, 700, 1, 5000])
    n, edges = int(sizes.sum()), np.concatenate([[0], np.cumsum(sizes)])
    scores = [
        rng.random(n),
        np.round(rng.random(n), 2),
        1 - 10.0 ** rng.uniform(-17, 0, n),
        10.0 ** rng.uniform(-320, 300, n) * rng.choice([-1, 1], n),
        rng.choice([-np.inf, -1.0, -0.0, 0.0, 0.5, 1.0, np.inf], n),
        np.where(rng.random(n) < 0.001, 1e9, rng.normal(size=n) * 1e-6),
    ][seed % 6]
    positive = rng.random(n) < (0.4 if seed < 6 else 0.03)
    expected = sorted_wins(scores, positive, None, edges)
    np.testing.assert_array_equal(compiled_wins(scores, positive, edges), expected)


@pytest.mark.usefixtures("way")
def test_without_rows_no_group_has_an_area():
    found, pairs = areas(np.zeros(0), np.zeros(0, dtype=bool), None, np.zeros(0, dtype=int), 3)
    assert np.isnan(found).all()
    assert not pairs.any()


def place_of_each(scores, positive, weights, group):
    """By hand: the weight of the other side that each row is ranked right against."""
    places = np.full(scores.size, np.nan)
    for i in range(scores.size):
        other = (group == group[i]) & (positive != positive[i])
        if other.any():
            ahead = scores[i] > scores[other] if positive[i] else scores[other] > scores[i]
            places[i] = np.average(np.where(scores[other] == scores[i], 0.5, ahead), weights=weights[other])
    return places


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("seed", range(20))
def test_places_are_those_counted_row_by_row(seed):
    rng = np.random.default_rng(seed)
    n, groups = int(rng.integers(1, 60)), int(rng.integers(1, 7))
    group = np.sort(rng.integers(0, groups, n)) if seed % 2 else np.arange(n) * groups // n
    scores = rng.integers(0, 4, n) / 4 if seed % 3 else rng.normal(size=n)
    scores[rng.random(n) < 0.1] = np.inf
    positive, weights = rng.random(n) < 0.4, rng.gamma(2.0, size=n)
    for told, each in ((None, np.ones(n)), (weights, weights)):
        found = group_placements(scores, positive, told, group, groups)
        np.testing.assert_allclose(found, place_of_each(scores, positive, each, group), rtol=1e-12)


@pytest.mark.parametrize("values", [1, 2, 6, 16, 17, 1000])
def test_places_among_many_rows_are_the_same_by_either_way(values, monkeypatch):
    """Few values, as those of votes, are counted one by one; others are sorted into buckets."""
    rng = np.random.default_rng(3)
    scores, positive, group = (
        rng.integers(0, values, 3000) / values,
        rng.random(3000) < 0.4,
        np.repeat(np.arange(3), 1000),
    )
    scores[scores == 0] *= rng.choice([-1.0, 1.0], np.count_nonzero(scores == 0))  # both zeros are one value
    found = group_placements(scores, positive, None, group, 3)
    monkeypatch.setattr(native, "COMPILED", False)
    np.testing.assert_array_equal(found, group_placements(scores, positive, None, group, 3))


def test_no_rows_have_no_places():
    nothing = np.empty(0)
    assert group_placements(nothing, nothing.astype(bool), None, nothing.astype(int), 3).size == 0
