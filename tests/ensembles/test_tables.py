"""What ensembles are given."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from foldwise.ensembles import BaggedClassifier
from foldwise.ensembles.tables import check_count, check_option, check_several
from foldwise.errors import InputError
from foldwise.learners import MixedNB


def test_an_ensemble_takes_what_its_base_takes():
    taken = [
        BaggedClassifier(base).__sklearn_tags__().input_tags
        for base in (DecisionTreeClassifier(), LogisticRegression(), MixedNB())
    ]
    assert [one.allow_nan for one in taken] == [True, False, True]
    assert [one.string for one in taken] == [False, False, True]


def test_texts_go_to_a_pipeline_that_encodes_them():
    X = np.array([["a", "u"], ["b", "v"], ["a", "v"], ["b", "u"]] * 5, dtype=object)
    y = (X[:, 0] == "b").astype(int)
    model = BaggedClassifier(make_pipeline(OneHotEncoder(handle_unknown="ignore"), LogisticRegression()), 3)
    np.testing.assert_array_equal(model.set_params(random_state=0).fit(X, y).predict(X), y)


def test_missing_values_are_refused_before_any_member_is_fitted():
    with pytest.raises(ValueError, match="NaN"):
        BaggedClassifier(LogisticRegression()).fit([[0.0], [np.nan]], [0, 1])


def test_a_table_without_columns_is_refused():
    with pytest.raises(ValueError, match="0 feature"):
        BaggedClassifier().fit(np.empty((3, 0)), [0, 1, 0])


def test_counts_and_options_are_checked():
    class Ours:
        size, way = 2.5, "up"

    with pytest.raises(InputError, match=r"size is a whole number from 1 up, not 2\.5; try size=10"):
        check_count(Ours(), "size")
    with pytest.raises(InputError, match="way is one of 'left', 'right', not 'up'; try way='left'"):
        check_option(Ours(), "way", ("left", "right"))
    with pytest.raises(InputError, match="folds need two rows, and there is 1"):
        check_several(1)
