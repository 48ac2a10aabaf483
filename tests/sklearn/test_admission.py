"""What is left to scikit-learn because its numbers, or its words, might be others."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import Ridge

from foldwise.sklearn.admission import NotBatched, as_rows


def test_columns_far_from_zero_and_of_one_name_are_left_to_scikit_learn():
    X = np.random.default_rng(0).normal(size=(60, 3))
    with pytest.raises(NotBatched, match="so far from zero"):
        as_rows(Ridge(), X + 1e9, X[:, 0])
    with pytest.raises(NotBatched, match="so far from zero"):
        as_rows(Ridge(), X, X[:, 0] + 1e9)
    with pytest.raises(NotBatched, match="two columns of one name"):
        as_rows(Ridge(), pd.DataFrame(X, columns=["a", "a", "b"]), X[:, 0])
    assert as_rows(Ridge(), np.c_[X, np.ones(60)], X[:, 0]).n == 60
