"""Cut points against published ones, and against the criterion worked by hand."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from foldwise.learners.mdl_cuts import code_lengths, mdl_cuts

X, y = load_iris(return_X_y=True)
PUBLISHED = [[5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.80, 1.75]]
"""Cut points of iris by the R package discretization, in the documentation of its function mdlp."""


@pytest.mark.parametrize("column", range(4))
def test_the_cut_points_of_iris_are_the_published_ones(column):
    assert mdl_cuts(X[:, column], y, np.ones(150)) == pytest.approx(np.array(PUBLISHED[column]))


def test_a_cut_must_pay_for_itself():
    """Of two pure halves of 2, 4 bits are saved, at a cost of log₂ 3 + log₂ 7 - 2 = 2.39; of two of 1, 2 bits at 0.81.

    With classes 1 0 0 1 1 1, the cut behind the third saves 5.51 - 2.75 = 2.75 bits at log₂ 5 + log₂ 7 - 2 H + 2 H₁ = 5.13.
    """
    assert mdl_cuts(np.arange(4.0), np.array([0, 0, 1, 1]), np.ones(4)).tolist() == [1.5]
    assert mdl_cuts(np.arange(6.0), np.array([1, 0, 0, 1, 1, 1]), np.ones(6)).size == 0


def test_weights_are_repeated_rows():
    counts = np.random.default_rng(0).integers(0, 4, 150)
    kept = counts > 0
    weighted = mdl_cuts(X[kept, 2], y[kept], counts[kept].astype(float))
    np.testing.assert_array_equal(weighted, mdl_cuts(X[:, 2].repeat(counts), y.repeat(counts), np.ones(counts.sum())))


def test_the_order_of_the_rows_does_not_matter():
    order = np.random.default_rng(1).permutation(150)
    np.testing.assert_array_equal(mdl_cuts(X[order, 0], y[order], np.ones(150)), mdl_cuts(X[:, 0], y, np.ones(150)))


def test_noise_is_not_cut():
    rng = np.random.default_rng(0)
    assert mdl_cuts(rng.normal(size=200), rng.integers(0, 2, 200), np.ones(200)).size == 0


def test_one_value_has_no_cut():
    assert mdl_cuts(np.ones(5), np.array([0, 1, 0, 1, 1]), np.ones(5)).size == 0


def test_code_lengths_are_entropies_times_weight():
    assert code_lengths(np.array([1.0, 3.0])) == pytest.approx(-np.log2(0.25) - 3 * np.log2(0.75))
