"""Pruning replaces a subtree by a leaf or by its largest branch."""

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer

from foldwise.learners import C45Tree
from foldwise.learners.c45.growth import TreeTable, grow_tree
from foldwise.learners.c45.nodes import NodeTest, TreeNode
from foldwise.learners.c45.pruning import prune
from foldwise.learners.rows import training_rows


def grown(X, y, **options):
    table = TreeTable.of(training_rows(C45Tree(), X, y))
    return grow_tree(table, **options), table


def test_the_subtree_of_the_book_becomes_a_leaf():
    """Votes on education spending: 6, 9 and 1 cases with no error are expected to err more than 16 with one.

    3.273 errors are expected of the subtree, 2.512 of the leaf.
    """
    X = pd.DataFrame({"spending": ["n"] * 6 + ["y"] * 9 + ["u"]})
    y = np.array(["democrat"] * 15 + ["republican"])
    root, table = grown(X, y)
    assert root.test is not None
    assert prune(root, table).test is None
    assert prune(root, table, confidence=0.5).test is None


def test_a_tree_without_noise_stays():
    X = np.arange(40.0)[:, None]
    root, table = grown(X, np.repeat([0, 1], 20))
    assert prune(root, table).test.threshold == 19.0


def test_the_largest_branch_is_raised():
    """A test that sends two of 42 cases aside goes, and the test below it takes its place with all cases."""
    X = np.column_stack([[1.0] * 2 + [0.0] * 40, np.r_[0.0, 1.0, [0.0] * 20, [1.0] * 20]])
    y = np.r_[0, 1, [0] * 20, [1] * 20]
    _, table = grown(X, y)
    root = TreeNode.of(np.array([21.0, 21.0]))
    inner = TreeNode.of(np.array([20.0, 20.0]))
    ends = TreeNode.of(np.array([20.0, 0.0])), TreeNode.of(np.array([0.0, 20.0]))
    aside = TreeNode.of(np.array([1.0, 1.0]))
    tree = root.split(NodeTest(0, 0.5), (inner.split(NodeTest(1, 0.5), ends), aside))
    raised = prune(tree, table)
    assert raised.test.column == 1
    assert [leaf.counts.tolist() for leaf in raised.leaves()] == [[21, 0], [0, 21]]
    assert prune(tree, table, raising=False).test.column == 0


def test_less_confidence_is_a_smaller_tree():
    root, table = grown(*load_breast_cancer(return_X_y=True))
    sizes = [len(list(prune(root, table, confidence=level).nodes())) for level in (0.5, 0.25, 0.02, 0.0001)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_a_test_whose_values_are_all_missing_divides_as_in_training():
    """Raised to cases of which it knows none, a branch still has all of them."""
    X = np.column_stack([[0.0] * 20 + [1.0] * 4, np.r_[[0.0] * 10, [1.0] * 10, [np.nan] * 4]])
    y = np.r_[[0] * 10, [1] * 10, [1, 1, 0, 0]]
    root, table = grown(X, y)
    pruned = prune(root, table)
    assert np.sum([leaf.cases for leaf in pruned.leaves()]) == 24
