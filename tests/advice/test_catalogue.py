"""All rules together."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.advice import RULES, Case, Rule, Severity, look_at
from foldwise.data import sample
from tests.advice.worlds import case_of, normal_rows, shuffled

VERBS = ("assess", "compare", "select", "improve", "certify", "score", "diagnose")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_a_code_and_tells_about_itself(rule):
    assert isinstance(rule, Rule)
    assert re.fullmatch(r"FW[1-3]\d\d", rule.code)
    assert rule.title
    assert rule.summary
    assert rule.severity in Severity
    assert set(rule.verbs) <= set(VERBS)
    assert type(rule).__doc__


def test_codes_are_unique_and_in_order():
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("verb", VERBS)
def test_a_rule_has_nothing_to_say_about_nothing(verb):
    assert [rule.code for rule in RULES if rule.look(Case(verb)) is not None] == []


@pytest.mark.parametrize("verb", ["assess", "compare", "select"])
@pytest.mark.parametrize("name", ["iris", "breast-cancer", "auto-mpg"])
def test_nothing_is_found_in_the_bundled_samples(name, verb):
    assert look_at(Case(verb, sample(name))) == ()


@pytest.mark.parametrize("rows", [2, 3, 10])
@pytest.mark.parametrize("columns", [1, 3])
def test_few_rows_and_columns_are_no_trouble(rows, columns):
    X, _ = normal_rows(rows, columns)
    assert look_at(case_of(X, np.arange(rows) % 2)) == ()
    assert look_at(case_of(np.ones((rows, columns)), np.arange(rows) % 2)) == ()


def test_exact_copies_make_near_ones_no_news():
    X, y = normal_rows(150)
    found = look_at(case_of(*shuffled(np.tile(X, (2, 1)), np.tile(y, 2))))
    assert [one.code for one in found] == ["FW101"]


def test_several_findings_come_in_the_order_of_the_catalogue():
    X, y = normal_rows(150)
    X = np.tile(np.column_stack([X, y]), (2, 1))
    assert [one.code for one in look_at(case_of(*shuffled(X, np.tile(y, 2))))] == ["FW101", "FW103"]


def test_a_dataset_that_nobody_described_is_looked_at_too():
    X, y = normal_rows(100)
    made = foldwise.Dataset(np.column_stack([X, y]), y, foldwise.data.Task.CLASSIFICATION)
    assert [one.code for one in look_at(Case("assess", made))] == ["FW103"]


@pytest.mark.parametrize("values", ["classes", "values"])
def test_squares_that_overflow_warn_nobody(values):
    """Values near the largest number are odd, not wrong; the table keeps a text so that numpy looks at it, not the kernels."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(150, 4)) * 1e200).add_prefix("x").assign(place=rng.choice(list("abc"), 150))
    y = rng.integers(0, 2, 150) if values == "classes" else rng.normal(size=150)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert look_at(case_of(X, y)) == ()
