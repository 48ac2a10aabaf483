"""The random forest as a variant."""

from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from foldwise.improvement import improvement_method
from foldwise.learners import C45Tree
from tests.improvement.cases import case_of

FOREST = improvement_method("random-forest")


def test_a_forest_keeps_the_limits_of_the_tree():
    built = FOREST.build(case_of(DecisionTreeClassifier(max_depth=4, min_samples_leaf=3)))
    assert (type(built).__name__, built.max_depth, built.min_samples_leaf) == ("RandomForestClassifier", 4, 3)


def test_a_tree_of_our_own_gets_the_named_forest():
    assert type(FOREST.build(case_of(C45Tree()))).__name__ == "RandomForestClassifier"


def test_it_is_no_variant_of_another_model():
    reason = FOREST.reason(case_of(LogisticRegression()))
    assert not reason.tried
    assert reason.text == "made of trees, which mine is not; try it by name"
