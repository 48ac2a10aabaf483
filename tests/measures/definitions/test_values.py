"""Errors of values, against scikit-learn, scipy and the identities of METHODS L.2."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics

from foldwise.measures import ModelScores, Outcomes, measure, measure_influence
from foldwise.plans import Partition
from tests.worlds import outcomes, predictions_of

rng = np.random.default_rng(1)
Y = rng.normal(size=50)
F = Y + rng.normal(size=50)
ROWS = outcomes(Y, F, n_classes=0)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("mae", metrics.mean_absolute_error),
        ("mse", metrics.mean_squared_error),
        ("rmse", metrics.root_mean_squared_error),
        ("r2", metrics.r2_score),
        ("correlation", lambda y, f: stats.pearsonr(y, f).statistic),
    ],
)
def test_agrees_with_scikit_learn_and_scipy(name, theirs):
    assert measure(name).value(ROWS) == pytest.approx(theirs(Y, F), abs=1e-12)


def test_relative_errors_by_their_definition():
    squared = np.sum((Y - F) ** 2) / np.sum((Y - Y.mean()) ** 2)
    absolute = np.sum(np.abs(Y - F)) / np.sum(np.abs(Y - Y.mean()))
    found = [measure(name).value(ROWS) for name in ("rse", "rrse", "rae", "r2")]
    assert found == pytest.approx([squared, np.sqrt(squared), absolute, 1 - squared], abs=1e-12)


def test_weighted_rows_count_as_repeated_rows():
    weights = rng.integers(1, 4, Y.size)
    weighted = outcomes(Y, F, n_classes=0, weights=weights)
    repeated = outcomes(np.repeat(Y, weights), np.repeat(F, weights), n_classes=0)
    for name in ("mae", "rmse", "r2", "rae", "correlation"):
        assert measure(name).value(weighted) == pytest.approx(measure(name).value(repeated), abs=1e-12)


def test_constant_truth_has_no_relative_error():
    flat = outcomes(np.ones(4), np.arange(4.0), n_classes=0)
    assert np.isnan([measure(name).value(flat) for name in ("r2", "rse", "rrse", "rae", "correlation")]).all()


def test_rounding_makes_no_relation_out_of_constant_values():
    """The mean of equal tenths is not a tenth to the last bit."""
    tenths, others = np.full(7, 0.1), np.arange(7.0)
    assert np.average(tenths, weights=np.arange(1.0, 8)) != 0.1 or np.full(3, 0.1).mean() != 0.1
    for truth, output in ((tenths, others), (others, tenths)):
        flat = outcomes(truth, output, n_classes=0, weights=np.arange(1.0, 8))
        assert np.isnan(measure("correlation").value(flat))
    constant = outcomes(tenths, others, n_classes=0, weights=np.arange(1.0, 8))
    assert np.isnan([measure(name).value(constant) for name in ("r2", "rse", "rae", "explained-variance")]).all()


def leave_one_out_means(n=12):
    """The mean of the others as prediction of each row."""
    y = rng.normal(size=n)
    others = (y.sum() - y) / (n - 1)
    return y, others, predictions_of(y, others, Partition(np.arange(n)[None, :], n, plan="loo"), n_classes=0)


def test_the_leave_one_out_mean_is_perfectly_anticorrelated():
    y, others, _ = leave_one_out_means()
    assert measure("correlation").value(Outcomes(truth=y, output=others)) == pytest.approx(-1)


def test_against_the_training_mean_the_leave_one_out_mean_explains_nothing():
    """With the mean of all rows as reference R² is 1 - (n/(n-1))²; the training mean leaks nothing and gives 0."""
    y, others, predictions = leave_one_out_means()
    textbook = measure("r2").value(Outcomes(truth=y, output=others))
    assert textbook == pytest.approx(1 - (12 / 11) ** 2)
    assert ModelScores(predictions, "m", measure("r2")).value == pytest.approx(0, abs=1e-12)


def test_rmse_is_the_root_of_the_pooled_squared_error():
    from tests.worlds import partition

    predictions = predictions_of(Y, F, partition(n=50, k=7, repeats=3), n_classes=0)
    pooled = np.sqrt(np.mean((Y - F) ** 2))
    assert ModelScores(predictions, "m", measure("rmse")).value == pytest.approx(pooled)
    assert ModelScores(predictions, "m", measure("rmse")).scores.mean() != pytest.approx(pooled, abs=1e-4)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_mean_of_skewed_rows_moves_the_relative_absolute_error(weighted):
    """Where most values are 0, rows that raise the mean bring it farther from most of them; leaving rows out shows how much."""
    draws = np.random.default_rng(4)
    y = np.where(draws.random(300) < 0.6, 0.0, draws.gamma(2, size=300))
    weights = draws.choice([1.0, 3.0], 300) if weighted else None
    rows, rae = outcomes(y, draws.gamma(2, 0.4, size=300), n_classes=0, weights=weights), measure("rae")
    mass = np.ones(300) if weights is None else weights
    left_out = np.array([rae.value(rows.where(np.arange(300) != at)) for at in range(300)])
    moves = (rae.value(rows) - left_out) * (mass.sum() - mass) / mass
    found = measure_influence(rae, rows)
    assert found == pytest.approx(moves, abs=0.05 * np.abs(moves).max())
    assert np.sum((mass * found) ** 2) == pytest.approx(np.sum((mass * moves) ** 2), rel=0.02)
    known = replace(rows, reference=np.full(300, np.average(y, weights=weights)))
    assert np.sum((mass * measure_influence(rae, known)) ** 2) < 0.9 * np.sum((mass * found) ** 2)
    assert measure_influence(rae, replace(known, own_mean=True)) == pytest.approx(found)
