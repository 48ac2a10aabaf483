"""What differs between releases of scikit-learn."""

import numpy as np
import pytest
import sklearn
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import AdaBoostClassifier
from sklearn.naive_bayes import GaussianNB

from foldwise.installed import SAMME, SKLEARN, check_array, check_sample_weight, get_tags, validate_data
from foldwise.learners import ThresholdDecision


def test_the_release_is_that_of_the_package():
    assert sklearn.__version__.startswith(".".join(map(str, SKLEARN)))


def test_rows_are_checked_and_counted():
    model = GaussianNB()
    X, y = validate_data(model, [[1, 2], [3, 4]], [0, 1], dtype=np.float64)
    assert (X.dtype, y.tolist(), model.n_features_in_) == (np.float64, [0, 1], 2)
    with pytest.raises(ValueError, match="3 features"):
        validate_data(model, [[1, 2, 3]], reset=False)


def test_missing_values_are_taken_where_that_is_said():
    gaps = [[1.0, np.nan]]
    assert np.isnan(check_array(gaps, ensure_all_finite=False)).sum() == 1
    with pytest.raises(ValueError, match="NaN"):
        check_array(gaps)


def test_a_table_that_is_not_checked_is_counted_alone():
    model = GaussianNB()
    validate_data(model, np.zeros((2, 5)), skip_check_array=True)
    assert model.n_features_in_ == 5


def test_boosting_is_asked_for_by_the_words_of_the_release():
    X, y = np.arange(12.0)[:, None], np.arange(12) % 2
    assert AdaBoostClassifier(n_estimators=2, **SAMME).fit(X, y).predict(X).shape == (12,)


def test_tags_say_how_many_classes_are_taken():
    tags = get_tags(ThresholdDecision(DummyClassifier()))
    assert not tags.classifier_tags.multi_class


def test_weights_are_checked():
    assert check_sample_weight([1, 2], [[0], [0]]).tolist() == [1, 2]
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        check_sample_weight([1, -1], [[0], [0]])
    with pytest.raises(ValueError, match="at least one non-zero number"):
        check_sample_weight([0, 0], [[0], [0]])
