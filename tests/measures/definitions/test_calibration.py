"""Calibration errors and the parts of the Brier score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures import brier_parts, measure
from tests.worlds import outcomes

ROWS = outcomes([0, 1, 1, 1], scores=[0.2, 0.2, 0.8, 0.8])


def test_four_rows_worked_by_hand():
    """Two groups: .2 against .5, .8 against 1."""
    expected = {"ece": 0.25, "mce": 0.3, "brier-reliability": (0.09 + 0.04) / 2, "brier-uncertainty": 0.1875}
    assert {name: measure(name).value(ROWS) for name in expected} == pytest.approx(expected)
    assert measure("brier-resolution").value(ROWS) == pytest.approx(0.0625)


@given(st.integers(0, 10_000), st.integers(2, 4), st.sampled_from(["mass", "width", "value"]), st.integers(1, 20))
def test_the_parts_add_up_to_the_brier_score(seed, k, by, bins):
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 5, (30, k))
    rows = outcomes(rng.integers(0, k, 30), scores=table / table.sum(axis=1, keepdims=True), n_classes=k)
    parts = brier_parts(rows, bins=bins, by=by)
    total = parts.reliability - parts.resolution + parts.uncertainty + parts.within
    assert total == pytest.approx(measure("brier").value(rows))
    if by == "value":
        assert parts.within == pytest.approx(0, abs=1e-12)


def test_honest_probabilities_look_miscalibrated_by_chance_unless_that_is_taken_off():
    rng = np.random.default_rng(0)
    p = rng.uniform(size=400)
    rows = outcomes((rng.uniform(size=400) < p).astype(int), scores=p)
    assert measure("ece").value(rows) > 0.04
    assert measure("debiased-calibration-error").value(rows) < 0.03


def test_several_classes_are_judged_together_or_one_by_one():
    scores = np.array([[0.8, 0.1, 0.1], [0.8, 0.1, 0.1]])
    rows = outcomes([0, 1], scores=scores, n_classes=3)
    assert measure("ece").value(rows) == pytest.approx(0.3)
    assert measure("classwise-ece").value(rows) == pytest.approx((0.3 + 0.4 + 0.1) / 3)
    assert measure("ece[1]").value(rows) == pytest.approx(0.4)


def test_a_certain_and_wrong_bin_has_no_hosmer_lemeshow_statistic():
    assert np.isnan(measure("hosmer-lemeshow").value(outcomes([0, 1], scores=[1.0, 1.0])))
    assert measure("hosmer-lemeshow").value(outcomes([0, 1], scores=[0.0, 1.0])) == 0


@pytest.mark.parametrize("name", ["hosmer-lemeshow", "debiased-calibration-error", "ece", "mce", "classwise-ece"])
def test_weights_times_a_constant_change_nothing(name):
    rng = np.random.default_rng(5)
    truth, p, weights = rng.integers(0, 2, 100), rng.random(100), rng.exponential(1, 100)
    one = measure(name)
    plain = one.value(outcomes(truth, scores=p, weights=weights))
    assert one.value(outcomes(truth, scores=p, weights=100 * weights)) == pytest.approx(plain)


def test_equal_weights_leave_the_hosmer_lemeshow_statistic_of_the_rows():
    truth, p = [0, 1, 1, 0, 1, 1], [0.1, 0.3, 0.7, 0.4, 0.8, 0.9]
    plain = measure("hosmer-lemeshow").value(outcomes(truth, scores=p))
    assert measure("hosmer-lemeshow").value(outcomes(truth, scores=p, weights=[7.0] * 6)) == pytest.approx(plain)
