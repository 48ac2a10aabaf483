"""Description lengths, against binomial coefficients and by hand."""

from math import comb, log2

import numpy as np
import pytest

from foldwise.learners.rule_lengths import RuleLengths, bits_of_wrong_rows, count_conditions, rule_bits, subset_bits
from foldwise.learners.table_encoding import TableEncoding


def test_a_subset_takes_about_as_many_bits_as_its_number_among_all_of_its_size():
    assert subset_bits(1000, 100, 0.1) == pytest.approx(log2(comb(1000, 100)), abs=log2(1001))
    assert subset_bits(5, 0, 0.0) == 0
    assert subset_bits(5, 5, 1.0) == 0


def test_rules_with_more_conditions_are_longer():
    lengths = [rule_bits(size, 50) for size in range(5)]
    assert lengths == sorted(lengths)
    assert rule_bits(1, 20) == pytest.approx(0.5 * (log2(20) - 19 * log2(0.95)))


def test_exceptions_are_told_where_they_are_fewer():
    """Ten rows covered without error and ten rows rightly left: only their number is told."""
    assert bits_of_wrong_rows((10.0, 10.0, 0.0, 0.0), 0.5) == pytest.approx(log2(21))
    assert bits_of_wrong_rows((12.0, 8.0, 3.0, 0.0), 0.5) == pytest.approx(log2(21) + subset_bits(12, 3, 1.5 / 12))


def test_conditions_are_levels_and_both_sides_of_cuts():
    encoding = TableEncoding(("a", "b"), (None, ("x", "y", "z")))
    assert count_conditions((5, 3), encoding) == 11


def test_a_rule_that_saves_nothing_goes():
    own = np.arange(100) < 40
    lengths = RuleLengths(own, np.ones(100), 30)
    useless = np.zeros(100, dtype=bool)
    useless[[0, 99]] = True
    assert lengths.reduced([own, useless], [1, 3]) == [0]
    assert lengths.reduced([useless, own], [3, 1]) == [1]
