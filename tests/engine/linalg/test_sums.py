"""Training sums: subtracted where that is less work, multiplied out where it is not, and audited."""

import numpy as np
import pytest

from foldwise import native
from foldwise.engine.family import Resampled
from foldwise.engine.linalg.sums import Direct, audited, count_classes, sum_training, training_sums
from foldwise.engine.storage import TrainingSets
from foldwise.plans import Partition
from tests.engine.same import KINDS, resamples
from tests.worlds import classes

PHI = np.random.default_rng(0).normal(size=(240, 3))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [None, np.arange(1, 240, 2)], ids=["all rows", "some rows"])
def test_sums_are_products_with_the_counts(kind, rows):
    drawn = resamples(kind, 240)
    counts = drawn.train_counts(0, drawn.count).astype(float)
    chosen = np.arange(240) if rows is None else rows
    found = sum_training(TrainingSets(drawn), lambda some: PHI[chosen][some], rows=rows)(0, drawn.count)
    np.testing.assert_allclose(found, counts[:, chosen] @ PHI[chosen], rtol=1e-10, atol=1e-10)


def test_a_row_with_a_real_weight_counts_once_where_presence_is_summed():
    drawn = resamples("weights", 240)
    found = training_sums(TrainingSets(drawn), np.ones((240, 1)), present=True)
    np.testing.assert_array_equal(found[:, 0], (drawn.train_counts(0, drawn.count) > 0).sum(axis=1))


def test_a_subtraction_that_the_audit_finds_wrong_is_not_used():
    numbers = np.ones((40, 1))
    numbers[0] = 1e17  # without it, the others are lost in its last digits
    training = TrainingSets(Partition(np.arange(40)[None] // 20, 2))
    sums = sum_training(training, lambda chosen: numbers[chosen])
    assert isinstance(sums, Direct)
    assert sums(0, 2)[0, 0] == 20


def test_the_audit_is_spread_over_all_resamples():
    assert audited(1) == (0,)
    assert audited(1000) == (0, 333, 666, 999)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compiled", [True, False])
def test_training_rows_of_each_class(kind, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(native, "COMPILED", False)
    data = Resampled.of(classes(n=40), resamples(kind, 40))
    counts = data.training.resamples.train_counts(0, data.training.count).astype(float)
    np.testing.assert_allclose(count_classes(data), counts @ np.eye(3)[data.dataset.codes], rtol=1e-12)
