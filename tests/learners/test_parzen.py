"""Local averages against sums written out, and against scikit-learn's kernels."""

import numpy as np
import pytest
from sklearn.neighbors import KernelDensity

from foldwise.errors import InputError
from foldwise.learners import parzen
from foldwise.learners.parzen import KERNELS, check_parameters, kernel_weights, local_sums, wrong_parameter

rng = np.random.default_rng(0)
ROWS, OTHERS, TARGETS = rng.normal(size=(7, 2)), rng.normal(size=(30, 2)), rng.random((30, 3))


@pytest.mark.parametrize("kernel", KERNELS)
def test_weights_are_proportional_to_scikit_learns_density(kernel):
    distances = np.array([0.0, 0.3, 0.6, 0.9])
    density = np.exp(KernelDensity(kernel=kernel).fit([[0.0]]).score_samples(distances[:, None]))
    assert kernel_weights(distances**2, kernel) == pytest.approx(density / density[0])


@pytest.mark.parametrize("kernel", ["tophat", "epanechnikov", "linear", "cosine"])
def test_a_kernel_with_an_end_gives_nothing_beyond_it(kernel):
    assert kernel_weights(np.array([1.0, 4.0]), kernel).tolist() == [0, 0]


@pytest.mark.parametrize("kernel", KERNELS)
def test_sums_are_weighted_by_the_distance(kernel):
    squares = ((ROWS[:, None] - OTHERS[None]) ** 2).sum(axis=2) / 1.5**2
    expected = kernel_weights(squares, kernel) @ TARGETS
    found = local_sums(ROWS, OTHERS, TARGETS, bandwidth=1.5, kernel=kernel)
    if kernel in parzen.ENDLESS:  # up to the largest weight of the row
        found, expected = (sums / sums.sum(axis=1, keepdims=True) for sums in (found, expected))
    assert found == pytest.approx(expected)


def test_a_row_far_from_all_others_still_has_weights():
    far = local_sums(np.array([[1e3, 0.0]]), OTHERS, TARGETS, bandwidth=0.1, kernel="gaussian")
    nearest = np.argmin(((np.array([1e3, 0.0]) - OTHERS) ** 2).sum(axis=1))
    assert far[0] == pytest.approx(TARGETS[nearest])


def test_distances_are_held_in_blocks(monkeypatch):
    whole = local_sums(ROWS, OTHERS, TARGETS, bandwidth=1.0, kernel="gaussian")
    monkeypatch.setattr(parzen, "DISTANCES_AT_ONCE", 30)  # one row at a time
    assert local_sums(ROWS, OTHERS, TARGETS, bandwidth=1.0, kernel="gaussian") == pytest.approx(whole, rel=1e-14)


@pytest.mark.parametrize("bandwidth", [0, -1.0, np.inf, float("nan"), "wide"])
def test_a_bandwidth_that_is_none_is_refused(bandwidth):
    with pytest.raises(InputError, match="the bandwidth is a number above 0, not"):
        check_parameters(bandwidth, "gaussian")


def test_an_unknown_kernel_is_refused_with_those_there_are():
    assert wrong_parameter(1.0, "gaussian") is None
    assert wrong_parameter(1.0, "box") == f"the kernel is one of {', '.join(KERNELS)}, not 'box'"
