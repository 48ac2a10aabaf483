"""Cp, against simulation."""

import numpy as np
import pytest

from foldwise.diagnoses import InSampleFit, MallowsCp
from foldwise.errors import ValidityError


def test_it_is_unbiased_for_new_targets_at_the_same_features():
    rng = np.random.default_rng(0)
    X = np.column_stack([np.ones(30), rng.normal(size=(30, 4))])
    hat = X @ np.linalg.pinv(X)
    mean, gaps = X @ np.arange(5) + X[:, 1] ** 2, []  # the square is what the model misses
    for _ in range(4000):
        y, new = mean + rng.normal(size=(2, 30))
        fitted = hat @ y
        gaps.append(
            MallowsCp().of(InSampleFit.of_residuals(y - fitted, 5, noise_variance=1.0)) - ((new - fitted) ** 2).mean()
        )
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / np.sqrt(4000)


def test_the_statistic_of_mallows_follows():
    fit = InSampleFit.of_residuals([1.0, -2.0, 1.5, 0.5], 2, noise_variance=1.2)
    assert 4 * MallowsCp().of(fit) / 1.2 - 4 == pytest.approx(7.5 / 1.2 - 4 + 2 * 2)


def test_without_a_variance_of_the_noise_there_is_none():
    with pytest.raises(ValidityError, match="from a model of low bias"):
        MallowsCp().of(InSampleFit.of_residuals([1.0, 2.0], 1))
    with pytest.raises(ValidityError, match="no residuals"):
        MallowsCp().of(InSampleFit(5, 1))
