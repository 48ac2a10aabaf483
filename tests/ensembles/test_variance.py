"""Jackknives of ensembles, where the answer is known."""

import numpy as np
import pytest

from foldwise.ensembles import ensemble_variance, infinitesimal_jackknife, jackknife_after_bootstrap
from foldwise.errors import InputError

RNG = np.random.default_rng(0)
Y = RNG.normal(size=25)
COUNTS = RNG.multinomial(25, np.full(25, 1 / 25), 4000)
MEANS = (COUNTS @ Y / 25)[:, None]


def test_the_bagged_mean_has_the_variance_of_the_mean():
    """Each member is the mean of its sample; the mean of all of them is the mean, of variance Σ(y - ȳ)²/n²."""
    exact = Y.var() / 25
    assert infinitesimal_jackknife(MEANS, COUNTS)[0] == pytest.approx(exact, rel=0.1)
    # the jackknife has the divisor n - 1 for n
    assert jackknife_after_bootstrap(MEANS, COUNTS)[0] == pytest.approx(exact * 25 / 24, rel=0.15)
    assert ensemble_variance(MEANS, COUNTS)[0] == pytest.approx(exact, rel=0.1)


def test_few_members_are_corrected_for():
    """With 100 members the raw variance is a quarter too large, n/B; the corrected one is right on average."""
    raw, corrected = [], []
    for seed in range(200):
        counts = np.random.default_rng(seed).multinomial(25, np.full(25, 1 / 25), 100)
        means = counts @ Y[:, None] / 25
        raw.append(infinitesimal_jackknife(means, counts, corrected=False)[0])
        corrected.append(infinitesimal_jackknife(means, counts)[0])
    exact = Y.var() / 25
    assert np.mean(raw) == pytest.approx(exact * (1 + 25 / 100), rel=0.1)
    assert np.mean(corrected) == pytest.approx(exact, rel=0.1)


def test_the_formula_by_hand():
    counts, said = np.array([[2, 0], [0, 2], [1, 1]]), np.array([[2.0], [0.0], [1.0]])
    # C = (1/3)[(1)(1) + (-1)(-1)] = ±2/3, V = 8/9; less (n spread = 4/3)/9 · 2
    assert infinitesimal_jackknife(said, counts)[0] == pytest.approx(8 / 9 - 8 / 27)


def test_subsamples_are_scaled():
    rng = np.random.default_rng(1)
    counts = np.array([np.isin(np.arange(25), rng.permutation(25)[:10]) for _ in range(6000)]).astype(int)
    means = (counts @ Y / 10)[:, None]
    assert infinitesimal_jackknife(means, counts)[0] == pytest.approx(Y.var() / 25, rel=0.15)


def test_shapes_that_do_not_match_are_refused():
    with pytest.raises(InputError, match="one row for each of at least two members"):
        infinitesimal_jackknife(np.zeros((3, 2)), np.zeros((4, 2)))
