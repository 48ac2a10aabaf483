import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB

from foldwise.diagnosing.in_sample_fit import in_sample_facts
from tests.diagnosing.subjects import classes, subject, values


def test_least_squares_has_as_many_parameters_as_columns_and_an_intercept():
    X, y = values(80)
    facts = in_sample_facts(subject(LinearRegression(), X, y))
    assert facts.fit.parameters == pytest.approx(4)
    rss = float(((y - LinearRegression().fit(X, y).predict(X)) ** 2).sum())
    # Log-likelihood of normal errors at its maximum, by hand.
    assert facts.fit.log_likelihood == pytest.approx(-40 * (np.log(2 * np.pi * rss / 80) + 1))
    assert facts.fit.noise_variance == pytest.approx(rss / 76)
    assert facts.further[0][0] == "evidence"


def test_a_penalty_takes_parameters_away():
    X, y = values(80)
    facts = in_sample_facts(subject(Ridge(alpha=50.0), X, y))
    centred = X - X.mean(axis=0)
    d = np.linalg.svd(centred, compute_uv=False)
    assert facts.fit.parameters == pytest.approx(1 + (d**2 / (d**2 + 50)).sum())
    assert facts.fit.approximate


def test_logistic_regression_without_penalty_counts_its_coefficients():
    X, y = classes(120)
    model = LogisticRegression(C=np.inf, max_iter=500)
    facts = in_sample_facts(subject(model, X, y))
    p = model.fit(X, y).predict_proba(X)[:, 1]
    assert facts.fit.parameters == 5
    assert facts.fit.log_likelihood == pytest.approx(float((y * np.log(p) + (1 - y) * np.log(1 - p)).sum()), rel=1e-6)


def test_a_penalised_logistic_regression_has_fewer():
    X, y = classes(120)
    facts = in_sample_facts(subject(LogisticRegression(C=0.01), X, y))
    assert 1 < facts.fit.parameters < 4
    assert facts.fit.approximate


def test_naive_bayes_has_the_likelihood_of_features_and_class():
    X, y = classes(100)
    facts = in_sample_facts(subject(GaussianNB(), X, y))
    own = GaussianNB().fit(X, y)
    joint = own._joint_log_likelihood(X)[np.arange(100), y].sum()
    assert facts.fit.log_likelihood == pytest.approx(float(joint))
    assert facts.fit.parameters == 2 * 4 * 2 + 1


def test_a_tree_has_a_two_part_code_and_no_likelihood():
    facts = in_sample_facts(subject("tree", *classes(100)))
    assert facts.fit.log_likelihood is None
    assert "splits" in facts.fit.reason
    assert facts.further[0][0] == "mdl-two-part"
