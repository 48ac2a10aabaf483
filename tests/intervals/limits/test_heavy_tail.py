"""The supposed row where errors have a heavy tail."""

import numpy as np
import pandas as pd
import pytest

from foldwise.api import assess, score
from foldwise.intervals.limits.heavy_tail import heavy_multiple, heavy_rows, unseen_multiple, worse_multiple
from foldwise.measures import ModelScores, measure, tail_factor
from foldwise.predictions import Predictions


def errors_of_kurtosis(kurtosis, n):
    """Squares of n errors, of which a tenth is so much larger that they have this kurtosis."""
    few = n // 10
    at = np.linspace(1, 100, 10_000)
    found = n * (n - few + few * at**2) / (n - few + few * at) ** 2
    return np.r_[np.ones(n - few), np.full(few, at[np.argmax(found >= kurtosis)])]


@pytest.mark.parametrize(
    ("kurtosis", "n", "multiple"),
    [
        (2.7, 100, 1.0),
        (3.4, 100, 1.857),
        (3.6, 100, 2.0),
        (4.0, 60, 2.0),
        (5.0, 100, 1.629),
        (6.7, 100, 1.0),
        (4.1, 300, 1.333),
    ],
)
def test_the_row_not_seen_costs_more_where_few_errors_may_be_heavy_and_their_tail_was_not_met(kurtosis, n, multiple):
    losses = errors_of_kurtosis(kurtosis, n)
    assert heavy_multiple(losses) == pytest.approx(multiple, abs=0.01)
    assert heavy_multiple(1e-9 * losses) == pytest.approx(heavy_multiple(losses))


def test_no_losses_and_losses_of_nothing_are_not_heavy():
    assert heavy_multiple(np.empty(0)) == heavy_multiple(np.zeros(9)) == 1


def line_with(noise):
    x = np.random.default_rng(5).normal(size=noise.size)
    return assess("linear", x[:, None], x + noise, measures="ccc, correlation", seed=1, baseline=False)


def test_heavy_errors_lower_the_lower_end_of_correlation_and_concordance_only():
    noise = np.random.default_rng(7).standard_t(2.2, size=120)
    for noise_of, rows in ((noise, {"ccc": 2.0, "correlation": 1.0}), (np.clip(noise, -1, 1), {})):
        found = line_with(noise_of).predictions
        for name in ("ccc", "correlation", "spearman", "r2"):
            assert heavy_rows(ModelScores(found, "linear", measure(name))) == rows.get(name, 0.0)


def test_whether_errors_of_a_correlation_look_heavy_does_not_depend_on_units_of_the_prediction():
    rng = np.random.default_rng(8)
    x, noise = rng.normal(size=200), rng.standard_t(2.2, size=200)
    for scale, shift in ((1.0, 0.0), (-3.0, 7.0), (1e-6, 0.0)):
        table = Predictions.build(x + noise, {"a": scale * x + shift}, task="regression")
        assert heavy_rows(ModelScores(table, "a", measure("correlation"))) == 1.0


def test_predictions_that_are_all_the_same_leave_the_errors_of_the_mean():
    table = Predictions.build(np.random.default_rng(9).normal(size=50), {"a": np.zeros(50)}, task="regression")
    assert heavy_rows(ModelScores(table, "a", measure("correlation"))) == 0.0


def test_the_largest_loss_of_a_sample_that_met_the_tail_is_not_multiplied():
    """Kurtosis of three errors far out among n: 3.8 times its bound is 13.3, from where on the tail was met."""
    rng = np.random.default_rng(4)
    light = rng.normal(size=150)
    light[:12] *= 3
    some, many = (np.r_[light, far] ** 2 for far in ([9.0, -8.0], [60.0]))
    assert unseen_multiple(some) == pytest.approx(tail_factor(some) * heavy_multiple(some))
    assert unseen_multiple(some) > 1.2
    assert tail_factor(many) > 1.2
    assert unseen_multiple(many) == 1
    assert unseen_multiple(many, values=False) == pytest.approx(tail_factor(many) * heavy_multiple(many))


def test_a_worse_row_is_supposed_of_squares_only_and_grows_with_the_kurtosis():
    squares, sizes = measure("rmse"), measure("mae")
    light, met, heavy = (worse_multiple(squares, 1.0, kurtosis - 1, 100) for kurtosis in (3.0, 4.7, 50.0))
    assert (light, heavy) == (1.0, 3.0)
    assert light < met < heavy
    assert worse_multiple(sizes, 1.0, 49.0, 100) == 1.0
    assert worse_multiple(squares, 1.0, 49.0, 1000) == pytest.approx(1.2)
    assert worse_multiple(squares, 0.0, 0.0, 100) == 1.0


def test_rows_in_pieces_suppose_the_same_row():
    rng = np.random.default_rng(8)
    table = pd.DataFrame({"y": np.exp(2 * rng.normal(size=80)), "p": 1.0})
    whole, pieces = (
        score("y", "p", data=table, measures="rmse", task="regression", stream=stream).findings[0].interval
        for stream in (False, True)
    )
    assert (pieces.low, pieces.high) == pytest.approx((whole.low, whole.high))
