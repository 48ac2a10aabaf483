"""Nearest centroids."""

import numpy as np
import pytest
from sklearn.neighbors import NearestCentroid

from foldwise.engine import choose
from foldwise.engine.families.nearest_centroid import shrink_means
from tests.engine.same import KINDS, resamples, same
from tests.worlds import classes, label

UNWEIGHTED = [kind for kind in KINDS if kind != "weights"]
MODELS = [NearestCentroid(), NearestCentroid(priors="empirical"), NearestCentroid(shrink_threshold=0.4)]


@pytest.mark.parametrize("kind", UNWEIGHTED)
@pytest.mark.parametrize("model", MODELS, ids=label)
def test_it_predicts_as_scikit_learn_does(model, kind):
    assert same(model, classes(n=61), resamples(kind, 61), "nearest-centroid") == "nearest-centroid"


def test_means_that_differ_by_less_than_the_threshold_become_one():
    means = np.array([[[0.0, 5.0], [0.1, -5.0]]])
    found = shrink_means(means, np.array([[10.0, 10.0]]), np.ones((1, 2)), 1.0)
    assert found[0, 0, 0] == found[0, 1, 0] == pytest.approx(0.05)
    assert 0 < found[0, 0, 1] < 5


def test_medians_are_refused():
    reason = choose(NearestCentroid(metric="manhattan"), classes(), resamples("parts", 80)).reason
    assert "medians, which are no sums" in reason
