"""Blends with one weight for each base model."""

import numpy as np

from foldwise.improvement.weighted import goal_of, weighted
from tests.improvement.cases import case_of, values


def test_classes_are_indicators_and_values_themselves():
    assert goal_of(np.array([1, 0]), case_of()).tolist() == [[0.0, 1.0], [1.0, 0.0]]
    assert goal_of(np.array([2.5]), case_of(dataset=values())).tolist() == [2.5]


def test_new_predictions_are_averaged_with_the_weights():
    combine = weighted([np.zeros(2)] * 2, np.zeros(2), case_of(dataset=values()), lambda *_: np.array([0.25, 0.75]))
    assert combine([np.array([4.0]), np.array([8.0])]).tolist() == [7.0]
