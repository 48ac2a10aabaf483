"""FW106: columns that look as if they had been chosen by their association with the target."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.feature_selection import SelectKBest, f_classif, f_regression

from foldwise.advice import ChosenColumns
from foldwise.advice.chosen_columns import association
from tests.advice.worlds import case_of, normal_rows, values_of

rule = ChosenColumns()


def chosen(n, kept=20, among=1000, seed=0, *, numeric=False):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=n) if numeric else rng.permutation(np.arange(n) % 2)
    return SelectKBest(f_regression if numeric else f_classif, k=kept).fit_transform(rng.normal(size=(n, among)), y), y


@pytest.mark.parametrize("numeric", [False, True])
@pytest.mark.parametrize("n", [50, 200, 1000])
def test_the_best_of_many_useless_columns_are_found(n, numeric):
    found = rule.look(case_of(*chosen(n, numeric=numeric)))
    assert "all 20 features are related to the target" in found.found
    assert "SelectKBest" in found.mend


def test_three_classes_and_a_frame_are_looked_at_alike():
    rng = np.random.default_rng(1)
    y = rng.permutation(np.arange(120) % 3)
    X = SelectKBest(f_classif, k=15).fit_transform(rng.normal(size=(120, 800)), y)
    assert rule.look(case_of(pd.DataFrame(X).add_prefix("gene"), y)) is not None


def test_the_same_columns_with_all_others_are_harmless():
    rng = np.random.default_rng(0)
    assert rule.look(case_of(rng.normal(size=(100, 300)), rng.permutation(np.arange(100) % 2))) is None


@pytest.mark.parametrize("load", [load_breast_cancer, load_wine, load_digits])
def test_columns_that_were_measured_for_a_reason_are_harmless(load):
    X, y = load(return_X_y=True)
    assert rule.look(case_of(X, y)) is None


def test_columns_that_repeat_one_another_are_harmless():
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(200) % 2)
    X = 0.4 * y[:, None] + rng.normal(size=(200, 1)) + 0.1 * rng.normal(size=(200, 12))
    assert association(X, y, classes=True)[0].min() > 1.5
    assert rule.look(case_of(X, y)) is None


def test_equal_effects_in_every_column_are_seldom_taken_for_a_choice():
    rng, y = np.random.default_rng(0), np.arange(100) % 2
    worlds = [(rng.normal(size=(100, 12)) + 0.6 * y[:, None], y) for _ in range(200)]
    assert sum(rule.look(case_of(*world)) is not None for world in worlds) <= 2


@pytest.mark.parametrize(
    "world",
    [
        pytest.param(lambda: normal_rows(300, 12), id="one column says something"),
        pytest.param(lambda: chosen(100, kept=9), id="nine columns"),
        pytest.param(lambda: (np.ones((40, 12)), np.arange(40) % 2), id="constant columns"),
        pytest.param(lambda: (np.where(np.eye(40, 12), np.nan, 1.0), np.arange(40) % 2), id="missing values"),
        pytest.param(lambda: (np.tile(np.arange(40) % 2, (12, 1)).T, np.arange(40) % 2), id="copies of the target"),
    ],
)
def test_other_rows_say_nothing(world):
    assert rule.look(case_of(*world())) is None


def test_categories_are_not_looked_at():
    X, y = chosen(100)
    frame = pd.DataFrame(X).add_prefix("x").assign(kind=np.resize(["a", "b", "c"], 100))
    assert rule.look(case_of(frame, y)) is None


def test_deviates_are_those_of_the_f_tests_of_scikit_learn():
    X, y = normal_rows(80, 3)
    values = values_of(X)
    np.testing.assert_allclose(association(X, y, classes=True)[0], norm.isf(f_classif(X, y)[1] / 2), rtol=1e-9)
    np.testing.assert_allclose(
        association(X, values, classes=False)[0], norm.isf(f_regression(X, values)[1] / 2), rtol=1e-9
    )
