"""The short way of a plain array makes the dataset that reading makes."""

import numpy as np
import pytest

import foldwise
from foldwise.data import as_dataset
from foldwise.data.plain import plain_dataset

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))


@pytest.mark.parametrize("y", [np.arange(40) % 2, np.arange(40) % 20 - 7, np.repeat([3, 900, 10_000], [10, 10, 20])])
def test_it_is_what_reading_makes(y):
    short, long = plain_dataset(X, y), foldwise.read(X, y)
    assert short.columns == long.columns
    assert (short.task, short.name, short.classes) == (long.task, long.name, long.classes)
    assert short.target.dtype == long.target.dtype
    assert not short.target.flags.writeable
    np.testing.assert_array_equal(short.target, long.target)
    np.testing.assert_array_equal(short.codes, long.codes)
    np.testing.assert_array_equal(short.levels, long.levels)
    np.testing.assert_array_equal(short.nominal, long.nominal)
    assert short.fingerprint == long.fingerprint


def test_levels_of_the_target_are_counted_in_the_first_rows():
    y = np.repeat([0, 1, 2], [1000, 20, 20])
    many = rng.normal(size=(1040, 2))
    assert plain_dataset(many, y).columns == foldwise.read(many, y).columns


def test_a_later_change_of_the_target_changes_no_dataset():
    y = np.arange(40) % 2
    short = as_dataset(X, y)
    y[:] = 7
    assert short.classes == ("0", "1")


@pytest.mark.parametrize(
    ("table", "y"),
    [
        (X, np.linspace(0, 1, 40)),  # values
        (X, np.arange(40)),  # more whole numbers than classes
        (X, np.zeros(40, dtype=int)),  # nothing to learn
        (X, np.array(["a", "b"] * 20)),
        (X, (np.arange(40) % 2).tolist()),
        (X, np.arange(39) % 2),
        (X, 2**60 + np.arange(40) % 2),  # float64 does not tell them apart
        (X[:, :0], np.arange(40) % 2),
        (X[:, 0], np.arange(40) % 2),
        (np.where(X > 1, np.nan, X), np.arange(40) % 2),
        (np.where(X > 1, np.inf, X), np.arange(40) % 2),
        (np.hstack([X, np.ones((40, 1))]), np.arange(40) % 2),  # a constant column has a note
        (X.astype(np.float32), np.arange(40) % 2),
        (np.ma.masked_greater(X, 1.0), np.arange(40) % 2),
        (X.tolist(), np.arange(40) % 2),
        (X, None),
    ],
)
def test_anything_else_is_read(table, y):
    assert plain_dataset(table, y) is None


def test_what_is_asked_for_is_read():
    assert as_dataset(X, np.arange(40) % 2, groups=np.arange(40) % 5).groups is not None
