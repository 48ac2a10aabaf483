"""Sections and parameters of docstrings."""

from foldwise.comparisons import friedman
from foldwise.explanations.docstrings import parameters_of, reference_of, sections_of
from foldwise.intervals import interval_method
from foldwise.plans import KFold, Predefined


def test_parameters_have_default_and_meaning():
    found = parameters_of(KFold, sections_of(KFold))
    assert [(one["name"], one["default"]) for one in found] == [("k", "10"), ("repeats", "1"), ("stratify", "True")]
    assert found[0]["what"] == "Number of parts, from 2 to the number of rows; k = n is leave-one-out."


def test_what_must_be_given_has_no_default():
    assert parameters_of(Predefined, sections_of(Predefined))[0]["default"] == ""


def test_a_method_without_parameters_has_none():
    kind = type(interval_method("wilson"))
    assert parameters_of(kind, sections_of(kind)) == []


def test_where_formulas_were_collected_is_left_out():
    assert "METHODS" not in " ".join(sections_of(friedman).values())
    assert reference_of(sections_of(friedman)) == "Demsar (2006); Iman (1980)."


def test_without_a_docstring_there_is_nothing():
    assert sections_of(lambda: None) == {"Formula": ""}
