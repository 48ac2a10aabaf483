"""What every ensemble takes, and how ties between classes end."""

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.utils import get_tags

from foldwise.ensembles import BaggedClassifier, CommitteeRegressor, VotedClassifier
from foldwise.ensembles.ensemble import EnsembleClassifier


class Shares(EnsembleClassifier):
    classes_ = np.array(["a", "b", "c"])

    def _base(self):
        return LogisticRegression()

    def predict_proba(self, X):
        return np.asarray(X)


def test_the_first_of_equally_probable_classes_is_predicted():
    assert Shares().predict([[0.4, 0.4, 0.2], [0.1, 0.2, 0.7], [0.2, 0.4, 0.4]]).tolist() == ["a", "c", "b"]


def test_missing_values_are_taken_where_all_base_learners_take_them():
    boosting = HistGradientBoostingClassifier()
    assert get_tags(BaggedClassifier(boosting)).input_tags.allow_nan
    assert get_tags(VotedClassifier([boosting])).input_tags.allow_nan
    assert not get_tags(VotedClassifier([boosting, LogisticRegression()])).input_tags.allow_nan
    assert not get_tags(Shares()).input_tags.allow_nan


def test_scikit_learn_knows_the_kind():
    assert get_tags(Shares()).estimator_type == "classifier"
    assert get_tags(CommitteeRegressor()).estimator_type == "regressor"
