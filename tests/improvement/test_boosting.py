"""Boosting as a variant."""

from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import AdaBoostM1, AdaBoostR2
from foldwise.improvement import improvement_method
from foldwise.learners import C45Tree
from tests.improvement.cases import case_of, values

BOOSTING = improvement_method("boosting")


def test_a_learner_that_takes_weights_is_reweighted():
    built = BOOSTING.build(case_of(GaussianNB()))
    assert type(built).__name__ == "AdaBoostClassifier"
    assert isinstance(built.estimator, GaussianNB)


def test_another_gets_rows_drawn_by_weight():
    assert isinstance(BOOSTING.build(case_of(KNeighborsClassifier())), AdaBoostM1)
    assert isinstance(BOOSTING.build(case_of(C45Tree())), AdaBoostM1)


def test_a_tree_without_a_limit_is_cut_and_the_model_itself_is_not_touched():
    """A member without training errors would end boosting at once."""
    tree = DecisionTreeClassifier()
    assert BOOSTING.build(case_of(tree)).estimator.max_depth == 3
    assert BOOSTING.build(case_of(DecisionTreeClassifier(max_depth=5))).estimator.max_depth == 5
    assert tree.max_depth is None


def test_values_are_boosted_by_r2_unless_the_model_is_linear():
    assert isinstance(BOOSTING.build(case_of(dataset=values())), AdaBoostR2)
    assert "linear" in BOOSTING.reason(case_of(Ridge(), values())).text


def test_an_ensemble_is_left_as_it_is():
    assert BOOSTING.reason(case_of(RandomForestClassifier())).text == "the model combines members already"
