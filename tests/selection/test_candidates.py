"""The candidates of a selection."""

import numpy as np
import pytest
from scipy import stats
from sklearn.tree import DecisionTreeClassifier

import foldwise
from foldwise.errors import InputError, UnknownNameError
from foldwise.selection.candidates import candidates_of, random_settings, settings_of, with_settings

IRIS = foldwise.sample("iris")


def test_a_grid_is_every_combination_in_the_order_it_was_given():
    assert settings_of({"a": [2, 1], "b": "xy"[:1].split()}) == [{"a": 2, "b": "x"}, {"a": 1, "b": "x"}]
    found = candidates_of(DecisionTreeClassifier(), {"max_depth": [4, 2]}, IRIS)
    assert [one.name for one in found] == ["max_depth=4", "max_depth=2"]
    assert [one.model.max_depth for one in found] == [4, 2]


def test_random_settings_are_drawn_from_lists_and_distributions_each_once():
    found = random_settings({"a": [1, 2], "b": stats.uniform(0, 1)}, 5, seed=0)
    assert len(found) == 5
    assert all(0 <= one["b"] <= 1 for one in found)
    assert len(random_settings({"a": [1]}, 5, seed=0)) == 1


def test_a_setting_of_the_last_step_needs_no_prefix():
    (pipeline,) = foldwise.models.as_models("knn", IRIS).values()
    assert with_settings(pipeline, {"n_neighbors": 3}).steps[-1][1].n_neighbors == 3


@pytest.mark.parametrize(
    ("model", "space", "search", "error", "message"),
    [
        ("lda", None, "grid", InputError, "nothing to select"),
        ("lda, knn", {"a": [1]}, "grid", InputError, "one model at a time"),
        ("knn", {"n_neighbors": 3}, "grid", InputError, "must be a list, not 3"),
        ("knn", {"n_neighbors": []}, "grid", InputError, "is empty"),
        ("knn", {"n_neighbours": [3]}, "grid", UnknownNameError, "n_neighbors"),
        ("knn", {"n_neighbors": np.arange(3)}, "tree", UnknownNameError, "no search called 'tree'"),
    ],
)
def test_what_cannot_be_searched_is_refused(model, space, search, error, message):
    with pytest.raises(error, match=message):
        candidates_of(model, space, IRIS, search=search)
