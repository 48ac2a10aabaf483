"""FW113: rows in tight groups."""

import tracemalloc

import numpy as np
import pytest

import foldwise
from foldwise.advice import Case, HiddenGroups, look_at
from foldwise.data import as_dataset
from tests.advice.worlds import case_of, normal_rows

rule = HiddenGroups()


def in_tight_groups(size, within, n=300, p=4, seed=1):
    """Rows in random order, in groups of one class that have all but a share `within` of their variance in common."""
    rng = np.random.default_rng(seed)
    group = rng.permutation(np.repeat(np.arange(n // size), size))
    common = rng.normal(size=(n // size, p))[group]
    y = (np.arange(n // size) % 2)[group]
    return np.sqrt(1 - within) * common + np.sqrt(within) * rng.normal(size=(group.size, p)) + 0.4 * y[:, None], y


@pytest.mark.parametrize("size", [2, 5, 10])
def test_tight_groups_in_random_order_are_found(size):
    found = rule.look(case_of(*in_tight_groups(size, 0.02)))
    assert found.code == "FW113"
    assert f"groups of about {size}," in found.found
    assert "groups=" in found.mend


@pytest.mark.parametrize(("size", "within"), [(10, 0.05), (10, 0.1)])
def test_looser_groups_of_one_class_are_found_by_certify(size, within):
    """Of ten tables most; mutual neighbours alone find hardly any of the second kind."""
    found = [rule.look(Case("certify", as_dataset(*in_tight_groups(size, within, seed=seed)))) for seed in range(10)]
    assert sum(one is not None for one in found) >= 6


def test_the_leap_is_said_with_the_target():
    found = [rule.look(Case("certify", as_dataset(*in_tight_groups(10, 0.1, seed=seed)))) for seed in range(10)]
    assert any("leap" in one.found and "the target" in one.found for one in found if one is not None)


def test_looser_groups_without_a_common_target_are_not_told_from_clusters():
    X, _ = in_tight_groups(10, 0.1)
    y = np.random.default_rng(0).integers(0, 2, len(X))
    assert rule.look(Case("certify", as_dataset(X, y))) is None


@pytest.mark.parametrize("verb", ["assess", "compare", "select"])
def test_every_verb_looks_where_the_screen_says_so(verb):
    assert rule.look(Case(verb, as_dataset(*in_tight_groups(10, 0.02)))).code == "FW113"


@pytest.mark.parametrize("unit", [1e200, 1e-200])
def test_the_unit_of_the_columns_does_not_matter(unit):
    X, y = in_tight_groups(5, 0.02)
    assert rule.look(case_of(unit * X, y)).found == rule.look(case_of(X, y)).found


def test_more_columns_than_rows_take_no_more_room_than_rows_by_rows():
    """Ten moved copies of 100 x 20,000 numbers would take 160 MB."""
    X, y = in_tight_groups(5, 0.02, n=100, p=20_000)
    case = case_of(X, y)
    assert case.table.shape == X.shape
    tracemalloc.start()
    found = rule.look(case)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "groups of about 5," in found.found
    assert peak < 6 * X.nbytes


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("n", "p"), [(60, 3), (300, 3), (300, 10)])
def test_independent_rows_are_in_no_groups(n, p, seed):
    assert rule.look(case_of(*normal_rows(n, p, seed))) is None


@pytest.mark.parametrize("seed", range(5))
def test_edges_curves_and_clusters_are_no_groups(seed):
    rng = np.random.default_rng(seed)
    t = rng.random(300)
    for X in (
        rng.random((300, 3)),
        np.stack([t, t**2, np.sin(7 * t), np.cos(5 * t)], axis=1),
        3 * rng.normal(size=(8, 5))[rng.integers(0, 8, 300)] + 0.3 * rng.normal(size=(300, 5)),
    ):
        assert rule.look(case_of(X, (t > 0.5).astype(int))) is None


def test_given_groups_few_columns_and_few_rows_are_not_looked_at():
    X, y = in_tight_groups(10, 0.02)
    assert rule.look(Case("certify", as_dataset(X, y, groups=np.arange(300) // 10))) is None
    assert rule.look(case_of(X[:, :2], y)) is None
    assert rule.look(case_of(X[:30], y[:30])) is None


def test_copies_make_tight_groups_no_news():
    X, y = in_tight_groups(2, 1e-6)
    assert [one.code for one in look_at(Case("certify", as_dataset(X, y)))] == ["FW102"]


def test_more_columns_than_rows_can_be_moved():
    assert rule.look(case_of(*normal_rows(60, 100))) is None


def test_certify_assures_nothing_where_rows_are_in_tight_groups():
    """The simulated rows are independent; of these rows the models know the groups they are tested on."""
    X, y = in_tight_groups(10, 0.03, n=200)
    found = foldwise.certify("naive-bayes", X, y, simulations=20, seed=1)
    assert [one.code for one in found.advice] == ["FW113"]
    assert "the simulated rows do not have what these have (FW113 rows in tight groups)" in found.sentence
