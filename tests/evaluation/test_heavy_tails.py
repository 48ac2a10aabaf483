"""Losses that may have no finite variance are told of, once for each loss."""

import numpy as np
import pytest

import foldwise
from foldwise.evaluation.evaluate import evaluate
from foldwise.evaluation.heavy_tails import heavy_tails
from foldwise.measures import as_measures
from foldwise.predictions import Predictions
from tests.worlds import losses_of, partition, predictions_of

TABLE = predictions_of(np.tile([0, 1], 30), np.tile([0, 1, 1], 20), partition(n=60, k=10, repeats=3))


def heavy(index):
    """Losses whose tail has this index: the quantiles of a Pareto distribution, in no order."""
    losses = np.random.default_rng(0).permutation(((np.arange(200) + 0.5) / 200) ** (-1 / index))
    return losses_of(partition(n=200, k=10), lambda _, rows: losses[rows])


def test_a_tail_without_variance_is_told_once_for_each_loss():
    world = heavy(1.2)
    (note,) = heavy_tails(world, evaluate(world, as_measures("mae")))
    assert note.startswith("mae of m: the largest 20 of 200 losses look like a heavy tail (index 1.")
    assert note.count("so these intervals may be too narrow whatever the sample shows") == 1
    rmse, mae = heavy_tails(world, evaluate(world, as_measures("rmse,mae,mse")))
    assert rmse.startswith("rmse, mse of m: ")
    assert mae.startswith("mae of m: ")
    assert rmse.endswith("; mae, or the logarithm of the target, depends less on single rows")
    assert mae.endswith("; the logarithm of the target depends less on single rows")


def test_a_tail_with_a_variance_is_not_told():
    light = heavy(4)
    assert heavy_tails(light, evaluate(light, as_measures("mae"))) == []


def test_few_rows_cannot_show_a_tail_of_squared_errors() -> None:
    truth = np.arange(60.0)
    few = Predictions.build(truth, {"m": truth + np.tile([1.0, -1.1], 30)})
    (note,) = heavy_tails(few, evaluate(few, as_measures("rmse,mae")))
    assert note.startswith("rmse of m: 60 rows cannot show whether the errors have a heavy tail; where they have one")


def test_few_groups_cannot_show_a_tail_of_their_effects() -> None:
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(20), 12)
    X = rng.normal(size=(240, 2))
    y = X.sum(axis=1) + rng.normal(size=20)[groups] + rng.normal(size=240)
    notes = foldwise.assess("linear", X, y, groups=groups, measures="rmse, r2, mae", baseline=False).notes
    assert [note for note in notes if "heavy tail" in note] == [
        "rmse, r2 of linear: 20 groups cannot show whether the effects of groups have a heavy tail; where they have one, these intervals are "
        "too narrow (t₃ effects of 8 to 150 groups: 86 to 92 % instead of 95 %)"
    ]


def test_many_groups_show_a_tail_of_their_effects() -> None:
    groups, truth = np.repeat(np.arange(200), 3), np.arange(600.0)
    effects = np.where(
        groups < 4, 4.15, 1.0
    )  # a kurtosis of 3.9: above the bound of 200 groups, below that of 600 rows
    table = Predictions.build(truth, {"m": truth + effects}, groups=groups)
    (note,) = heavy_tails(table, evaluate(table, as_measures("rmse")))
    assert note.startswith("rmse of m: by group, the squared errors look like a heavy tail (kurtosis of the errors 3.9")


def test_bounded_losses_have_no_tail():
    assert heavy_tails(TABLE, evaluate(TABLE, as_measures("error"))) == []


def test_a_measure_without_an_interval_has_no_tail_to_tell_of():
    world = heavy(1.2)
    assert heavy_tails(world, evaluate(world, as_measures("median-absolute-error"))) == []


def test_the_heavy_tail_is_a_note_of_the_assessment():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    y = X.sum(axis=1)
    y[3] = 1000
    result = foldwise.assess("linear", X, y, measures="mse", plan="kfold(5)", baseline=False)
    assert result.notes[0].startswith("mse of linear: the squared errors look like a heavy tail (kurtosis")


def noted(truth, predicted, name="rmse"):
    found = foldwise.score(truth, predicted, measures=name, task="regression")
    return heavy_tails(found.predictions, found.findings)


def test_normal_errors_are_hardly_ever_noted_and_heavy_ones_nearly_always():
    light, heavy = [], []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=150)
        light.append(bool(noted(x + rng.normal(size=150), x)))
        heavy.append(bool(noted(x + rng.standard_t(3, size=150), x)))
    assert np.mean(light) <= 0.05
    assert np.mean(heavy) >= 0.93


def test_one_gross_error_is_enough():
    rng = np.random.default_rng(5)
    x = rng.normal(size=300)
    errors = rng.normal(size=300)
    assert noted(x + errors, x) == []
    errors[7] = 8
    assert "look like a heavy tail" in noted(x + errors, x)[0]


@pytest.mark.parametrize("name", ["rmse", "r2"])
def test_errors_that_grow_along_a_skewed_column_are_noted_before_the_tail_is_met(name):
    rng = np.random.default_rng(2)
    column = np.exp(rng.normal(size=300))
    column[column.argmax()] = 30
    errors = np.where(column > 8, 3.0, rng.choice([-1.0, 1.0], size=300))
    (note,) = noted(column + errors, column, name)
    assert note.startswith(f"{name} of system: a few predictions lie far from the others, and rows out there lose")
    assert "these intervals may be too narrow whatever the sample shows" in note


@pytest.mark.parametrize(("rows", "count"), [(100, 1), (400, 0)])
def test_few_rows_cannot_show_the_tail_of_a_deviance(rows, count):
    rng = np.random.default_rng(3)
    mean = rng.uniform(5, 6, size=rows)
    notes = noted(mean + rng.uniform(-1, 1, size=rows), mean, "poisson-deviance")
    assert len(notes) == count
    assert all("100 rows cannot show whether the errors have a heavy tail" in note for note in notes)


def test_what_few_rows_cannot_show_is_said_once_for_all_measures():
    rng = np.random.default_rng(3)
    mean = rng.uniform(5, 6, size=60)
    (note,) = noted(mean + rng.uniform(-1, 1, size=60), mean, "rmse, poisson-deviance")
    assert note.startswith("rmse, poisson-deviance of system: 60 rows cannot show")
