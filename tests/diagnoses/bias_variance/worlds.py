"""Random runs for the tests of decompositions."""

import numpy as np

from foldwise.diagnoses import Noise, Runs


def labels(n=40, T=7, classes=3, *, noisy=True, missing=True, seed=0):
    """Labels of random models that are right more often than not, with known probabilities of the classes."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    truth[:classes] = np.arange(classes)
    predicted = np.where(rng.random((n, T)) < 0.6, truth[:, None], rng.integers(0, classes, (n, T)))
    trained = rng.random((n, T)) < 0.3 if missing else np.zeros((n, T), dtype=bool)
    trained[:, :2] = False
    runs = Runs.of_labels(truth, predicted, trained=trained)
    if not noisy:
        return runs
    shares = rng.dirichlet(np.ones(classes), n)
    return runs.with_noise(Noise(shares=shares))


def values(n=30, T=6, *, missing=True, seed=0):
    """Values of random models."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=n)
    predicted = truth[:, None] * 0.7 + 0.2 + rng.normal(size=(n, T))
    if missing:
        predicted[:, 2:][rng.random((n, T - 2)) < 0.3] = np.nan
    return Runs.of_values(truth, predicted)


def probabilities(n=30, T=6, classes=3, *, missing=True, seed=0):
    """Probabilities of random models."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    predicted = rng.dirichlet(np.ones(classes), (n, T))
    if missing:
        predicted[:, 2:][rng.random((n, T - 2)) < 0.3] = np.nan
    return Runs.of_probabilities(truth, predicted)
