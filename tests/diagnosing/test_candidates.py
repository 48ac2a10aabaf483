"""Posterior probabilities of the model and its rivals."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

import foldwise
from foldwise.errors import InputError

RNG = np.random.default_rng(0)
X = RNG.uniform(-2, 2, (100, 1))
Y = 1 + X[:, 0] - 2 * X[:, 0] ** 2 + RNG.normal(size=100)


def degree(d):
    return make_pipeline(PolynomialFeatures(d, include_bias=False), LinearRegression())


def bic(d):
    """By hand: n ln(rss/n) + n ln 2π + n + (d + 1) ln n, and one more parameter for the variance where it counts."""
    left = Y - np.polyval(np.polyfit(X[:, 0], Y, d), X[:, 0])
    return 100 * np.log(left @ left / 100) + (d + 1) * np.log(100)


def test_the_true_degree_is_the_most_probable_and_the_figures_are_those_of_bic():
    found = foldwise.diagnose(
        {"two": degree(2)}, X, Y, parts="criteria", rivals={"one": degree(1), "three": degree(3)}, plan="kfold(5)"
    )
    told = {one.model: one for one in found.criteria.candidates}
    assert list(told) == ["two", "one", "three"]
    logs = -0.5 * np.array([bic(2), bic(1), bic(3)])
    expected = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    assert [one.probability for one in told.values()] == pytest.approx(expected.tolist(), abs=1e-9)
    assert sum(one.by_evidence for one in told.values()) == pytest.approx(1)
    assert "candidate" in str(found)
    assert len(found.to_dict()["criteria"]["candidates"]) == 3
    assert "Candidates" in [table.title for table in found.report().tables]


def test_a_likelihood_of_something_else_is_not_weighed():
    found = foldwise.diagnose(
        "logistic", foldwise.sample("iris"), parts="criteria", rivals="gaussian-nb, knn", plan="kfold(5)"
    )
    own, bayes, knn = found.criteria.candidates
    assert np.isnan([own.probability, bayes.probability, knn.probability]).all()
    assert "features and classes together" in bayes.reason
    assert "no likelihood" in knn.reason


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"parts": "checks", "rivals": "knn"}, "that part is not asked for"),
        ({"parts": "criteria", "rivals": "logistic"}, "a rival is called 'logistic'"),
    ],
)
def test_rivals_that_mean_nothing_are_refused(given, message):
    with pytest.raises(InputError, match=message):
        foldwise.diagnose("logistic", foldwise.sample("iris"), **given)
