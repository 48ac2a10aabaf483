"""Standard errors by formula and by leaving out."""

import numpy as np
import pytest
from scipy import stats

from foldwise.intervals import standard_error, unit_influence
from foldwise.measures import measure
from tests.worlds import outcomes

rng = np.random.default_rng(0)
Y = rng.normal(size=150)
VALUES = outcomes(Y, Y + rng.normal(size=150), n_classes=0)


def test_a_mean_has_its_textbook_error():
    losses = np.abs(VALUES.truth - VALUES.output)
    assert standard_error(measure("mae"), VALUES) == pytest.approx(stats.sem(losses))


def test_groups_are_the_unit():
    groups = np.repeat(np.arange(30), 5)
    losses = np.abs(VALUES.truth - VALUES.output).reshape(30, 5).mean(axis=1)
    assert standard_error(measure("mae"), VALUES, groups) == pytest.approx(stats.sem(losses))


def test_without_a_formula_rows_are_left_out():
    """The jackknife of a correlation, against the variance (1-ρ²)²/n of normal pairs."""
    r = measure("correlation").value(VALUES)
    assert standard_error(measure("correlation"), VALUES) == pytest.approx((1 - r**2) / np.sqrt(150), rel=0.25)
    assert unit_influence(measure("correlation"), VALUES).size == 150


def test_many_rows_are_left_out_in_blocks():
    assert unit_influence(measure("correlation"), VALUES, blocks=20).size == 20
    whole, blocks = (standard_error(measure("correlation"), VALUES, blocks=b) for b in (150, 25))
    assert blocks == pytest.approx(whole, rel=0.4)


def test_groups_are_left_out_whole():
    groups = np.repeat(np.arange(30), 5)
    assert unit_influence(measure("correlation"), VALUES, groups).size == 30
