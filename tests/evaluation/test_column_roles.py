"""A user's own model gets the user's own table."""

import numpy as np
import pandas as pd
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.evaluation import column_roles

FRAME = pd.DataFrame({"number": [1, 2], "text": ["a", "b"], "y": [0, 1]})


def test_every_column_that_is_a_feature_is_kept():
    assert column_roles(GaussianNB(), FRAME, "y", None) == {"number": "keep", "text": "keep"}
    assert column_roles([GaussianNB()], FRAME, "y") == {"number": "keep", "text": "keep"}


def test_named_models_arrays_and_datasets_are_read_as_usual():
    assert column_roles("lda", FRAME, "y") is None
    assert column_roles({"mine": GaussianNB(), "other": "lda"}, FRAME, "y") is None
    assert column_roles(GaussianNB(), np.ones((2, 2)), np.ones(2)) is None
    assert column_roles(GaussianNB(), foldwise.sample("iris")) is None
