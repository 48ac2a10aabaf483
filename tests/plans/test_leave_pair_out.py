"""Leave-pair-out: every pair of rows of different classes."""

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError
from foldwise.plans import LeavePairOut, draw
from tests.worlds import classes, values


def rows(codes):
    return Dataset(np.zeros((len(codes), 1)), np.array(codes), Task.CLASSIFICATION)


def test_every_pair_of_a_positive_and_a_negative_is_left_out_once():
    resamples = draw(LeavePairOut(), rows([0, 1, 1, 0, 1]), seed=0)
    pairs = {tuple(resamples.test_rows(r)) for r in range(resamples.count)}
    assert pairs == {(0, 1), (0, 2), (0, 4), (1, 3), (2, 3), (3, 4)}
    assert resamples.train_sizes.tolist() == [3] * 6


def test_three_classes_have_the_pairs_of_all_of_them():
    assert draw(LeavePairOut(), classes(n=30, k=3), seed=0).count == 3 * 10 * 10


def test_values_have_no_pairs():
    with pytest.raises(PlanError, match=r"needs classes, and the target is numeric; try lpo\(2\)"):
        draw(LeavePairOut(), values(), seed=0)


def test_too_many_pairs_are_refused():
    with pytest.raises(PlanError, match=r"has 160,000 resamples, more than 100,000; try kfold\(10, repeats=3\)"):
        draw(LeavePairOut(), classes(n=800, k=2), seed=0)


def test_nothing_left_to_train_on_is_refused():
    with pytest.raises(PlanError, match="a third row to train on"):
        draw(LeavePairOut(), rows([0, 1]), seed=0)
