"""Rows and groups of the classes of one test set."""

import numpy as np
import pytest

from foldwise.intervals.variances.class_sizes import class_sizes, fewest_groups, group_freedom
from foldwise.intervals.variances.linearised import free_units
from foldwise.measures import Outcomes

TRUTH = np.array([0, 0, 0, 0, 1, 1, 1])
GROUPS = np.array([0, 0, 1, 2, 2, 3, 3])


def rows(weights=None):
    return Outcomes(TRUTH, np.zeros(TRUTH.size, dtype=int), classes=2, weights=weights)


def test_rows_of_one_weight_are_counted():
    np.testing.assert_array_equal(class_sizes(rows()), [4, 3])
    np.testing.assert_allclose(class_sizes(rows(np.full(7, 0.3))), [4, 3])


def test_a_heavy_row_leaves_its_class_fewer_rows():
    assert class_sizes(rows(np.array([1.0, 1, 1, 5, 1, 1, 1])))[0] == pytest.approx(64 / 28)


def test_the_class_in_the_fewest_groups_counts():
    assert fewest_groups(rows(), GROUPS) == 2


def test_degrees_of_freedom_are_those_of_the_class_with_the_most_unequal_groups():
    assert group_freedom(rows(), GROUPS) == pytest.approx(free_units(np.array([1 / 3, 2 / 3])))
