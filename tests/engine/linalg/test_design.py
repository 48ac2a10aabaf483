"""Rows of a least-squares problem, and values of its fits."""

import numpy as np
import pytest

from foldwise.engine.linalg import design as module
from foldwise.engine.linalg.design import Design, centre_of, scale_of, values_at_tests
from foldwise.engine.rows import TestRows
from tests.engine.same import resamples

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(40, 3)) + 100, RNG.normal(size=(40, 2))


def design(*, intercept=True, weights=None):
    centre = centre_of(X) if intercept else np.zeros(3)
    return Design(X, Y, centre, scale_of(X, centre, 1.0), Y.mean(axis=0) * intercept, intercept, weights)


@pytest.mark.parametrize("keep", [module.NUMBERS_KEPT, 0], ids=["kept", "made each time"])
@pytest.mark.parametrize("intercept", [True, False])
def test_products_are_those_of_the_rows(keep, intercept, monkeypatch):
    monkeypatch.setattr(module, "NUMBERS_KEPT", keep)
    weights = np.linspace(1, 2, 40)
    one = design(intercept=intercept, weights=weights)
    rows = one.rows(slice(0, 40))[:40]
    np.testing.assert_allclose(one.total, (rows * weights[:, None]).T @ rows)
    chosen = np.array([[3, 7], [1, 40]])  # row 40 is none
    np.testing.assert_allclose(one.rows(chosen)[0], rows[[3, 7]])
    assert (one.rows(chosen)[1, 1] == 0).all()


@pytest.mark.parametrize("kind", ["loo", "counts"], ids=["few test rows", "many"])
def test_values_of_fits_at_their_test_rows(kind):
    test, one = TestRows.of(resamples(kind, 40)), design()
    coefficients = RNG.normal(size=(test.count, one.terms, 2))
    rows = one.rows(slice(0, 40))[:40, : one.terms]
    expected = np.concatenate([rows[block.row] @ c for block, c in zip(blocks_of(test), coefficients, strict=True)])
    np.testing.assert_allclose(values_at_tests(one, coefficients, test, 0), expected, rtol=1e-9, atol=1e-9)


def blocks_of(test):
    return [test.block(r, r + 1) for r in range(test.count)]
