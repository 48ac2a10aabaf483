"""The cost threshold as a variant."""

import numpy as np
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.improvement import improvement_method
from foldwise.learners import CostDecision
from tests.improvement.cases import case_of, rows

METHOD = improvement_method("cost-threshold")
COSTLY = rows(costs=np.array([[0.0, 1.0], [9.0, 0.0]]))


def test_the_cheapest_class_is_taken():
    """A probability of 0.1 is where the cost of a miss, 9, is that of a false alarm, 1."""
    shares = np.array([[0.95, 0.05], [0.85, 0.15]])
    assert METHOD.labels(shares, case_of(GaussianNB(), COSTLY)).tolist() == [0, 1]
    assert METHOD.reason(case_of(GaussianNB(), COSTLY)).tried
    assert isinstance(METHOD.build(case_of(GaussianNB(), COSTLY)), CostDecision)


def test_costs_and_probabilities_are_needed():
    assert METHOD.refusal(case_of(GaussianNB())).startswith("no costs were given")
    assert METHOD.refusal(case_of(RidgeClassifier(), COSTLY)) == "mine gives no probabilities"
