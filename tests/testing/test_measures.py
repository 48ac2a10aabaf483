"""The checks of measures find what they are made to find."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.measures import measure
from foldwise.testing.measures import (
    check_description,
    check_groups,
    check_measure,
    check_order,
    check_perfect,
    check_range,
    check_single,
    check_weights,
    example,
    perfect,
)

ROWS = example(Task.CLASSIFICATION, classes=2)
ERROR = measure("error")


def of_loss(loss, **more):
    return replace(ERROR, name="own", loss=loss, **more)


def described(one, _rows):
    """Like the other checks, but for the rows."""
    check_description(one)


def test_a_sound_measure_passes_and_its_value_comes_back():
    assert check_measure(ERROR, ROWS) == ERROR.value(ROWS)


def test_a_perfect_prediction_is_certain_and_right():
    assert ERROR.value(perfect(ROWS)) == 0
    assert measure("log-loss").value(perfect(ROWS)) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("check", "wrong", "message"),
    [
        (described, replace(ERROR, formula=""), "has no title or no formula"),
        (described, replace(ERROR, high=-1.0), "has an empty range"),
        (described, replace(ERROR, optimum=7.0), "the best error is out of range"),
        (check_range, replace(ERROR, low=0.9), "outside 0.9 to 1"),
        (check_range, of_loss(lambda rows: np.full(rows.size, np.nan)), "has no value and does not say when"),
        (check_order, of_loss(lambda rows: np.arange(rows.size) / 40 * (rows.truth == 0)), "changes with the order"),
        (
            check_groups,
            of_loss(lambda rows: np.full(rows.size, rows.size / 100)),
            "differs between a group and its rows",
        ),
        (
            check_perfect,
            of_loss(lambda rows: (rows.truth == rows.output) * 1.0),
            "is better than of perfect predictions",
        ),
        (check_weights, of_loss(lambda rows: np.full(rows.size, rows.size / 100)), "takes weights for something else"),
    ],
)
def test_a_wrong_measure_is_found_out(check, wrong, message):
    with pytest.raises(AssertionError, match=message):
        check(wrong, ROWS)


def test_weights_that_have_a_unit_are_found_out():
    wrong = of_loss(lambda rows: np.full(rows.size, float(rows.weights.sum()) / 1e4))
    with pytest.raises(AssertionError, match="changes with the unit of weights"):
        check_weights(wrong, ROWS)


def test_an_aggregate_that_is_another_number_is_found_out(monkeypatch):
    monkeypatch.setattr(type(ERROR), "aggregate", lambda *_: 0.123)
    with pytest.raises(AssertionError, match="changes when a single resample is aggregated"):
        check_single(ERROR, ROWS)
