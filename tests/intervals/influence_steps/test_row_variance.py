"""The variance of a resampled estimate from the contributions of its rows."""

import tracemalloc

import numpy as np
import pytest
from scipy.special import ndtr
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression

import foldwise
from foldwise.intervals.influence_steps.row_variance import (
    overlap_factor,
    rows_of_usual_groups,
    unit_variance,
    with_components,
)
from foldwise.intervals.variances.linearised import by_group, linearised
from foldwise.measures.contributions.row_means import RowMeans
from tests.worlds import bootstrap_of, partition

RNG = np.random.default_rng(0)


def test_units_of_one_row_are_rows():
    rows = RNG.normal(size=30)
    variance, df = unit_variance(rows - rows.mean(), np.arange(30))
    assert variance == pytest.approx(rows.var(ddof=1) / 30)
    assert df == pytest.approx(29)


def test_units_of_one_size_have_one_degree_of_freedom_less_than_there_are():
    rows, unit = RNG.normal(size=60), np.repeat(np.arange(12), 5)
    sums = np.bincount(unit, weights=rows - rows.mean())
    variance, df = unit_variance(rows - rows.mean(), unit)
    assert variance == pytest.approx(12 / 11 * (sums @ sums) / 60**2)
    assert df == pytest.approx(11)


def test_one_large_unit_counts_as_few():
    unit = np.repeat(np.arange(11), [100, *[2] * 10])
    rows = RNG.normal(size=11)[unit] + 0.1 * RNG.normal(size=120)
    assert unit_variance(rows - rows.mean(), unit)[1] < 3


def test_the_variance_of_unequal_units_is_nearly_unbiased():
    """Units of 30, 10 and ten of 2 rows that share an effect: mean of V over the true variance, 400 draws."""
    unit = np.repeat(np.arange(12), [30, 10, *[2] * 10])
    found, means = [], []
    for _ in range(400):
        rows = RNG.normal(size=12)[unit] + RNG.normal(size=unit.size)
        found.append(unit_variance(rows - rows.mean(), unit)[0])
        means.append(rows.mean())
    assert np.mean(found) / np.var(means) == pytest.approx(1, abs=0.25)


def test_an_ordinary_large_unit_does_not_hide_that_units_differ():
    """A unit of half of the rows that happens to be like the mean: Σ S² says next to nothing of what the small ones show."""
    unit = np.repeat(np.arange(9), [40, *[5] * 8])
    rows = np.r_[0.0, np.tile([-1.0, 1.0], 4)][unit] + 0.1 * np.random.default_rng(1).normal(size=unit.size)
    rows -= rows.mean()
    sums = np.bincount(unit, weights=rows)
    assert unit_variance(rows, unit)[0] > 4 * (sums @ sums) / unit.size**2


def test_the_factor_grows_with_how_much_repeats_disagree():
    steady, shaky = (
        RowMeans(np.arange(50), np.tile([1.0, -1.0], 25), within, within * 49 / 50) for within in (0.0, 0.1)
    )
    plan = partition(50, 10, repeats=3)
    assert overlap_factor(steady, plan, discrete=False, unseen=1) == pytest.approx(1.1)
    assert overlap_factor(shaky, plan, discrete=False, unseen=1) == pytest.approx(1.1 + 9 * shaky.instability)
    assert overlap_factor(shaky, plan, discrete=True, unseen=1) == pytest.approx(1.1 + 4 * shaky.instability)
    assert overlap_factor(shaky, bootstrap_of(50, 20), discrete=False, unseen=1) == pytest.approx(
        1.1 + shaky.instability
    )


def test_without_repeats_the_factor_is_that_of_the_corrected_t_test():
    once = RowMeans(np.arange(50), np.tile([1.0, -1.0], 25), float("nan"), float("nan"))
    assert overlap_factor(once, partition(50, 10), discrete=True, unseen=1.0) == pytest.approx(1 + 50 / 45)
    assert overlap_factor(once, partition(50, 10), discrete=True, unseen=0.5) == pytest.approx(1 + 25 / 45)


@pytest.mark.parametrize("size", [1, 4])
def test_units_of_one_size_have_the_linearised_variance(size):
    """The two estimators for units differ in what they make of unequal sizes only."""
    rng = np.random.default_rng(2)
    unit = np.repeat(np.arange(12), size)
    rows = rng.normal(size=12)[unit] + rng.normal(size=unit.size)
    shares = np.full(unit.size, 1 / unit.size)
    moves = shares * (rows - rows.mean())
    expected = linearised(by_group(moves, unit), by_group(shares, unit))
    assert unit_variance(rows - rows.mean(), unit) == pytest.approx(expected)


def test_units_of_unequal_size_have_not():
    unit = np.repeat(np.arange(12), np.arange(1, 13))
    rows = np.random.default_rng(2).normal(size=12)[unit] + 0.1 * np.arange(unit.size)
    shares = np.full(unit.size, 1 / unit.size)
    moves = shares * (rows - rows.mean())
    other = linearised(by_group(moves, unit), by_group(shares, unit))[0]
    assert abs(unit_variance(rows - rows.mean(), unit)[0] / other - 1) > 0.01


def test_strata_of_one_unit_each_are_added_up():
    """Units of one class: the variance is the sum of those of the classes, each with as many degrees of freedom as its units have."""
    unit = np.repeat(np.arange(12), 4)
    stratum = (unit < 4).astype(int)
    rows = np.tile([-1.0, 1.0], 6)[unit] * np.where(stratum, 10.0, 1.0) + np.tile([-0.1, 0.1, 0.1, -0.1], 12)
    rows -= np.array([rows[stratum == one].mean() for one in (0, 1)])[stratum]
    found, df = unit_variance(rows, unit, stratum)
    parts = []
    for one in (0, 1):
        own = stratum == one
        parts.append(unit_variance(rows[own], unit[own])[0] * (own.sum() / 48) ** 2)
    assert found == pytest.approx(sum(parts), rel=0.02)
    assert df == pytest.approx(sum(parts) ** 2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 3), rel=0.02)
    assert unit_variance(rows, unit)[1] > 10


def test_as_many_units_as_rows_need_no_matrix_of_units():
    rows = np.random.default_rng(1).normal(size=60_000)
    variance, df = unit_variance(rows - rows.mean(), np.arange(60_000))
    assert variance == pytest.approx(rows.var(ddof=1) / 60_000, rel=1e-6)
    assert df == pytest.approx(59_999, rel=1e-3)


def test_many_strata_of_many_units_take_memory_in_proportion():
    rng = np.random.default_rng(4)
    rows, unit, stratum = rng.normal(size=3000), rng.integers(0, 1000, 3000), rng.integers(0, 300, 3000)
    tracemalloc.start()
    unit_variance(rows - rows.mean(), unit, stratum)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100e6  # 1.4e9 with the covariance of all strata of every unit


def scale_that_changes(seed):
    """Errors whose scale changes slowly."""
    rng = np.random.default_rng(seed)
    scale = rng.normal(size=300)
    for at in range(1, 300):
        scale[at] = 0.95 * scale[at - 1] + np.sqrt(1 - 0.95**2) * scale[at]
    return np.exp(0.7 * scale) * rng.normal(size=300)


def test_errors_whose_scale_changes_slowly_are_worth_fewer_rows():
    """AR(.95) logarithms of the scale: rmse of 0 as the prediction, 60 draws."""
    true, covered = np.exp(0.7**2), []
    for seed in range(60):
        y = scale_that_changes(seed)
        made = foldwise.assess(
            DummyRegressor(strategy="constant", constant=0.0),
            np.zeros((300, 1)),
            y,
            order=np.arange(300),
            measures="rmse",
            baseline=False,
        )
        covered.append(made.findings[0].interval.low <= true <= made.findings[0].interval.high)
    assert sum(covered) >= 55, sum(covered)  # 52 by the contributions themselves


def test_rows_that_count_alike_have_no_weights():
    unit, stratum = np.repeat(np.arange(8), [9, 5, 4, 3, 3, 2, 2, 2]), np.arange(30) % 2
    rows = RNG.normal(size=30)
    rows -= rows.mean()
    assert unit_variance(rows, unit, stratum, np.ones(30)) == pytest.approx(unit_variance(rows, unit, stratum))
    assert unit_variance(rows, unit, stratum, np.full(30, 7.0)) == pytest.approx(unit_variance(rows, unit, stratum))


def test_a_large_unit_whose_rows_count_little_is_one_of_many():
    unit, stratum = np.repeat(np.arange(21), [200, *[10] * 20]), np.arange(400) % 2
    weights = np.where(unit == 0, 0.05, 1.0)
    rows = weights * (RNG.normal(size=21)[unit] + 0.5 * RNG.normal(size=400))
    rows -= weights * rows.sum() / weights.sum()
    assert unit_variance(rows, unit, stratum)[1] < 4
    assert unit_variance(rows, unit, stratum, weights)[1] > 15


def test_the_variance_of_weighted_rows_in_units_is_nearly_unbiased():
    """The mean of V over the true variance of Σwe/n, 400 draws of units that share an effect."""
    unit = np.repeat(np.arange(12), [30, 10, *[2] * 10])
    weights = np.where(unit < 2, 0.2, 1.0)
    found, means = [], []
    for _ in range(400):
        rows = weights * (RNG.normal(size=12)[unit] + RNG.normal(size=unit.size))
        means.append(rows.mean())
        found.append(unit_variance(rows - weights * rows.sum() / weights.sum(), unit, None, weights)[0])
    assert np.mean(found) / np.var(means) == pytest.approx(1, abs=0.25)


@pytest.mark.parametrize("sizes", [[5] * 12, [40, *[5] * 8]])
def test_components_say_more_than_the_sums_of_units_of_unequal_size(sizes):
    unit = np.repeat(np.arange(len(sizes)), sizes)
    rows = RNG.normal(size=len(sizes))[unit] + RNG.normal(size=unit.size)
    rows -= rows.mean()
    found = unit_variance(rows, unit)
    if len(set(sizes)) == 1:
        assert with_components(rows, unit, found) == pytest.approx(found)
        assert rows_of_usual_groups(20.0, unit) == pytest.approx(20)
    else:
        assert with_components(rows, unit, found)[1] > 2 * found[1]
        assert 20 < rows_of_usual_groups(20.0, unit) < unit.size


def pareto_groups(seed):
    """40 groups of Pareto sizes, about 400 rows of three columns; half of the variance of columns and noise is common to a group."""
    rng = np.random.default_rng(seed)
    sizes = (1 - rng.random(40)) ** (-1 / 1.2)
    own = np.repeat(np.arange(40), np.maximum(1, np.round(400 * np.minimum(sizes / sizes.sum(), 1 / 3))).astype(int))
    drawn = np.sqrt(0.5) * (rng.normal(size=(own.size, 4)) + rng.normal(size=(40, 4))[own])
    return own, drawn[:, :3], drawn[:, 3], rng.integers(2, size=own.size)


def area(seed):
    """Interval and estimate of the AUC of LDA for a shift of one column by 1.4, and its true value."""
    own, columns, _, label = pareto_groups(seed)
    columns[:, 0] += 1.4 * label
    found = foldwise.assess("lda", columns, label, groups=own, measures="auc", baseline=False).findings[0]
    slopes = LinearDiscriminantAnalysis().fit(columns, label).coef_[0]
    return found, float(ndtr(1.4 * slopes[0] / np.sqrt(2 * slopes @ slopes)))


def squared_error(seed):
    """Interval and estimate of the rmse of least squares, and its true value."""
    own, columns, noise, _ = pareto_groups(seed)
    y = columns[:, 0] + noise
    found = foldwise.assess("linear", columns, y, groups=own, measures="rmse", baseline=False).findings[0]
    fitted = LinearRegression().fit(columns, y)
    away = fitted.coef_ - np.array([1.0, 0, 0])
    return found, float(np.sqrt(1 + away @ away + fitted.intercept_**2))


@pytest.mark.parametrize(("draw", "most"), [(area, 1.6), (squared_error, 1.7)])
def test_groups_of_pareto_sizes_are_covered_at_less_than_the_width_of_few_groups(draw, most):
    """80 draws, widths over 2 · 1.96 sd of estimate less truth: before, areas had 2.7 and squared errors 2.2."""
    drawn = [draw(seed) for seed in range(80)]
    ends = np.array([(one.interval.low, one.interval.high) for one, _ in drawn])
    truth = np.array([truth for _, truth in drawn])
    errors = np.array([one.estimate.value for one, _ in drawn]) - truth
    assert (ends[:, 1] - ends[:, 0]).mean() < most * 2 * 1.96 * errors.std()
    assert np.mean((ends[:, 0] <= truth) & (truth <= ends[:, 1])) >= 0.925
