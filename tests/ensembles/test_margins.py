"""Margins of votes."""

import numpy as np

from foldwise.ensembles import vote_margins


def test_margins_are_shares_of_the_votes():
    votes = np.array([[2.0, 1.0, 1.0], [0.0, 3.0, 1.0], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(vote_margins(votes, np.array([0, 2, 1])), [0.25, -0.5, 0.0])


def test_a_single_class_has_all_votes():
    np.testing.assert_allclose(vote_margins(np.array([[3.0]]), np.array([0])), [1.0])
