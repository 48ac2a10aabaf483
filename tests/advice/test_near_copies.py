"""FW102: near copies."""

import numpy as np
import pytest

from foldwise.advice import NearCopies
from tests.advice.worlds import case_of, normal_rows, shuffled

rule = NearCopies()


def bunches(size, jitter, n=300, p=6):
    X, y = normal_rows(n // size, p)
    rng = np.random.default_rng(1)
    return shuffled(np.tile(X, (size, 1)) + jitter * rng.normal(size=(n // size * size, p)), np.tile(y, size))


@pytest.mark.parametrize("size", [2, 5])
@pytest.mark.parametrize("jitter", [0.01, 0.05])
def test_bunches_of_almost_equal_rows_are_found_wherever_they_are(size, jitter):
    found = rule.look(case_of(*bunches(size, jitter)))
    assert found.code == "FW102"
    assert "groups=" in found.mend


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("n", "p"), [(50, 3), (300, 3), (1000, 10)])
def test_independent_rows_are_not_in_bunches(n, p, seed):
    assert rule.look(case_of(*normal_rows(n, p, seed))) is None


def test_rows_on_a_curve_are_close_by_nature():
    t = np.random.default_rng(0).random(500)
    X = np.stack([t, t**2, np.sin(7 * t), np.cos(5 * t)], axis=1)
    assert rule.look(case_of(X, (t > 0.5).astype(int))) is None


@pytest.mark.parametrize("seed", range(10))
def test_large_clusters_are_no_copies(seed):
    rng = np.random.default_rng(seed)
    X = 3 * rng.normal(size=(8, 5))[rng.integers(0, 8, 300)] + 0.3 * rng.normal(size=(300, 5))
    assert rule.look(case_of(X, (X[:, 0] + rng.normal(size=300) > 0).astype(int))) is None


def test_nothing_is_said_where_groups_are_given():
    X, y = bunches(2, 0.01)
    assert rule.look(case_of(X, y, groups=np.arange(300) // 2)) is None


def test_columns_of_few_values_say_nothing():
    X, y = bunches(2, 0.0)
    assert rule.look(case_of(np.round(X), y)) is None
