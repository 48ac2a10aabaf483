"""The unit of the target changes no finding; a unit in which variances are beyond numbers is refused."""

from functools import cache

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import foldwise
from foldwise.errors import FitError, InputError
from foldwise.measures import MEASURES

POWERS = {
    "mae": 1,
    "mse": 2,
    "rmse": 1,
    "median-absolute-error": 1,
    "max-error": 1,
    "mbe": 1,
    "pinball": 1,
    "poisson-deviance": 1,
    "tweedie-deviance": 0.5,
}
"""Power of the unit that a measure is in; 0 for the others."""
FIXED = {"huber", "log-cosh", "msle", "rmsle"}
"""Measures that hold errors against 1 of whatever the unit is."""
NAMES = [one.name for one in MEASURES if one.task == "regression" and one.name not in FIXED]
FEW = ["mae", "mse", "rmse", "mbe", "r2", "correlation"]
"""Measures of one test set: the others are drawn again thousands of times."""


def rows(unit=1.0):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    return X, unit * np.exp(0.3 * X @ [0.5, 0.3] + 0.1 * rng.normal(size=60))


@cache
def compared(unit, plan):
    names = NAMES if plan == "kfold(5)" else FEW
    return foldwise.compare("linear, ridge", *rows(unit), measures=",".join(names), plan=plan, baseline=False)


def figures(result, name):
    """Value and ends of a model, difference of two models and its ends."""
    one, held = result.assessment.finding("linear", name), result.judgement("linear", "ridge", name)
    ends = (np.nan, np.nan) if one.interval is None else (one.interval.low, one.interval.high)
    pair = (np.nan,) * 3 if held is None else (held.comparison.difference, held.comparison.low, held.comparison.high)
    return np.array([one.estimate.value, *ends, *pair])


@pytest.mark.parametrize("plan", ["kfold(5)", "holdout(1/2)"])
@pytest.mark.parametrize("power", [-90, 90])
def test_the_unit_changes_no_finding(power, plan):
    """Powers of two, so that nothing is rounded otherwise: 1.2e27 and 8.1e-28."""
    plain, other = compared(1.0, plan), compared(2.0**power, plan)
    assert other.to_json()
    for one in plain.measures:
        scale = 2.0 ** (power * POWERS.get(one.name, 0))
        expected = scale * figures(plain, one.name)
        np.testing.assert_allclose(figures(other, one.name), expected, rtol=1e-6, err_msg=one.name)
    p_values = [[one.comparison.p_value for one in found.judgements] for found in (other, plain)]
    np.testing.assert_allclose(*p_values, rtol=1e-6)


@pytest.mark.parametrize("verb", [foldwise.assess, foldwise.compare])
@pytest.mark.parametrize(("unit", "size"), [(1e150, "large"), (1e300, "large"), (1e-150, "small"), (1e-300, "small")])
def test_a_unit_beyond_the_variances_is_refused_in_one_sentence(unit, size, verb):
    told = rf"'y' is too {size} for variances of squared errors .*; try another unit: .* divided by 1e"
    for name in [*NAMES, *FIXED]:
        with pytest.raises(InputError, match=told):
            verb("linear, ridge", *rows(unit), measures=name, plan="kfold(5)")


@pytest.mark.parametrize("unit", [1e150, 1e-150])
def test_so_is_a_table_of_predictions(unit):
    truth = rows(unit)[1]
    with pytest.raises(InputError, match=r"(truth is|predictions of 'system' are) too .* try another unit"):
        foldwise.score(truth, truth[::-1], measures="mse")


def test_small_predictions_of_ordinary_values_are_not():
    truth = rows()[1]
    assert foldwise.score(truth, 1e-40 * truth, measures="mae").findings[0].estimate.value == pytest.approx(
        truth.mean()
    )


class Diverging(RegressorMixin, BaseEstimator):
    """A model whose steps were too long."""

    def fit(self, X, y):
        self.fitted_ = True
        return self

    def predict(self, X):
        return np.full(len(X), 1e200)


def test_a_model_that_diverged_has_failed():
    with pytest.raises(FitError, match=r"it predicted 1e\+200, whose square has no variance"):
        foldwise.assess(Diverging(), *rows(), measures="mse", plan="kfold(5)")


@pytest.mark.parametrize("size", [1e-20, 1e-3, 0.999, 1.001, 30.0])
def test_the_logarithm_of_cosh_keeps_small_errors(size):
    """x²/2 - x⁴/12 for small x; numpy's own logaddexp for the others."""
    value = (
        foldwise.score(np.array([size, 2 * size]), np.zeros(2), measures="log-cosh", task="regression")
        .findings[0]
        .estimate
    )
    sizes = np.array([size, 2 * size])
    series, plain = sizes**2 / 2 - sizes**4 / 12, np.logaddexp(sizes, -sizes) - np.log(2)
    assert value.value == pytest.approx(np.mean(series if size < 0.01 else plain), rel=1e-9)
