"""The record of boosting."""

import numpy as np
import pytest

from foldwise.ensembles import AdaBoostM1
from foldwise.ensembles.boosting_trace import training_bound
from tests.ensembles.data import classes


@pytest.fixture(scope="module")
def trace():
    return AdaBoostM1(n_estimators=8, form="reweighting", random_state=0).fit(*classes(noise=1.5)).trace_


def test_the_training_error_is_below_its_bound(trace):
    assert trace.rounds == 8
    assert np.all(trace.training_errors <= trace.bounds)
    np.testing.assert_allclose(trace.bounds, np.cumprod(2 * np.sqrt(trace.errors * (1 - trace.errors))))


def test_a_margin_below_zero_is_a_training_error(trace):
    assert np.mean(trace.margins < 0) == pytest.approx(trace.training_errors[-1])


def test_the_frame_has_a_row_for_each_round(trace):
    frame = trace.to_frame()
    assert frame.columns.tolist() == ["round", "error", "alpha", "restarts", "training_error", "bound"]
    assert frame["round"].tolist() == list(range(1, 9))


def test_the_chart_has_three_lines(trace):
    chart = trace.plot().to_dict()
    lines = {row["line"] for row in next(iter(chart["datasets"].values()))}
    assert lines == {"error of the member", "error of the ensemble", "bound"}


def test_the_bound_of_a_coin_is_one():
    np.testing.assert_allclose(training_bound(np.array([0.5, 0.1])), [1.0, 0.6])
