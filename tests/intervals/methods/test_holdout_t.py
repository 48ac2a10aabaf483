"""The t interval on one test set, against scipy."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.errors import ValidityError
from foldwise.intervals import choose_interval, make_interval
from foldwise.intervals.limits import mean_loss
from foldwise.intervals.limits.heavy_tail import heavy_multiple
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(4)


def test_the_default_for_a_mean_loss_on_one_test_set():
    y = rng.normal(size=50)
    scored = ModelScores(predictions_of(y, y + rng.normal(size=50), fixed(50), n_classes=0), "m", measure("mae"))
    assert make_interval(scored).method == "holdout-t"


def test_equal_losses_without_bounds_say_nothing():
    same = np.full(40, 2.5)
    one = ModelScores(predictions_of(same, same - 1, fixed(40), n_classes=0), "m", measure("mae"))
    assert make_interval(one) is None
    assert "no spread to judge from" in choose_interval(one).reason
    with pytest.raises(ValidityError, match="all rows have the same loss, which leaves no spread to judge from"):
        make_interval(one, "holdout-t")


def test_equal_losses_with_bounds_have_the_bound_of_the_rows_that_may_differ():
    truth, p = np.zeros(40, int), np.full(40, 0.1)
    one = ModelScores(
        predictions_of(truth, truth, fixed(40), scores=np.stack([1 - p, p], axis=1)), "m", measure("brier")
    )
    interval = make_interval(one, "holdout-t")
    share = stats.beta.ppf(0.975, 1, 40)  # Clopper and Pearson's bound for 0 of 40
    assert (interval.low, interval.high) == pytest.approx((0.01 - share * 0.01, 0.01 + share * 0.99))


def test_weighted_losses_do_not_leave_their_range_and_weights_have_no_unit():
    y, weights = np.zeros(60), rng.exponential(1, 60) ** 2
    error = rng.standard_t(3, 60)
    found = []
    for factor in (1, 100):
        table = predictions_of(y, error, fixed(60), n_classes=0, weights=factor * weights)
        interval = make_interval(ModelScores(table, "m", measure("rmse")), "holdout-t")
        found.append((interval.low, interval.high))
    assert found[0][0] > 0
    assert found[0] == pytest.approx(found[1])


def test_losses_of_probabilities_that_all_went_well_leave_room_for_one_that_does_not():
    """33 rows of separable classes: t covered .21 of them; one row that knows the class shares only costs .69 / 33."""
    rng = np.random.default_rng(0)
    truth = np.arange(33) % 2
    p = np.where(truth == 1, 1 - 1e-4, 1e-4) + rng.normal(size=33) * 1e-6
    scores = np.stack([1 - p, p], axis=1)
    one = ModelScores(predictions_of(truth, truth, fixed(33), scores=scores), "m", measure("log-loss"))
    interval = make_interval(one, "holdout-t")
    assert interval.low <= one.value
    assert 0.02 < interval.high < 0.1


def test_squared_errors_are_skewed_and_so_is_their_interval():
    draw = np.random.default_rng(8)
    truth = np.zeros(30)
    held = by_t = 0
    for _ in range(200):
        errors = draw.normal(size=30)
        found = make_interval(ModelScores(predictions_of(truth, errors, fixed(30), n_classes=0), "m", measure("mse")))
        half = stats.t.ppf(0.975, 29) * np.std(errors**2, ddof=1) / np.sqrt(30)
        held += found.low <= 1 <= found.high
        by_t += abs(np.mean(errors**2) - 1) <= half
    assert found.method == "holdout-t"
    assert held >= 186  # 96.6 % in the long run
    assert by_t < held  # 91 %


def test_a_mean_error_with_a_sign_keeps_its_t_interval():
    draw = np.random.default_rng(9)
    errors = draw.normal(size=40)
    found = make_interval(
        ModelScores(predictions_of(errors, np.zeros(40), fixed(40), n_classes=0), "m", measure("mbe"))
    )
    assert (found.low, found.high) == pytest.approx(
        stats.t.interval(0.95, 39, errors.mean(), errors.std(ddof=1) / np.sqrt(40))
    )


def test_rows_of_one_class_leave_room_for_the_other():
    said = np.tile([0.005, 0.01, 0.02], 33)
    one = ModelScores(
        predictions_of(np.zeros(99, int), np.zeros(99, int), fixed(99), scores=np.column_stack([1 - said, said])),
        "m",
        measure("brier"),
    )
    # One positive of a hundred, as badly predicted as those shares say, would bring 0.0098 by itself.
    assert make_interval(one).high > 0.0098


def test_heavy_errors_of_a_holdout_suppose_a_costlier_row():
    """Of t₃ errors of 33 rows 90 % of intervals contained the rmse, now 92 % (700 draws)."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(100, 3))
    heavy = X[:, 0] + rng.laplace(size=100)
    table = foldwise.assess("linear", X, heavy, plan="holdout(1/3)", measures="mse", baseline=False).predictions
    scored = ModelScores(table, "linear", measure("mse"))
    made = make_interval(scored)
    low, high = mean_loss.value_ends(
        measure("mse"),
        scored.value,
        float(scored.losses.var(ddof=1)),
        n=scored.losses.size,
        level=0.95,
        largest=scored.losses,
    )
    assert heavy_multiple(scored.losses) > 1
    assert made.low == pytest.approx(low)
    assert made.high > high


@pytest.mark.parametrize(("name", "least"), [("log-normal", 0.88), ("zero-inflated", 0.83), ("normal", 0.93)])
def test_squared_errors_that_have_met_their_tail_reach_further(name, least):
    """100 rows, 95 %: 77 % of log-normal and of zero-inflated ones contained the truth before (METHODS N.36)."""

    def draw(rng, n):
        mean = np.exp(rng.normal(size=n))
        if name == "zero-inflated":
            return rng.gamma(1, mean) * (rng.random(n) < 0.3), 0.3 * mean
        return (
            (mean * np.exp(0.8 * rng.normal(size=n)), mean)
            if name == "log-normal"
            else (mean + rng.normal(size=n), mean)
        )

    truth = np.sqrt(
        np.mean([np.mean(np.square(np.subtract(*draw(np.random.default_rng([1, at]), 500_000)))) for at in range(4)])
    )
    inside = []
    for seed in range(200):
        found = foldwise.score(
            *draw(np.random.default_rng([9, seed]), 100), measures="rmse", task="regression"
        ).findings[0]
        inside.append(found.interval.low <= truth <= found.interval.high)
    assert np.mean(inside) >= least
