"""One or two rows that hold nearly all of the weight are one or two rows: no interval and no verdict rests on them."""

import numpy as np
import pytest

import foldwise
from foldwise.errors import FitError, InputError

RNG = np.random.default_rng(2)
X = RNG.normal(size=(200, 3))
LABELS = (X[:, 0] + RNG.normal(size=200) > 0).astype(int)
VALUES = X[:, 0] + RNG.normal(size=200)
CHANCES = 1 / (1 + np.exp(-X[:, 0]))
REASON = "the weights give 200 rows an effective sample size of"


def heavy(rows):
    weights = np.full(200, 1e-9)
    weights[3 : 3 + rows] = 1
    return weights


@pytest.mark.parametrize("rows", [1, 2, 4])
@pytest.mark.parametrize(("model", "target"), [("linear", VALUES), ("logistic", LABELS)])
def test_no_interval_rests_on_them(model, target, rows):
    result = foldwise.assess(model, X, target, weights=heavy(rows), plan="kfold(5)")
    assert all(one.interval is None for one in result.findings)
    assert f"{REASON} {rows}.0" in " ".join(str(result).split())


def test_no_verdict_rests_on_them():
    result = foldwise.compare("linear,ridge", X, VALUES, weights=heavy(1), plan="kfold(5)", measures="rmse")
    assert not result.judgements
    assert REASON in " ".join(str(result).split())


@pytest.mark.parametrize("unit", [1.0, 1e-20, 1e20])
def test_nor_any_interval_of_a_test_set_in_any_unit_of_weights(unit):
    found = foldwise.score(LABELS, scores=CHANCES, weights=unit * heavy(1), measures="error,log-loss,brier")
    found_values = foldwise.score(VALUES, X[:, 0], weights=unit * heavy(1), measures="rmse,mae,r2")
    for one in (*found.findings, *found_values.findings):
        assert one.interval is None
        assert one.reason.startswith(REASON)


def test_five_heavy_rows_are_judged():
    result = foldwise.assess("linear", X, VALUES, weights=heavy(12), plan="kfold(5)", measures="mae")
    assert result.finding("linear", "mae").interval is not None


def test_weights_of_any_size_give_the_same_calibration_error():
    weights = 1 + RNG.random(200)
    large, tiny = (
        foldwise.score(LABELS, scores=CHANCES, weights=unit * weights, measures="ece") for unit in (1, 1e-29)
    )
    assert tiny.finding("system", "ece").estimate.value == pytest.approx(large.finding("system", "ece").estimate.value)


def test_a_model_that_cannot_tell_its_parameters_is_named():
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.pipeline import Pipeline

    class Forgetful(ClassifierMixin, BaseEstimator):
        def __init__(self, alpha=1):
            pass

        def fit(self, X, y):
            return self

        def predict(self, X):
            return np.zeros(len(X))

    with pytest.raises(FitError, match=r"model .Forgetful. cannot tell its parameters .* stores every argument"):
        foldwise.assess(Forgetful(), X, LABELS)
    with pytest.raises(FitError):
        foldwise.assess(Pipeline([]), X, LABELS)
    with pytest.raises(InputError, match="takes one model, and 2 were given"):
        foldwise.explain_engine(["lda", "tree"], X, LABELS)
