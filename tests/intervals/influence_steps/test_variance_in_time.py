"""The variance of the mean of rows in time, several of which may be of one time."""

import numpy as np
import pytest

import foldwise
from foldwise.intervals.influence_steps.long_run import series_variance
from foldwise.intervals.influence_steps.variance_in_time import variance_in_time

RNG = np.random.default_rng(0)
TIMES, ROWS = 40, 8


def drawn(common: float, phi: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Rows of times that have so much in common, and the time of each."""
    time = np.repeat(np.arange(TIMES), ROWS)
    effects = RNG.normal(size=TIMES)
    for at in range(1, TIMES):
        effects[at] = phi * effects[at - 1] + np.sqrt(1 - phi**2) * effects[at]
    return np.sqrt(common) * effects[time] + RNG.normal(size=time.size), time


def test_rows_of_one_time_each_are_a_series() -> None:
    rows = RNG.normal(size=60)
    order = RNG.permutation(60)
    assert variance_in_time(rows[order], order) == pytest.approx(series_variance(rows))


@pytest.mark.parametrize("rows_of_a_time", [2, 8])
def test_the_order_of_rows_of_one_time_does_not_matter(rows_of_a_time: int) -> None:
    rows, time = RNG.normal(size=20 * rows_of_a_time), np.repeat(np.arange(20), rows_of_a_time)
    order = RNG.permutation(rows.size)
    assert variance_in_time(rows[order], time[order]) == pytest.approx(variance_in_time(rows, time))


@pytest.mark.parametrize(("common", "phi"), [(0.0, 0.0), (0.5, 0.0), (5.0, 0.0), (1e6, 0.0), (1.0, 0.7)])
def test_intervals_cover_whatever_rows_of_a_time_have_in_common(common: float, phi: float) -> None:
    from scipy.special import stdtrit

    covered = []
    for _ in range(200):
        rows, time = drawn(common, phi)
        variance, df = variance_in_time(rows, time)
        covered.append(abs(rows.mean()) <= -float(stdtrit(df, 0.025)) * np.sqrt(variance))
    assert np.mean(covered) >= 0.93 - 2 * np.sqrt(0.93 * 0.07 / 200)


def test_independent_rows_are_worth_as_many_as_they_are() -> None:
    worth = [rows.var() / variance_in_time(rows, time)[0] for rows, time in (drawn(0.0) for _ in range(50))]
    assert 0.7 < np.median(worth) / (TIMES * ROWS) < 1.1


def test_rows_of_times_of_unequal_sizes_are_worth_fewer_times() -> None:
    sizes = np.array([60, *[3] * 20])
    time = np.repeat(np.arange(21), sizes)
    rows = RNG.normal(size=21)[time] + 0.1 * RNG.normal(size=time.size)
    assert rows.var() / variance_in_time(rows, time)[0] < 10


def test_rows_without_spread_have_no_variance() -> None:
    assert variance_in_time(np.ones(30), np.repeat(np.arange(10), 3)) == (0.0, 29.0)


def found(models: str, X, y, order, measures: str) -> dict:
    result = foldwise.compare(models, X, y, order=order, measures=measures)
    ends = {
        (one.model, one.measure.name): (one.estimate.value, one.interval.low, one.interval.high)
        for one in result.assessment.findings
        if one.interval is not None
    }
    tests = {
        (one.comparison.a, one.comparison.b, one.comparison.measure.name): (one.comparison.low, one.comparison.high)
        for one in result.judgements
    }
    return ends | tests | {"notes": sorted(result.assessment.notes)}


@pytest.mark.parametrize("values", [False, True])
@pytest.mark.parametrize("rows_of_a_time", [2, 10])
def test_findings_do_not_depend_on_the_order_of_the_rows(*, values: bool, rows_of_a_time: int) -> None:
    time = np.repeat(np.arange(200 // rows_of_a_time), rows_of_a_time)
    X = RNG.normal(size=(200, 3)) + RNG.normal(size=(200, 3))[time]
    y = X[:, 0] + RNG.normal(size=200)
    models = "linear, knn" if values else "lda, knn"
    measures = "rmse, mae, r2, spearman" if values else "error, balanced-error, f1, auc, log-loss, brier"
    target = y if values else y > 0
    order = RNG.permutation(200)
    first, second = (
        found(models, X, target, time, measures),
        found(models, X[order], target[order], time[order], measures),
    )
    assert first.pop("notes") == second.pop("notes")
    assert first.keys() == second.keys()
    for key, ends in first.items():
        assert second[key] == pytest.approx(ends, abs=1e-8), key
