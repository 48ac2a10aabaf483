"""The result of a permutation test."""

import numpy as np

from foldwise.measures import measure
from foldwise.reports import PermutationTest

FOUND = PermutationTest("m", measure("error"), 0.2, (0.4, np.nan, 0.1, 0.5), 2, 0.6, 4, None, "rows", "kfold(5)", 0)


def test_chance_is_the_mean_of_what_has_a_value():
    assert FOUND.chance == np.mean([0.4, 0.1, 0.5])
    assert not FOUND.better_than_chance


def test_missing_values_are_null_in_json():
    assert FOUND.to_dict()["null"] == [0.4, None, 0.1, 0.5]
    assert FOUND.record()["permutations"] == 4
