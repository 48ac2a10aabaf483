import numpy as np
import pytest
from scipy.special import stdtrit

from foldwise.intervals.influence_steps.long_run import bands, guided_prior, prior, series_variance, trend_probabilities

RNG = np.random.default_rng(0)


def series(size, count):
    """Autoregressive series with memory .9 (count, size)."""
    steps = RNG.normal(size=(count, size + 200)) * np.sqrt(1 - 0.9**2)
    steps[:, 0] /= np.sqrt(1 - 0.9**2)
    for at in range(1, size + 200):
        steps[:, at] += 0.9 * steps[:, at - 1]
    return steps[:, 200:]


def test_rows_that_do_not_hang_together_in_time_count_as_rows():
    found = [series_variance(RNG.normal(size=500)) for _ in range(100)]
    assert np.mean([variance for variance, _ in found]) == pytest.approx(1 / 500, rel=0.1)


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize("label", [False, True])
def test_series_of_values_and_labels_are_nearly_unbiased_in_all_rows_or_some(share, label):
    """Variance of a mean over 800 times, of all rows or those of a class, beside its estimate: 300 draws."""
    drawn = series(800, 300)
    if label:
        drawn = (drawn > 0.5) - 0.3085  # P(Z > .5)
    drawn = drawn * (RNG.random(drawn.shape) < share)
    found = np.mean([series_variance(one)[0] for one in drawn])
    assert found / np.var(drawn.mean(axis=1)) == pytest.approx(1, abs=0.3)


@pytest.mark.parametrize(("share", "label", "least"), [(1.0, False, 0.93), (0.5, True, 0.9), (0.25, True, 0.9)])
def test_memory_that_is_seen_with_noise_is_found_in_short_series(share, label, least):
    """Contributions of some rows of an autoregressive series of 250: with the first correlations alone, 82 % were covered."""
    drawn = series(250, 300)
    if label:
        drawn = (drawn > 0.5) - 0.3085
    drawn = drawn * (RNG.random(drawn.shape) < share)
    held = []
    for one in drawn:
        variance, df = series_variance(one)
        held.append(abs(one.mean()) <= stdtrit(df, 0.975) * variance**0.5)
    assert np.mean(held) >= least


def test_bands_take_every_frequency_once():
    for size in (3, 17, 18, 1000):
        assert bands(size)[0] == 1
        assert bands(size)[-1] == size
        assert np.all(np.diff(bands(size)) >= 1)


def test_a_series_that_does_not_vary_has_no_variance():
    assert series_variance(np.ones(20)) == (0.0, 19.0)
    assert series_variance(np.array([1.0, 2.0])) == (0.0, 1.0)


def test_units_do_not_matter():
    rows = RNG.normal(size=40)
    variance, df = series_variance(rows)
    assert series_variance(1e6 * rows + 3) == pytest.approx((1e12 * variance, df))


def autoregression(phi: float, size: int) -> np.ndarray:
    series = RNG.normal(size=size)
    for at in range(1, size):
        series[at] = phi * series[at - 1] + np.sqrt(1 - phi**2) * series[at]
    return series


def test_a_guide_that_is_a_trend_makes_the_variance_larger():
    """Contributions that are mostly noise hardly show the trend, and the guide does."""
    reach = []
    for _ in range(40):
        trend = autoregression(0.985, 100)
        rows = 0.5 * trend + RNG.normal(size=100)
        reach.append([series_variance(rows)[0], series_variance(rows, guided_prior(trend))[0]])
    plain, guided = np.mean(reach, axis=0)
    assert guided > 1.5 * plain


def test_a_guide_without_a_trend_changes_next_to_nothing():
    found = [guided_prior(RNG.normal(size=100)) for _ in range(20)]
    assert np.mean([np.abs(one - prior()).sum() for one in found]) < 0.1


def test_a_guide_that_does_not_vary_is_none():
    assert guided_prior(np.ones(30)) is None
    assert trend_probabilities(np.ones(30)).sum() == 0


def test_trends_are_told_from_short_memory():
    shares = [
        np.mean([trend_probabilities(autoregression(phi, 300)).sum() for _ in range(30)])
        for phi in (0, 0.5, 0.8, 0.985)
    ]
    assert shares[0] < 0.02
    assert shares[1] < 0.02
    assert shares[2] < 0.1
    assert shares[3] > 0.6
