"""Replace-one: what is trained and tested on when single rows are replaced."""

import numpy as np
import pytest

from foldwise.errors import PlanError
from foldwise.plans import ReplaceOne, draw
from tests.worlds import values

N, K = 25, 3
RESAMPLES = draw(ReplaceOne(K), values(n=N), seed=4)


def tagged(word):
    return [r for r in range(RESAMPLES.count) if RESAMPLES.tags[r].startswith(word)]


def test_the_fits_are_counted():
    half = N // 2
    assert RESAMPLES.count == 2 * K + half * (K - 1)
    assert int(RESAMPLES.main.sum()) == K


def test_the_full_parts_are_a_partition():
    tested = np.concatenate([RESAMPLES.test_rows(r) for r in tagged("full")])
    np.testing.assert_array_equal(np.sort(tested), np.arange(N))


def test_a_half_part_tests_its_rows_and_those_that_would_replace_them():
    half = np.unique(np.concatenate([RESAMPLES.train_rows(r) for r in tagged("half")]))
    assert half.size == N // 2
    for r in tagged("half"):
        own = np.intersect1d(RESAMPLES.test_rows(r), half)
        assert RESAMPLES.test_rows(r).size == 2 * own.size
        np.testing.assert_array_equal(np.sort(np.concatenate([own, RESAMPLES.train_rows(r)])), half)


def test_a_swap_trains_on_the_half_with_one_row_replaced():
    plain = {RESAMPLES.tags[r].split()[1]: RESAMPLES.train_rows(r) for r in tagged("half")}
    for r in tagged("swap"):
        _, row, other, part = RESAMPLES.tags[r].split()
        gone = np.setdiff1d(plain[part], RESAMPLES.train_rows(r))
        come = np.setdiff1d(RESAMPLES.train_rows(r), plain[part])
        assert (gone.tolist(), come.tolist()) == ([int(row)], [int(other)])


@pytest.mark.parametrize("n", [11, 60_000])
def test_too_few_or_too_many_rows_are_refused(n):
    with pytest.raises(PlanError, match=r"needs (at least 12 rows|60,006 fits of 30,000 rows)"):
        draw(ReplaceOne(3), values(n=n), seed=0)
