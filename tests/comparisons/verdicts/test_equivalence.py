"""Showing that a difference does not matter."""

import numpy as np
import pytest

from foldwise.comparisons import compare_pair, default_rope, equivalent, not_inferior
from foldwise.errors import InputError, ValidityError
from foldwise.measures import measure
from tests.comparisons.pairs import error_pair, fold_differences, of_errors, of_losses
from tests.worlds import fixed

rng = np.random.default_rng(0)
NOISE = rng.normal(0, 0.005, 30)
NOISE -= NOISE.mean()


def comparison(shift):
    return compare_pair(fold_differences(NOISE + shift, repeats=3))


def test_it_holds_exactly_when_the_90_percent_interval_fits():
    for shift in (0.0, 0.002, 0.005, 0.006, 0.0065, 0.007, 0.02):
        low, high = comparison(shift).posterior.interval(0.9)
        assert equivalent(comparison(shift), 0.01).holds == (low >= -0.01 and high <= 0.01)


def test_the_larger_of_both_p_values_counts():
    one = comparison(0.008)
    assert equivalent(one, 0.01).p_value == pytest.approx(one.posterior.above(0.01))


def test_a_model_that_is_far_better_is_not_inferior():
    assert not_inferior(comparison(-0.5), 0.01).holds
    assert not equivalent(comparison(-0.5), 0.01).holds
    assert not not_inferior(comparison(0.5), 0.01).holds


def test_for_an_accuracy_higher_is_not_inferior():
    predictions = of_errors(np.zeros(200), rng.random(200) < 0.3)
    one = compare_pair(error_pair(predictions, "accuracy"))
    assert one.difference > 0
    assert not_inferior(one, 0.01).holds


def test_an_interval_without_posterior_is_taken_for_normal():
    predictions = of_errors(rng.random(500) < 0.2, rng.random(500) < 0.2)
    one = compare_pair(error_pair(predictions), "wald-cv")
    assert one.posterior is None
    farthest = abs(one.difference) + 1.644854 * (one.high - one.low) / 2 / 1.959964
    assert equivalent(one, farthest).p_value == pytest.approx(0.05, abs=1e-5)


def test_a_test_without_interval_cannot_show_equivalence():
    pair = error_pair(of_losses(fixed(50), 1.0 + np.arange(50), 1.1 + np.arange(50)), "mae")
    with pytest.raises(
        ValidityError, match="wilcoxon gives no interval, so it can show a difference but not its absence"
    ):
        equivalent(compare_pair(pair, "wilcoxon"), 0.01)


@pytest.mark.parametrize(("name", "baseline", "rope"), [("auc", None, 0.01), ("mcc", None, 0.01), ("mae", 40.0, 0.4)])
def test_what_does_not_matter(name, baseline, rope):
    assert default_rope(measure(name), baseline) == pytest.approx(rope)


def test_without_baseline_a_loss_needs_a_stated_rope():
    with pytest.raises(InputError, match="taken from the baseline, and there is none; try rope="):
        default_rope(measure("mae"), None)
