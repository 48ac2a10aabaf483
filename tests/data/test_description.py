"""The lines before a run."""

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from foldwise.data import Column, Dataset, Kind, Role, Task, other_task_hint, read, sample


def test_two_classes_with_a_dropped_column():
    n = 200
    frame = pd.DataFrame(
        {
            "minutes": np.arange(n) % 17 + 0.5,
            "plan": np.where(np.arange(n) % 3, "basic", "full"),
            "phone": [f"555-{at:04}" for at in range(n)],
            "churned": np.where(np.arange(n) < 29, "yes", "no"),
        }
    )
    assert read(frame, "churned", name="churn.csv").describe() == (
        "churn.csv  200 rows x 3 columns    target churned (no 85.5 %, yes 14.5 %)\n"
        "  numeric 1 · categorical 1 · dropped 1 (phone: all values differ) · missing 0"
    )


def test_a_regression_with_missing_values():
    assert sample("auto-mpg").describe() == (
        "auto-mpg  398 rows x 8 columns    target mpg (9 to 46.6, mean 23.5)\n"
        "  numeric 6 · categorical 2 · missing 6\n"
        "  read as missing: empty in horsepower"
    )


def test_large_values_are_written_without_powers_of_ten():
    text = read(np.arange(6.0).reshape(3, 2), np.array([14999.5, 206856.2, 500001.7])).describe()
    assert "target y (15,000 to 500,002, mean 240,619)" in text


def test_tokens_are_named_with_their_columns(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("a,b,c,d,e,y\n?,?,?,?,NA,u\n1,1,1,1,1,v\n2,3,4,5,,u\n")
    assert (
        read(path, "y").describe().splitlines()[-1]
        == "  read as missing: '?' in a, b and 2 more, empty in e, 'NA' in e"
    )


def test_structure_is_named():
    table = np.arange(24.0).reshape(12, 2) % 7
    dataset = read(table, list("abcdefghijkl"), groups=np.arange(12) // 2, order=range(12), weights=np.ones(12))
    lines = dataset.describe().splitlines()
    assert lines[0] == "data  12 rows x 2 columns    target y (12 classes, largest a 8.3 %)"
    assert lines[1] == "  numeric 2 · missing 0 · groups groups (6) · in the order of order"
    assert lines[2] == "  weighted by weights"


def test_dates_that_are_not_used_as_time_are_told_of():
    days = pd.date_range("2020-01-01", periods=30)
    frame = pd.DataFrame({"a": np.arange(30) % 11.0, "day": days, "town": np.arange(30) // 3, "y": np.arange(30) % 7.0})
    told = "not in time: order='day' would test each row on models of the rows before it"
    assert told in read(frame, "y").describe()
    assert told not in read(frame, "y", order="day").describe()
    assert told not in read(frame, "y", groups="town").describe()


def test_constant_columns_are_named():
    assert "constant 1 (x1)" in read(np.array([[1, 2], [3, 2.0]]), [0, 1]).describe()


def test_remarks_about_columns_are_made():
    frame = pd.DataFrame({"price": ["$9.50", "$12", "$9.50"], "size": ["u", "v", 1], "y": [0, 1, 1]})
    assert read(frame, "y").describe().splitlines()[2:] == [
        "  price: texts that look like numbers, such as '$12'",
        "  size: texts, 1 of them numbers",
    ]


def test_a_dataset_without_columns_is_described_too():
    bare = Dataset(X=np.eye(3), target=np.array([1.0, 2, 3]), task=Task.REGRESSION)
    assert bare.describe().splitlines()[0] == "data  3 rows x 3 columns    target y (1 to 3, mean 2)"


@settings(max_examples=50, deadline=None)
@given(
    st.text(min_size=1, max_size=120).filter(lambda text: text.isprintable()),
    st.lists(st.sampled_from(["x" * 5, "long " * 30]), max_size=40),
)
def test_no_line_is_wider_than_a_terminal(name, notes):
    columns = tuple(Column(f"c{at}", Kind.NUMERIC, Role.DROPPED, 1, 2, ("?",), note) for at, note in enumerate(notes))
    dataset = Dataset(
        X=np.eye(2), target=np.array(["u" * 90, "v"]), task=Task.CLASSIFICATION, columns=columns, name=name
    )
    assert max(map(len, dataset.describe().splitlines())) <= 80


def test_segments_without_a_column_of_their_own_are_counted():
    frame = pd.DataFrame({"a": np.arange(30) % 7 + 0.5, "y": ["x", "y", "z"] * 10})
    assert "3 segments" in read(frame, "y", segments=["k", "l", "m"] * 10).describe()
    assert "3 segments" in read(frame, "y", segments="y").describe()
    named = read(frame, "y", segments=pd.Series(["k", "l", "m"] * 10, name="site"))
    assert "segments site (3)" in named.describe()


def test_many_numbers_as_classes_and_two_values_of_a_regression_are_said():
    frame = pd.DataFrame({"x": np.arange(60.0) + 0.5, "grade": np.arange(60) % 15, "yes": np.arange(60) % 2})
    assert "numbers taken as classes: as values they are a regression" in read(frame, "grade").describe()
    assert "numbers taken" not in read(frame, "yes").describe()
    two = read(frame, "yes", task="regression").describe()
    assert "two values only: as classes they are a classification" in two


def test_the_other_task_is_named_only_where_the_target_allows_it():
    frame = pd.DataFrame({"x": np.arange(60.0) + 0.5, "grade": np.arange(60) % 15, "name": [*"ab"] * 30})
    assert other_task_hint(read(frame, "grade")) == "task='regression' if its numbers are values"
    assert other_task_hint(read(frame, "grade", task="regression")) == "task='classification' if its values are classes"
    assert other_task_hint(read(frame, "x")) == ""
    assert other_task_hint(read(frame, "name")) == ""
