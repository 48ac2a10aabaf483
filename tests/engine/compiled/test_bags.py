"""What the kernel of bags is told, and what it refuses."""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

from foldwise import native
from foldwise.engine.compiled.bags import Bags, grow_bags
from foldwise.engine.compiled.trees import Growth, TreeSamples, sorted_table
from foldwise.engine.rows import TestRows
from foldwise.plans import RowLists
from tests.native_calls import calls
from tests.worlds import classes


@pytest.mark.parametrize("out_of_bag", [False, True])
def test_votes_are_counted(out_of_bag):
    dataset, trees = classes(n=50), 12
    rows = np.arange(50)
    samples = TreeSamples(
        np.ones((1, 50), dtype=np.int32),
        np.zeros((0, 0)),
        np.arange(trees, dtype=np.uint32)[None],
        np.array([50]),
    )
    test = TestRows.of(RowLists((rows,), (rows,), 50))
    growth = Growth.of(DecisionTreeClassifier())
    sums, votes = grow_bags(sorted_table(dataset), growth, samples, test, bags=Bags(), out_of_bag=out_of_bag)
    drawn = [np.bincount(np.random.RandomState(seed).randint(0, 50, 50), minlength=50) > 0 for seed in range(trees)]
    np.testing.assert_array_equal(votes, trees - out_of_bag * np.sum(drawn, axis=0))
    np.testing.assert_allclose(sums.sum(axis=1), votes)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"drawn_columns": 9}, "'drawn_columns' must be at most the columns of 'table'"),
        ({"drawn": np.zeros(5, dtype=np.int64)}, "'drawn' must hold whole numbers from 1"),
        ({"weights": np.ones((5, 24)), "replace": False}, "'weights' must be empty where samples are not replaced"),
    ],
    ids=["columns", "draws", "weights"],
)
def test_what_makes_no_sense_is_refused(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        native._native.grow_bags(**calls()["grow_bags"] | change)
