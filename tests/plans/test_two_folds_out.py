from __future__ import annotations

import pytest

from foldwise.errors import PlanError
from foldwise.plans import TwoFoldsOut, draw
from tests.plans.rows import of_classes


def test_fifteen_fits_per_repeat() -> None:
    resamples = draw(TwoFoldsOut(5, repeats=10), of_classes(50, 50), seed=0)
    assert resamples.count == 150
    assert resamples.test_sizes[:15].tolist() == [20] * 5 + [40] * 10


def test_a_rare_class_is_noted() -> None:
    drawn = draw(TwoFoldsOut(5, repeats=1), of_classes(20, 2), seed=0)
    assert drawn.note == "some of the 5 parts test no row of class 'b' (2 rows)"


def test_two_parts_leave_nothing_to_train_on() -> None:
    with pytest.raises(PlanError, match="two-folds-out needs k to be a whole number from 3, not 2"):
        TwoFoldsOut(2)


def test_more_parts_than_rows_are_refused() -> None:
    with pytest.raises(PlanError, match=r"two-folds-out\(5, .*\) needs at least 5 rows, not 4; try two-folds-out\(4\)"):
        draw(TwoFoldsOut(5, repeats=2), of_classes(2, 2), seed=0)
    with pytest.raises(PlanError, match=r"not 2$"):
        draw(TwoFoldsOut(5, repeats=2), of_classes(1, 1), seed=0)
