"""FW111: a column encoded by the target."""

import numpy as np

from foldwise.advice import EncodedTarget
from tests.advice.worlds import case_of, normal_rows, values_of

rule = EncodedTarget()
X, y = normal_rows(200)
town = np.random.default_rng(1).integers(0, 12, 200)


def encoded(target):
    return np.column_stack([X, (np.bincount(town, weights=target) / np.bincount(town))[town]])


def test_means_of_values_and_shares_of_a_class_are_found():
    values = values_of(X)
    assert "'x6'" in rule.look(case_of(encoded(values), values)).found
    assert "'x6'" in rule.look(case_of(encoded(y), y)).found
    assert "'x6'" in rule.look(case_of(encoded(1 - y), y)).found


def test_a_code_an_encoding_of_other_rows_and_a_copy_are_no_finding():
    values = values_of(X)
    assert rule.look(case_of(np.column_stack([X, town]), values)) is None
    assert rule.look(case_of(encoded(values + np.random.default_rng(2).normal(size=200)), values)) is None
    assert rule.look(case_of(np.column_stack([X, values]), values)) is None  # FW103's business
