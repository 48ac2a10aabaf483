"""The percentile interval and its mirror image."""

import numpy as np
import pytest

from foldwise.intervals import make_interval
from foldwise.intervals.methods.percentile import Basic, Percentile
from tests.intervals.bootstrapping.test_bootstrap import LOSSES, classes, of_losses


def test_percentile_and_basic_are_mirror_images():
    one = of_losses()
    percentile, basic = make_interval(one, "percentile"), make_interval(one, "basic")
    assert (basic.low, basic.high) == pytest.approx((2 * one.value - percentile.high, 2 * one.value - percentile.low))


def test_the_ends_are_quantiles_of_the_values():
    assert Percentile().ends(of_losses(), np.arange(101.0), 0.9) == pytest.approx((5.0, 95.0))


def test_basic_is_cut_to_the_range():
    """Shares near 1 turned round would exceed it."""
    one = classes(name="accuracy")
    assert Basic().ends(one, np.linspace(0, 0.5, 101), 0.9) == pytest.approx((2 * one.value - 0.475, 1.0))


def test_without_a_value_in_any_resample_the_ends_are_the_estimate():
    one = of_losses()
    assert Percentile().ends(one, np.zeros(0), 0.9) == pytest.approx((LOSSES.mean(), LOSSES.mean()))
