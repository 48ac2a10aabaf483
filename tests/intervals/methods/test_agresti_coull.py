"""Agresti and Coull's interval."""

import pytest

from foldwise.intervals import agresti_coull, make_interval, wilson
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def test_published_number():
    """85 of 100: [.7660, .9081], METHODS L.5."""
    assert agresti_coull(85, 100, 0.95) == pytest.approx((0.7660, 0.9081), abs=5e-5)


@pytest.mark.parametrize(("k", "n"), [(0, 8), (3, 17), (50, 90), (12, 12)])
def test_it_has_the_middle_of_wilson_and_contains_it(k, n):
    ours, theirs = agresti_coull(k, n, 0.9), wilson(k, n, 0.9)
    assert ours[0] <= theirs[0] + 1e-12
    assert ours[1] >= theirs[1] - 1e-12
    if ours[0] > 0 and ours[1] < 1:
        assert sum(ours) == pytest.approx(sum(theirs))


def test_by_name_on_a_test_set():
    scored = ModelScores(predictions_of([0, 1] * 20, [0] * 40, fixed(40)), "m", measure("error"))
    interval = make_interval(scored, "agresti-coull")
    assert (interval.low, interval.high) == pytest.approx(agresti_coull(20, 40, 0.95))
