"""What is known of rows for which votes ruled a class out."""

import numpy as np

from foldwise.measures import RuledOut


def test_a_zero_beside_tiny_probabilities_is_one_of_rounding():
    votes = np.array([[1.0, 0.0], [0.8, 0.2]])
    assert RuledOut.of(votes).rows == 1
    assert RuledOut.of(np.vstack([votes, [[1 - 1e-9, 1e-9]]])).rows == 0


def test_counts_of_disjoint_rows_add_up_and_no_rows_rule_nothing_out():
    assert RuledOut.of(None) == RuledOut(0, 0)
    assert RuledOut(0, 0).share_of_a_row(0.95) == 0.0
