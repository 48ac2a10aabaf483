"""Densities of one column against scipy and against sums written out."""

import numpy as np
import pytest
from scipy import stats

from foldwise.learners import column_densities
from foldwise.learners.column_densities import GaussianDensity, KernelDensities, KnownValues, LevelShares

rng = np.random.default_rng(0)
KNOWN = KnownValues(rng.normal(size=30), rng.integers(0, 2, 30), rng.integers(1, 4, 30).astype(float), 3)
NEW = np.array([-1.0, 0.0, 0.5, 40.0])


def repeated(code):
    """Values of a class, each as often as its weight says; those of all for a class without any."""
    chosen = KNOWN.codes == code if code < 2 else slice(None)
    return KNOWN.values[chosen].repeat(KNOWN.weights[chosen].astype(int))


@pytest.mark.parametrize("code", range(3))
def test_normal_densities(code):
    values = repeated(code)
    logs = GaussianDensity.of(KNOWN, floor=0).logs(NEW)[:, code]
    assert logs == pytest.approx(stats.norm.logpdf(NEW, values.mean(), values.std()))


@pytest.mark.parametrize("code", range(3))
def test_kernel_densities(code):
    values = repeated(code)
    width = np.ptp(KNOWN.values) / np.sqrt(len(values))
    logs = KernelDensities.of(KNOWN).logs(NEW[:3])[:, code]
    assert logs == pytest.approx(np.log(stats.norm.pdf(NEW[:3, None], values, width).mean(axis=1)))


def test_far_from_all_values_kernels_still_differ():
    assert np.isfinite(KernelDensities.of(KNOWN).logs(np.array([1e4]))).all()


def test_kernels_are_summed_in_blocks(monkeypatch):
    whole = KernelDensities.of(KNOWN).logs(NEW)
    monkeypatch.setattr(column_densities, "DISTANCES_AT_ONCE", 30)
    np.testing.assert_array_equal(KernelDensities.of(KNOWN).logs(NEW), whole)


def test_no_variance_is_below_its_floor():
    same = KnownValues(np.array([1.0, 1.0, 3.0, 5.0]), np.array([0, 0, 1, 1]), np.ones(4), 2)
    assert GaussianDensity.of(same, floor=0.01).variances == pytest.approx([0.01 * 2.75, 1.0])


def test_m_estimates_by_hand():
    """Levels 2 : 1 in the first class, 0 : 3 in the second, 2 : 4 in all; with m = 3 these weigh 1 and 2."""
    known = KnownValues(np.array([0.0, 0, 1, 1, 1, 1]), np.array([0, 0, 0, 1, 1, 1]), np.ones(6), 2)
    shares = np.exp(LevelShares.of(known, levels=2, alpha=1, m=3).log_shares)
    assert shares == pytest.approx(np.array([[3, 1], [3, 5]]) / 6)


def test_intervals_are_counted_like_levels():
    known = KnownValues(np.array([0.0, 1.0, 2.0, 3.0]), np.array([0, 0, 1, 1]), np.ones(4), 2)
    shares = LevelShares.of_intervals(known, np.array([1.5]), alpha=1, m=None)
    assert np.exp(shares.logs(np.array([1.5, 1.6]))) == pytest.approx(np.array([[0.75, 0.25], [0.25, 0.75]]))


def test_without_pseudo_counts_nothing_is_impossible():
    known = KnownValues(np.array([0.0, 1.0]), np.array([0, 1]), np.ones(2), 2)
    assert np.isfinite(LevelShares.of(known, levels=2, alpha=0, m=None).log_shares).all()
