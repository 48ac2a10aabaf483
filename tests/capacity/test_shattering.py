"""The shattering game."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from foldwise.capacity import shatters
from foldwise.errors import InputError

LINE = SVC(kernel="linear", C=1e6)
TRIANGLE = [[0, 0], [1, 0], [0, 1]]
SQUARE = [[0, 0], [1, 1], [1, 0], [0, 1]]


def test_a_line_shatters_three_points_and_not_four():
    found = shatters(LINE, TRIANGLE)
    assert found.shattered
    assert found.tried == 8
    failed = shatters(LINE, SQUARE)
    assert not failed
    assert sorted(failed.labelling.tolist()) == [0, 0, 1, 1]
    assert failed.labelling[0] == failed.labelling[1]  # the corners of exclusive or
    assert str(failed).startswith("4 points not shattered: for the labels 0011 the learner predicts ")


def test_three_points_on_a_line_are_not_shattered():
    failed = shatters(LINE, [[0, 0], [1, 1], [2, 2]])
    assert failed.labelling.tolist() in ([0, 1, 0], [1, 0, 1])


@pytest.mark.parametrize("model", [KNeighborsClassifier(1), DecisionTreeClassifier()])
def test_learners_without_limits_shatter_what_they_are_given(model):
    assert shatters(model, np.random.default_rng(0).normal(size=(6, 1)))


def test_a_stump_shatters_two_points_of_a_line():
    stump = DecisionTreeClassifier(max_depth=1)
    assert shatters(stump, [[0.0], [1.0]])
    assert not shatters(stump, [[0.0], [1.0], [2.0]])


def test_equal_points_and_too_many_are_refused():
    with pytest.raises(InputError, match="two points are the same"):
        shatters(LINE, [[0, 0], [0, 0]])
    with pytest.raises(InputError, match="between 1 and 14 points"):
        shatters(LINE, np.zeros((15, 2)))
