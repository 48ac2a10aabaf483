"""Critical differences, against Demšar's tables."""

import numpy as np
import pytest

from foldwise.comparisons import Standings, bonferroni_dunn, cliques, nemenyi, nemenyi_p_values, rank_z
from foldwise.errors import InputError
from foldwise.measures import measure

Q05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
Q10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
DUNN05 = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.734, 2.773]


@pytest.mark.parametrize("k", range(2, 11))
def test_the_quantiles_are_those_of_the_tables(k):
    """Quantiles for 2 to 10 models (METHODS D.12); N is chosen so that √(k(k+1)/(6N)) = 1/10."""
    n = round(100 * k * (k + 1) / 6)
    unit = np.sqrt(k * (k + 1) / (6 * n))
    assert nemenyi(k, n).value / unit == pytest.approx(Q05[k - 2], abs=1.1e-3)
    assert nemenyi(k, n, 0.9).value / unit == pytest.approx(Q10[k - 2], abs=1.1e-3)
    assert bonferroni_dunn(k, n).value / unit == pytest.approx(DUNN05[k - 2], abs=1.1e-3)


def test_demsars_example():
    """CD 1.25 at 5 % and 1.12 at 10 % for four models on 14 datasets."""
    assert nemenyi(4, 14).value == pytest.approx(1.25, abs=5e-3)
    assert nemenyi(4, 14, 0.9).value == pytest.approx(1.12, abs=5e-3)


def test_the_reference_is_not_told_apart_from_itself():
    found = rank_z([3.143, 2.000, 2.893, 1.964], 0, 14)
    p_values = found.p_value
    assert found.statistic == pytest.approx([0, -2.343, -0.513, -2.416], abs=2e-3)
    assert p_values[0] == 1
    assert p_values[1:] == pytest.approx([0.0191, 0.6085, 0.0157], abs=5e-4)


@pytest.mark.parametrize("k", [2, 3, 6, 10])
def test_p_values_agree_with_the_critical_difference(k):
    """Ranks that are just the critical difference of a level apart have p = 1 - level."""
    for level in (0.9, 0.95, 0.99):
        gap = nemenyi(k, 20, level).value
        ranks = [2.0, 2.0 + gap, *([2.0 + gap / 2] * (k - 2))]
        found = nemenyi_p_values(ranks, 20)
        assert found[0, 1] == pytest.approx(1 - level, abs=1e-6)
        assert np.array_equal(found, found.T)
        assert np.diag(found).tolist() == [1.0] * k


def test_two_models_have_the_p_value_of_z():
    """The range of two normal values is √2 |z|."""
    assert nemenyi_p_values([1.2, 1.8], 15)[0, 1] == pytest.approx(rank_z([1.2, 1.8], 0, 15).p_value[1], rel=1e-6)


def test_p_values_are_those_of_many_ranks_drawn_at_random():
    """Mean ranks of 5 equal models on 40 datasets: the farthest pair has p below 5 % in about 5 % of the draws."""
    draw = np.random.default_rng(3)
    ranks = np.argsort(draw.random((4000, 40, 5)), axis=2).mean(axis=1) + 1
    gaps = np.ptp(ranks, axis=1)
    below = np.mean([nemenyi_p_values([1.0, 1.0 + gap, 1.0, 1.0, 1.0], 40)[0, 1] < 0.05 for gap in np.unique(gaps)])
    edge = min(gap for gap in np.unique(gaps) if nemenyi_p_values([1.0, 1.0 + gap, 1, 1, 1], 40)[0, 1] < 0.05)
    assert 0 < below < 1
    assert np.mean(gaps >= edge) == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 4000))


def test_standings_give_the_p_value_of_every_pair():
    values = np.array([[0.1, 0.2, 0.3], [0.2, 0.3, 0.4], [0.1, 0.3, 0.2], [0.1, 0.2, 0.3]])
    standings = Standings(values, ("a", "b", "c"), measure("error"))
    found = nemenyi_p_values([1.0, 2.25, 2.75], 4)
    assert [one.p_nemenyi for one in standings.pairs] == pytest.approx([found[0, 1], found[0, 2], found[1, 2]])
    assert standings.nemenyi_p_values["b", "a"] == standings.nemenyi_p_values["a", "b"]
    alone = Standings(values[:1], ("a", "b", "c"), measure("error"))
    assert alone.nemenyi_p_values == {}


def test_bars_join_neighbours_that_cannot_be_told_apart():
    ranks = np.array([1.0, 1.5, 2.6, 3.9])
    apart = np.abs(ranks[:, None] - ranks) > 1.25
    assert cliques(apart, [0, 1, 2, 3]) == ((0, 1), (1, 2))


def test_a_bar_within_a_longer_one_is_left_out():
    assert cliques(np.zeros((3, 3)), [2, 0, 1]) == ((2, 0, 1),)


def test_models_that_all_differ_have_no_bar():
    assert cliques(1 - np.eye(3), [0, 1, 2]) == ()


def test_one_dataset_is_refused():
    with pytest.raises(InputError, match="2 or more models on 2 or more datasets, not 3 on 1"):
        nemenyi(3, 1)
