"""What measures declare about changes of the data; that it is true is tested on all of them in tests/conformance."""

from __future__ import annotations

import numpy as np
import pytest

from foldwise.measures import Outcomes, measure
from foldwise.measures.traits import DIMENSIONLESS, Units, of_degree


def test_millimetres_make_a_squared_error_a_million_times_larger():
    assert measure("mse").traits.units.factor(1000.0) == 1e6


def test_a_share_explained_has_no_unit():
    assert measure("r2").traits == DIMENSIONLESS == of_degree(0)


def test_a_loss_with_a_threshold_follows_no_power():
    assert np.isnan(Units(degree=None).factor(2.0))
    assert measure("huber").traits.units.degree is None


@pytest.mark.parametrize(("power", "degree"), [(0, 2), (1, 1), (2, 0), (3, -1)])
def test_a_deviance_has_the_degree_of_two_less_its_power(power, degree):
    assert measure(f"tweedie-deviance({power})").traits.units.degree == degree


def test_the_best_three_of_two_classes_are_always_right():
    top = measure("top-accuracy").traits.constant
    two, four = (Outcomes(np.zeros(1, dtype=int), np.zeros(1, dtype=int), classes=k) for k in (2, 4))
    assert top(two)
    assert not top(four)


def test_classes_in_an_order_are_declared():
    assert measure("quadratic-kappa").traits.ordered
    assert not measure("kappa").traits.ordered
