"""Cochran's Q."""

import numpy as np
import pytest

from foldwise.comparisons import cochran_q, cochran_q_of, mcnemar
from foldwise.errors import InputError
from foldwise.predictions import Predictions

# METHODS L.5: rows of three classifiers, 1 for right.
ROWS = ["110", "100", "111", "010", "100", "110", "110", "000", "101", "110"]


def test_published_number():
    found = cochran_q(np.array([[int(mark) for mark in row] for row in ROWS]))
    assert (found.statistic, found.df, found.p_value) == pytest.approx((7.0, 2, 0.030197), abs=5e-7)


def test_two_systems_are_mcnemars_test():
    right = np.array([[1, 0]] * 10 + [[0, 1]] * 25 + [[1, 1]] * 40)
    found = cochran_q(right)
    two = mcnemar(10, 25, kind="asymptotic")
    assert (found.statistic, found.p_value, found.df) == pytest.approx((two.statistic, two.p_value, two.df))


def test_systems_that_always_agree():
    assert cochran_q(np.ones((5, 3))).p_value == 1


def test_one_system_is_refused():
    with pytest.raises(InputError, match="compares two systems or more, and there is 1"):
        cochran_q(np.ones((5, 1)))


def test_all_systems_of_a_table():
    truth = ["x"] * 10
    systems = {name: ["x" if row[at] == "1" else "y" for row in ROWS] for at, name in enumerate("abc")}
    assert cochran_q_of(Predictions.build(truth, systems, classes=["x", "y"])).statistic == pytest.approx(7.0)
