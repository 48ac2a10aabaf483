"""Calibration as a variant."""

import numpy as np
from scipy.special import expit, logit
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.improvement import improvement_method
from tests.improvement.cases import case_of, rows, values

CALIBRATION = improvement_method("calibration")


def test_it_is_tried_where_probabilities_count():
    assert CALIBRATION.reason(case_of(GaussianNB(), goal="log-loss")).tried
    assert not CALIBRATION.reason(case_of(GaussianNB())).tried
    assert CALIBRATION.bases(case_of(GaussianNB())) == ("mine",)


def test_it_is_platts_scaling_of_the_log_odds():
    """scikit-learn's logistic regression on half the log-odds is the witness."""
    dataset = rows(200)
    chances = expit(4 * np.random.default_rng(0).normal(size=200))
    table = np.column_stack([1 - chances, chances])
    combine = CALIBRATION.combiner([table], dataset.truth, case_of(GaussianNB(), dataset))
    half = logit(chances)[:, None] / 2
    expected = LogisticRegression(max_iter=1000).fit(half, dataset.truth).predict_proba(half)
    assert np.allclose(combine([table]), expected, atol=1e-6)


def test_the_estimator_gives_the_probabilities_of_its_combiner():
    dataset = rows(100)
    built = CALIBRATION.build(case_of(GaussianNB(), dataset)).fit(dataset.X, dataset.target)
    assert built.kind == "scores"
    assert np.allclose(built.predict_proba(dataset.X).sum(axis=1), 1)


def test_what_has_no_probabilities_is_refused():
    assert CALIBRATION.refusal(case_of(RidgeClassifier())) == "mine gives no probabilities"
    assert CALIBRATION.refusal(case_of(dataset=values())) == "for classification, and this is regression"
