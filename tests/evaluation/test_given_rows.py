"""A user's own model gets the user's own table, column for column."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from foldwise.errors import InputError
from foldwise.evaluation.given_rows import column_roles, read_rows

FRAME = pd.DataFrame({"text": ["a", "b"], "x": [1.0, 2.0], "y": [0, 1], "site": [1, 2]})


@pytest.mark.parametrize("model", [GaussianNB(), [GaussianNB()], {"mine": GaussianNB()}])
def test_every_column_that_has_no_other_role_is_kept(model):
    assert column_roles(model, FRAME, "y", "site", None) == {"text": "keep", "x": "keep"}


@pytest.mark.parametrize("model", ["lda", ["lda", GaussianNB()], {"mine": "lda"}])
def test_a_named_model_leaves_out_what_it_cannot_use(model):
    assert column_roles(model, FRAME, "y") is None


def test_an_array_has_no_columns_to_keep_and_an_array_is_no_name():
    assert column_roles(GaussianNB(), np.zeros((2, 2))) is None
    assert column_roles(GaussianNB(), FRAME, np.array([0, 1]))["y"] == "keep"


def test_a_table_in_the_place_of_the_model_is_named_as_such():
    said = r"the model comes first, and it is an array of shape \(2, 2\); try a model before X and y"
    with pytest.raises(InputError, match=said):
        read_rows(np.zeros((2, 2)), np.array([0, 1]))
    with pytest.raises(InputError, match=r"it is a DataFrame of shape \(2, 4\)"):
        read_rows(FRAME, "y")
