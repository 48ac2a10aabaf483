"""Base models of a blend."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.tree import DecisionTreeRegressor

from foldwise.ensembles.library import fit_library, library_of
from foldwise.errors import InputError
from tests.ensembles.data import values


def test_models_have_names_however_they_are_given():
    ridge = Ridge()
    assert library_of([("a", ridge)], classification=False) == {"a": ridge}
    assert library_of({"a": ridge}, classification=False) == {"a": ridge}
    assert list(library_of([ridge, ridge], classification=False)) == ["Ridge", "Ridge-2"]


def test_the_default_has_models_of_different_kinds():
    assert list(library_of(None, classification=False)) == ["ridge", "knn", "tree"]


def test_clones_are_fitted_and_seeded():
    X, y = values(30)
    tree = DecisionTreeRegressor()
    fitted = fit_library({"tree": tree}, X, y, rng=np.random.RandomState(0))
    assert fitted["tree"].random_state is not None
    assert not hasattr(tree, "tree_")


@pytest.mark.parametrize("given", [[], ["logistic"], [("a", LogisticRegression)]])
def test_what_is_no_model_is_refused(given):
    if given and isinstance(given[0], tuple):
        given = [("a", "logistic")]
    with pytest.raises(InputError, match="base model"):
        library_of(given, classification=True)
