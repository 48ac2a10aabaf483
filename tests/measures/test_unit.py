"""What is a rounding error depends on the unit of a loss, and not of a share."""

import pytest

from foldwise.measures import measure
from foldwise.measures.unit import unit_of


@pytest.mark.parametrize("name", ["mae", "mse", "rmse", "mbe", "pinball"])
def test_losses_without_bounds_are_judged_by_their_own_size(name):
    assert unit_of(measure(name), -3e-20) == 3e-20
    assert unit_of(measure(name), 3e20) == 3e20


@pytest.mark.parametrize("name", ["error", "r2", "correlation", "f1"])
def test_shares_and_ratios_have_no_unit(name):
    assert unit_of(measure(name), 1e-20) == 1.0


def test_nothing_is_more_than_nothing():
    assert unit_of(measure("mae"), 0.0) == 0.0
