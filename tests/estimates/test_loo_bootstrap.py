"""The leave-one-out bootstrap: averaged per row first."""

import numpy as np
import pytest

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, LooBootstrap, PooledE0, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.plans import CountMatrix
from tests.worlds import memoriser, predictions_of

# Row 0 is out of bag three times (wrong once), row 1 once (wrong), row 2 never, row 3 twice (right).
COUNTS = np.array([[0, 2, 1, 1], [0, 1, 1, 2], [0, 0, 4, 0], [1, 1, 2, 0]])


def table():
    resamples = CountMatrix(COUNTS, plan="bootstrap(4)")
    predictions = predictions_of([0, 0, 0, 0], [0, 1, 0, 0], resamples)
    predictions.outputs["m"].output[0] = 1
    return predictions


def test_rows_are_averaged_first_worked_by_hand():
    """E = 1/3, 1, -, 0 gives Err(1) = 4/9; pooled, 2 of 6 losses are 1."""
    one = ModelScores(table(), "m", measure("error"))
    assert LooBootstrap().estimate(one).value == pytest.approx(4 / 9)
    assert PooledE0().estimate(one).value == pytest.approx(2 / 6)


def test_it_is_the_default_of_the_bootstrap_and_leans_to_the_pessimistic_side():
    estimate = make_estimate(ModelScores(memoriser(), "m", measure("error")))
    assert (estimate.method, estimate.bias, estimate.fits) == ("loo-bootstrap", Bias.PESSIMISTIC, 200)
    assert estimate.value == pytest.approx(0.5, abs=0.01)


def test_the_root_is_taken_last():
    y = np.arange(4.0)
    resamples = CountMatrix(COUNTS, plan="bootstrap(4)")
    predictions = predictions_of(y, y + np.array([1.0, 2.0, 0.0, 3.0]), resamples, n_classes=0)
    mse, rmse = (
        LooBootstrap().estimate(ModelScores(predictions, "m", measure(name))).value for name in ("mse", "rmse")
    )
    assert mse == pytest.approx((1 + 4 + 9) / 3)
    assert rmse == pytest.approx(np.sqrt(mse))


def test_weights_count_rows_not_draws():
    predictions = table()
    weighted = predictions_of([0, 0, 0, 0], [0, 1, 0, 0], predictions.resamples, weights=np.array([3.0, 1.0, 1.0, 2.0]))
    one = ModelScores(weighted, "m", measure("error"))
    assert LooBootstrap().estimate(one).value == pytest.approx(1 / 6)


def test_a_ratio_has_no_loss_per_row():
    with pytest.raises(ValidityError, match=r"no valid loo-bootstrap estimate of f1 .* try plan='bootstrap\(200\)'"):
        make_estimate(ModelScores(memoriser(), "m", measure("f1")), "loo-bootstrap")


def test_rows_that_were_trained_on_are_refused():
    everything = CountMatrix(COUNTS, plan="bootstrap(4, test=all)", test_all=True)
    one = ModelScores(predictions_of([0, 1, 0, 1], [0, 1, 0, 0], everything), "m", measure("error"))
    with pytest.raises(ValidityError, match="tests rows that were trained on"):
        make_estimate(one, "loo-bootstrap")
    assert make_estimate(one).method == "pooled"
