from __future__ import annotations

import numpy as np

from foldwise.plans import Resubstitution, draw
from tests.plans.rows import in_groups, in_time, of_classes


def test_every_row_is_trained_and_tested_on() -> None:
    resamples = draw(Resubstitution(), of_classes(3, 2), seed=0)
    assert resamples.count == 1
    assert resamples.overlapping
    assert resamples.train_rows(0).tolist() == resamples.test_rows(0).tolist() == [0, 1, 2, 3, 4]


def test_groups_and_time_do_not_matter_to_the_apparent_error() -> None:
    for rows in (in_groups([2, 3]), in_time(np.arange(5))):
        assert draw(Resubstitution(), rows, seed=0).test_size == 5
