"""Decisions by the threshold that was cheapest on the training rows."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.errors import InputError
from foldwise.learners import ThresholdDecision
from tests.learners.checks import complaints

rng = np.random.default_rng(0)
X = rng.normal(size=(120, 2))
Y = np.where(X[:, 0] + rng.normal(size=120) > 0.5, "pos", "neg")


def test_scikit_learn_accepts_it():
    assert complaints(ThresholdDecision(DecisionTreeClassifier(random_state=0))) == []


@pytest.mark.parametrize("model", [LogisticRegression(), RidgeClassifier()], ids=["probabilities", "scores"])
@pytest.mark.parametrize("positive", ["pos", "neg"])
def test_no_other_threshold_is_cheaper(model, positive):
    costs = np.array([[0.0, 1.0], [10.0, 0.0]])
    found = ThresholdDecision(model, costs, ["neg", "pos"], positive).fit(X, Y)
    place = (np.array(["neg", "pos"]) == positive).argmax()

    def cost(threshold):
        said = np.where(found._scores(X) >= threshold, place, 1 - place)
        return costs[(Y == "pos").astype(int), said].mean()

    assert cost(found.threshold_) == min(cost(limit) for limit in [*found._scores(X), np.inf])
    np.testing.assert_array_equal(found.predict(X) == positive, found._scores(X) >= found.threshold_)


@pytest.mark.parametrize("decide", ["cost", "training"])
@pytest.mark.parametrize("weights", [None, np.tile([0.0, 1.0, 2.0], 40)], ids=["plain", "weighted"])
def test_the_final_model_decides_as_the_assessed_labels_were_decided(decide, weights):
    asked = {"costs": "fn=10,fp=1", "positive": "pos", "weights": weights, "measures": "cost"}
    found = foldwise.assess("logistic", X, Y, plan="resubstitution", decide=decide, baseline=False, **asked)
    table = found.predictions.of("logistic")
    np.testing.assert_array_equal(found.fit_final("logistic").predict(X), found.predictions.label(table.output))


def test_more_than_two_classes_are_refused():
    with pytest.raises(InputError, match="there are 3 classes"):
        ThresholdDecision(LogisticRegression()).fit(X, np.arange(120) % 3)
