"""Counts and names in sentences."""

import pytest

from foldwise.phrases import (
    beginning,
    count_of,
    listed,
    method_name,
    ordinal,
    reasons_of,
    shown_p_value,
    there_are,
    told_p_value,
)


@pytest.mark.parametrize(("number", "shown"), [(0, "0 resamples"), (1, "1 resample"), (1200, "1,200 resamples")])
def test_one_thing_is_not_several(number, shown):
    assert count_of(number, "resample") == shown


def test_a_plural_of_its_own():
    assert [count_of(number, "class", "classes") for number in (1, 2)] == ["1 class", "2 classes"]


def test_there_is_one_and_there_are_several():
    assert [there_are(number) for number in (0, 1, 2)] == ["there are 0", "there is 1", "there are 2"]
    assert there_are(1, "row") == "there is 1 row"


def test_names_in_a_row():
    assert [listed(list(names)) for names in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]


def test_a_reason_is_given_once():
    assert reasons_of([("a", "few rows"), ("b", "few rows")]) == "few rows"
    assert reasons_of([("a", "few rows"), ("b", "one class"), ("c", "few rows")]) == "a and c: few rows; b: one class"


def test_a_reason_of_one_alone_keeps_its_name():
    assert reasons_of([("a", "few rows")]) == "a: few rows"


def test_no_reasons():
    assert reasons_of([]) == ""


@pytest.mark.parametrize("text", [".632+", "632+", "0.632+", "632plus", "632-plus", " .632 plus ", "632_Plus"])
def test_the_632_plus_method_as_papers_write_it(text):
    assert method_name(text) == "632plus"


def test_names_of_methods_are_read_generously():
    assert [method_name(text) for text in (".632", "632", "632-kohavi", "Corrected_T")] == [
        *("632", "632", "632-kohavi", "corrected-t")
    ]


def test_places_in_a_row():
    assert [ordinal(number) for number in (1, 2, 3, 5, 11, 13, 22, 111, 1001)] == [
        *("1st", "2nd", "3rd", "5th", "11th", "13th", "22nd", "111th", "1,001st")
    ]


def test_p_values_are_short_and_never_nothing():
    assert [shown_p_value(value) for value in (0.5, 1e-9, 2.2e-308, 0.0)] == ["0.5000", "<0.0001", "<0.0001", "<0.0001"]


def test_the_beginning_of_a_sentence_keeps_other_capitals():
    assert beginning("error of 'YES'") == "Error of 'YES'"
    assert beginning("auc of 'YES'") == "AUC of 'YES'"
    assert beginning("") == ""


def test_a_p_value_in_a_sentence_is_never_zero():
    assert told_p_value(0.0) == "p < 0.0001"
    assert told_p_value(0.5) == "p = 0.5"
