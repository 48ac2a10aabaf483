"""Fitted values of all resamples, held against a solution of each by itself."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.linalg.design import Design, Problem, centre_of, scale_of
from foldwise.engine.linalg.least_squares import fitted_values, sum_products, unpack_lower
from foldwise.engine.linalg.solvers import Penalty
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
Y = (X @ RNG.normal(size=4) + RNG.normal(size=60))[:, None]


def problem():
    centre = centre_of(X)
    return Problem(Design(X, Y, centre, scale_of(X, centre, 2.0), Y.mean(axis=0), intercept=True), Penalty((2.0,)))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_ridge_of_each_resample(kind, train, compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    drawn = resamples(kind, 60)
    test = TestRows.of(drawn, train=train)
    values, safe = fitted_values(problem(), TrainingSets(drawn), test)
    assert safe.all()
    for r in range(0, drawn.count, 7):
        weights = drawn.train_counts(r, r + 1)[0].astype(float)
        middle, target = np.average(X, axis=0, weights=weights), np.average(Y, axis=0, weights=weights)
        away = X - middle
        slopes = np.linalg.solve(
            (away * weights[:, None]).T @ away + 2 * np.eye(4), (away * weights[:, None]).T @ (Y - target)
        )
        mine = slice(test.starts[r], test.starts[r + 1])
        np.testing.assert_allclose(values[mine], target + (X[test.row[mine]] - middle) @ slopes, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("count", [2, 20], ids=["one by one", "by a table of products"])
def test_products_by_counts(count):
    design, counts = problem().design, RNG.poisson(1.0, size=(count, 60)).astype(float)
    rows = design.rows(slice(0, 60))[:60]
    np.testing.assert_allclose(sum_products(design, counts), np.einsum("bn,ni,nj->bij", counts, rows, rows), atol=1e-9)


def test_lower_triangles_are_unpacked():
    matrix = RNG.normal(size=(3, 3))
    matrix = matrix + matrix.T
    np.testing.assert_array_equal(unpack_lower(matrix[np.tril_indices(3)][None], 3)[0], matrix)
