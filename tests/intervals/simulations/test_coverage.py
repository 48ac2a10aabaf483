"""What is known about coverage: `foldwise.intervals.simulations.coverage`."""

import numpy as np
import pytest

from foldwise.intervals import INTERVALS, Coverage, contains, coverage_in_brief, simulated_coverage

EXAMPLE = Coverage("corrected-t", "normal", "lda", 100, "kfold(10, repeats=3)", "risk", 400, 0.9, 0.2)


def test_the_error_is_that_of_a_share():
    assert EXAMPLE.error == pytest.approx(np.sqrt(0.9 * 0.1 / 400), rel=0.01)
    assert str(EXAMPLE) == "90.0 % ± 1.5"


def test_the_error_of_a_perfect_record_is_not_zero():
    always = Coverage("wilson", "normal", "lda", 100, "holdout(1/3)", "risk", 50, 1.0, 0.2)
    assert 0.01 < always.error < 0.03


def test_an_interval_contains_its_ends():
    low, high = np.array([0.1, 0.1, 0.1]), np.array([0.3, 0.3, 0.3])
    assert contains(low, high, np.array([0.1, 0.3, 0.31])).tolist() == [True, True, False]


@pytest.mark.parametrize("method", INTERVALS, ids=lambda one: one.name)
def test_every_method_was_simulated_on_both_targets(method):
    found = simulated_coverage(method.name)
    assert {one.target for one in found} == {"risk", "expected risk"}
    assert all(0 <= one.coverage <= 1 and one.simulations >= 50 for one in found)
    assert coverage_in_brief(method.name)


def test_nothing_is_known_about_what_does_not_exist():
    assert simulated_coverage("no-such-method") == ()


@pytest.mark.parametrize("method", ["influence", "corrected-t"])
def test_the_default_and_the_one_before_it_were_simulated_often_and_cover(method):
    (found,) = [
        one
        for one in simulated_coverage(method)
        if (one.problem, one.model, one.n, one.plan, one.target)
        == ("normal", "lda", 100, "kfold(10, repeats=3)", "risk")
    ]
    assert found.simulations >= 2000
    assert found.coverage >= 0.93
