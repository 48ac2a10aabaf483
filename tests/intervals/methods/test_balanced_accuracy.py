"""The interval of a mean recall."""

import numpy as np
import pytest
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import beta_convolution, jeffreys, make_interval
from foldwise.intervals.methods.balanced_accuracy import modified_beta_convolution
from foldwise.measures import ModelScores, measure
from tests.worlds import fixed, predictions_of


def test_one_class_is_jeffreys():
    assert beta_convolution(np.array([8.0]), np.array([10.0]), 0.95) == pytest.approx(jeffreys(8, 10, 0.95), abs=2e-4)


def test_two_classes_against_simulation():
    rng = np.random.default_rng(0)
    draws = (rng.beta(45.5, 5.5, 200_000) + rng.beta(8.5, 2.5, 200_000)) / 2
    expected = np.quantile(draws, [0.05, 0.95])
    assert beta_convolution(np.array([45.0, 8]), np.array([50.0, 10]), 0.9) == pytest.approx(tuple(expected), abs=2e-3)


@pytest.mark.parametrize("rows", [1e4, 1e6, 1e8])
def test_many_rows_are_normal(rows):
    k, n = rows * np.array([0.8, 0.6, 0.9]), np.full(3, rows)
    error = np.sqrt(np.sum(k / n * (1 - k / n) / n)) / 3
    expected = stats.norm.interval(0.95, np.mean(k / n), error)
    assert beta_convolution(k, n, 0.95) == pytest.approx(expected, abs=0.03 * error)


def test_one_large_class_beside_a_small_one():
    low, high = beta_convolution(np.array([9e7, 8.0]), np.array([1e8, 10.0]), 0.95)
    small = np.array(beta_convolution(np.array([8.0]), np.array([10.0]), 0.95))
    assert (low, high) == pytest.approx(tuple((0.9 + small) / 2), abs=2e-4)


def test_the_ends_are_reached():
    assert beta_convolution(np.array([5.0, 5]), np.array([5.0, 5]), 0.95)[1] == 1
    assert beta_convolution(np.array([0.0, 0]), np.array([5.0, 5]), 0.95)[0] == 0


def test_the_error_is_its_mirror_and_both_get_it_by_default():
    truth = np.repeat([0, 1], [50, 10])
    output = np.concatenate([np.repeat([0, 1], [45, 5]), np.repeat([1, 0], [8, 2])])
    accuracy, error = (
        make_interval(ModelScores(predictions_of(truth, output, fixed(60)), "m", measure(name)))
        for name in ("balanced-accuracy", "balanced-error")
    )
    assert accuracy.method == "beta-convolution"
    assert (1 - error.high, 1 - error.low) == pytest.approx((accuracy.low, accuracy.high))
    assert (accuracy.low, accuracy.high) == pytest.approx(
        beta_convolution(np.array([45.0, 8]), np.array([50.0, 10]), 0.95)
    )


def test_it_covers_with_few_rows_of_a_class():
    """100 rows, about eight of them of the class that is harder to find."""
    cells = np.random.default_rng(2).multinomial(100, [0.9, 0.02, 0.03, 0.05], 250).astype(float)
    inside = []
    for tn, fp, fn, tp in cells[cells[:, 2] + cells[:, 3] > 0]:
        low, high = beta_convolution(np.array([tn, tp]), np.array([tn + fp, fn + tp]), 0.95)
        inside.append(low <= (0.9 / 0.92 + 0.05 / 0.08) / 2 <= high)
    assert np.mean(inside) >= 0.92


def test_a_class_without_rows_may_have_any_recall():
    truth, output = np.zeros(30, int), np.repeat([0, 1], [27, 3])
    one = ModelScores(predictions_of(truth, output, fixed(30)), "m", measure("balanced-error"))
    interval = make_interval(one, "beta-convolution")
    assert one.value == pytest.approx(0.1)
    assert interval.low <= 0.1 < 0.5 < interval.high
    assert "a class has no rows" in interval.note


def test_fewer_than_five_rows_of_a_class_are_left_to_the_delta_method():
    truth = np.repeat([0, 1], [26, 4])
    one = ModelScores(predictions_of(truth, truth, fixed(30)), "m", measure("balanced-error"))
    assert make_interval(one).method == "delta"
    with pytest.raises(ValidityError, match="needs 5 rows of every class, and there is a class with 4"):
        make_interval(one, "beta-convolution")


@pytest.mark.parametrize("sizes", [(17, 16), (30, 5), (12, 11, 10)])
@pytest.mark.parametrize("rates", ["equal", "one"])
@pytest.mark.parametrize("rate", [0.003, 0.01, 0.03])
def test_it_covers_where_hardly_a_row_is_wrong(sizes, rates, rate):
    """All outcomes with their probabilities; the posteriors alone cover .72 to .95, as perfect classes count as imperfect."""
    n = np.array(sizes, dtype=float)
    rows = np.full(n.size, rate) if rates == "equal" else np.eye(n.size)[-1] * rate
    covered = 0.0
    for wrong in np.ndindex(*(6,) * n.size):
        likelihood = float(np.prod(stats.binom.pmf(wrong, n, rows)))
        if likelihood > 1e-6:
            low, high = modified_beta_convolution(n - wrong, n, 0.95)
            covered += likelihood * (low <= 1 - rows.mean() <= high)
    assert covered > 0.93


def test_the_limits_are_those_of_the_mirror():
    right, n = np.array([3.0, 0.0, 9.0]), np.array([12.0, 11.0, 10.0])
    low, high = modified_beta_convolution(right, n, 0.9)
    assert modified_beta_convolution(n - right, n, 0.9) == pytest.approx((1 - high, 1 - low), abs=2e-4)


def test_classes_that_are_neither_perfect_nor_lost_are_left_alone():
    right, n = np.array([7.0, 10.0]), np.array([12.0, 20.0])
    assert modified_beta_convolution(right, n, 0.95) == beta_convolution(right, n, 0.95)
