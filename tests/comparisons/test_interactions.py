"""What test rows contribute to a difference together with training rows, against the sums written out and against truth."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from foldwise.comparisons import Pair
from foldwise.comparisons.interactions import counted_twice
from foldwise.comparisons.methods.loo_bootstrap import pair_error
from foldwise.data import as_dataset
from foldwise.engine import Settings, run
from foldwise.intervals import oob_error_of
from foldwise.measures import measure
from foldwise.plans import as_plan, draw
from tests.worlds import bootstrap_of, predictions_of

N = 30


def pair_of(losses, samples):
    """Two models whose squared errors differ by these losses (B, N) where a row was left out."""
    truth = np.zeros(N)
    table = predictions_of(truth, truth, samples, n_classes=0)
    outputs = table.outputs["m"]
    wrong = np.sqrt(losses[outputs.resample, outputs.row])
    return Pair.of(
        replace(table, outputs={"a": replace(outputs, output=wrong), "b": outputs}), "a", "b", measure("mse")
    )


def by_hand(losses, counts):
    """Covariances of the loss of row i, where it was left out, with the count of row j, and whether it is there, in two halves of the samples."""
    halves, there = [], []
    for part in (slice(0, 100), slice(100, 200)):
        N_b, d = counts[part], losses[part]
        c, present = np.zeros((N, N)), np.zeros((N, N))
        for i in range(N):
            out = N_b[:, i] == 0
            for j in range(N):
                c[i, j] = np.cov(N_b[out, j], d[out, i])[0, 1]
                present[i, j] = -np.e * np.cov(N_b[out, j] == 0, d[out, i])[0, 1]
        halves.append(c)
        there.append(present)
    ratio = np.sum(there[0] * there[1]) / np.sum(halves[0] * halves[1])
    taken = np.sum(halves[0] * halves[1]) + np.sum(halves[0] * halves[1].T)
    return min(1, 2 - ratio) * taken / N**2


def test_products_of_covariances_in_two_halves_by_hand():
    samples = bootstrap_of(N, 200)
    counts = samples.train_counts(0, 200).astype(float)
    losses = 5 + counts @ np.random.default_rng(3).normal(size=(N, N)) * 0.1
    assert counted_twice(pair_of(losses, samples)) == pytest.approx(by_hand(losses, counts), rel=1e-9)


def test_losses_that_know_only_whether_a_row_is_there_are_left_alone():
    """Their slopes are 1 − 1/e of what a row does, so that squares of slopes are short by a factor of about three."""
    samples = bootstrap_of(N, 200)
    counts = samples.train_counts(0, 200).astype(float)
    effects = np.random.default_rng(3).normal(size=(N, N))
    assert counted_twice(pair_of(9 + 0.1 * (counts > 0) @ effects, samples)) == 0
    assert counted_twice(pair_of(9 + 0.1 * counts @ effects, samples)) > 0


def test_nothing_is_counted_twice_where_losses_do_not_depend_on_the_training_rows():
    samples = bootstrap_of(N, 200)
    losses = np.tile(np.random.default_rng(0).random(N), (200, 1))
    assert counted_twice(pair_of(losses, samples)) == pytest.approx(0, abs=1e-20)


def test_the_test_of_neighbours_is_shorter_by_it_with_degrees_of_freedom_by_the_variance_of_its_square():
    n = 80
    y = np.arange(n) % 2
    X = np.random.default_rng(0).normal(size=(n, 6)) + 0.6 * y[:, None]
    tables = []
    for block in (X[:, :3], X[:, 3:]):
        rows = as_dataset(block, y)
        drawn = draw(as_plan("bootstrap(200)"), rows, 0)
        tables.append(run(rows, {"m": KNeighborsClassifier(5)}, drawn, Settings(jobs=1)))
    pair = Pair.of(
        replace(tables[0], outputs={"a": tables[0].outputs["m"], "b": tables[1].outputs["m"]}),
        "a",
        "b",
        measure("error"),
    )
    before, now = oob_error_of(pair.a, pair.losses, pair.row, pair.resample), pair_error(pair)
    assert now.error**2 == pytest.approx(before.error**2 - counted_twice(pair))
    assert now.df == pytest.approx(2 * now.error**4 / before.doubt)
    assert 0.75 < now.error / before.error < 0.95
    assert now.df < n - 1
