from __future__ import annotations

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import ThreeWay, draw
from tests.plans.rows import of_classes


def test_sixty_twenty_twenty() -> None:
    rows = of_classes(50, 50)
    resamples = draw(ThreeWay(0.2, validation=0.2), rows, seed=0)
    validation = resamples.validation[0]
    assert (resamples.train_size, validation.size, resamples.test_size) == (60, 20, 20)
    assert np.bincount(rows.codes[validation]).tolist() == [10, 10]
    together = np.concatenate([resamples.train_rows(0), validation, resamples.test_rows(0)])
    assert np.array_equal(np.sort(together), np.arange(100))


def test_validation_is_a_share_of_all_rows() -> None:
    assert draw(ThreeWay(50, validation=0.3), of_classes(50, 50), seed=0).validation[0].size == 30


def test_nothing_left_to_train_on_is_refused() -> None:
    with pytest.raises(PlanError, match=r"would leave 0 of 10 rows to train on and 8 to validate"):
        draw(ThreeWay(2, validation=8), of_classes(5, 5), seed=0)
