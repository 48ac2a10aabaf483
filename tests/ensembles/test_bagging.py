"""Bagging: votes, averages, signs, and what is out of bag."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import BaggingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BaggedClassifier, BaggedRegressor
from foldwise.ensembles.bagging import counts_of, draw_rows
from foldwise.errors import InputError
from foldwise.learners import C45Tree
from tests.ensembles.data import classes, values
from tests.learners.checks import complaints
from tests.learners.golf import LABELS, TABLE


def test_scikit_learn_accepts_it():
    assert (
        complaints(
            BaggedClassifier(n_estimators=3),
            BaggedRegressor(n_estimators=3),
        )
        == []
    )


def test_the_vote_is_counted_by_hand():
    X, y = classes(classes=3)
    model = BaggedClassifier(DecisionTreeClassifier(max_depth=2), 7, random_state=0).fit(X, y)
    said = np.array([member.predict(X) for member in model.members_])
    counts = np.stack([(said == label).sum(axis=0) for label in range(3)], axis=1)
    np.testing.assert_array_equal(model.predict(X), counts.argmax(axis=1))
    np.testing.assert_allclose(model.predict_proba(X), counts / 7)


def test_probabilities_are_averaged():
    X, y = classes()
    model = BaggedClassifier(LogisticRegression(), 5, combine="probabilities", random_state=0).fit(X, y)
    mean = np.mean([member.predict_proba(X) for member in model.members_], axis=0)
    np.testing.assert_allclose(model.predict_proba(X), mean)


def test_the_sign_form_sums_decision_scores():
    X, y = classes()
    model = BaggedClassifier(LogisticRegression(), 5, combine="sign", random_state=0).fit(X, y)
    total = sum(member.decision_function(X) for member in model.members_)
    np.testing.assert_array_equal(model.predict(X), (total > 0).astype(int))
    trees = BaggedClassifier(n_estimators=5, combine="sign", random_state=0).fit(X, y)
    votes = sum(2 * member.predict(X) - 1 for member in trees.members_)
    np.testing.assert_array_equal(trees.predict(X), (votes > 0).astype(int))


@pytest.mark.parametrize("settings", [{}, {"share": 0.6}, {"replace": False, "share": 0.5}], ids=["all", "part", "sub"])
def test_values_are_scikit_learns(settings):
    X, y = values()
    model = BaggedRegressor(n_estimators=6, random_state=4, **settings).fit(X, y)
    theirs = model.as_scikit_learn().fit(X, y)
    assert isinstance(theirs, BaggingRegressor)
    np.testing.assert_array_equal(
        model.counts_, [np.bincount(rows, minlength=120) for rows in theirs.estimators_samples_]
    )
    np.testing.assert_allclose(model.predict(X), theirs.predict(X))


def test_mean_probabilities_are_scikit_learns():
    X, y = classes(classes=3)
    model = BaggedClassifier(n_estimators=6, combine="probabilities", random_state=4).fit(X, y)
    theirs = model.as_scikit_learn().fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), theirs.predict_proba(X))
    assert BaggedClassifier().as_scikit_learn() is None


def test_a_member_is_fitted_to_the_rows_that_are_counted():
    X, y = values(40)
    model = BaggedRegressor(Ridge(), 3, random_state=0).fit(X, y)
    for member, counts in zip(model.members_, model.counts_, strict=True):
        rows = np.repeat(np.arange(40), counts)
        np.testing.assert_allclose(member.coef_, Ridge().fit(X[rows], y[rows]).coef_)


def test_tables_with_texts_and_labels_of_text_go_to_the_members_as_they_are():
    model = BaggedClassifier(C45Tree(), 5, random_state=0).fit(TABLE, LABELS)
    assert set(model.predict(TABLE)) <= {"Play", "Don't"}
    assert model.out_of_bag_.rows > 10


def test_a_pipeline_that_fills_gaps_gets_them():
    X, y = classes()
    X[::7, 0] = np.nan
    model = BaggedClassifier(make_pipeline(SimpleImputer(), LogisticRegression()), 3, random_state=0).fit(X, y)
    assert model.predict(X).shape == y.shape


def test_strata_keep_their_numbers():
    rng = np.random.RandomState(0)
    strata = np.repeat([0, 1], [90, 10])
    rows = draw_rows(strata, 1.0, replace=True, rng=rng)
    assert np.bincount(strata[rows]).tolist() == [90, 10]
    assert counts_of([draw_rows(strata, 0.5, replace=False, rng=rng)], 100).max() == 1


def test_bagging_lowers_the_error_of_a_tree():
    X, y = classes(300, noise=1.2)
    new, truth = classes(2000, noise=1.2, seed=1)
    tree = np.mean(DecisionTreeClassifier(random_state=0).fit(X, y).predict(new) != truth)
    bagged = np.mean(BaggedClassifier(random_state=0).fit(X, y).predict(new) != truth)
    assert bagged < tree - 0.02


def test_the_names_of_columns_are_compared():
    X, y = classes()
    frame = pd.DataFrame(X, columns=list("abcde"))
    model = BaggedClassifier(n_estimators=2, random_state=0).fit(frame, y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"a": "z"}))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"combine": "mean"}, "combine is one of 'votes', 'probabilities', 'sign', not 'mean'"),
        ({"share": 0.0}, "share is the size of a sample"),
        ({"n_estimators": 0}, "n_estimators is a whole number from 1 up, not 0"),
        ({"combine": "sign"}, "the sign of a sum tells two classes apart, and there are 3"),
    ],
)
def test_wrong_settings_are_told(settings, said):
    X, y = classes(classes=3)
    with pytest.raises(InputError, match=said):
        BaggedClassifier(**settings).fit(X, y)


def test_what_is_out_of_bag_is_summed_as_predictions_are():
    X, y = classes(noise=2.0)
    model = BaggedClassifier(LogisticRegression(C=100), 11, combine="sign", random_state=14).fit(X, y)
    scores = np.array([member.decision_function(X) for member in model.members_])
    total = np.where(model.counts_ == 0, scores, 0).sum(axis=0)
    seen = (model.counts_ == 0).any(axis=0)
    assert model.out_of_bag_.error == pytest.approx(np.mean((total > 0)[seen] != y[seen]))
