"""Reading the datasets of an experiment."""

import pytest

import foldwise
from foldwise.errors import FoldwiseWarning, InputError
from foldwise.experiments import read_datasets

IRIS = foldwise.sample("iris")
NOTHING = dict.fromkeys(("groups", "order", "weights", "task"))


def test_datasets_are_called_by_their_names_a_second_one_with_a_number():
    assert list(read_datasets([IRIS, IRIS.subset(range(100))], None, NOTHING)[0]) == ["iris", "iris-2"]
    assert list(read_datasets({"flowers": IRIS}, None, NOTHING)[0]) == ["flowers"]


def test_pairs_of_arrays_and_targets_by_name():
    frame = IRIS.X.assign(kind=IRIS.target)
    pair = (IRIS.X[::2], IRIS.target[::2])
    found, unread = read_datasets({"pair": pair, "frame": frame}, {"frame": "kind"}, NOTHING)
    assert [one.classes for one in found.values()] == [IRIS.classes] * 2
    assert unread == {}


def test_one_that_cannot_be_read_does_not_stop_the_others():
    found, unread = read_datasets({"good": IRIS, "bad": "nowhere.csv"}, None, NOTHING)
    assert list(found) == ["good"]
    assert "nowhere.csv" in unread["bad"]


def test_none_at_all_and_none_that_can_be_read():
    with pytest.raises(InputError, match="no dataset was given"):
        read_datasets([], None, NOTHING)
    with pytest.raises(InputError, match="dataset 'bad': "):
        read_datasets({"bad": "nowhere.csv"}, "y", NOTHING)


def test_the_same_rows_twice_are_told():
    said = "datasets 'a' and 'b' have the same rows, and tests over datasets take them for independent"
    with pytest.warns(FoldwiseWarning, match=said):
        read_datasets({"a": IRIS, "b": IRIS, "c": IRIS.subset(range(100))}, None, NOTHING)
