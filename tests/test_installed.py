"""What differs between releases of scikit-learn."""

import numpy as np
import pytest
import sklearn
from sklearn.naive_bayes import GaussianNB

from foldwise.installed import SKLEARN, check_array, validate_data


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
