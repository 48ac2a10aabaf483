"""Sums over the training rows around each test row."""

import numpy as np
import pytest

from foldwise.engine.neighbourhoods import local_sums as module
from foldwise.engine.neighbourhoods.local_sums import Locality, local_targets, sum_locally
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples
from tests.worlds import classes, values

RNG = np.random.default_rng(0)
WEIGHTS, TARGETS = RNG.random((40, 40)), RNG.normal(size=(40, 2))


@pytest.mark.parametrize("picking", [0, 10**9], ids=["row by row", "by products"])
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_sums_by_the_counts(kind, picking, monkeypatch):
    monkeypatch.setattr(module, "PICKING_COST", picking)
    drawn = resamples(kind, 40)
    training, test = TrainingSets(drawn), TestRows.of(drawn)
    found = sum_locally(Locality(lambda rows: WEIGHTS[rows], TARGETS, training.weighted), training, test)
    counts = drawn.train_counts(0, drawn.count).astype(float)[test.resample]
    np.testing.assert_allclose(found, (WEIGHTS[test.row] * counts) @ TARGETS, rtol=1e-9, atol=1e-9)


def test_what_is_summed():
    dataset = classes(n=40)
    np.testing.assert_array_equal(local_targets(dataset)[:, :-1].argmax(axis=1), dataset.codes)
    np.testing.assert_array_equal(local_targets(values(n=40))[:, 0], values(n=40).truth)
