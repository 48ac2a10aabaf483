"""Gaussian naive Bayes, with weights and after scaling."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from foldwise.engine.families.gaussian_nb import column_variances
from foldwise.engine.linalg.moments import moments, powers
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes

WEIGHTS = np.random.default_rng(1).uniform(0.5, 2, 61)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("smoothing", [1e-9, 0.1])
def test_it_predicts_as_scikit_learn_does(kind, weights, smoothing):
    dataset = replace(classes(n=61), weights=weights)
    assert same(GaussianNB(var_smoothing=smoothing), dataset, resamples(kind, 61), "gaussian-nb") == "gaussian-nb"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize("scaler", [StandardScaler(), StandardScaler(with_mean=False)], ids=["scaled", "not centred"])
def test_scaling_changes_the_smoothing_alone(kind, weights, scaler):
    dataset = replace(classes(n=61), weights=weights)
    dataset.X[:, 1] *= 1e3  # else the largest variance would be about that of every column
    model = make_pipeline(scaler, GaussianNB(var_smoothing=0.2))
    assert same(model, dataset, resamples(kind, 61), "prepared-gaussian") == "prepared-gaussian"


def test_a_column_that_is_constant_in_training_is_left_to_scikit_learn():
    dataset = classes(n=61)
    dataset.X[:, 0] = np.where(np.arange(61) < 3, 1.0, 0.0)  # the first of the uneven parts has all of its spread
    model = make_pipeline(StandardScaler(), GaussianNB(var_smoothing=0.2))
    assert same(model, dataset, resamples("uneven parts", 61), "prepared-gaussian") == "prepared-gaussian + generic"


def test_the_variance_of_a_column_is_that_of_all_its_training_rows():
    rng = np.random.default_rng(0)
    X, codes = rng.normal(size=(20, 2)) + 5, np.arange(20) % 3
    centres = np.stack([X[codes == c].mean(axis=0) for c in range(3)])
    sums = np.stack([powers(X[codes == c] - centres[c]).sum(axis=0) for c in range(3)])[None]
    found = column_variances(moments(sums, np.zeros_like(sums)), centres[None])
    np.testing.assert_allclose(found[0], X.var(axis=0))
