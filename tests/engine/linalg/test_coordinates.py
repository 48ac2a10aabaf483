"""Coordinates in which a covariance is the identity, and inverse factors of many matrices."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.linalg.coordinates import about_means, coordinates, inverse_factors

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3)) @ RNG.normal(size=(3, 3)) * [1, 1e4, 1e-3]
COVARIANCE = np.cov(X.T, bias=True)


def test_the_covariance_becomes_the_identity():
    frame = coordinates(COVARIANCE)
    np.testing.assert_allclose(frame.T.T @ COVARIANCE @ frame.T, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(X @ frame.T @ frame.back, X, rtol=1e-6)
    assert frame.log_volume == pytest.approx(-0.5 * np.linalg.slogdet(COVARIANCE)[1])


def test_a_direction_in_which_nothing_varies_is_left_out():
    doubled = np.concatenate([X, X[:, :1]], axis=1)
    covariance = np.cov(doubled.T, bias=True)
    assert coordinates(covariance, covariance).T.shape == (4, 3)
    assert coordinates(covariance).least == 0.0


@pytest.mark.parametrize("compiled", [True, False])
def test_inverse_factors(compiled, monkeypatch):
    monkeypatch.setattr(native, "COMPILED", compiled and native.COMPILED)
    singular = np.outer(np.arange(3.0), np.arange(3.0))
    factors, least = inverse_factors(np.stack([COVARIANCE / 1e4 + np.eye(3), singular, -np.eye(3)]))
    matrix = COVARIANCE / 1e4 + np.eye(3)
    np.testing.assert_allclose(factors[0] @ matrix @ factors[0].T, np.eye(3), atol=1e-8)
    assert 0 < least[0] <= np.linalg.eigvalsh(matrix)[0] * (1 + 1e-9)
    assert least[1:].tolist() == [0.0, 0.0]
    np.testing.assert_array_equal(factors[2], np.eye(3))


def test_products_about_the_means():
    z = np.concatenate([X, np.ones((60, 1))], axis=1)
    counts, means, scatter = about_means((z.T @ z)[None, None])
    assert counts.item() == 60
    np.testing.assert_allclose(means[0, 0], X.mean(axis=0))
    np.testing.assert_allclose(scatter[0, 0], 60 * COVARIANCE, rtol=1e-9)
