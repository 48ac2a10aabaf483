"""Populations that look like a dataset."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

import foldwise
from foldwise.data import as_dataset
from foldwise.errors import InputError
from foldwise.simulation.simulated_population import (
    POPULATIONS,
    NormalRows,
    SmoothedRows,
    means_and_factor,
    population_of,
)

rng = np.random.default_rng(0)
Y = np.repeat(["a", "b", "b"], 100)
X = rng.normal(size=(300, 3)) @ np.array([[1.0, 0.8, 0], [0, 0.6, 0], [0, 0, 2]]) + (Y == "b")[:, None] * 3


def frame():
    return pd.DataFrame({"size": X[:, 0], "kind": np.where(X[:, 1] > 1, "big", "small"), "count": np.arange(300) % 4})


@pytest.mark.parametrize("name", [one.name for one in POPULATIONS])
def test_means_and_covariances_of_the_classes_stay(name):
    drawn = population_of(name, as_dataset(X, Y)).draw(40_000, np.random.default_rng(1))
    assert np.mean(drawn.target == "b") == pytest.approx(2 / 3, abs=0.01)
    for label in "ab":
        mine, given = drawn.X[drawn.target == label], X[label == Y]
        np.testing.assert_allclose(mine.mean(axis=0), given.mean(axis=0), atol=0.06)
        np.testing.assert_allclose(np.cov(mine.T), np.cov(given.T), atol=0.15)


@pytest.mark.parametrize("name", [one.name for one in POPULATIONS])
def test_a_numeric_target_keeps_what_ties_it_to_the_columns(name):
    y = X[:, 0] - X[:, 2] + rng.normal(size=300)
    drawn = population_of(name, as_dataset(X, y)).draw(40_000, np.random.default_rng(2))
    given = np.corrcoef(np.column_stack([X, y]).T)
    np.testing.assert_allclose(np.corrcoef(np.column_stack([drawn.X, drawn.target]).T), given, atol=0.03)


def test_smoothing_makes_new_numbers_and_keeps_codes_texts_and_kinds():
    dataset = as_dataset(frame(), Y)
    drawn = SmoothedRows(dataset).draw(500, np.random.default_rng(3))
    assert list(drawn.X.columns) == list(dataset.X.columns)
    assert not set(drawn.X["size"]) & set(dataset.X["size"])
    assert set(drawn.X["kind"]) == {"big", "small"}
    assert set(drawn.X["count"]) == {0, 1, 2, 3}


def test_a_polars_frame_stays_one():
    drawn = SmoothedRows(as_dataset(pl.from_pandas(frame()), Y)).draw(50, np.random.default_rng(4))
    assert isinstance(drawn.X, pl.DataFrame)
    assert drawn.X.shape == (50, 3)


def test_gaps_stay_gaps():
    gappy = X.copy()
    gappy[::3, 1] = np.nan
    drawn = SmoothedRows(as_dataset(gappy, Y)).draw(3000, np.random.default_rng(5))
    assert np.isnan(drawn.X[:, 1]).mean() == pytest.approx(1 / 3, abs=0.03)
    assert not np.isnan(drawn.X[:, [0, 2]]).any()


def test_columns_without_numbers_are_drawn_as_they_are():
    texts = pd.DataFrame({"kind": np.where(X[:, 1] > 1, "big", "small")})
    drawn = SmoothedRows(as_dataset(texts, Y)).draw(20, np.random.default_rng(6))
    assert set(drawn.X["kind"]) <= {"big", "small"}


def test_the_factor_exists_with_fewer_rows_than_columns():
    rows = np.array([[0.0, 1.0, 5.0], [2.0, 1.0, 7.0]])
    centre, factor = means_and_factor(rows)
    np.testing.assert_allclose(centre, [1, 1, 6])
    np.testing.assert_allclose(factor.T @ factor, np.cov(rows.T))


def test_a_class_of_one_row_stays_at_that_row():
    alone = np.concatenate([X, [[9.0, 9.0, 9.0]]])
    drawn = NormalRows(as_dataset(alone, np.append(Y, "c"))).draw(3000, np.random.default_rng(7))
    np.testing.assert_allclose(np.unique(drawn.X[drawn.target == "c"], axis=0), [[9.0, 9.0, 9.0]])


def test_normal_rows_need_numbers_without_gaps():
    with pytest.raises(
        InputError, match=r"columns of numbers without gaps, and 1 of 3 are not; try population='smoothed'"
    ):
        NormalRows(as_dataset(frame(), Y))


@pytest.mark.parametrize(
    ("more", "said"),
    [({"groups": np.arange(300) // 3}, "these have groups"), ({"order": np.arange(300)}, "have order")],
)
def test_rows_that_are_not_independent_are_refused(more, said):
    with pytest.raises(InputError, match=said):
        population_of("smoothed", as_dataset(X, Y, **more))


def test_sparse_rows_are_refused():
    with pytest.raises(InputError, match="a sparse matrix cannot be simulated"):
        population_of("smoothed", as_dataset(sparse.csr_matrix(X), Y))


def test_an_unknown_population_suggests_a_known_one():
    with pytest.raises(InputError, match="no population called 'smooth'; try 'smoothed'"):
        population_of("smooth", foldwise.sample("iris"))


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame, lambda rows: pl.DataFrame(rows, orient="row")])
def test_different_rows_of_codes_are_not_imitated_by_copies(kind):
    """Twelve bits and labels at random, nearest neighbour: the error of the simulated population was .17, not .5."""
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 60)
    with pytest.raises(InputError, match="the simulated rows would be copies of these"):
        population_of("smoothed", as_dataset(kind(rng.integers(0, 2, size=(60, 12))), labels))
    again = population_of("smoothed", as_dataset(kind(rng.integers(0, 2, size=(60, 3))), labels))  # 8 rows that recur
    assert again.draw(10, rng).n == 10


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame, lambda rows: rows.astype(object)])
def test_rows_with_gaps_in_the_same_places_recur(kind):
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 2, size=(60, 2)).astype(float)
    codes[rng.random((60, 2)) < 0.5] = np.nan  # 9 different rows; each of an array with a gap counted as another
    assert population_of("smoothed", as_dataset(kind(codes), rng.integers(0, 2, 60))).draw(10, rng).n == 10
