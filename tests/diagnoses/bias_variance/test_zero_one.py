"""Votes of the models."""

import numpy as np

from foldwise.diagnoses import Noise, Runs
from foldwise.diagnoses.bias_variance.zero_one import Votes, tie_notes


def test_main_predictions_and_optimal_classes():
    runs = Runs.of_labels([0, 1], [[0, 0, 1], [1, 0, 1]]).with_noise(Noise(shares=np.array([[0.9, 0.1], [0.6, 0.4]])))
    votes = Votes(runs)
    assert votes.main.tolist() == [0, 1]
    assert votes.optimal.tolist() == [0, 0]
    assert votes.losses.round(6).tolist() == [round(1 - 0.9 * 2 / 3 - 0.1 / 3, 6), round(1 - 0.6 / 3 - 0.4 * 2 / 3, 6)]


def test_ties_go_to_the_first_class_and_are_counted():
    runs = Runs.of_labels([0, 1], [[0, 1], [1, 1]])
    assert Votes(runs).main.tolist() == [0, 1]
    assert tie_notes(runs) == ("1 row with several commonest predictions, of which the first is taken",)
    assert tie_notes(Runs.of_labels([0, 1], [[0, 0], [1, 1]])) == ()
