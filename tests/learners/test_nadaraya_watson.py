"""Kernel regression is a local mean, and an ordinary scikit-learn estimator."""

import numpy as np
import pytest

from foldwise.errors import InputError
from foldwise.learners import NadarayaWatson
from foldwise.learners.parzen import KERNELS
from tests.learners.checks import complaints

X = np.array([[0.0], [1.0], [2.0], [4.0]])
y = np.array([0.0, 1.0, 4.0, 16.0])


def test_scikit_learn_accepts_it():
    assert complaints(NadarayaWatson(), NadarayaWatson(0.3, kernel="epanechnikov")) == []


def test_by_hand():
    weights = np.exp(-0.5 * ((1.0 - X[:, 0]) / 0.7) ** 2)
    assert NadarayaWatson(0.7).fit(X, y).predict([[1.0]])[0] == pytest.approx(weights @ y / weights.sum())


@pytest.mark.parametrize("kernel", KERNELS)
def test_weights_are_repeated_rows(kernel):
    counts = np.array([1, 3, 0, 2])
    weighted = NadarayaWatson(1.5, kernel=kernel).fit(X, y, sample_weight=counts)
    repeated = NadarayaWatson(1.5, kernel=kernel).fit(X.repeat(counts, axis=0), y.repeat(counts))
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X))


def test_out_of_reach_of_all_rows_it_is_the_mean():
    assert NadarayaWatson(0.5, kernel="tophat").fit(X, y).predict([[9.0]])[0] == pytest.approx(y.mean())


def test_far_away_the_nearest_row_decides():
    """Every weight underflows to zero; their ratios do not."""
    assert NadarayaWatson(0.01).fit(X, y).predict([[900.0]])[0] == pytest.approx(16)


def test_many_rows_are_done_in_blocks(monkeypatch):
    rows = np.linspace(0, 4, 30)[:, None]
    whole = NadarayaWatson().fit(X, y).predict(rows)
    monkeypatch.setattr("foldwise.learners.parzen.DISTANCES_AT_ONCE", 10)
    np.testing.assert_array_equal(NadarayaWatson().fit(X, y).predict(rows), whole)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (NadarayaWatson(0), "the bandwidth is a number above 0, not 0"),
        (NadarayaWatson("scott"), "the bandwidth is a number above 0, not 'scott'"),
        (NadarayaWatson(kernel="box"), "the kernel is one of cosine, epanechnikov, .* not 'box'"),
    ],
)
def test_wrong_parameters(model, message):
    with pytest.raises(InputError, match=message):
        model.fit(X, y)


def test_weights_that_are_all_zero():
    with pytest.raises(ValueError, match="at least one non-zero number"):
        NadarayaWatson().fit(X, y, sample_weight=np.zeros(4))
