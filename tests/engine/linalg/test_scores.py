"""The forms of scores say the same of rows in a table, compiled or not, and of rows in a batch."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.linalg.scores import Linear, Normal, Quadratic, posteriors, score_rows
from foldwise.engine.rows import TestRows
from foldwise.plans import RowLists

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 3))
UNEVEN = RowLists((np.arange(12),) * 3, (np.array([1, 4]), np.array([0]), np.array([3, 7, 9, 11])), 12)
EVEN = RowLists((np.arange(12),) * 2, (np.array([1, 4, 5]), np.array([0, 2, 3])), 12)
FORMS = {
    "linear": lambda b: Linear(RNG.normal(size=(b, 2, 3)), RNG.normal(size=(b, 2))),
    "normal": lambda b: Normal(RNG.normal(size=(b, 2, 3)), RNG.gamma(2.0, size=(b, 2, 3)), RNG.normal(size=(b, 2))),
}


def one_by_one(form, test):
    """Score the rows of each resample by themselves."""
    pieces = []
    for r in range(test.count):
        rows = X[test.row[test.starts[r] : test.starts[r + 1]]][None]
        pieces.append(type(form)(*(part[r : r + 1] for part in form))(rows)[0])
    return np.concatenate(pieces)


@pytest.fixture(params=["compiled", "numpy"], autouse=True)
def _either(request, monkeypatch):
    if request.param == "numpy":
        monkeypatch.setattr(native, "COMPILED", False)


@pytest.mark.parametrize("name", FORMS)
def test_rows_of_a_table(name):
    test = TestRows.of(UNEVEN)
    form = FORMS[name](test.count)
    np.testing.assert_allclose(score_rows(form, X, test.row, test.starts), one_by_one(form, test), rtol=1e-12)


@pytest.mark.parametrize("drawn", [EVEN, UNEVEN], ids=["in one batch", "one by one"])
def test_rows_that_are_made_when_they_are_needed(drawn):
    test = TestRows.of(drawn)
    form = FORMS["linear"](test.count)
    np.testing.assert_allclose(
        score_rows(form, lambda rows: X[rows], test.row, test.starts), one_by_one(form, test), rtol=1e-12
    )


def test_a_quadratic_form_per_class():
    test = TestRows.of(UNEVEN)
    form = Quadratic(RNG.normal(size=(3, 3)), np.tril(RNG.normal(size=(3, 3, 3))), RNG.normal(size=3))
    found = score_rows(form, X, test.row, test.starts)[:, 0]
    np.testing.assert_allclose(found, one_by_one(form, test)[:, 0], rtol=1e-12)


@pytest.mark.parametrize("k", [2, 4])
def test_posteriors_are_softmax(k):
    scores = RNG.normal(size=(9, k)) * 100
    labels, shares = posteriors(scores)
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    np.testing.assert_array_equal(labels, scores.argmax(axis=1))
    np.testing.assert_allclose(shares, raised / raised.sum(axis=1, keepdims=True), rtol=1e-12, atol=1e-300)


def asked(rng, n, resamples):
    """Rows asked about by some resamples, one of which asks nothing."""
    sizes = rng.integers(0, 9, resamples)
    sizes[0] = 0
    return rng.integers(0, n, sizes.sum()), np.concatenate([[0], np.cumsum(sizes)])


@pytest.mark.parametrize("m", [1, 7, 8, 19])
def test_questions_are_scored_by_the_coefficients_of_their_resample(m):
    rng = np.random.default_rng(m)
    table, coefficients, offsets = rng.normal(size=(30, m)), rng.normal(size=(6, 3, m)), rng.normal(size=(6, 3))
    rows, starts = asked(rng, 30, 6)
    scores = score_rows(Linear(coefficients, offsets), table, rows, starts)
    resample = np.repeat(np.arange(6), np.diff(starts))
    expected = np.einsum("qm,qcm->qc", table[rows], coefficients[resample]) + offsets[resample]
    np.testing.assert_allclose(scores, expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("m", [1, 7, 8, 19])
def test_questions_are_scored_by_their_distance_from_the_means(m):
    rng = np.random.default_rng(m)
    table, means, precisions = rng.normal(size=(30, m)), rng.normal(size=(6, 3, m)), rng.random((6, 3, m))
    rows, starts = asked(rng, 30, 6)
    scores = score_rows(Normal(means, precisions, np.zeros((6, 3))), table, rows, starts)
    resample = np.repeat(np.arange(6), np.diff(starts))
    away = table[rows][:, None, :] - means[resample]
    np.testing.assert_allclose(scores, -0.5 * (away**2 * precisions[resample]).sum(axis=2), rtol=1e-12)
