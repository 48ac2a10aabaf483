"""Resampled values: four roads, one law."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise import native
from foldwise.intervals import replicates, standard_error
from foldwise.intervals.bootstrapping.replicates import BootstrapDraws, resampled, sampling_strata
from foldwise.measures import measure
from tests.worlds import outcomes

rng = np.random.default_rng(0)
TRUTH = (rng.random(300) < 0.35).astype(int)
SCORES = np.round(1 / (1 + np.exp(-(rng.normal(size=300) + 1.6 * TRUTH - 0.8))), 2)
ROWS = outcomes(TRUTH, (SCORES > 0.5).astype(int), SCORES)
OTHER = outcomes(TRUTH, (rng.random(300) < 0.5).astype(int), np.round(0.5 * SCORES + 0.5 * rng.random(300), 2))
NUMBERS = rng.normal(size=300)
VALUES = outcomes(NUMBERS, NUMBERS + rng.normal(size=300), n_classes=0)

NAMES = ["error", "f1", "precision", "recall", "mcc", "auc", "gini", "log-loss", "average-precision", "macro-f1"]


def rows_for(name):
    return VALUES if name in {"mae", "rmse", "r2", "correlation", "median-absolute-error"} else ROWS


@pytest.mark.parametrize("name", [*NAMES, "mae", "rmse", "r2", "correlation"])
def test_their_spread_is_the_standard_error(name):
    drawn = replicates(measure(name), [rows_for(name)], BootstrapDraws(resamples=1000))
    assert drawn.std() == pytest.approx(standard_error(measure(name), rows_for(name)), rel=0.12)


@pytest.mark.parametrize("name", [*NAMES, "mae", "r2"])
def test_groups_of_one_row_are_rows(name):
    rows = rows_for(name)
    one, other = (
        replicates(measure(name), [rows], BootstrapDraws(resamples=600, seed=3), groups=groups)
        for groups in (None, np.arange(300))
    )
    assert one.mean() == pytest.approx(other.mean(), abs=4 * one.std() / np.sqrt(600))
    assert one.std() == pytest.approx(other.std(), rel=0.2)


@pytest.mark.parametrize("name", ["error", "f1", "auc", "mae"])
def test_a_group_of_copies_is_one_row(name):
    rows = rows_for(name)
    copied = rows.where(np.repeat(np.arange(300), 4))
    drawn = replicates(measure(name), [copied], BootstrapDraws(resamples=600), groups=np.repeat(np.arange(300), 4))
    assert drawn.std() == pytest.approx(standard_error(measure(name), rows), rel=0.15)


@pytest.mark.parametrize("name", ["error", "f1", "auc", "brier", "average-precision"])
def test_systems_see_the_same_draws(name):
    both = replicates(measure(name), [ROWS, ROWS, OTHER], BootstrapDraws(resamples=50))
    np.testing.assert_allclose(both[:, 0], both[:, 1])
    assert not np.allclose(both[:, 0], both[:, 2])


@pytest.mark.parametrize("name", ["error", "f1", "auc", "brier", "mcc"])
def test_random_weights_spread_like_random_rows(name):
    plain, bayesian = (
        replicates(measure(name), [ROWS], BootstrapDraws(resamples=800, bayesian=b)) for b in (False, True)
    )
    assert bayesian.std() == pytest.approx(plain.std(), rel=0.2)
    assert not np.isnan(bayesian).any()


def test_weights_stay_with_their_rows():
    weighted = replace(ROWS, weights=np.where(TRUTH == 1, 5.0, 1.0))
    drawn = replicates(measure("error"), [weighted], BootstrapDraws(resamples=500))
    assert drawn.mean() == pytest.approx(measure("error").value(weighted), abs=0.01)


@pytest.mark.parametrize(
    ("name", "apart"), [("auc", True), ("recall", True), ("ks", True), ("precision", False), ("f1", False)]
)
def test_classes_are_drawn_apart_where_their_shares_do_not_matter(name, apart):
    strata = sampling_strata(measure(name), [ROWS])
    assert np.array_equal(strata, TRUTH) == apart


def test_the_same_seed_gives_the_same_values_with_and_without_the_compiler(monkeypatch):
    found = [
        replicates(measure(name), [ROWS, OTHER], BootstrapDraws(resamples=20, seed=9)) for name in ("auc", "brier")
    ]
    monkeypatch.setattr(native, "COMPILED", False)
    again = [
        replicates(measure(name), [ROWS, OTHER], BootstrapDraws(resamples=20, seed=9)) for name in ("auc", "brier")
    ]
    for one, other in zip(found, again, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_kernel_for_areas_gives_the_areas_of_the_drawn_rows():
    drawn = replicates(measure("auc"), [ROWS], BootstrapDraws(resamples=5, seed=2))[:, 0]
    direct = [
        measure("auc").value(rows) for rows, _ in resampled(measure("auc"), ROWS, BootstrapDraws(resamples=5, seed=2))
    ]
    assert drawn == pytest.approx(direct)


def test_a_group_drawn_twice_counts_as_two():
    groups = np.repeat(np.arange(60), 5)
    for rows, drawn in resampled(measure("mae"), VALUES, BootstrapDraws(resamples=3), groups=groups):
        assert np.unique(drawn).size == 60
        assert rows.size == 300


def test_a_class_held_against_the_rest():
    truth = np.arange(90) % 3
    rows = outcomes(truth, np.where(np.arange(90) % 7, truth, 0), n_classes=3)
    drawn = replicates(measure("recall[1]"), [rows], BootstrapDraws(resamples=200))
    assert drawn.mean() == pytest.approx(measure("recall[1]").value(rows), abs=0.02)
