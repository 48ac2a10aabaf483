"""Predictions that are far surer than the others."""

import numpy as np

from foldwise.measures.unseen.extreme_predictions import (
    extreme_bound,
    extreme_mistake_loss,
    mistake_loss_of_extremes,
    second_largest,
)

CLIP = 2.2e-16


def test_a_bound_lies_far_beyond_the_quartiles():
    assert extreme_bound(0.1, 0.4, CLIP) == 1e-6 or np.isclose(extreme_bound(0.1, 0.4, CLIP), 1e-6)
    assert extreme_bound(1e-9, 0.4, CLIP) is None


def test_more_claims_that_were_right_cost_more():
    assert 0 < mistake_loss_of_extremes(1, 1e-12, CLIP) < mistake_loss_of_extremes(20, 1e-12, CLIP) < 28


def test_the_second_largest_is_found_for_any_number_of_classes():
    np.testing.assert_array_equal(second_largest(np.array([[0.2, 0.8], [0.9, 0.1]])), [0.2, 0.1])
    np.testing.assert_array_equal(second_largest(np.array([[0.2, 0.5, 0.3]])), [0.3])


def test_a_sure_row_that_was_wrong_leaves_nothing_untested():
    scores = np.vstack([np.tile([0.7, 0.3], (40, 1)), [[1 - 1e-13, 1e-13]]])
    right, wrong = np.zeros(41, dtype=int), np.r_[np.zeros(40, dtype=int), 1]
    assert extreme_mistake_loss(scores, right, CLIP) > 5
    assert extreme_mistake_loss(scores, wrong, CLIP) == 0.0
