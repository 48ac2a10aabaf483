"""What a selection chooses from: settings of one model, or several models."""

import numpy as np
import pytest
from scipy import stats
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.errors import InputError, UnknownNameError
from foldwise.selection.candidates import candidates_of, named, settings_of_grid, with_settings
from tests.worlds import classes

DATA, KNN = classes(20), KNeighborsClassifier()


def test_a_grid_is_every_combination_in_the_order_it_was_listed():
    found = candidates_of(KNN, {"n_neighbors": [1, 5], "weights": ["uniform", "distance"]}, DATA)
    assert [one.name for one in found][:2] == ["n_neighbors=1, weights=uniform", "n_neighbors=1, weights=distance"]
    assert len(found) == 4
    assert found[3].model.get_params()["n_neighbors"] == 5
    assert KNN.n_neighbors == 5 != found[0].model.n_neighbors  # the user's own model is not touched


def test_models_without_a_space_are_the_candidates():
    assert [one.name for one in candidates_of(["lda", "qda"], None, DATA)] == ["lda", "qda"]


def test_random_settings_are_those_of_the_seed_and_none_is_tried_twice():
    space = {"n_neighbors": stats.randint(1, 4)}
    first, again, other = (candidates_of(KNN, space, DATA, search="random", draws=30, seed=seed) for seed in (1, 1, 2))
    assert [one.name for one in first] == [one.name for one in again]
    assert {one.name for one in first} == {one.name for one in other} == {f"n_neighbors={k}" for k in (1, 2, 3)}
    assert isinstance(first[0].settings["n_neighbors"], int)


def test_parameters_of_the_last_step_need_no_prefix_and_numbers_are_written_shortly():
    pipeline = make_pipeline(StandardScaler(), KNN)
    assert with_settings(pipeline, {"n_neighbors": 3})[-1].n_neighbors == 3
    assert with_settings(pipeline, {"standardscaler__with_mean": False})[0].with_mean is False
    assert named(KNN, [{"p": 1 / 3}])[0].name == "p=0.3333"


@pytest.mark.parametrize(
    ("space", "message"),
    [
        ({"n_neighbors": 3}, "the values of 'n_neighbors' must be a list, not 3"),
        ({"weights": "uniform"}, "the values of 'weights' must be a list, not 'uniform'"),
        ({"n_neighbors": np.array([])}, "the list of values of 'n_neighbors' is empty"),
    ],
)
def test_values_that_are_no_list_are_refused(space, message):
    with pytest.raises(InputError, match=message):
        settings_of_grid(space)


def test_nothing_to_choose_from_and_too_much_to_search_are_refused():
    with pytest.raises(InputError, match="there is nothing to select"):
        candidates_of(KNN, None, DATA)
    with pytest.raises(InputError, match="searched for one model at a time, and 2 were given"):
        candidates_of(["lda", "qda"], {"n_neighbors": [1]}, DATA)


def test_an_unknown_parameter_or_search_suggests_the_nearest():
    with pytest.raises(
        UnknownNameError, match="no parameter of KNeighborsClassifier called 'neighbors'; try 'n_neighbors'"
    ):
        with_settings(KNN, {"neighbors": 3})
    with pytest.raises(UnknownNameError, match="there is no search called 'gird'; try 'grid'"):
        candidates_of(KNN, {"n_neighbors": [1]}, DATA, search="gird")
