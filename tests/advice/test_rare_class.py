"""FW109: classes with few rows."""

import numpy as np

from foldwise.advice import RareClass
from tests.advice.worlds import case_of, normal_rows, values_of

rule = RareClass()


def test_a_class_with_few_rows_is_found():
    X, _ = normal_rows(100)
    y = np.repeat(["a", "b", "c"], [60, 36, 4])
    found = rule.look(case_of(X, y))
    assert found.found == "1 of 3 classes have fewer than 10 rows: 'c' (4)"


def test_classes_with_enough_rows_and_numbers_are_no_finding():
    X, y = normal_rows(100)
    assert rule.look(case_of(X, y)) is None
    assert rule.look(case_of(X, values_of(X))) is None
    assert rule.look(case_of(X, np.repeat([0, 1], [90, 10]))) is None
