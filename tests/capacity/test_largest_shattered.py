"""The largest shattered set that is found."""

import pytest
from sklearn.linear_model import Perceptron
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.capacity import largest_shattered, shatters
from foldwise.diagnoses import vc_dimension
from foldwise.errors import InputError

LINE = Perceptron(max_iter=1000, tol=None)
"""Finds a line without errors where there is one, and ends where there is none."""


@pytest.mark.parametrize("p", [1, 2])
def test_half_spaces_and_stumps_reach_their_dimension(p):
    line = largest_shattered(LINE, p, sets=3)
    assert line.size == vc_dimension("linear", p)
    assert not line.stopped
    assert shatters(LINE, line.points)
    assert largest_shattered(DecisionTreeClassifier(max_depth=1), p, sets=40).size == vc_dimension("stump", p)


def test_a_search_that_ends_early_says_so():
    found = largest_shattered(KNeighborsClassifier(1), 1, most=4, sets=2)
    assert (found.size, found.stopped, found.sets) == (4, True, 4)


def test_no_columns_are_refused():
    with pytest.raises(InputError, match="most is up to 14"):
        largest_shattered(KNeighborsClassifier(1), 1, most=20)
