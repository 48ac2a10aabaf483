"""The compiled first look leaves out no rule that would have spoken: the same findings as by the rules alone."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn import datasets

from foldwise import native
from foldwise.advice import RULES, Case, catalogue, first_look, look_at
from foldwise.advice.first_look import CODES, silent_rules
from foldwise.data import Dataset, Task
from tests.advice.worlds import case_of, normal_rows, values_of

compiled = pytest.mark.skipif(not native.COMPILED, reason="there are no compiled kernels")
BY_CODE = {rule.code: rule for rule in RULES}


def alone(case, monkeypatch):
    """Findings of the rules, each asked."""
    with monkeypatch.context() as patch:
        patch.setattr(catalogue, "silent_rules", lambda _: frozenset())
        return look_at(Case(case.verb, case.dataset))


def copied(rng, X, y):
    """Some rows, or all, stand there several times."""
    rows = rng.integers(0, rng.integers(2, len(X) + 1), len(X))
    return X[rows], y[rows]


def nearly_copied(rng, X, y):
    """Rows come in bunches, all of them or some."""
    rows = np.where(rng.random(len(X)) < rng.choice([0.0, 0.3, 0.5]), np.arange(len(X)), rng.permutation(len(X)) // 2)
    return X[rows] + 10.0 ** rng.integers(-14, 0) * rng.normal(size=X.shape), y[rows]


def tied(rng, X, y):
    """Few values in some columns, or in all."""
    return np.where(rng.random(X.shape[1]) < rng.random(), np.round(rng.integers(1, 20) * X), X), y


def walking(rng, X, y):
    return np.cumsum(X, axis=0) + rng.integers(0, 9) * rng.normal(size=X.shape), y


def by_target(_, X, y):
    order = np.argsort(y, kind="stable")
    return X[order], y[order]


def by_column(_, X, y):
    order = np.argsort(X[:, 0], kind="stable")
    return X[order], y[order]


def numbered(rng, X, y):
    """A column of row numbers, in order, backwards or shuffled, with a few gaps or not."""
    column = np.arange(len(X)) * rng.choice([1.0, -1.0, 1.05, 0.5])
    X[:, -1] = rng.permutation(column) if rng.random() < 0.4 else column
    return X, y


def telling(rng, X, y):
    """The target among the features, in other values, with a few that are missing or wrong."""
    X[:, 0] = rng.permutation(y.max() + 1)[y] if y.dtype.kind == "i" else rng.choice([-1.0, 3.0]) * y
    if rng.random() < 0.3:
        X[rng.integers(0, len(X), rng.integers(1, 4)), 0] = rng.choice([np.nan, 7.0])
    return X, y


def related(rng, X, y):
    """Every column goes with the target, and all by about as much."""
    return X + (y - y.mean())[:, None] * rng.normal(scale=0.3, size=X.shape[1]), y


def selected(rng, X, y):
    """The columns that go best with the target, of forty times as many useless ones."""
    many = rng.normal(size=(len(X), 40 * X.shape[1]))
    size = np.abs((y - y.mean()) @ many)
    return many[:, np.argsort(-size)[: X.shape[1]]], y


def constant(rng, X, y):
    X[:, rng.random(X.shape[1]) < 0.5] = rng.choice([0.0, -0.0, 0.1, 1e9])
    return X, y


def missing(rng, X, y):
    X[rng.random(X.shape) < rng.choice([0.001, 0.1, 0.6])] = np.nan
    return X, y


def infinite(rng, X, y):
    X[rng.random(X.shape) < 0.01] = rng.choice([np.inf, -np.inf])
    return X, y


def scaled(rng, X, y):
    """Huge and tiny numbers, in all columns or in some."""
    scale = 10.0 ** rng.choice([-320, -310, -200, -160, -150, -100, 100, 150, 154, 160, 200, 300], size=X.shape[1])
    return X * (scale[0] if rng.random() < 0.5 else scale), y


def shifted(rng, X, y):
    """Most digits are the same in all rows."""
    return X + 10.0 ** rng.integers(3, 18), y


def outlying(rng, X, y):
    X[rng.integers(0, len(X)), :] *= 10.0 ** rng.integers(3, 20)
    return X, y


def negative_zeros(_, X, y):
    return np.where(np.abs(X) < 1, -0.0 * X, np.round(X)), y


def grouped(rng, X, y):
    """Rows of one class come in groups, in random order, with the number of the group or not."""
    group = rng.permutation(len(X)) // rng.integers(2, 11)
    X = rng.normal(size=X.shape)[group] + 10.0 ** rng.uniform(-2, 0) * X
    if rng.random() < 0.5:
        X[:, 0] = group
    return X, y[group]


def beside_noise(rng, X, y):
    """Copies, and a column that differs in every row."""
    X, y = copied(rng, X, y)
    X[:, -1] = rng.normal(size=len(X)) if rng.random() < 0.5 else rng.permutation(len(X))
    return X, y


FLAWS = (
    *(
        copied,
        nearly_copied,
        tied,
        walking,
        by_target,
        by_column,
        numbered,
        telling,
        related,
        selected,
        grouped,
        beside_noise,
    ),
    *(constant, missing, infinite, scaled, shifted, outlying, negative_zeros),
)
TYPES = ("float64", "float64", "float32", "int64", "int32", "int16", "bool")


@st.composite
def cases(draw):
    """Rows of any type and layout with one to three flaws, and classes or values."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.sampled_from([8, 9, 16, 31, 39, 40, 64, 150, 300, 301, 333, 800, 2001]))
    p = draw(st.sampled_from([1, 2, 3, 10, 12, 13, 30]))
    flaws = draw(st.lists(st.sampled_from(FLAWS), max_size=3))
    dtype, order = draw(st.sampled_from(TYPES)), draw(st.sampled_from("CFS"))
    classes = draw(st.sampled_from([0, 2, 3, 7]))
    with np.errstate(all="ignore"):
        X = rng.normal(size=(n, p))
        y = rng.permutation(np.arange(n) % classes) if classes else values_of(np.column_stack([X, X]))
        for flaw in flaws:
            X, y = flaw(rng, X, y)
        fits = dtype[0] == "f" or bool((np.abs(X) < 1e9).all())
        X = (X if dtype[0] == "f" else 10 * X).astype(dtype if fits else "float64")
    X = np.repeat(X, 2, axis=1)[:, ::2] if order == "S" else np.asarray(X, order=order)
    return Case("assess", Dataset(X, y, Task.CLASSIFICATION if classes else Task.REGRESSION))


@compiled
@settings(max_examples=600)
@given(cases())
def test_no_rule_is_left_out_that_would_speak(case):
    silent = silent_rules(case)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        spoken = {code: str(said) for code in silent if (said := BY_CODE[code].look(case)) is not None}
    assert spoken == {}


@settings(max_examples=100)
@given(cases())
def test_findings_are_those_of_the_rules_alone(case):
    with warnings.catch_warnings(), np.errstate(all="ignore"), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        assert look_at(case) == alone(case, patch)


def chosen(rng):
    """The best twelve of five thousand useless columns."""
    X, y = rng.normal(size=(100, 5000)), np.arange(100) % 2
    gap = np.abs(X[y == 1].mean(axis=0) - X[y == 0].mean(axis=0))
    return X[:, np.argsort(-gap)[:12]], y


def spoiled(code):
    """Rows in which the rule finds something."""
    rng = np.random.default_rng(0)
    X, y = normal_rows(300)
    if code == "FW101":
        return np.tile(X[:150], (2, 1)), np.tile(y[:150], 2)
    if code == "FW102":
        near = X[:100][np.arange(300) % 100] + 1e-3 * rng.normal(size=X.shape)
        return near, rng.permutation(y)
    if code == "FW103":
        return np.column_stack([X, 5 - y]), y
    if code == "FW113":
        group = rng.permutation(300) // 10
        return X[group] + 0.1 * rng.normal(size=X.shape), y[group]
    if code == "FW115":
        group = rng.permutation(300) // 10
        return np.column_stack([X[group] + 0.3 * rng.normal(size=X.shape), group]), y[group]
    if code == "FW104":
        return np.column_stack([X, np.arange(300)]), np.sort(y)
    return (np.cumsum(X, axis=0), y) if code == "FW105" else chosen(rng)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("code", ["FW101", "FW102", "FW103", "FW104", "FW105", "FW106", "FW113", "FW115"])
def test_every_rule_of_the_rows_still_speaks(code, order, dtype, monkeypatch):
    X, y = spoiled(code)
    case = case_of(np.asarray(X, dtype=dtype, order=order), y)
    found = look_at(case)
    assert code in [one.code for one in found]
    assert found == alone(case, monkeypatch)


@compiled
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("classes", [True, False])
@pytest.mark.parametrize("shape", [(40, 4), (150, 4), (569, 30), (3000, 20)])
def test_of_independent_rows_no_rule_is_asked(shape, classes, seed):
    X, y = normal_rows(*shape, seed)
    assert silent_rules(case_of(X, y if classes else values_of(X))) == set(CODES)


@compiled
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits", "diabetes"])
def test_of_well_known_rows_no_rule_is_asked(name):
    X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
    assert silent_rules(case_of(X, y)) == set(CODES)
    assert silent_rules(case_of(pd.DataFrame(X).add_prefix("x"), y)) == set(CODES)


@compiled
@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32"])
def test_tables_of_these_types_are_looked_at_as_they_are(dtype):
    X, y = normal_rows(400)
    assert {"FW101", "FW105"} <= silent_rules(case_of((1000 * X).astype(dtype), y))


@pytest.mark.parametrize("known", ["native.COMPILED", "advice.first_look.BUILT"])
def test_without_compiled_kernels_every_rule_is_asked(known, monkeypatch):
    monkeypatch.setattr(f"foldwise.{known}", False)
    assert silent_rules(case_of(*normal_rows())) == frozenset()


@pytest.mark.parametrize("kind", ["few rows", "no rows", "categories", "sparse", "bytes", "many cells"])
def test_other_tables_are_left_to_the_rules(kind, monkeypatch):
    X, y = normal_rows(100, 3)
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    monkeypatch.setattr(first_look, "MOST_CELLS", 100)
    table = {
        "few rows": X[:7],
        "categories": frame.assign(d=np.where(X[:, 0] > 0, "hi", "lo")),
        "sparse": sparse.csr_matrix(X),
        "bytes": (10 * X).astype(np.int8),
        "many cells": frame,
    }
    case = Case("score") if kind == "no rows" else case_of(table[kind], y[: table[kind].shape[0]])
    assert silent_rules(case) == frozenset()
