"""The 5x2cv interval on Dietterich's kind of numbers (METHODS L.5)."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import five_by_two, make_interval
from foldwise.measures import ModelScores, measure
from tests.worlds import losses_of, partition

SCORES = np.array([(0.05, 0.03), (0.02, 0.04), (0.01, 0.05), (0.04, 0.00), (0.03, 0.02)])


def test_worked_by_hand():
    """s² = 2e-4, 2e-4, 8e-4, 8e-4, 5e-5, and t = .05/√(Σs²/5) = 2.4693 (METHODS L.5)."""
    low, high = five_by_two(SCORES, 0.95)
    error = np.sqrt((2e-4 + 2e-4 + 8e-4 + 8e-4 + 5e-5) / 5)
    assert 0.05 / error == pytest.approx(2.4693, abs=5e-5)
    assert (low, high) == pytest.approx((0.05 - stats.t.ppf(0.975, 5) * error, 0.05 + stats.t.ppf(0.975, 5) * error))


def test_it_says_that_it_is_erratic():
    losses = losses_of(partition(n=60, k=2, repeats=5), lambda r, rows: np.full(rows.size, SCORES.ravel()[r]))
    interval = make_interval(ModelScores(losses, "m", measure("mae")), "5x2cv")
    assert interval.method == "5x2cv"
    assert interval.high == pytest.approx(five_by_two(SCORES, 0.95)[1])
    assert interval.note.startswith("erratic")


@pytest.mark.parametrize(("k", "repeats"), [(3, 5), (2, 4), (10, 1)])
def test_other_plans_are_refused(k, repeats):
    losses = losses_of(partition(n=60, k=k, repeats=repeats), lambda r, rows: rows + r)
    with pytest.raises(ValidityError, match=r"repeats|it is for plan='5x2'"):
        make_interval(ModelScores(losses, "m", measure("mae")), "5x2cv")
