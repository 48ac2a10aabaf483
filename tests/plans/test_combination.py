from __future__ import annotations

from math import comb, inf

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from foldwise.plans.combination import all_sets, count_sets, random_sets, written_count


@given(st.integers(1, 60), st.data())
def test_counts_are_binomial_coefficients(n: int, content) -> None:
    size = content.draw(st.integers(0, n))
    exact = comb(n, size)
    assert count_sets(n, size) in {exact, inf}
    assert (count_sets(n, size) == inf) == (exact >= 10**15)


def test_large_counts_are_written_by_their_size() -> None:
    assert written_count(20, 10) == "184,756"
    assert written_count(10**6, 10**5).startswith("about 10^14")


def test_all_sets_are_there_once() -> None:
    sets = all_sets(7, 3)
    assert sets.shape == (35, 3)
    assert len({tuple(rows) for rows in sets.tolist()}) == 35


def test_random_sets_hold_each_row_once() -> None:
    sets = random_sets(300, 40, 25, np.random.default_rng(0))
    assert sets.shape == (25, 40)
    assert (np.diff(sets.astype(int), axis=1) > 0).all()
    assert sets.max() > 255
