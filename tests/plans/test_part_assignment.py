from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native
from foldwise.plans.part_assignment import assign_parts

SIZES = st.lists(st.integers(0, 20), min_size=1, max_size=5).filter(lambda sizes: sum(sizes) >= 2)


@given(SIZES, st.integers(2, 300), st.integers(0, 2**63 - 1), st.booleans())
def test_the_parts_do_not_depend_on_the_compiler(sizes: list[int], k: int, seed: int, afresh: bool) -> None:  # noqa: FBT001
    edges = np.concatenate([[0], np.cumsum(sizes)])
    order = np.random.default_rng(seed).permutation(edges[-1])
    found = assign_parts(order, edges, k, afresh=afresh, seed=seed, repeats=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "COMPILED", False)
        np.testing.assert_array_equal(found, assign_parts(order, edges, k, afresh=afresh, seed=seed, repeats=3))


def test_the_parts_do_not_depend_on_the_threads_or_on_later_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    order, edges = np.arange(20_000), np.array([0, 9_000, 20_000])
    found = []
    for cores in (1, 5):
        monkeypatch.setattr(native, "cores", lambda cores=cores: cores)
        found.append(assign_parts(order, edges, 10, afresh=False, seed=3, repeats=6))
    np.testing.assert_array_equal(*found)
    np.testing.assert_array_equal(assign_parts(order, edges, 10, afresh=False, seed=3, repeats=2), found[0][:2])


@pytest.mark.parametrize("afresh", [False, True])
def test_every_assignment_is_as_likely(afresh: bool) -> None:  # noqa: FBT001
    """Four rows of one stratum into two parts: six ways, each within five standard errors of a sixth."""
    assigned = assign_parts(np.arange(4), np.array([0, 4]), 2, afresh=afresh, seed=11, repeats=60_000)
    ways = Counter(map(tuple, assigned.tolist()))
    assert len(ways) == 6
    assert max(abs(count - 10_000) for count in ways.values()) < 5 * np.sqrt(60_000 * (1 / 6) * (5 / 6))


def test_the_order_of_the_parts_is_drawn_once_or_for_every_k_rows() -> None:
    """Strata of one row each are never shuffled, so that only the order of the parts is random."""
    rows, single = np.arange(12), np.arange(13)
    once = assign_parts(rows, single, 3, afresh=False, seed=5, repeats=20).reshape(20, 4, 3)
    assert (once == once[:, :1]).all()
    anew = assign_parts(rows, single, 3, afresh=True, seed=5, repeats=20).reshape(20, 4, 3)
    assert not (anew == anew[:, :1]).all()
    assert (np.sort(anew, axis=2) == [0, 1, 2]).all()
