"""Confusion matrices of counts, against the rows they count."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise import Predictions
from foldwise.errors import InputError, UnknownNameError
from foldwise.predictions.counts import MOST_ROWS

TWO = [[182, 43], [52, 223]]
THREE = [[30, 4, 1], [6, 25, 3], [0, 5, 40]]


def rows_of(table, classes):
    """Truth and label of every row, in an order of their own."""
    pairs = [
        (classes[i], classes[j] if j < len(classes) else None)
        for i, line in enumerate(table)
        for j, count in enumerate(line)
        for _ in range(count)
    ]
    order = np.random.default_rng(0).permutation(len(pairs))
    truth, predicted = zip(*(pairs[at] for at in order), strict=True)
    return list(truth), {"model": list(predicted)}


@pytest.mark.parametrize(
    ("table", "classes", "more"),
    [
        (TWO, ["no", "yes"], {}),
        (TWO, ["no", "yes"], {"positive": "no", "costs": "fn=10,fp=1"}),
        (THREE, ["a", "b", "c"], {}),
        ([[30, 4, 2], [6, 25, 1]], ["a", "b"], {}),
    ],
)
def test_every_measure_and_interval_is_that_of_the_rows(table, classes, more):
    found = foldwise.score(Predictions.from_counts(table, classes=classes, **more), measures="all")
    expected = foldwise.score(*rows_of(table, classes), measures="all", classes=classes, **more)
    assert len(found.to_frame()) > 10
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
    assert found.confusion().to_numpy().tolist() == expected.confusion().to_numpy().tolist()


def test_a_confusion_matrix_of_a_result_comes_back():
    found = foldwise.score(*rows_of(THREE, ["a", "b", "c"]))
    again = Predictions.from_counts(found.confusion())
    assert again.classes == ("a", "b", "c")
    assert foldwise.score(again).confusion().equals(found.confusion())


def test_classes_without_names_are_numbers_in_their_order():
    made = Predictions.from_counts(np.array(THREE), model="net")
    assert (made.models, made.classes, made.n, made.positive) == (("net",), ("0", "1", "2"), 114, 2)


def test_classes_that_are_not_in_the_order_of_letters_stay_in_theirs():
    made = Predictions.from_counts([[3, 1], [2, 4]], classes=["sick", "healthy"], positive="sick")
    assert (made.classes, made.class_counts.tolist(), made.positive) == (("sick", "healthy"), [4, 6], 0)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1, 2, 3]], r"not the shape \(1, 3\)"),
        ([[1, 2], [3, 4], [5, 6]], r"not the shape \(3, 2\)"),
        ([[0.5, 0.1], [0.2, 0.2]], "whole numbers from 0, and this one 0.5"),
        ([[5, -1], [2, 2]], "and this one -1"),
        ([[5, np.nan], [2, 2]], "and this one nan"),
        ([[0, 0], [0, 0]], "add up to 0 rows"),
        ([[MOST_ROWS, 0], [1, 0]], "can be written out"),
        ("counts.csv", "holds counts, and this is"),
        (pd.DataFrame(TWO, index=["a", "b"], columns=["b", "a"]), "lines of the table are a, b, and its columns b, a"),
    ],
)
def test_what_is_no_confusion_matrix_is_refused(table, message):
    with pytest.raises(InputError, match=message):
        Predictions.from_counts(table)


def test_classes_must_be_those_of_the_lines():
    with pytest.raises(InputError, match="the table has 2 lines, and there are 3 classes"):
        Predictions.from_counts(TWO, classes=["a", "b", "c"])
    with pytest.raises(UnknownNameError, match="maybe"):
        Predictions.from_counts(TWO, classes=["no", "yes"], positive="maybe")
