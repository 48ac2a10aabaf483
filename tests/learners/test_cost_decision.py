"""Decisions by cost."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.errors import InputError
from foldwise.learners import CostDecision
from foldwise.measures import cheapest_labels
from tests.learners.checks import complaints

rng = np.random.default_rng(0)
X = rng.normal(size=(90, 2))
Y = np.where(X[:, 0] + rng.normal(size=90) > 0, "yes", np.where(X[:, 1] > 0.5, "maybe", "no"))
COSTS = np.array([[0.0, 1.0, 4.0], [2.0, 0.0, 1.0], [9.0, 3.0, 0.0]])


def test_scikit_learn_accepts_it():
    assert complaints(CostDecision(DecisionTreeClassifier(random_state=0))) == []


def test_the_class_with_the_smallest_expected_cost_is_predicted():
    model = CostDecision(GaussianNB(), COSTS).fit(X, Y)
    shares = GaussianNB().fit(X, Y).predict_proba(X)
    assert np.allclose(model.predict_proba(X), shares)
    assert np.array_equal(model.predict(X), model.classes_[cheapest_labels(shares, COSTS)])


def test_lines_are_found_by_their_labels():
    turned = CostDecision(GaussianNB(), COSTS[::-1, ::-1], labels=["yes", "no", "maybe"]).fit(X, Y)
    assert np.array_equal(turned.predict(X), CostDecision(GaussianNB(), COSTS).fit(X, Y).predict(X))


def test_no_decision_is_none_where_it_is_the_cheapest():
    costs = np.column_stack([COSTS, np.full(3, 0.5)])
    said = CostDecision(GaussianNB(), costs).fit(X, Y).predict(X)
    assert None in said
    assert set(said) <= {"maybe", "no", "yes", None}


def test_weights_are_handed_on():
    weights = np.where(Y == "no", 50.0, 1.0)
    model = CostDecision(LogisticRegression(), COSTS).fit(X, Y, sample_weight=weights)
    assert np.allclose(
        model.predict_proba(X), LogisticRegression().fit(X, Y, sample_weight=weights).predict_proba(X), atol=1e-6
    )


def test_a_table_of_another_size_is_refused():
    with pytest.raises(InputError, match="costs are a table with a line and a column for each of 3 classes"):
        CostDecision(GaussianNB(), [[0, 1], [1, 0]]).fit(X, Y)
    with pytest.raises(InputError, match="labels lack the class 'yes'"):
        CostDecision(GaussianNB(), COSTS, labels=["maybe", "no", "perhaps"]).fit(X, Y)
