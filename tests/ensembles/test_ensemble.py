"""What every ensemble takes, and how ties between classes end."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

import foldwise
from foldwise.ensembles import (
    AdaBoostM1,
    BaggedClassifier,
    BumpedClassifier,
    CommitteeClassifier,
    CommitteeRegressor,
    SuperLearnerClassifier,
    VotedClassifier,
)
from foldwise.ensembles.ensemble import EnsembleClassifier
from foldwise.installed import get_tags
from foldwise.learners import Prism


class Shares(EnsembleClassifier):
    classes_ = np.array(["a", "b", "c"])

    def _base(self):
        return LogisticRegression()

    def _votes(self, X):
        return np.asarray(X)


def test_the_first_of_equally_probable_classes_is_predicted():
    assert Shares().predict([[0.4, 0.4, 0.2], [0.1, 0.2, 0.7], [0.2, 0.4, 0.4]]).tolist() == ["a", "c", "b"]


DECLINES = Prism(1, default_class=False)


@pytest.mark.parametrize(
    "model",
    [
        AdaBoostM1(DECLINES, 3, random_state=0),
        BaggedClassifier(DECLINES, 3, random_state=0),
        BumpedClassifier(DECLINES, 2, random_state=0),
        CommitteeClassifier(DECLINES, plan=3, random_state=0),
        SuperLearnerClassifier([DECLINES], plan=3, random_state=0),
        VotedClassifier([DECLINES]),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_row_that_every_member_declines_is_unclassified(model):
    X = pd.DataFrame({"a": ["p", "q"] * 20, "b": ["x", "x", "y", "y"] * 10})
    fitted = model.fit(X, np.where(X["a"] == "p", "u", "v"))
    new = pd.DataFrame({"a": ["never", "p"], "b": ["seen", "x"]})
    assert fitted.predict(new).tolist() == [None, "u"]
    assert fitted.predict_proba(new)[0].tolist() == [0.5, 0.5]
    found = foldwise.assess(
        model, X.assign(a=["p", "q"] * 18 + ["other"] * 4), np.repeat(["u", "v"], 20), plan="kfold(2)"
    )
    assert found.confusion(found.models[0]).to_numpy().sum() == 40


def test_shares_are_of_the_votes_that_were_given():
    assert Shares().predict_proba([[2.0, 1.0, 1.0]]).tolist() == [[0.5, 0.25, 0.25]]


def test_what_is_out_of_bag_of_nobody_is_an_error():
    X = pd.DataFrame({"a": [*"pq" * 19, "one", "two"]})
    model = BaggedClassifier(DECLINES, 20, random_state=0).fit(X, np.where(X["a"] == "p", "u", "v"))
    assert model.out_of_bag_.losses[-2:].tolist() == [1, 1]


def test_missing_values_are_taken_where_all_base_learners_take_them():
    boosting = HistGradientBoostingClassifier()
    assert get_tags(BaggedClassifier(boosting)).input_tags.allow_nan
    assert get_tags(VotedClassifier([boosting])).input_tags.allow_nan
    assert not get_tags(VotedClassifier([boosting, LogisticRegression()])).input_tags.allow_nan
    assert not get_tags(Shares()).input_tags.allow_nan


def test_scikit_learn_knows_the_kind():
    assert get_tags(Shares()).estimator_type == "classifier"
    assert get_tags(CommitteeRegressor()).estimator_type == "regressor"
