"""Cases go down the branches whole, or in parts where the tested value is missing."""

import numpy as np
import pytest

from foldwise.learners.c45.nodes import NodeTest, TreeNode, cases_by_branch, leaf_shares

VALUES = np.array([1.0, 2.0, 3.0, 4.0, np.nan])
CUT = NodeTest(0, threshold=3.0)


def tree():
    """Three cases of class 0 below the cut, one of class 1 above."""
    root = TreeNode.of(np.array([3.0, 1.0]))
    return root.split(CUT, (TreeNode.of(np.array([3.0, 0.0]), root), TreeNode.of(np.array([0.0, 1.0]), root)))


def test_a_missing_value_is_divided_like_the_known_cases():
    (low, low_weights), (high, high_weights) = cases_by_branch(CUT, VALUES, np.full(5, 2.0))
    assert low.tolist() == [True, True, True, False, True]
    assert low_weights.tolist() == [2, 2, 2, 1.5]
    assert high.tolist() == [False, False, False, True, True]
    assert high_weights.tolist() == [2, 0.5]


def test_without_known_cases_the_given_shares_are_taken():
    parts = list(cases_by_branch(CUT, np.array([np.nan]), np.ones(1), shares=np.array([0.25, 0.75])))
    assert [weights.tolist() for _, weights in parts] == [[0.25], [0.75]]


def test_an_empty_branch_gets_nothing():
    test = NodeTest(0, branch_of_level=np.array([0, 1, 2]))
    parts = list(cases_by_branch(test, np.array([0.0, 1.0, np.nan]), np.ones(3)))
    assert [int(kept.sum()) for kept, _ in parts] == [2, 2, 0]


def test_levels_share_a_branch():
    test = NodeTest(0, branch_of_level=np.array([1, 0, 1]))
    assert test.count == 2
    assert test.branches_of(np.array([0.0, 1.0, 2.0, np.nan])).tolist() == [1, 0, 1, -1]


def test_shares_of_leaves_are_weighted_where_a_value_is_missing():
    np.testing.assert_allclose(leaf_shares(tree(), VALUES[2:, None]), [[1, 0], [0, 1], [0.75, 0.25]])


def test_shares_may_be_smoothed():
    np.testing.assert_allclose(leaf_shares(tree(), VALUES[2:4, None], smoothing=1), [[0.8, 0.2], [1 / 3, 2 / 3]])


def test_a_leaf_without_cases_says_what_the_node_above_does():
    empty = TreeNode.of(np.zeros(2), tree())
    assert (empty.label, empty.cases) == (0, 0)
    assert empty.shares.tolist() == [0.75, 0.25]


def test_a_tree_knows_its_nodes():
    assert len(list(tree().nodes())) == 3
    assert [leaf.label for leaf in tree().leaves()] == [0, 1]
    assert tree().errors == pytest.approx(1)
    np.testing.assert_allclose(tree().branch_weights(), [0.75, 0.25])
