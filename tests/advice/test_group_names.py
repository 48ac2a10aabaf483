"""FW115: names of groups among the features."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.advice import GroupNames, Severity
from tests.advice.worlds import case_of

rule = GroupNames()


def patients(count=30, rows=10, alike=0.9, seed=0):
    """Rows of patients in random order, of one class each, with a share of their variance in common, and the number of the patient."""
    rng = np.random.default_rng(seed)
    group = rng.permutation(np.repeat(np.arange(count), rows))
    common = rng.normal(size=(count, 4))
    X = np.sqrt(alike) * common[group] + np.sqrt(1 - alike) * rng.normal(size=(group.size, 4))
    return X, (common[:, 0] + rng.normal(size=count) > 0).astype(int)[group], group


def frame(X, names):
    return pd.DataFrame(X, columns=list("abcd")).assign(patient=names)


@pytest.mark.parametrize("kind", ["text", "numbers", "an array"])
def test_the_column_that_names_patients_is_named(kind):
    X, y, group = patients()
    table = np.column_stack([X, group]) if kind == "an array" else frame(X, group)
    if kind == "text":
        table["patient"] = [f"p{one}" for one in group]
    found = rule.look(case_of(table, y))
    assert (found.code, found.severity, found.optimistic) == ("FW115", Severity.DOUBTFUL, True)
    assert "10 rows share" in found.found
    assert ("groups='x4'" if kind == "an array" else "groups='patient'") in found.mend


def test_patients_with_a_value_each_are_found():
    X, _, group = patients()
    y = np.random.default_rng(1).normal(size=30)[group]
    assert rule.look(case_of(frame(X, group), y)) is not None


def test_a_category_that_tells_the_class_but_not_the_features_is_none():
    """A zip code may decide; rows of one differ as all rows do."""
    _, y, group = patients()
    X = np.random.default_rng(2).normal(size=(300, 4))
    assert rule.look(case_of(frame(X, [f"z{one}" for one in group]), y)) is None


def test_alike_rows_of_several_classes_are_none():
    """A model of a car fixes its weight and its power, not who buys it."""
    X, _, group = patients()
    y = np.random.default_rng(3).integers(0, 2, 300)
    assert rule.look(case_of(frame(X, [f"m{one}" for one in group]), y)) is None


@pytest.mark.parametrize("names", ["another in every row", "five", "fractions"])
def test_other_columns_name_no_groups(names):
    X, y, group = patients()
    values = {"another in every row": np.arange(300), "five": group % 5, "fractions": group + 0.5}
    assert rule.look(case_of(frame(X, values[names]), y)) is None


def test_given_groups_and_order_are_not_looked_for():
    X, y, group = patients()
    table = frame(X, group)
    assert rule.look(case_of(table, y, groups=group)) is None
    assert rule.look(case_of(table, y, order=np.arange(300))) is None


def test_missing_names_are_passed_over():
    X, y, group = patients()
    names = group.astype(float)
    names[::7] = np.nan
    assert rule.look(case_of(frame(X, names), y)) is not None


def test_assess_says_it_first_and_groups_mend_it():
    X, y, group = patients()
    table = frame(X, group).assign(y=y)
    assert str(foldwise.assess("knn", table, "y", measures="error")).startswith("Check   FW115")
    mended = foldwise.assess("knn", table, "y", groups="patient", measures="error")
    assert "FW115" not in str(mended)


@pytest.mark.parametrize("derived", ["powers", "hours", "with a copy"])
def test_a_whole_number_that_is_a_quantity_names_no_groups(derived):
    """Rows of one age are as alike in what follows from the age as rows of the next age nearly are."""
    rng = np.random.default_rng(5)
    age = rng.integers(20, 60, 300)
    others = {
        "powers": [age**2, np.log(age), rng.normal(size=300)],
        "hours": [np.sin(age / 6), np.cos(age / 6)],
        "with a copy": [age + 0.1],
    }[derived]
    assert rule.look(case_of(np.column_stack([age, *others]), age * 0.5 + rng.normal(size=300))) is None
