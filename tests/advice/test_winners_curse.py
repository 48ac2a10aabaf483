"""FW304: the winner's curse."""

import numpy as np

from foldwise.advice import Case, WinnersCurse
from foldwise.measures import measure
from foldwise.predictions import Predictions


def case(rates, n=200, seed=0, measures=("error",)):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    wrong = rng.random((n, len(rates))) < np.array(rates)
    table = Predictions.build(y, {f"c{at}": np.where(wrong[:, at], 1 - y, y) for at in range(len(rates))})
    return Case("diagnose", candidates=table, measures=tuple(measure(one) for one in measures))


def test_the_best_of_equal_candidates_is_found():
    found = WinnersCurse().look(case([0.2] * 10))
    assert "the best of 10 candidates" in found.found
    assert found.optimistic


def test_one_that_is_clearly_the_best_and_two_candidates_are_no_finding():
    assert WinnersCurse().look(case([0.02, *[0.4] * 9])) is None
    assert WinnersCurse().look(case([0.2, 0.2])) is None
    assert WinnersCurse().look(case([0.2] * 10, n=10)) is None
    assert WinnersCurse().look(case([0.2] * 10, measures=("mcc",))) is None
