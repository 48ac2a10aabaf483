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
    assert "targets of rows up to three apart" in found.found


def test_groups_that_nobody_named_are_found():
    persons = np.repeat(rng.normal(size=(40, 4)), 8, axis=0)
    y = np.repeat(rng.integers(0, 2, 40), 8)
    assert rule.look(case_of(persons + 0.5 * rng.normal(size=(320, 4)), y)) is not None


def clustered(draw, size, *, features):
    """240 rows in clusters that share an intercept, and most of the features or nothing of them."""
    group = np.repeat(np.arange(240 // size), size)
    common = 0.9 * draw.normal(size=(group.max() + 1, 4))[group] if features else 0.0
    X = common + 0.44 * draw.normal(size=(240, 4))
    return X, X[:, 0] + 0.5 * X[:, 1] + draw.normal(size=group.max() + 1)[group] + draw.normal(size=240)


@pytest.mark.parametrize("size", [10, 30])
@pytest.mark.parametrize("features", [True, False])
def test_clusters_of_consecutive_rows_with_a_numeric_target_are_found(size, features):
    draws = [clustered(np.random.default_rng([seed, size]), size, features=features) for seed in range(20)]
    assert sum(rule.look(case_of(X, y)) is not None for X, y in draws) >= 18


TARGETS = {
    "straight": lambda X, noise: X[:, 0] + X[:, 1] + noise,
    "sine": lambda X, noise: np.sin(3 * X[:, 0]) + X[:, 1] + noise,
    "step": lambda X, noise: 2.0 * (X[:, 0] > 0.8) + X[:, 1] + noise,
    "class": lambda X, noise: (X[:, 0] + noise > 0).astype(int),
}


@pytest.mark.parametrize("n", [60, 150, 400, 2000])
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("by_target", [False, True])
def test_a_file_that_is_sorted_by_what_the_target_depends_on_is_no_news(target, n, by_target):
    for seed in range(5):
        draw = np.random.default_rng([seed, n])
        X = draw.normal(size=(n, 4))
        y = target(X, 0.5 * draw.normal(size=n))
        order = np.argsort(y if by_target else X[:, 0], kind="stable")
        assert rule.look(case_of(X[order], y[order])) is None


def test_noise_that_goes_on_is_found_in_a_file_sorted_by_a_feature():
    X = rng.normal(size=(400, 4))
    X[:, 0] = np.sort(X[:, 0])
    found = rule.look(case_of(X, np.sin(3 * X[:, 0]) + 2 * autoregressive(400)[:, 0]))
    assert "targets of rows" in found.found


def test_groups_are_found_in_a_file_sorted_by_a_feature():
    X = np.repeat(rng.normal(size=(80, 4)), 5, axis=0) + 0.3 * rng.normal(size=(400, 4))
    X[:, 0] = np.sort(X[:, 0])
    assert "in their features" in rule.look(case_of(X, rng.integers(0, 2, 400))).found
    assert "targets of rows" in rule.look(case_of(X, X[:, 1] + np.repeat(rng.normal(size=80), 5))).found


def test_a_numeric_target_that_is_independent_given_the_sorted_columns_is_no_news():
    years = np.repeat(np.arange(12.0), 25)
    X = np.column_stack([years, np.repeat(rng.normal(size=(60, 3)), 5, axis=0) + rng.normal(size=(300, 3))])
    assert rule.look(case_of(X, 5 * np.sin(years) + X[:, 1] + rng.normal(size=300))) is None


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
