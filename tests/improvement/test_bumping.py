"""Bumping as a variant."""

from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BumpedClassifier
from foldwise.improvement import improvement_method
from tests.improvement.cases import STABLE, case_of

BUMPING = improvement_method("bumping")


def test_a_small_tree_is_bumped():
    case = case_of(DecisionTreeClassifier(max_depth=2), profile=STABLE)
    assert BUMPING.reason(case).tried
    assert isinstance(BUMPING.build(case), BumpedClassifier)
    assert BUMPING.build(case).n_estimators == 20


def test_a_model_without_training_errors_cannot_be_bumped():
    assert "without error" in BUMPING.reason(case_of()).text


def test_a_fit_that_is_not_greedy_does_not_get_stuck():
    assert not BUMPING.reason(case_of(GaussianNB(), profile=STABLE)).tried
