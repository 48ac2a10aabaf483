"""The generic path: one clone, fit and prediction, with the weights, groups and seeds that belong to it."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from foldwise.data import Dataset, Task
from foldwise.engine.single_fits.generic import prepare_fitting, training_weights
from foldwise.ensembles import StackedClassifier
from foldwise.errors import FitError
from foldwise.plans import RowLists
from foldwise.predictions import Part, ScoreKind
from tests.worlds import classes

DATA = classes(60)
HALVES = RowLists((np.arange(0, DATA.n, 2),), (np.arange(1, DATA.n, 2),), DATA.n)


def fitting(model, dataset=DATA, resamples=HALVES, **more):
    return prepare_fitting("m", model, dataset, resamples, seed=3, **more)


def test_one_resample_is_one_fit():
    found, heard, seconds = fitting(GaussianNB()).run(0)
    assert min(seconds) > 0
    expected = GaussianNB().fit(DATA.X[::2], DATA.target[::2])
    np.testing.assert_array_equal(found.scores, expected.predict_proba(DATA.X[1::2]))
    np.testing.assert_array_equal(DATA.labels[found.output], expected.predict(DATA.X[1::2]))
    assert (found.score_kind, heard) == (ScoreKind.PROBABILITY, ())


def test_training_rows_are_predicted_where_asked_for():
    found, _, _ = fitting(GaussianNB(), train=True).run(0)
    assert set(found.row[found.part == Part.TRAIN]) == set(HALVES.train_rows(0))


def test_what_a_fit_warned_about_is_told_once():
    found = fitting(LogisticRegression(max_iter=1)).run(0)[1]
    assert len(found) == 1
    assert "converge" in found[0]


def test_weights_go_to_the_last_step_of_a_pipeline():
    weighted = Dataset(DATA.X, DATA.target, Task.CLASSIFICATION, weights=np.linspace(0.1, 2, DATA.n))
    model = make_pipeline(StandardScaler(), LogisticRegression())
    assert fitting(model, weighted).routed == {"weights": "logisticregression__sample_weight"}
    with pytest.raises(FitError, match="takes no sample_weight"):
        fitting(KNeighborsClassifier(), weighted)


def test_the_order_of_its_training_rows_goes_to_an_ensemble_of_ours():
    timed = Dataset(DATA.X, DATA.target, Task.CLASSIFICATION, order=np.arange(DATA.n)[::-1].copy())
    work = fitting(StackedClassifier({"nb": GaussianNB()}, random_state=0), timed)
    assert work.routed == {"order": "order"}
    assert fitting(GaussianNB(), timed).routed == {}
    held_out = work.fitted(0).out_of_fold_.rows
    assert 0 < held_out.size < len(HALVES.train_rows(0))


@pytest.mark.parametrize(
    ("own", "drawn", "expected"),
    [(None, None, None), ([1.0, 2, 3], None, [2, 3]), (None, [5.0, 6], [5, 6]), ([1.0, 2, 3], [5.0, 6], [10, 18])],
)
def test_weights_of_rows_and_of_resamples_are_multiplied(own, drawn, expected):
    given = [None if one is None else np.array(one) for one in (own, drawn)]
    found = training_weights(given[0], np.array([1, 2]), given[1])
    assert (None if found is None else found.tolist()) == expected


def test_scores_of_pairs_of_classes_are_not_taken_for_those_of_classes():
    found, heard, _ = fitting(SVC(decision_function_shape="ovo")).run(0)
    assert (found.scores, found.score_kind) == (None, ScoreKind.NONE)
    assert any("each pair of classes" in text for text in heard)


def test_a_training_set_of_one_class_is_named_as_the_cause():
    rows = np.flatnonzero(DATA.codes == 0)
    alone = RowLists((rows,), (np.arange(5),), DATA.n)
    with pytest.raises(FitError, match=f"training rows are all of class '{DATA.classes[0]}'"):
        fitting(LogisticRegression(), resamples=alone).run(0)


def test_a_resample_without_training_rows_is_refused():
    nothing = RowLists((np.zeros(0, dtype=int),), (np.arange(5),), DATA.n)
    with pytest.raises(FitError, match="has 0 training rows and 5 test rows"):
        fitting(GaussianNB(), resamples=nothing).run(0)


class Secretive(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        return self

    def predict(self, X):
        return X

    def get_params(self, deep=True):
        raise RuntimeError("no")


def test_what_is_no_estimator_is_refused():
    with pytest.raises(FitError, match="'m' is a object without fit and predict and get_params"):
        fitting(object())
    with pytest.raises(FitError, match="cannot tell its parameters"):
        fitting(Secretive())


class Careless(ClassifierMixin, BaseEstimator):
    """Changes the rows it is asked about, and gives something else than itself when it is fitted."""

    def fit(self, X, y):
        self.model_ = GaussianNB().fit(X, y)
        self.classes_ = self.model_.classes_
        return "done"

    def predict(self, X):
        labels = self.model_.predict(X)
        X[:] = 0
        return labels

    def predict_proba(self, X):
        return self.model_.predict_proba(X)


def test_a_model_that_changes_its_rows_and_gives_nothing_of_use_predicts_as_the_one_within():
    dataset = classes(n=30)
    rows = RowLists((np.arange(20),), (np.arange(20, 30),), 30)
    found, expected = (prepare_fitting("m", one, dataset, rows, seed=0).run(0)[0] for one in (Careless(), GaussianNB()))
    np.testing.assert_array_equal(found.output, expected.output)
    np.testing.assert_array_equal(found.scores, expected.scores)
