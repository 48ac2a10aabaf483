"""What is given to fit is checked once, for the estimators that take tables as they are."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError

from foldwise.errors import InputError
from foldwise.learners.rows import class_priors, new_rows, training_rows

TABLE = pd.DataFrame({"a": ["x", "y", "z", None], "b": [1.0, 2.0, None, 4.0]})


class Plain(ClassifierMixin, BaseEstimator):
    """An estimator that remembers its columns."""

    def fit(self, X, y):
        self.encoding_ = training_rows(self, X, y).encoding
        return self


def test_rows_without_weight_are_left_out_with_their_levels():
    rows = training_rows(Plain(), TABLE, ["p", "q", "p", "r"], sample_weight=[1, 0, 2, 0])
    assert rows.encoding.levels == (("x", "z"), None)
    assert rows.classes.tolist() == ["p", "q", "r"]
    np.testing.assert_array_equal(rows.class_weights, [3, 0, 0])
    np.testing.assert_array_equal(rows.matrix, [[0, 1], [1, np.nan]])


def test_numbers_in_lists_beside_texts_stay_numbers():
    rows = training_rows(Plain(), [["x", 1.5], ["y", 2.5]], [0, 1])
    assert rows.encoding.levels == (("x", "y"), None)


def test_new_rows_are_read_like_the_training_rows():
    model = Plain().fit(TABLE, [0, 1, 0, 1])
    np.testing.assert_array_equal(new_rows(model, TABLE[:1]), [[0, 1]])
    with pytest.raises(ValueError, match="feature names should match"):
        new_rows(model, TABLE.rename(columns={"a": "c"}))


def test_a_model_that_is_not_fitted():
    with pytest.raises(NotFittedError):
        new_rows(Plain(), TABLE)


def test_an_empty_table_is_refused():
    with pytest.raises(InputError, match=r"0 sample\(s\) and 2 feature\(s\)"):
        training_rows(Plain(), TABLE[:0], [])


def test_priors_are_shares_of_the_weights_unless_given():
    np.testing.assert_allclose(class_priors(None, np.array([1.0, 3.0])), [0.25, 0.75])
    np.testing.assert_allclose(class_priors([0.5, 0.5], np.array([1.0, 3.0])), [0.5, 0.5])
    with pytest.raises(InputError, match="there are 1 priors for 2 classes; try one prior for each class"):
        class_priors([1.0], np.array([1.0, 3.0]))
    with pytest.raises(InputError, match="priors are probabilities that add up to 1"):
        class_priors([0.5, 0.6], np.array([1.0, 3.0]))
