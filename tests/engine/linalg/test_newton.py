"""Newton's method for many logistic regressions at once."""

import numpy as np
import pytest

from foldwise.engine.linalg.newton import Likelihood, logistic_or_softmax, minimise
from tests.releases import exact_logistic

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 3))


def likelihood(codes, counts, penalty=1.0):
    table = np.concatenate([np.ones((80, 1)), X], axis=1)
    targets = np.eye(codes.max() + 1)[codes]
    maps = np.broadcast_to(np.eye(4), (len(counts), 4, 4))
    marks = targets if targets.shape[1] > 2 else targets[:, 1:]
    return Likelihood(table, maps, counts.T.astype(float), marks, np.array([0.0, *[penalty] * 3]))


@pytest.mark.parametrize("k", [2, 3])
def test_every_resample_reaches_its_own_optimum(k):
    codes = RNG.integers(0, k, 80)
    counts = RNG.poisson(1.0, size=(4, 80))
    one = likelihood(codes, counts)
    start = np.zeros((4, 4, one.outputs))
    theta, reached = minimise(one, start, one.curvature(start))
    assert reached.all()
    for weights, found in zip(counts, theta, strict=True):
        drawn = weights > 0
        model = exact_logistic(k, tol=1e-12, max_iter=1000).fit(X[drawn], codes[drawn], weights[drawn])
        shares = logistic_or_softmax(np.concatenate([np.ones((80, 1)), X], axis=1) @ found)
        theirs = model.predict_proba(X)
        np.testing.assert_allclose(shares, theirs if k > 2 else theirs[:, 1:], atol=1e-8)


def test_classes_that_can_be_separated_without_penalty_have_no_optimum():
    one = likelihood((X[:, 0] > 0).astype(int), np.ones((1, 80)), penalty=0.0)
    start = np.zeros((1, 4, 1))
    assert not minimise(one, start, one.curvature(start))[1].any()
