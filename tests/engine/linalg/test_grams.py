"""Sums of z zᵀ over training rows."""

import numpy as np
import pytest

from foldwise.engine.linalg.grams import TrainingGrams
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples

Z = np.random.default_rng(0).normal(size=(200, 4))


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_sums_by_the_counts(kind):
    drawn, rows = resamples(kind, 200), np.arange(0, 200, 3)
    grams = TrainingGrams(TrainingSets(drawn), lambda chosen: Z[rows[chosen]], rows)
    found = np.empty((drawn.count, 4, 4))
    grams(0, drawn.count, found)
    counts = drawn.train_counts(0, drawn.count)[:, rows].astype(float)
    expected = np.einsum("rn,ni,nj->rij", counts, Z[rows], Z[rows])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_the_sum_over_all_rows():
    np.testing.assert_allclose(TrainingGrams.sum_of(lambda chosen: Z[chosen], 200), Z.T @ Z)
