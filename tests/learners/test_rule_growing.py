"""Growing and cutting back rules, by hand."""

import numpy as np
import pytest

from foldwise.learners import Ripper
from foldwise.learners.rows import training_rows
from foldwise.learners.rule_growing import GrowingRows, covers, net_share, pruned


def growing(X, y, least=1.0):
    return GrowingRows(training_rows(Ripper(), np.asarray(X, dtype=object), np.asarray(y)), least)


def test_the_condition_with_the_largest_gain_comes_first():
    """x0 <= 4 keeps 4 of 5 positives alone: 4 log2(1/0.5) = 4; x1 = a keeps 5 of 6: 5 log2(5/6 / 0.5) = 3.68."""
    X = [[i, "a" if i <= 5 or i == 8 else "b"] for i in (1, 2, 3, 4, 9, 5.5, 7, 8, 6, 10)]
    own = np.array([1, 1, 1, 1, 1, 0, 0, 0, 0, 0], dtype=bool)
    rows = growing(X, own.astype(int))
    found = rows.grown((), own, np.ones(10, dtype=bool))
    assert found[0].column == 0
    assert found[0].high == pytest.approx(4.75)
    (best,) = rows.best(0, np.ones(10, dtype=bool), own)
    assert best[:2] == (pytest.approx(4.0), 1.0)


def test_a_cut_lies_between_values_of_covered_rows():
    rows = growing([[0.0], [1.0], [2.0], [10.0]], [1, 1, 0, 0])
    covered = np.array([True, True, False, True])
    (best,) = rows.best(0, covered, np.array([True, True, False, False]))
    assert best[2].high == 5.5


def test_the_fewest_conditions_that_are_worth_most_stay():
    rows = growing([[1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [2.0, 2.0]], [1, 1, 0, 0])
    own = np.array([True, True, False, False])
    grown = (*rows.grown((), own, np.ones(4, dtype=bool)),)
    assert pruned(grown * 2, rows, own, np.ones(4, dtype=bool), worth=net_share) == grown
    assert pruned(grown, rows, ~own, np.ones(4, dtype=bool), worth=net_share) == ()
    assert covers(grown, rows.rows.matrix).tolist() == own.tolist()


def test_copies_are_never_parted_and_two_thirds_of_each_class_grow():
    X = np.repeat(np.arange(30.0), 4)[:, None]
    y = np.repeat(np.arange(30) % 2, 4)
    rows = growing(X, y)
    grow, prune = rows.split(np.ones(120, dtype=bool), np.random.RandomState(0))
    assert not set(X[grow, 0]) & set(X[prune, 0])
    assert [int((grow & (y == label)).sum()) for label in (0, 1)] == [40, 40]
