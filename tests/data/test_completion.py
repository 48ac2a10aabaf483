"""What is said about rows that are a dataset already."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

import foldwise
from foldwise.data import Role, as_dataset, read
from foldwise.data.completion import complete_dataset
from foldwise.errors import InputError, UnknownNameError

FRAME = pd.DataFrame(
    {"a": np.sqrt(np.arange(12.0)), "who": list("uvwxyz") * 2, "w": [1.0, 2.0] * 6, "y": ["no", "yes"] * 6}
)
PLAIN = read(FRAME, "y", roles={"who": "keep"})


def test_values_are_added_with_the_checks_of_read():
    found = complete_dataset(PLAIN, {"groups": np.arange(12) // 2, "weights": [1, 2] * 6, "positive": "no"})
    assert (len(set(found.groups)), found.weights.sum(), found.positive_code) == (6, 18, 0)
    assert found.p == PLAIN.p
    assert {one.role for one in found.columns} >= {Role.GROUPS, Role.WEIGHTS}
    with pytest.raises(InputError, match="weights"):
        complete_dataset(PLAIN, {"weights": [-1, 2] * 6})
    with pytest.raises(InputError, match="groups"):
        complete_dataset(PLAIN, {"groups": [1, 2]})


def test_a_named_column_is_no_feature_any_more():
    found = as_dataset(PLAIN, groups="who", weights="w")
    assert list(found.X.columns) == ["a"]
    assert found.groups.tolist() == list("uvwxyz") * 2
    told = read(FRAME, "y", groups="who", weights="w")
    assert {(one.name, one.role) for one in found.columns} == {(one.name, one.role) for one in told.columns}
    assert found.fingerprint == told.fingerprint


def test_costs_are_about_the_classes():
    assert complete_dataset(PLAIN, {"costs": "fn=5,fp=1"}).costs.tolist() == [[0, 1], [5, 0]]


def test_a_verb_finds_the_same_with_the_facts_in_either_place():
    groups = np.arange(150) // 3
    beside = foldwise.assess("lda", foldwise.sample("iris"), groups=groups, measures="error")
    iris = foldwise.sample("iris")
    within = foldwise.assess("lda", read(iris.X, iris.target, groups=groups), measures="error")
    assert beside.plan == within.plan
    assert beside.finding("lda", "error").interval == within.finding("lda", "error").interval


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"groups": "who"},
            r"groups given with a dataset that has its own groups already; try the call without groups=",
        ),
        ({"task": "regression"}, r"task given with a dataset that has its own task already, 'classification'"),
        ({"y": [1]}, r"y given with a dataset, which has been read already; try giving it to foldwise.read"),
    ],
)
def test_what_is_there_already_is_not_given_again(said, told):
    with pytest.raises(InputError, match=told):
        complete_dataset(read(FRAME, "y", groups="who"), said)


def test_the_same_again_is_no_conflict():
    assert complete_dataset(PLAIN, {"task": "classification"}).task == "classification"


@pytest.mark.parametrize("rows", [PLAIN, foldwise.read(np.arange(8.0).reshape(4, 2), [0, 1, 0, 1])])
def test_an_unknown_column_is_named(rows):
    with pytest.raises(UnknownNameError, match="whom"):
        complete_dataset(rows, {"groups": "whom"})


def test_a_column_of_segments_is_no_feature_any_more_as_in_a_file():
    found = as_dataset(PLAIN, segments="who")
    told = read(FRAME, "y", segments="who")
    assert list(found.X.columns) == list(told.X.columns) == ["a", "w"]
    assert found.segments.tolist() == told.segments.tolist()
    assert found.fingerprint == told.fingerprint


def test_one_column_may_be_groups_and_segments():
    found = as_dataset(PLAIN, groups="who", segments="who")
    assert found.segments.tolist() == found.groups.tolist() == list("uvwxyz") * 2
    assert list(found.X.columns) == ["a", "w"]


@pytest.mark.parametrize("kind", [np.asarray, csr_matrix])
def test_a_column_of_a_matrix_has_a_name_too(kind):
    rows = read(kind(np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 2.0], [7.0, 5.0]])), [0, 1, 0, 1])
    found = as_dataset(rows, segments="x1")
    assert (found.p, found.segments.tolist()) == (1, ["2", "5", "2", "5"])
