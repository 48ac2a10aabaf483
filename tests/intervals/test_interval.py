"""When there are too few rows to assess anything, or one measure."""

import numpy as np
import pytest
from scipy import stats

import foldwise
from foldwise.intervals import make_interval, too_few, too_small
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions


def test_a_rare_class_is_too_few_only_for_what_rests_on_it():
    rows = Predictions.build(["a"] * 300 + ["b"] * 300 + ["c"] * 3, {"m": ["a"] * 603})
    told = {name: too_few(rows, measure(name)) for name in ("error", "log-loss", "mcc", "recall", "auc", "recall[a]")}
    few = "class 'c' has 3 rows, and 5 are the least that a measure can rest on"
    assert told == {"error": "", "log-loss": "", "mcc": "", "recall": few, "auc": few, "recall[a]": ""}
    assert not too_small(rows)
    assert too_small(rows, measure("macro-f1"))


def test_fewer_than_twenty_rows_are_too_few_for_everything():
    rows = Predictions.build([0, 1] * 9, {"m": [0, 1] * 9})
    assert (
        too_few(rows)
        == too_few(rows, measure("error"))
        == "there are 18 rows, and 20 are the least that can be assessed"
    )


def test_a_standard_error_is_in_the_units_of_the_measure():
    """The root of a mean squared error has the slope 1/(2 rmse)."""
    draw = np.random.default_rng(0)
    truth = draw.normal(size=200)
    rows = Predictions.build(truth, {"m": truth + draw.normal(size=200)})
    mse, rmse = (make_interval(ModelScores(rows, "m", measure(name)), "holdout-t") for name in ("mse", "rmse"))
    losses = ModelScores(rows, "m", measure("mse")).losses
    assert mse.standard_error == pytest.approx(np.std(losses, ddof=1) / np.sqrt(200))
    assert rmse.standard_error == pytest.approx(mse.standard_error / (2 * np.sqrt(losses.mean())))


def test_exact_and_score_intervals_have_no_standard_error():
    rows = Predictions.build([0, 1] * 30, {"m": [0, 1, 1] * 20})
    for method in ("wilson", "clopper-pearson"):
        assert make_interval(ModelScores(rows, "m", measure("error")), method).standard_error is None


@pytest.mark.parametrize("plan", ["kfold(10)", "kfold(5, repeats=4)"])
@pytest.mark.parametrize("method", ["corrected-t", "influence"])
def test_symmetric_intervals_are_so_many_standard_errors_wide(plan, method):
    result = foldwise.assess(
        "lda", foldwise.sample("iris"), plan=plan, measures="log-loss", interval=method, baseline=False
    )
    interval = result.findings[0].interval
    assert 0 < interval.standard_error < interval.width
    if method == "corrected-t":
        quantile = stats.t.ppf(0.975, result.predictions.resamples.count - 1)
        assert interval.standard_error == pytest.approx((interval.high - result.findings[0].estimate.value) / quantile)
    assert result.to_frame()["standard_error"][0] == interval.standard_error
