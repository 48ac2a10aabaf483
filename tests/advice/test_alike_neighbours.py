"""FW105: consecutive rows that are alike."""

import numpy as np
import pytest

from foldwise.advice import AlikeNeighbours
from foldwise.data import sample
from tests.advice.worlds import case_of, normal_rows, values_of

rule = AlikeNeighbours()
rng = np.random.default_rng(3)


def autoregressive(n, p=1, strength=0.9):
    rows = rng.normal(size=(n, p)) / np.sqrt(1 - strength**2)
    for t in range(1, n):
        rows[t] = strength * rows[t - 1] + rng.normal(size=p)
    return rows


def test_features_in_time_are_found():
    X = autoregressive(400, 5)
    found = rule.look(case_of(X, (X[:, 0] > 0).astype(int)))
    assert found.code == "FW105"
    assert "order=" in found.mend
    assert "groups=" in found.mend


def test_a_target_in_time_is_found_by_itself():
    X, _ = normal_rows(150)
    found = rule.look(case_of(X, X[:, 0] + autoregressive(150)[:, 0]))
    assert "closer in their target" in found.found


def test_groups_that_nobody_named_are_found():
    persons = np.repeat(rng.normal(size=(40, 4)), 8, axis=0)
    y = np.repeat(rng.integers(0, 2, 40), 8)
    assert rule.look(case_of(persons + 0.5 * rng.normal(size=(320, 4)), y)) is not None


@pytest.mark.parametrize("seed", range(20))
def test_rows_in_random_order_are_not_alike(seed):
    X, y = normal_rows(200, 4, seed)
    assert rule.look(case_of(X, y)) is None
    assert rule.look(case_of(X, values_of(X, seed))) is None


def test_a_file_sorted_by_class_is_no_news():
    X, y = normal_rows(300)
    X = X + 3 * y[:, None]
    order = np.argsort(y, kind="stable")
    assert rule.look(case_of(X[order], y[order])) is None


@pytest.mark.parametrize("column", [0, 3])
def test_a_file_sorted_by_a_feature_is_no_news(column):
    X, y = normal_rows(300)
    order = np.argsort(X[:, column], kind="stable")
    assert rule.look(case_of(X[order], y[order])) is None
    assert rule.look(case_of(X[order], values_of(X)[order])) is None


def test_a_file_sorted_by_a_numeric_target_is_no_news():
    X, _ = normal_rows(300)
    y = values_of(X)
    order = np.argsort(y)
    assert rule.look(case_of(X[order], y[order])) is None


def test_a_complete_factorial_is_only_sorted():
    levels = np.array(np.meshgrid(*[range(3)] * 5, indexing="ij")).reshape(5, -1).T.astype(float)
    assert rule.look(case_of(levels, (levels.sum(axis=1) + rng.normal(size=243) > 5).astype(int))) is None


def test_nothing_is_said_where_order_or_groups_are_given():
    X = autoregressive(200, 5)
    y = (X[:, 0] > 0).astype(int)
    assert rule.look(case_of(X, y, order=np.arange(200))) is None
    assert rule.look(case_of(X, y, groups=np.arange(200) // 10)) is None


@pytest.mark.parametrize("name", ["iris", "breast-cancer", "auto-mpg"])
def test_the_bundled_samples_are_not_suspected(name):
    assert rule.look(case_of(sample(name))) is None
