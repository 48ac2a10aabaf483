"""Further errors of values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.errors import MeasureError
from foldwise.measures import ModelScores, measure
from foldwise.measures.definitions.regression_errors import quantile
from tests.worlds import fixed, outcomes, predictions_of

ROWS = outcomes(np.array([1.0, 2.0, -4.0, 0.0]), np.array([2.0, 2.0, -1.0, 1.0]), n_classes=0)


def value(text, rows=ROWS):
    return measure(text).value(rows)


def test_four_rows_worked_by_hand():
    """Errors -1, 0, -3, -1."""
    expected = {
        "median-absolute-error": 1,
        "max-error": 3,
        "mbe": -5 / 4,
        "mape": (1 + 0 + 0.75) / 3,
        "smape": (2 / 3 + 0 + 6 / 5 + 2) / 4,
        "wape": 5 / 7,
        "huber": (0.5 + 0 + 2.5 + 0.5) / 4,
        "huber(2)": (0.5 + 0 + 4 + 0.5) / 4,
        "pinball(0.9)": 0.1 * 5 / 4,
        "pinball(0.1)": 0.9 * 5 / 4,
        "mase(2.5)": 0.5,
    }
    assert {text: value(text) for text in expected} == pytest.approx(expected)


def test_rows_whose_true_value_is_zero_are_left_out_of_mape_and_counted():
    assert measure("mape").remark(ROWS, 0.1) == "1 prediction about true values of 0 left out"
    assert np.isnan(value("mape", outcomes(np.zeros(2), np.ones(2), n_classes=0)))


def test_two_zeros_are_no_error():
    assert value("smape", outcomes(np.zeros(2), np.zeros(2), n_classes=0)) == 0


def test_large_errors_do_not_overflow_log_cosh():
    assert value("log-cosh", outcomes(np.array([1e5]), np.array([0.0]), n_classes=0)) == pytest.approx(1e5 - np.log(2))


def test_the_mean_error_nearest_to_zero_is_best():
    one = measure("mbe")
    assert (one.best, one.better(-0.1, 0.2), one.better(-0.3, 0.2)) == (0, True, False)


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), min_size=1, max_size=12),
    st.sampled_from([0.1, 0.25, 0.5, 0.9]),
)
def test_a_weighted_quantile_is_that_of_repeated_rows(rows, share):
    values, weights = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    repeated = np.repeat(values, weights.astype(int))
    assert quantile(values, weights, share, between=False) == np.quantile(repeated, share, method="inverted_cdf")
    assert quantile(values, weights, 0.5, between=True) == np.median(repeated)


def test_logarithms_need_values_above_minus_one():
    predictions = predictions_of(np.array([1.0, 2]), np.array([1.0, -3]), fixed(2), n_classes=0)
    with pytest.raises(
        MeasureError, match="msle of 'm' does not exist: it needs values above -1, and a prediction is -3"
    ):
        _ = ModelScores(predictions, "m", measure("msle")).value


def test_no_rows_have_no_median():
    assert np.isnan(value("median-absolute-error", outcomes(np.zeros(0), np.zeros(0), n_classes=0)))
