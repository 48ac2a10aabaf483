"""The weights of linear rules, and learning curves, on demand."""

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import foldwise
from foldwise.data import as_dataset
from foldwise.errors import ValidityError
from foldwise.evaluation.estimate_inputs import linear_rule

rng = np.random.default_rng(0)
Y = np.tile(["no", "yes"], 40)
X = rng.normal(size=(80, 3)) + (Y == "yes")[:, None]


@pytest.mark.parametrize("table", [X, pd.DataFrame(X, columns=list("abc"))], ids=["array", "frame"])
def test_the_weights_are_those_of_the_model(table):
    rule = linear_rule("lda", LinearDiscriminantAnalysis(), as_dataset(table, Y))
    model = LinearDiscriminantAnalysis().fit(X, Y)
    assert rule.weights == pytest.approx(model.coef_[0])
    assert rule.intercept == pytest.approx(model.intercept_[0])
    np.testing.assert_array_equal(rule.positive, Y == "yes")


def test_a_scaled_rule_is_a_linear_rule():
    plain = linear_rule("lda", LinearDiscriminantAnalysis(), as_dataset(X, Y))
    scaled = linear_rule("lda", make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()), as_dataset(X, Y))
    assert scaled.weights == pytest.approx(plain.weights)


def test_what_bends_is_no_linear_rule():
    assert linear_rule("svm", SVC(), as_dataset(X, Y)) is None
    assert linear_rule("lda", LinearDiscriminantAnalysis(), foldwise.sample("iris")) is None


def test_the_bolstered_error_of_a_linear_model():
    result = foldwise.assess("lda", X, Y, estimate="bolstered", plan="kfold(5)", measures="error")
    assert result.finding("lda", "error").estimate.method == "bolstered"
    assert 0.05 < result.finding("lda", "error").estimate.value < 0.35
    assert result.finding("baseline", "error").estimate.method == "pooled"
    with pytest.raises(ValidityError, match="linear rule for two classes are not known"):
        foldwise.assess("tree", X, Y, estimate="bolstered", plan="kfold(5)", measures="error")


def test_the_learning_curve_runs_other_numbers_of_parts():
    result = foldwise.assess("gaussian-nb", X, Y, estimate="learning-curve", plan="kfold(10, repeats=2)", seed=3)
    estimate = result.finding("gaussian-nb", "log-loss").estimate
    assert (estimate.method, estimate.fits) == ("learning-curve", 2 * (10 + 2 + 3 + 5))
    plain = foldwise.assess("gaussian-nb", X, Y, plan="kfold(10, repeats=2)", seed=3)
    assert estimate.value < plain.finding("gaussian-nb", "log-loss").estimate.value
