"""Tables as numbers."""

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest

from foldwise.advice.numbers import column_of, hash_rows, missing_filled, numbers_of, tied_places


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_columns_of_every_kind_become_numbers(make):
    day = dt.date(2020, 1, 1)
    table = make({"a": [1, 2], "b": ["x", None], "c": [True, False], "d": [day, day]})
    numbers = numbers_of(table)
    assert numbers[:, 0].tolist() == [1, 2]
    assert np.isnan(numbers[:, 1]).tolist() == [False, True]
    assert numbers[0, 2] != numbers[1, 2]
    assert numbers[0, 3] == numbers[1, 3]
    np.testing.assert_array_equal(column_of(table, 1), numbers[:, 1])


def test_codes_of_categories_are_taken_as_they_are():
    table = pd.DataFrame({"a": pd.Categorical(["v", "u", None], categories=["v", "u"])})
    np.testing.assert_array_equal(numbers_of(table)[:, 0], [0, 1, np.nan])


def test_equal_rows_have_equal_words_and_others_do_not():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5000, 3))
    X[2500:] = X[:2500]
    key = hash_rows(list(X.T))
    np.testing.assert_array_equal(key[:2500], key[2500:])
    assert np.unique(key).size == 2500
    assert tied_places(key).size == 5000
    assert tied_places(key[:2500]).size <= 2
    np.testing.assert_array_equal(hash_rows([X[:, 2]], hash_rows([X[:, 0], X[:, 1]])), key)


def test_the_order_of_columns_matters():
    a, b = np.array([1.0]), np.array([2.0])
    assert hash_rows([a, b]) != hash_rows([b, a])


def test_missing_numbers_are_means_and_columns_of_them_zero():
    filled = missing_filled(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]]))
    assert filled.tolist() == [[1, 0], [3, 0], [2, 0]]
    whole = np.ones((2, 2))
    assert missing_filled(whole) is whole
