from __future__ import annotations

import pickle

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import Subsample, draw
from tests.plans.rows import of_classes


def test_fifty_stratified_holdouts() -> None:
    rows = of_classes(40, 20)
    resamples = draw(Subsample(50, test=0.1), rows, seed=0)
    assert (resamples.count, resamples.repeats) == (50, 50)
    for r in range(50):
        assert np.bincount(rows.codes[resamples.test_rows(r)]).tolist() == [4, 2]


def test_holdouts_differ_and_more_of_them_keep_the_first() -> None:
    few, many = (draw(Subsample(draws), of_classes(30, 30), seed=1) for draws in (5, 9))
    assert len({few.test_rows(r).tobytes() for r in range(5)}) == 5
    assert np.array_equal(few.train_counts(0, 5), many.train_counts(0, 5))


def test_nothing_is_drawn_before_it_is_asked_for_and_it_travels_light() -> None:
    resamples = draw(Subsample(1000), of_classes(500, 500), seed=0)
    light = len(pickle.dumps(resamples))
    assert resamples.test_size == pytest.approx(333)
    assert len(pickle.dumps(resamples)) == light < 20_000
    assert pickle.loads(pickle.dumps(resamples)).fingerprint == resamples.fingerprint
    assert resamples.redraws == 0


def test_an_empty_side_is_refused() -> None:
    with pytest.raises(PlanError, match="would test 0 of 4 rows"):
        draw(Subsample(5, test=0.1), of_classes(2, 2), seed=0)


def test_rows_of_a_rare_class_are_tested_as_often_as_others() -> None:
    """Six of sixty rows tested, with one of six positives in each of fifty test sets, made LDA's error 1.7 standard deviations too high."""
    rows = of_classes(54, 6)
    resamples = draw(Subsample(2000, test=0.1), rows, seed=0)
    tested = 1 - resamples.train_counts(0, 2000)
    assert set(tested.sum(axis=1).tolist()) == {6}
    assert tested[:, rows.codes == 1].mean() == pytest.approx(0.1, abs=0.005)
    assert tested[:, rows.codes == 0].mean() == pytest.approx(0.1, abs=0.005)


def test_every_class_of_two_rows_is_trained_on() -> None:
    rows = of_classes(10, 2)
    resamples = draw(Subsample(300, test=0.5), rows, seed=0)
    trained = resamples.train_counts(0, 300)[:, rows.codes == 1].sum(axis=1)
    assert trained.min() >= 1
    assert set(resamples.test_sizes.tolist()) == {6}
