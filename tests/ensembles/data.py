"""Rows for the tests of ensembles."""

import numpy as np


def classes(n=120, *, classes=2, seed=0, noise=0.6):
    """Numeric rows of some classes that overlap."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    X = rng.normal(size=(n, 5))
    X[:, 0] += y / noise
    X[:, 1] += (y == 1) / noise
    return X, y


def values(n=120, *, seed=0):
    """Numeric rows with a smooth and a stepped effect."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, 2 * X[:, 0] + np.where(X[:, 1] > 0, 1.5, 0.0) + rng.normal(scale=0.5, size=n)
