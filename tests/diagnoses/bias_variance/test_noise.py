"""Noise, declared or from replicates."""

import numpy as np
import pytest
from scipy import stats

from foldwise.diagnoses import Noise, Runs, noise_of_replicates, replicates_of, shares_of_replicates
from foldwise.errors import InputError


def test_the_pooled_variance_is_the_residual_of_an_analysis_of_variance():
    rng = np.random.default_rng(0)
    groups = [rng.normal(at, 1.5, size) for at, size in ((0, 4), (3, 7), (9, 2))]
    y, cells = np.concatenate(groups), np.repeat([0, 1, 2], [4, 7, 2])
    within = sum(((one - one.mean()) ** 2).sum() for one in groups)
    assert noise_of_replicates(y, cells).variance == pytest.approx(within / 10)
    between = sum(one.size * (one.mean() - y.mean()) ** 2 for one in groups) / 2
    assert stats.f_oneway(*groups).statistic == pytest.approx(between / noise_of_replicates(y, cells).variance)


def test_equal_rows_have_one_number():
    assert replicates_of(np.array([["a", "b"], ["a", "c"], ["a", "b"]])).tolist() == [0, 1, 0]


def test_replicated_labels_give_shares_and_their_counts():
    found = shares_of_replicates([0, 1, 1], [0, 0, 1], 2)
    assert found.shares.tolist() == [[0.5, 0.5], [0.5, 0.5], [0, 1]]
    assert found.replicates.tolist() == [2, 2, 1]


def test_no_replicates_are_refused():
    with pytest.raises(InputError, match="no two rows have equal features"):
        noise_of_replicates([1.0, 2.0], [0, 1])
    with pytest.raises(InputError, match="no two rows have equal features"):
        shares_of_replicates([0, 1], [0, 1], 2)


def test_noise_that_does_not_fit_is_refused():
    runs = Runs.of_values([1.0, 2.0], [[1.0, 2.0], [2.0, 3.0]])
    with pytest.raises(InputError, match="not negative"):
        runs.with_noise(Noise(variance=-1.0))
    with pytest.raises(InputError, match="needs the variance"):
        runs.with_noise(Noise(optimal=np.zeros(2)))
    with pytest.raises(InputError, match="each row summing to 1"):
        Runs.of_labels([0, 1], [[0, 1], [1, 1]]).with_noise(Noise(shares=np.ones((2, 2))))
