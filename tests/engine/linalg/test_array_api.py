"""What the array API leaves to be written gives the same on another device as by numpy."""

import numpy as np
import pytest

from foldwise.engine.linalg.array_api import beside, count_true, decided, largest_of_runs, sums_of_runs
from tests.engine.strict_arrays import plain, strict

TABLE, STARTS = np.random.default_rng(0).normal(size=(2, 3, 7)), np.array([0, 2, 3])


def test_runs_of_columns():
    np.testing.assert_allclose(plain(sums_of_runs(strict(TABLE), STARTS)), sums_of_runs(TABLE, STARTS), rtol=1e-14)
    np.testing.assert_array_equal(plain(largest_of_runs(strict(TABLE[0]), STARTS)), largest_of_runs(TABLE[0], STARTS))


def test_counts():
    assert plain(count_true(strict(TABLE[0] > 0))).tolist() == count_true(TABLE[0] > 0).tolist()


@pytest.mark.parametrize("bring", [np.asarray, strict])
def test_only_what_is_unsure_is_looked_at(bring):
    kept, unsure = bring(np.array([True, False, False, True])), bring(np.array([False, True, False, True]))
    seen = []

    def look(at):
        seen.append(at)
        return at < 2

    found = decided(kept, unsure, look)
    back = plain if bring is strict else np.asarray
    assert back(found).tolist() == [True, True, False, False]
    assert back(seen[0]).tolist() == [1, 3]
    assert decided(kept, unsure & ~unsure, None) is kept


def test_numbers_are_brought_to_the_device_of_the_others():
    assert beside(TABLE, TABLE) is TABLE
    np.testing.assert_array_equal(plain(beside(TABLE, strict(0.0))), TABLE)
