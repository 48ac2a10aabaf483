"""Members of an ensemble."""

import numpy as np
from sklearn.ensemble._base import _set_random_states
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles.members import fit_on_rows, highest, label_codes, probabilities, seeded_clone, vote_shares
from tests.ensembles.data import classes


def test_seeds_are_those_of_scikit_learns_ensembles():
    model = make_pipeline(DecisionTreeClassifier(), DecisionTreeClassifier())
    ours, theirs = seeded_clone(model, np.random.RandomState(5)), seeded_clone(model, np.random.RandomState(6))
    _set_random_states(theirs, np.random.RandomState(5))
    assert [step.random_state for _, step in ours.steps] == [step.random_state for _, step in theirs.steps]


def test_a_class_that_a_member_has_not_seen_has_no_probability():
    X, y = classes(classes=3)
    rows = np.flatnonzero(y != 1)
    member = fit_on_rows(GaussianNB(), X, y, rows=rows, rng=0)
    found = probabilities(member, X, np.arange(3))
    assert found.shape == (120, 3)
    assert np.all(found[:, 1] == 0)


def test_a_member_without_probabilities_votes():
    X, y = classes()
    member = RidgeClassifier().fit(X, y)
    np.testing.assert_array_equal(probabilities(member, X, np.arange(2)).argmax(axis=1), member.predict(X))
    np.testing.assert_array_equal(vote_shares([member, member], X, np.arange(2), soft=False).max(axis=1), np.ones(120))


def test_unclassified_rows_have_no_vote():
    assert label_codes(np.array(["b", None], dtype=object), np.array(["a", "b"])).tolist() == [1, -1]


def test_ties_go_to_the_first_class():
    assert highest(np.array([[0.3, 0.1 + 0.2], [0.1, 0.9]])).tolist() == [0, 1]
