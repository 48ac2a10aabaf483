"""The Parzen classifier compares kernel densities, and is an ordinary scikit-learn estimator."""

import numpy as np
import pytest
from sklearn.neighbors import KernelDensity

from foldwise.errors import InputError
from foldwise.learners import KernelDensityClassifier
from foldwise.learners.parzen import KERNELS
from tests.learners.checks import complaints

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
y = np.where(X[:, 0] + rng.normal(size=40) > 0, "yes", "no")


def test_scikit_learn_accepts_it():
    assert complaints(KernelDensityClassifier(), KernelDensityClassifier(0.5, kernel="tophat")) == []


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("priors", [None, [0.2, 0.8]])
def test_the_densities_are_those_of_kernel_density(kernel, priors):
    rows = rng.normal(size=(7, 2))
    shares = np.array([np.mean(y == label) for label in ("no", "yes")]) if priors is None else np.array(priors)
    densities = [
        KernelDensity(bandwidth=3.0, kernel=kernel).fit(X[y == label]).score_samples(rows) for label in ("no", "yes")
    ]
    joint = shares * np.exp(np.stack(densities, axis=1))
    model = KernelDensityClassifier(3.0, kernel=kernel, priors=priors).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(rows), joint / joint.sum(axis=1, keepdims=True), rtol=1e-6)


def test_weights_are_repeated_rows():
    counts = rng.integers(0, 3, 40)
    weighted = KernelDensityClassifier(priors=[0.5, 0.5]).fit(X, y, sample_weight=counts)
    repeated = KernelDensityClassifier(priors=[0.5, 0.5]).fit(X.repeat(counts, axis=0), y.repeat(counts))
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X))


def test_out_of_reach_of_all_rows_it_is_the_priors():
    model = KernelDensityClassifier(0.1, kernel="linear").fit(X, y)
    np.testing.assert_allclose(model.predict_proba([[99.0, 0.0]])[0], model.priors_)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (KernelDensityClassifier(-1), "the bandwidth is a number above 0, not -1"),
        (KernelDensityClassifier(priors=[1.0]), "there are 1 priors for 2 classes"),
        (KernelDensityClassifier(priors=[0.5, 0.6]), r"priors are probabilities that add up to 1, not \[0.5, 0.6\]"),
    ],
)
def test_wrong_parameters(model, message):
    with pytest.raises(InputError, match=message):
        model.fit(X, y)


def test_weights_that_are_all_zero():
    with pytest.raises(ValueError, match="at least one non-zero number"):
        KernelDensityClassifier().fit(X, y, sample_weight=np.zeros(40))
