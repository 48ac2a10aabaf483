"""FW303: the winner is at the edge of its grid."""

import json

import pytest
from sklearn.datasets import make_classification
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.advice import Case, GridEdge


def look(values, *won, name="C"):
    return GridEdge().look(Case("select", tried={name: tuple(values)}, winners=tuple({name: one} for one in won)))


@pytest.mark.parametrize(
    ("values", "won", "side", "more"),
    [
        ([0.1, 1, 10], 10, "largest", "[10, 100, 1000]"),
        ([0.1, 1, 10], 0.1, "smallest", "[0.1, 0.01, 0.001]"),
        ([2, 4, 8], 8, "largest", "[8, 16, 32]"),
        ([5, 10, 15], 5, "smallest", "[5, 2, 1]"),
        ([5, 10, 15], 15, "largest", "[15, 20, 25]"),
        ([-3, -2, -1], -3, "smallest", "[-3, -4, -5]"),
        ([4, 2, 8], 8, "largest", "[8, 16, 32]"),
    ],
)
def test_the_best_value_at_an_edge_is_said_with_values_beyond(values, won, side, more):
    found = look(values, won)
    assert found.found == f"C = {won:g} is the {side} of those tried"
    assert found.mend == f"space={{'C': {more}}} tells whether it goes on"


@pytest.mark.parametrize(
    ("values", "won"),
    [
        ([1, 5, 15], 5),
        ([1, 5, 15], 1),
        ([0, 0.1, 1, 10], 0),
        ([0.1, 0.5, 1.0], 1.0),
        ([2, 4, None], 4),
        ([2, 4], 4),
        (["gini", "entropy", "log_loss"], "log_loss"),
        ([True, False, True], True),
        ([1, 5, "auto"], 5),
        ([2.0, 4.0, float("inf")], 4.0),
        ([(10,), (20,), (30,)], (30,)),
    ],
)
def test_a_value_inside_a_natural_bound_and_words_are_no_edge(values, won):
    assert look(values, won) is None


def test_two_rows_to_split_are_the_least():
    assert look([2, 10, 50], 2, name="tree__min_samples_split") is None
    assert look([2, 10, 50], 50, name="tree__min_samples_split") is not None


def test_a_value_inside_that_does_as_well_takes_the_edge_back():
    assert look([1.5, 5, 15], 15, 5) is None


DATA = make_classification(200, 8, n_informative=4, flip_y=0.3, random_state=0)


def test_select_says_it_first_with_its_code():
    found = foldwise.select(KNeighborsClassifier(), {"n_neighbors": [1, 2, 3]}, *DATA, plan="kfold(5)", refit=False)
    assert found.chosen == "n_neighbors=3"
    assert [one.code for one in found.advice] == ["FW303"]
    first = " ".join(str(found).split("\n\n")[0].split())
    assert first.startswith(
        "Check FW303 winner at the edge of the grid: n_neighbors = 3 is the largest of those tried."
    )
    assert (
        json.loads(found.to_json())["advice"][0]["mend"] == "space={'n_neighbors': [3, 4, 5]} tells whether it goes on"
    )


def test_models_without_a_grid_have_no_edge():
    assert foldwise.select(["knn", "lda", "gaussian-nb"], None, *DATA, plan="kfold(5)", refit=False).advice == ()
