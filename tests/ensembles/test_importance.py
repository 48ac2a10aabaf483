"""Permutation importance, by hand."""

import numpy as np
import pytest

from foldwise.ensembles import Importance
from foldwise.ensembles.importance import permutation_importance
from foldwise.errors import InputError


def squared(member, rows, places):
    """A member that predicts its column; the truth is column 0."""
    return (rows[:, member] - TRUTH[places]) ** 2


TRUTH = np.arange(8.0)
X = np.column_stack([TRUTH, np.ones(8)])


def test_the_column_that_is_used_is_all_that_matters():
    counts = np.tile(np.repeat([0, 1], 4), (2, 1))
    found = permutation_importance([0, 0], X, counts, losses=squared, names=["a", "b"], repeats=50, seed=0)
    # two rows of four drawn without replacement differ by 2 var(ddof 1) · 3/4 on average: 2 · 5/3 · 3/4
    assert found.values[0] == pytest.approx(2.5, rel=0.1)
    assert found.values[1] == 0
    assert found.ranking() == ["a", "b"]


def test_a_member_without_rows_out_of_bag_does_not_count():
    counts = np.array([np.repeat([0, 1], 4), np.ones(8)])
    found = permutation_importance([0, 1], X, counts, losses=squared, names=["a", "b"], seed=0)
    assert np.isnan(found.standard_errors).all()


def test_the_frame_is_in_order():
    frame = Importance(["a", "b"], np.array([0.1, 0.2]), np.array([0.0, 0.1])).to_frame()
    assert frame["column"].tolist() == ["b", "a"]


def test_no_repeat_is_refused():
    with pytest.raises(InputError, match="repeats is a whole number from 1 up, not 0"):
        permutation_importance([0], X, np.zeros((1, 8)), losses=squared, names=["a", "b"], repeats=0)
