"""The least variance of a difference."""

import numpy as np
import pytest

from foldwise.comparisons import Pair, bonett_price, discordant_variance, least_variance
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.pairs import error_pair, of_errors, of_losses
from tests.worlds import partition

rng = np.random.default_rng(0)


def test_one_discordant_row_is_added_on_either_side():
    """The width of Bonett and Price's interval."""
    differences = np.repeat([1.0, -1.0, 0.0], [25, 10, 165])
    low, high = bonett_price(25, 10, 200, 0.95)
    assert np.sqrt(discordant_variance(differences)) == pytest.approx((high - low) / 2 / 1.959964)


def test_models_that_agree_on_every_row_could_still_differ():
    wrong = rng.random(60) < 0.3
    assert least_variance(error_pair(of_errors(wrong, wrong))) == pytest.approx(2 / 62 / 62)


def test_half_a_row_that_differs_by_a_standard_deviation_of_the_losses():
    loss = rng.exponential(size=40)
    pair = Pair.of(of_losses(partition(n=40, k=10), loss, loss), "a", "b", measure("mae"))
    assert least_variance(pair) == pytest.approx(0.5 * loss.var() / 40**2)


def test_other_measures_move_by_the_rarest_class():
    truth = np.repeat([0, 1], [90, 10])
    table = Predictions.build(truth, {"a": truth, "b": truth})
    assert least_variance(Pair.of(table, "a", "b", measure("f1"))) == pytest.approx((0.25 / 10) ** 2)
    assert least_variance(Pair.of(table, "a", "b", measure("mcc"))) == pytest.approx((0.5 / 10) ** 2)


def test_a_measure_without_a_lowest_value_moves_by_its_size():
    pair = Pair.of(of_losses(partition(n=40, k=10), 1.0, 2.0, truth=np.arange(40)), "a", "b", measure("r2"))
    assert least_variance(pair) == pytest.approx((0.25 * max(abs(pair.a.value), abs(pair.b.value)) / 40) ** 2)
