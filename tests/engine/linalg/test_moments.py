"""Means, variances and what rounding may have done to them."""

import numpy as np

from foldwise.engine.linalg.moments import log_priors, moments, powers

X = np.random.default_rng(0).normal(size=(30, 2)) + 3


def test_moments_are_those_of_numpy():
    sums = powers(X).sum(axis=0)[None, None]
    found = moments(sums, np.zeros_like(sums))
    assert found.weights.item() == 30
    np.testing.assert_allclose(found.shifts[0, 0], X.mean(axis=0))
    np.testing.assert_allclose(found.variances[0, 0], X.var(axis=0))


def test_weights_are_those_of_the_mean():
    weights = np.linspace(1, 2, 30)
    sums = (powers(X) * weights[:, None]).sum(axis=0)[None, None]
    found = moments(sums, np.zeros_like(sums))
    np.testing.assert_allclose(found.shifts[0, 0], np.average(X, axis=0, weights=weights))


def test_the_more_was_subtracted_from_the_less_is_sure():
    sums = powers(X).sum(axis=0)[None, None]
    near, far = (moments(sums, scale * np.ones_like(sums)).doubt for scale in (0.0, 1e9))
    assert (far > 1e5 * near).all()


def test_an_absent_class_has_no_moments():
    found = moments(np.zeros((1, 1, 5)), np.zeros((1, 1, 5)))
    assert found.weights.item() == 0
    assert (found.variances == 0).all()


def test_classes_are_pooled_by_their_weight():
    codes = np.arange(30) % 3
    sums = np.stack([powers(X[codes == c] - X.mean(axis=0)).sum(axis=0) for c in range(3)])[None]
    total, within = moments(sums, np.zeros_like(sums)).pooled
    assert total.item() == 30
    np.testing.assert_allclose(within[0], np.mean([X[codes == c].var(axis=0) for c in range(3)], axis=0))


def test_given_priors_need_all_classes():
    weights = np.array([[2.0, 6.0], [0.0, 4.0]])
    np.testing.assert_allclose(np.exp(log_priors(None, weights)), [[0.25, 0.75], [0.0, 1.0]])
    given = log_priors([0.5, 0.5], weights)
    np.testing.assert_allclose(np.exp(given[0]), 0.5)
    assert np.isnan(given[1]).all()
