"""Numbers, texts and dates, and how one becomes another."""

import numpy as np
import pytest

from foldwise.data.content import (
    DateContent,
    Mixture,
    NumericContent,
    as_texts,
    content_as_numbers,
    is_number,
    texts_of,
    without,
)
from foldwise.errors import InputError


def days(*texts):
    return DateContent(np.array(texts, dtype="datetime64[us]"))


def test_numbers_know_what_is_missing_and_how_many_differ():
    numbers = NumericContent(np.array([1.0, np.nan, 1.0, 2.5]))
    assert (numbers.missing, numbers.levels, numbers.whole) == (1, 2, False)


def test_the_levels_of_many_numbers_are_counted_in_the_first_rows_and_up_to_a_hundred_only():
    assert NumericContent(np.arange(12_345.0)).levels == 100
    assert NumericContent(np.arange(12_345.0) // 500).levels == 2


def test_numbers_with_an_infinite_value_are_not_whole():
    assert not NumericContent(np.array([1.0, np.inf])).whole


def test_texts_are_sorted_by_name_and_keep_their_own_type():
    texts = texts_of(np.array([0, 1, -1, 0]), np.array([10, 9]))
    assert texts.names == ("10", "9")
    assert texts.labels.tolist() == [10, 9]
    assert texts.labels[texts.codes[[0, 1]]].tolist() == [10, 9]
    assert (texts.codes.tolist(), texts.missing, texts.levels) == ([0, 1, -1, 0], 1, 2)


def test_labels_that_read_the_same_become_one():
    texts = texts_of(np.array([0, 1, 0]), np.array([1, "1"], dtype=object))
    assert (texts.names, texts.codes.tolist(), texts.labels.tolist()) == (("1",), [0, 0, 0], ["1"])


def test_whole_numbers_become_texts_without_a_point():
    texts = as_texts(NumericContent(np.array([2.0, np.nan, 10.0])))
    assert (texts.names, texts.codes.tolist()) == (("10", "2"), [1, -1, 0])


def test_other_numbers_become_texts_as_they_are_written():
    assert as_texts(NumericContent(np.array([2.5, 1.0]))).names == ("1.0", "2.5")


def test_dates_become_texts_and_days_or_seconds():
    assert as_texts(days("2026-11-15", "NaT")).names == ("2026-11-15",)
    assert content_as_numbers(days("1970-01-02", "NaT", "1970-01-11"), "d").values[[0, 2]].tolist() == [1, 10]
    assert content_as_numbers(days("1970-01-01T00:01", "1970-01-01"), "d").values.tolist() == [60, 0]


def test_texts_become_numbers_if_they_are_numbers():
    texts = texts_of(np.array([1, 0, -1]), np.array(["2", "1.5"]))
    assert np.array_equal(content_as_numbers(texts, "a").values, [1.5, 2, np.nan], equal_nan=True)
    with pytest.raises(InputError, match=r"'a' cannot be numeric: 2 rows hold the text 'x'; try missing=\['x'\]"):
        content_as_numbers(texts_of(np.array([1, 0, 1]), np.array(["2", "x"])), "a")


def test_what_is_in_the_right_form_is_not_made_again():
    numbers, texts = NumericContent(np.ones(2)), texts_of(np.array([0]), np.array(["u"]))
    assert content_as_numbers(numbers, "a") is numbers
    assert as_texts(texts) is texts


def test_a_token_that_is_a_number_stands_for_it():
    numbers, met = without(NumericContent(np.array([-999.0, 1.0]), integer=True), ["-999", "?", "7", "nan"])
    assert met == ("-999",)
    assert np.array_equal(numbers.values, [np.nan, 1], equal_nan=True)


def test_a_mixture_says_itself():
    assert str(Mixture(2, 1, "three")) == "numbers (2 of 3 rows) with texts (1 of 3 rows, such as 'three')"


@pytest.mark.parametrize(("text", "number"), [("1", True), (" 1e-3", True), ("inf", True), ("1_0", False), ("", False)])
def test_numbers_are_told_from_texts(text, number):
    assert is_number(text) is number
