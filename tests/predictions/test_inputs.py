"""What the user gave, as columns with roles."""

import numpy as np
import pandas as pd
import pytest

from foldwise.errors import InputError, UnknownNameError
from foldwise.predictions.inputs import SINGLE_SYSTEM, read_inputs

FRAME = pd.DataFrame({"y": [0, 1], "a": [0, 1], "b": [1, 1], "pa": [0.1, 0.8], "pb": [0.6, 0.7], "g": ["u", "v"]})


def read(truth, predicted=None, *, scores=None, data=None, **more):
    settings = dict.fromkeys(("groups", "weights", "segments", "system", "row")) | more
    return read_inputs(truth, predicted, scores=scores, data=data, **settings)


def test_arrays_of_one_system():
    source, roles = read([0, 1], [1, 1], scores=[0.2, 0.7], groups=["x", "y"])
    assert roles.systems == (SINGLE_SYSTEM,)
    assert (roles.predicted[SINGLE_SYSTEM], roles.scores[SINGLE_SYSTEM], roles.groups) == (
        "predicted system",
        ("score system",),
        "groups",
    )
    assert source.columns["predicted system"].tolist() == [1, 1]


def test_arrays_of_several_systems():
    _, roles = read([0, 1], {"a": [0, 1], "b": [1, 1]}, scores={"b": [0.2, 0.7]})
    assert (roles.systems, tuple(roles.scores)) == (("a", "b"), ("b",))


def test_a_frame_of_predictions_has_one_column_for_each_system():
    _, roles = read([0, 1], FRAME[["a", "b"]])
    assert roles.systems == ("a", "b")


@pytest.mark.parametrize(
    ("predicted", "scores", "systems", "columns"),
    [
        ("a", "pa", ("a",), {"a": ("pa",)}),
        (["a", "b"], ["pa", "pb"], ("a", "b"), {"a": ("pa",), "b": ("pb",)}),
        ({"mine": "a", "theirs": "b"}, {"mine": "pa"}, ("mine", "theirs"), {"mine": ("pa",)}),
        ("a", ["pa", "pb"], ("a",), {"a": ("pa", "pb")}),
        (None, "pa", (SINGLE_SYSTEM,), {SINGLE_SYSTEM: ("pa",)}),
        (None, {"mine": "pa"}, ("mine",), {"mine": ("pa",)}),
    ],
)
def test_columns_of_a_table(predicted, scores, systems, columns):
    _, roles = read("y", predicted, scores=scores, data=FRAME)
    assert (roles.systems, dict(roles.scores)) == (systems, columns)


def test_all_columns_that_are_needed_are_listed_once():
    _, roles = read("y", ["a", "b"], data=FRAME, groups="g", segments="g")
    assert roles.columns == ("y", "a", "b", "g")


def test_a_missing_label_in_a_list_stays_missing():
    source, _ = read(["x", "y"], ["x", None])
    assert source.columns["predicted system"].tolist() == ["x", None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"truth": [0, 1]}, "neither predictions nor scores were given; try predicted="),
        (
            {"truth": [0, 1], "predicted": [0]},
            "predicted system has 1 row but truth has 2; try one value for every row",
        ),
        (
            {"truth": "y", "predicted": [0]},
            "truth is the text 'y', and there is no table to find a column in; try data=",
        ),
        ({"truth": [0, 1], "predicted": "a"}, "predictions of 'system' is the text 'a', not a column of values"),
        (
            {"truth": [[0, 1]], "predicted": [0]},
            "truth has 2 columns, and multi-label and multi-output targets are out of scope",
        ),
        ({"truth": [], "predicted": []}, "truth is empty; try at least one row"),
        ({"truth": [0, 1], "predicted": {}}, "predicted is empty; try predicted={'my model': [...]}"),
        (
            {"truth": [0], "predicted": {"a": [0], "b": [0]}, "scores": [0.1]},
            "there are 2 systems and one array of scores",
        ),
        (
            {"truth": [0], "predicted": [0], "system": "s"},
            "system= names a column of a long table, and there is no table",
        ),
        ({"truth": [0, 1], "predicted": "a", "data": FRAME}, "with data=… truth is the name of a column, not list"),
        (
            {"truth": "y", "predicted": [1, 2], "data": FRAME},
            "with data=… predicted is the name of a column, or several",
        ),
        (
            {"truth": "y", "predicted": ["a", "b"], "scores": ["pa"], "data": FRAME},
            "there are 2 systems and 1 score column",
        ),
        (
            {"truth": "y", "predicted": "a", "data": FRAME, "groups": [1, 2]},
            "with data=… groups is the name of a column",
        ),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, message):
    with pytest.raises(InputError) as caught:
        read(**arguments)
    assert str(caught.value).startswith(message)


def test_names_that_are_not_there_get_the_nearest():
    with pytest.raises(UnknownNameError, match="there is no column of the table called 'aa'; try"):
        read("y", "aa", data=FRAME)
    with pytest.raises(UnknownNameError, match="no system with predictions called 'k'"):
        read([0, 1], {"a": [0, 1]}, scores={"k": [0.1, 0.2]})
    with pytest.raises(UnknownNameError, match="no system with predictions called 'k'"):
        read("y", {"m": "a"}, scores={"k": "pa"}, data=FRAME)


def test_scores_may_have_a_column_for_each_class():
    source, _ = read([0, 1], [0, 1], scores=np.eye(2))
    assert source.columns["score system"].shape == (2, 2)


def test_pandas_rows_in_another_order_are_refused_and_other_indexes_are_places():
    truth, other = pd.Series([0, 1], index=[5, 6]), pd.Series([1, 0], index=[6, 5])
    assert read(truth, pd.Series([1, 0]))[0].rows == 2
    for given in ({"predicted": other}, {"predicted": {"a": other}}, {"predicted": [0, 1], "groups": other}):
        with pytest.raises(InputError, match="have the same index in a different order, and rows are matched by place"):
            read(truth, **given)


@pytest.mark.parametrize("part", ["groups", "segments"])
def test_ids_that_are_written_alike_are_refused(part):
    said = f"{part} has different values that are all written '1'"
    with pytest.raises(InputError, match=said):
        read([0, 1, 1], [1, 1, 1], **{part: [1, "1", 2]})
    frame = pd.DataFrame({"y": [0, 1, 1], "a": [0, 1, 1], "site": np.array([True, "True", 2], dtype=object)})
    with pytest.raises(InputError, match=f"{part} has different values that are all written 'True'"):
        read("y", "a", data=frame, **{part: "site"})
    assert read([0, 1, 1], [1, 1, 1], **{part: np.array([1, 1.0, "2"], dtype=object)})[1].systems == (SINGLE_SYSTEM,)


def test_two_columns_of_one_name_are_refused():
    twice = pd.DataFrame([[0, 1, 1], [1, 1, 0]], columns=["y", "m", "m"])
    with pytest.raises(InputError, match="'the table' has 2 columns called 'm'"):
        read("y", "m", data=twice)
    with pytest.raises(InputError, match="'predicted' has 2 columns called 'm'"):
        read([0, 1], twice[["m"]])
    alike = twice.set_axis(["y", 1, "1"], axis=1)
    with pytest.raises(InputError, match="'the table' has 2 columns called '1'"):
        read("y", "1", data=alike)


def test_scores_in_a_table_of_one_column_are_a_column():
    source, roles = read([0, 1], scores=np.array([[0.2], [0.7]]))
    assert source.columns[roles.scores[SINGLE_SYSTEM][0]].tolist() == [0.2, 0.7]


@pytest.mark.parametrize("given", [{"predicted": "y"}, {"scores": {"m": "y"}}, {"predicted": {"a": "a", "b": "y"}}])
def test_the_truth_is_refused_as_predictions(given):
    with pytest.raises(InputError, match=r"the column 'y' is the truth and was given as (predicted|scores)= too"):
        read("y", data=FRAME, **given)
