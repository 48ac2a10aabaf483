"""Looking at models."""

from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BaggedClassifier, GreedyClassifier
from foldwise.improvement.parts_of_models import (
    around,
    has_probabilities,
    is_ensemble,
    is_linear,
    is_tree,
    last_step,
    stand_in_for_weights,
    takes_weights,
)
from foldwise.learners import C45Tree


def test_kinds_are_seen_through_pipelines():
    tree = make_pipeline(StandardScaler(), DecisionTreeClassifier())
    assert is_tree(tree)
    assert is_tree(C45Tree())
    assert not is_tree(Ridge())
    assert is_ensemble(make_pipeline(StandardScaler(), RandomForestClassifier()))
    assert is_linear(LogisticRegression())
    assert takes_weights(tree)
    assert not takes_weights(KNeighborsClassifier())
    assert has_probabilities(tree)


def test_a_number_called_steps_is_no_pipeline():
    model = GreedyClassifier(steps=5)
    assert last_step(model) is model


def test_a_model_alone_is_wrapped_as_a_copy():
    tree = DecisionTreeClassifier()
    assert around(tree, BaggedClassifier).estimator is not tree


def test_an_ensemble_of_ours_has_a_stand_in_that_takes_weights():
    bagged = BaggedClassifier(DecisionTreeClassifier(), combine="probabilities")
    assert not takes_weights(bagged)
    assert type(stand_in_for_weights(bagged)).__name__ == "BaggingClassifier"
    neighbours = KNeighborsClassifier()
    assert stand_in_for_weights(neighbours) is neighbours
