"""Cost matrices from tables, texts and files."""

import numpy as np
import pandas as pd
import pytest

from foldwise.data import read, read_costs
from foldwise.errors import InputError

TWO, THREE = ("no", "yes"), ("a", "b", "c")


def test_two_classes_are_named_by_their_mistakes():
    assert read_costs("fn=10,fp=1", TWO).tolist() == [[0, 1], [10, 0]]
    assert read_costs("FN = 10", TWO, positive=0).tolist() == [[0, 10], [1, 0]]
    assert read_costs("tp=-5, tn=-1, fn=2, fp=3", TWO).tolist() == [[-1, 3], [2, -5]]


def test_not_answering_has_a_cost_of_its_own():
    assert read_costs("fn=10,fp=1,reject=0.5", TWO).tolist() == [[0, 1, 0.5], [10, 0, 0.5]]


@pytest.mark.parametrize("source", [[[0, 1], [10, 0]], "0,1;10,0", "0 1; 10 0", np.array([[0, 1], [10, 0]])])
def test_a_table_is_in_the_order_of_the_classes(source):
    assert read_costs(source, TWO).tolist() == [[0, 1], [10, 0]]


@pytest.mark.parametrize(
    "text",
    [
        "0,1\n10,0\n",
        "true,no,yes\nno,0,1\nyes,10,0\n",
        ",yes,no\nyes,0,10\nno,1,0\n",
        "\ufefftrue;no;yes\r\nno;0;1\r\nyes;10;0\r\n",
        "true\tno\tyes\nno\t0\t1\nyes\t10\t0\n",
        "0 1\n10 0\n",
    ],
)
def test_a_file_may_name_the_classes_in_any_order(tmp_path, text):
    file = tmp_path / "costs.csv"
    file.write_text(text, encoding="utf-8", newline="")
    assert read_costs(file, TWO).tolist() == read_costs(str(file), TWO).tolist() == [[0, 1], [10, 0]]


def test_a_named_table_may_say_what_not_answering_costs():
    frame = pd.DataFrame(
        [[0.2, 0, 3, 4], [0.2, 1, 0, 5], [0.9, 1, 2, 0]], index=list("abc"), columns=["unclassified", "a", "b", "c"]
    )
    assert read_costs(frame, THREE).tolist() == [[0, 3, 4, 0.2], [1, 0, 5, 0.2], [1, 2, 0, 0.9]]


def test_a_dataset_takes_costs_of_every_kind_and_keeps_them_for_its_rows():
    columns = {"x": [1.0, 2, 3, 4], "y": ["no", "yes", "no", "yes"]}
    dataset = read(columns, "y", costs="fn=10,fp=1,reject=2", positive="no")
    assert dataset.costs.tolist() == [[0, 10, 2], [1, 0, 2]]
    assert dataset.subset(np.array([0, 1])).costs.tolist() == [[0, 10, 2], [1, 0, 2]]


@pytest.mark.parametrize(
    ("source", "classes", "message"),
    [
        ([[0, 1, 2], [1, 0, 2]], TWO, "costs has shape (2, 3), where 2 x 2 was expected; try one line per true class"),
        ("fn=10,fx=1", TWO, "there is no cost called 'fx'; try one of fn, fp"),
        ("fn=ten", TWO, "the cost fn is 'ten', which is not a number; try 'fn=10'"),
        ("fn=10", THREE, "'fn=10' is for two classes, and there are 3; try a table or a file"),
        ("high", TWO, "costs is not a table of numbers; try one line per true class"),
        ("costs.csv", TWO, "there is no cost file 'costs.csv'; try the path of a CSV file"),
        ("fn=10", (), "costs are for classes, and the task is regression"),
        (
            pd.DataFrame(np.eye(2), index=TWO, columns=["no", "maybe"]),
            TWO,
            "the cost table has a column for 'maybe', which",
        ),
        (
            pd.DataFrame(np.eye(2), index=["no", "maybe"], columns=TWO),
            TWO,
            "the cost table has a line for 'maybe', which",
        ),
        (pd.DataFrame([[0], [1]], index=TWO, columns=["no"]), TWO, "the cost table has no column for the class 'yes'"),
        (pd.DataFrame([[0, 1]], index=["yes"], columns=TWO), TWO, "the cost table has no line for the class 'no'"),
        (
            pd.DataFrame([[0, "ten"], [1, 0]], index=TWO, columns=TWO),
            TWO,
            "the cost of predicting 'yes' for a row of 'no' is 'ten', which is not a number",
        ),
    ],
)
def test_a_mistake_is_told_in_one_sentence(source, classes, message):
    with pytest.raises(InputError) as caught:
        read_costs(source, classes)
    assert str(caught.value).startswith(message)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "costs.csv"
    file.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(InputError, match="cannot be read as text"):
        read_costs(file, TWO)


def test_a_short_line_of_a_file_is_told(tmp_path):
    file = tmp_path / "costs.csv"
    file.write_text("true,no,yes\nno,0,1\nyes,10\n")
    with pytest.raises(
        InputError, match="the cost of predicting 'yes' for a row of 'yes' is '', which is not a number"
    ):
        read_costs(file, TWO)


def test_costs_by_name_are_a_dictionary_too():
    assert read_costs({"fn": 10, "fp": 1}, ["no", "yes"]).tolist() == [[0.0, 1.0], [10.0, 0.0]]
    with pytest.raises(InputError, match="there is no cost called 'fnn'; try 'fn'"):
        read_costs({"fnn": 10}, ["no", "yes"])
