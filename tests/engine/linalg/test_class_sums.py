"""Sums over the training rows of each class, whichever way the resamples are stored."""

import numpy as np
import pytest

from foldwise.engine.linalg.class_rows import ClassRows
from foldwise.engine.linalg.class_sums import TrainingClassSums
from foldwise.engine.linalg.moments import powers
from foldwise.engine.storage import TrainingSets
from tests.engine.same import KINDS, resamples
from tests.worlds import classes

DATASET = classes(n=40)
ROWS = ClassRows.of(DATASET)
WEIGHTS = np.random.default_rng(0).uniform(0.5, 2, 40)


def statistics(x, c):
    return powers(x) * (c + 1)


def slow(drawn, weights):
    """Sums of the statistics by a product with the counts (R, C, m)."""
    counts = drawn.train_counts(0, drawn.count).astype(float) * weights
    found = []
    for c in range(ROWS.classes):
        mine = ROWS.rows[c]
        found.append(counts[:, mine] @ statistics(DATASET.X[mine] - ROWS.centres[c], c))
    return np.stack(found, axis=1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
def test_sums_of_statistics(kind, weights):
    drawn = resamples(kind, 40)
    sums = TrainingClassSums(TrainingSets(drawn), ROWS, statistics, weights)
    given = np.ones(40) if weights is None else weights
    found = [sums(start, min(start + 3, drawn.count)) for start in range(0, drawn.count, 3)]
    np.testing.assert_allclose(np.concatenate([one.values for one in found]), slow(drawn, given), rtol=1e-9, atol=1e-9)
    assert found[0].weighted == (weights is not None or kind == "weights")


@pytest.mark.parametrize("kind", KINDS)
def test_sums_of_products(kind):
    drawn = resamples(kind, 40)
    sums = TrainingClassSums(TrainingSets(drawn), ROWS, lambda x, _: x, products=True)
    counts = drawn.train_counts(0, drawn.count).astype(float)
    found = sums(0, drawn.count).values
    for c, mine in enumerate(ROWS.rows):
        away = DATASET.X[mine] - ROWS.centres[c]
        expected = np.einsum("rn,ni,nj->rij", counts[:, mine], away, away)
        np.testing.assert_allclose(found[:, c], expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", ["parts", "counts", "weights"])
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
def test_rows_added_up_again_are_measured_from_their_mean(kind, weights):
    training = TrainingSets(resamples(kind, 40))
    sums = TrainingClassSums(training, ROWS, lambda x, _: powers(x), weights)
    found = sums(0, 3)
    again = sums.again(found, 0, np.array([False, True, False]))
    p = DATASET.X.shape[1]
    np.testing.assert_array_equal(again.values[[0, 2]], found.values[[0, 2]])
    np.testing.assert_allclose(again.values[1, :, :p], 0.0, atol=1e-9)
    np.testing.assert_allclose(again.values[1, :, -1], found.values[1, :, -1])
    means = found.centres[0] + found.values[1, :, :p] / found.values[1, :, -1:]
    np.testing.assert_allclose(again.centres[1], means)
    assert (again.scale[1] == 0).all()
