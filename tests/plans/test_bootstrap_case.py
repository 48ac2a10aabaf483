"""Bootstrap-case: leave-one-out within bootstrap samples."""

import numpy as np
import pytest

from foldwise.data import Dataset, Task
from foldwise.errors import PlanError
from foldwise.plans import BootstrapCase, draw
from tests.worlds import classes, values


def test_the_first_repeat_is_leave_one_out():
    resamples = draw(BootstrapCase(3), values(n=20), seed=0)
    first = np.flatnonzero(resamples.repeat == 0)
    np.testing.assert_array_equal(first, np.flatnonzero(resamples.main))
    assert [resamples.test_rows(r).tolist() for r in first] == [[row] for row in range(20)]
    assert set(resamples.train_sizes[first]) == {19}


def test_all_copies_of_a_row_are_left_out_together():
    resamples = draw(BootstrapCase(3), values(n=20), seed=0)
    for repeat in (1, 2, 3):
        members = np.flatnonzero(resamples.repeat == repeat)
        times = 20 - resamples.train_sizes[members]
        assert times.sum() == 20
        assert all(resamples.test_rows(r)[0] not in resamples.train_rows(r) for r in members)


def test_every_training_set_holds_every_class():
    dataset = classes(n=15, k=3)
    resamples = draw(BootstrapCase(20), dataset, seed=0)
    for r in range(resamples.count):
        assert np.unique(dataset.codes[resamples.train_rows(r)]).size == 3


def test_what_would_not_fit_into_memory_is_refused():
    with pytest.raises(PlanError, match=r"needs .* fits of 20,000 rows; try bootstrap\(200\)"):
        draw(BootstrapCase(100), values(n=20_000), seed=0)


def test_a_class_that_is_too_rare_is_refused():
    rare = Dataset(np.zeros((40, 1)), np.repeat([0, 1], [39, 1]), Task.CLASSIFICATION)
    with pytest.raises(PlanError, match="a class with fewer than two distinct rows"):
        draw(BootstrapCase(2), rare, seed=0)
