"""Ensembles of trees in place of one tree."""

from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from foldwise.improvement.tree_ensembles import trees_like
from tests.improvement.cases import case_of


def test_preprocessing_stays_before_the_ensemble():
    built = trees_like(case_of(make_pipeline(SimpleImputer(), DecisionTreeClassifier(max_depth=2))), "extra-trees")
    assert [type(step).__name__ for _, step in built.steps] == ["SimpleImputer", "ExtraTreesClassifier"]
    assert built.steps[-1][1].max_depth == 2


def test_the_ensemble_of_a_tree_alone_keeps_its_limits():
    assert trees_like(case_of(DecisionTreeClassifier(max_depth=2)), "random-forest").max_depth == 2
