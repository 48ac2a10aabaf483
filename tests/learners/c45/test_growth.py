"""How a tree is grown: which rows are where, and with what weight."""

import numpy as np
import pandas as pd
import pytest

from foldwise.learners import C45Tree
from foldwise.learners.c45 import growth
from foldwise.learners.c45.growth import TreeTable, grow_tree
from foldwise.learners.rows import training_rows
from tests.learners.golf import LABELS, TABLE, UNKNOWN


def table_of(X, y, weights=None):
    return TreeTable.of(training_rows(C45Tree(), X, y, sample_weight=weights))


def test_the_tree_of_the_golf_data():
    root = grow_tree(table_of(TABLE, LABELS))
    assert root.test.column == 0
    overcast, rain, sunny = root.branches
    assert overcast.test is None
    assert rain.test.column == 3
    assert (sunny.test.column, sunny.test.threshold) == (2, 75.0)


def test_the_unknown_outlook_goes_down_every_branch():
    """3, 5 and 5 of 13 known cases: the book's 3.2 overcast, and 5.4 cases in the others."""
    root = grow_tree(table_of(UNKNOWN, LABELS))
    assert [branch.cases for branch in root.branches] == pytest.approx([3 + 3 / 13, 5 + 5 / 13, 5 + 5 / 13])


def test_every_part_of_every_case_is_in_one_leaf():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"a": rng.normal(size=90), "b": rng.choice(["p", "q", "r"], 90), "c": rng.normal(size=90)})
    y = (X["a"] > 0).to_numpy() + (X["b"] == "q").to_numpy() * (X["c"] > 0).to_numpy().astype(int)
    weights = 2 * rng.random(90)
    root = grow_tree(table_of(X.mask(rng.random(X.shape) < 0.1), y, weights), least=1)
    assert len(list(root.leaves())) > 3
    leaves = np.sum([leaf.counts for leaf in root.leaves()], axis=0)
    np.testing.assert_allclose(leaves, np.bincount(y, weights))


def test_a_cut_is_a_value_of_the_training_rows():
    """The middle of 2 and 9 is 5.5; the largest value up to there is 5, which another node has."""
    X = [[1.0, 0], [2.0, 0], [9.0, 0], [9.5, 0], [5.0, 1], [5.0, 1], [5.0, 1], [5.0, 1]]
    root = grow_tree(table_of(X, [0, 0, 1, 1, 2, 2, 2, 2]))
    assert root.test.column == 1
    assert root.branches[0].test.threshold == 5.0


def test_neighbouring_doubles_are_told_apart():
    low = 1.0
    high = np.nextafter(low, 2)
    root = grow_tree(table_of([[low], [low], [high], [high]], [0, 0, 1, 1]))
    assert root.test.threshold == low


def test_a_subtree_that_saves_no_error_is_a_leaf():
    """A gain of information that leaves the same class on both sides."""
    X, y = [[0]] * 10 + [[1]] * 10, [0] * 10 + [0] * 6 + [1] * 4
    assert grow_tree(table_of(X, y)).test is None


def test_few_cases_are_a_leaf():
    table = table_of([[0.0], [1.0], [2.0]], [0, 1, 1])
    assert grow_tree(table).test is None
    assert grow_tree(table, least=1).test is not None


def test_levels_may_be_merged():
    X = pd.DataFrame({"a": list("pqrs") * 5})
    y = np.tile([0, 1, 0, 1], 5)
    assert len(grow_tree(table_of(X, y)).branches) == 4
    root = grow_tree(table_of(X, y), subsets=True)
    assert root.test.branch_of_level.tolist() == [0, 1, 0, 1]


def test_columns_are_looked_at_in_blocks(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 5)), rng.integers(0, 2, 60)
    whole = [node.counts.tolist() for node in grow_tree(table_of(X, y)).nodes()]
    monkeypatch.setattr(growth, "COUNTS_AT_ONCE", 100)
    assert [node.counts.tolist() for node in grow_tree(table_of(X, y)).nodes()] == whole


def test_no_path_is_longer_than_can_be_copied(monkeypatch):
    monkeypatch.setattr(growth, "DEEPEST", 1)
    X = np.arange(30.0)[:, None]
    root = grow_tree(table_of(X, np.repeat([0, 1, 0], 10)))
    assert all(branch.test is None for branch in root.branches)
