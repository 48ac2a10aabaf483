"""Classifiers that decide by the scores of another."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.learners import CostDecision, ThresholdDecision
from foldwise.learners.deciding_classifier import DecidingClassifier

X = pd.DataFrame({"a": np.arange(8.0)})
Y = np.array([0, 0, 0, 1, 0, 1, 1, 1])


@pytest.mark.parametrize("kind", [CostDecision, ThresholdDecision])
def test_probabilities_names_and_weights_are_those_of_the_classifier(kind):
    weights = np.arange(8.0)
    model, plain = kind(GaussianNB()).fit(X, Y, sample_weight=weights), GaussianNB().fit(X, Y, sample_weight=weights)
    assert isinstance(model, DecidingClassifier)
    assert model.feature_names_in_.tolist() == ["a"]
    np.testing.assert_array_equal(model.predict_proba(X), plain.predict_proba(X))


def test_a_fitted_classifier_is_taken_as_it_is():
    fitted = GaussianNB().fit(X, Y)
    assert CostDecision.of_fitted(fitted, [[0, 1], [9, 0]]).estimator_ is fitted
    made = ThresholdDecision.of_fitted(fitted, (X, Y, None))
    assert made.estimator_ is fitted
    assert made.threshold_ == ThresholdDecision(GaussianNB()).fit(X, Y).threshold_
