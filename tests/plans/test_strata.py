from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native
from foldwise.plans import KFold, draw
from foldwise.plans.strata import Strata, apportion, assign_parts, note_on_rare_classes
from tests.plans.rows import of_classes, of_values

COUNTS = st.lists(st.integers(1, 30), min_size=1, max_size=6)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_ten_and_five_rows_in_four_parts() -> None:
    """The pointer runs on between classes: 10 rows end in the middle of a round, 5 more go on from there."""
    strata = Strata.of_classes(np.repeat([0, 1], [10, 5]))
    parts = strata.assign_parts(4, rng())[0]
    assert sorted(np.bincount(parts)) == [3, 4, 4, 4]
    assert sorted(np.bincount(parts[:10])) == [2, 2, 3, 3]


@given(COUNTS, st.integers(2, 12), st.integers(0, 99))
def test_parts_and_classes_in_parts_differ_by_at_most_one(counts: list[int], k: int, seed: int) -> None:
    codes = np.repeat(np.arange(len(counts)), counts)
    parts = Strata.of_classes(codes).assign_parts(k, np.random.default_rng(seed))[0]
    assert np.ptp(np.bincount(parts, minlength=k)) <= 1
    for code in range(len(counts)):
        assert np.ptp(np.bincount(parts[codes == code], minlength=k)) <= 1


@given(st.integers(2, 60), st.integers(2, 9), st.integers(0, 99))
def test_every_block_of_k_sorted_values_goes_to_k_parts(n: int, k: int, seed: int) -> None:
    target = np.random.default_rng(seed).normal(size=n)
    parts = Strata.of(of_values(target), stratify=True).assign_parts(k, np.random.default_rng(seed))[0]
    along = parts[np.argsort(target)]
    for start in range(0, n, k):
        block = along[start : start + k]
        assert np.unique(block).size == block.size


def test_rows_with_equal_values_are_assigned_at_random() -> None:
    """Neighbours in the file are in one block, and so never in one part, unless ties are broken at random."""
    strata = Strata.of(of_values(np.zeros(40)), stratify=True)
    together = [np.equal(*strata.assign_parts(4, np.random.default_rng(seed))[0, :2]) for seed in range(50)]
    assert any(together)
    assert not all(together)


def test_distinct_values_are_sorted_once_and_assigned_anew_each_time() -> None:
    strata = Strata.of(of_values(np.arange(12)[::-1]), stratify=True)
    first, second = (strata.assign_parts(3, np.random.default_rng(seed))[0] for seed in (1, 2))
    assert not np.array_equal(first, second)
    assert sorted(first[:3]) == sorted(second[9:]) == [0, 1, 2]


def test_more_values_than_two_bytes_hold_are_assigned_in_their_order() -> None:
    """70 000 distinct values, one of them twice: the long way of sorting must give the same blocks."""
    target = np.random.default_rng(0).permutation(np.append(np.arange(70_000), 5)).astype(float)
    strata = Strata.of(of_values(target), stratify=True)
    along = strata.assign_parts(2, rng())[0, np.argsort(target, kind="stable")]
    pairs = along[: 2 * (along.size // 2)].reshape(-1, 2)
    apart = pairs[:, 0] != pairs[:, 1]
    # The block border may fall between the two equal values, which are in random order.
    assert apart[4:].all()
    assert strata.keys.dtype == np.uint32


def test_without_strata_every_order_is_possible() -> None:
    strata = Strata.of(of_classes(2, 2), stratify=False)
    seen = {tuple(strata.assign_parts(2, np.random.default_rng(seed))[0].tolist()) for seed in range(200)}
    assert len(seen) == 6


def test_iris_gives_a_third_of_each_class() -> None:
    codes = np.repeat([0, 1, 2], 50)
    chosen = Strata.of_classes(codes).choose(50, rng())
    assert sorted(np.bincount(codes[chosen])) == [16, 17, 17]


@given(COUNTS, st.floats(0.05, 0.95), st.integers(0, 99))
def test_a_class_with_two_rows_is_on_both_sides(counts: list[int], share: float, seed: int) -> None:
    codes = np.repeat(np.arange(len(counts)), counts)
    size = min(max(1, round(share * codes.size)), codes.size)
    chosen = Strata.of_classes(codes).choose(size, np.random.default_rng(seed))
    inside = np.bincount(codes[chosen], minlength=len(counts))
    for count, held in zip(counts, inside, strict=True):
        assert count < 2 or 1 <= held <= count - 1


@given(COUNTS, st.floats(0.0, 1.0), st.integers(0, 99))
def test_seats_are_within_one_of_their_quota(counts: list[int], share: float, seed: int) -> None:
    total = round(share * sum(counts))
    seats = apportion(np.array(counts), total, np.random.default_rng(seed), both_sides=False)
    assert seats.sum() == total
    assert (np.abs(seats - np.array(counts) * total / sum(counts)) < 1).all()


def test_equal_remainders_are_broken_at_random() -> None:
    seats = [apportion(np.array([50, 50, 50]), 50, np.random.default_rng(seed)) for seed in range(60)]
    assert {tuple(some.tolist()) for some in seats} == {(16, 17, 17), (17, 16, 17), (17, 17, 16)}


@given(st.integers(2, 50), st.data())
def test_values_are_chosen_in_the_number_asked_for(n: int, content) -> None:
    size = content.draw(st.integers(1, n))
    seed = content.draw(st.integers(0, 99))
    strata = Strata.of(of_values(np.random.default_rng(seed).normal(size=n)), stratify=True)
    chosen = strata.choose(size, np.random.default_rng(seed))
    assert np.unique(chosen).size == size


def test_values_are_chosen_along_their_whole_range() -> None:
    strata = Strata.of(of_values(np.arange(30)), stratify=True)
    drawn = [strata.choose(10, np.random.default_rng(seed)) for seed in range(100)]
    thirds = np.array([np.bincount(rows // 10, minlength=3) for rows in drawn])
    assert (np.abs(thirds - 10 / 3) < 2).all()


@pytest.mark.parametrize(("n", "size"), [(30, 10), (10, 4), (11, 3), (7, 5)])
def test_every_value_is_chosen_equally_often(n: int, size: int) -> None:
    """Also where blocks do not divide the rows; the tolerance is five standard errors of a share."""
    strata = Strata.of(of_values(np.arange(n)), stratify=True)
    drawn = [strata.choose(size, np.random.default_rng(seed)) for seed in range(2000)]
    share = np.bincount(np.concatenate(drawn), minlength=n) / 2000
    assert np.abs(share - size / n).max() < 5 * np.sqrt(size / n * (1 - size / n) / 2000)


def test_a_class_rarer_than_the_parts_is_named() -> None:
    assert note_on_rare_classes(of_classes(20, 3), 5) == "some of the 5 parts test no row of class 'b' (3 rows)"
    assert draw(KFold(5), of_classes(20, 3), seed=0).note == note_on_rare_classes(of_classes(20, 3), 5)


def test_one_row_is_one_row_and_of_many_rare_classes_three_are_named() -> None:
    assert note_on_rare_classes(of_classes(20, 1), 5).endswith("class 'b' (1 row)")
    assert note_on_rare_classes(of_classes(20, 1, 2, 3, 4), 5).endswith("class 'd' (3 rows) and 1 more class")


def test_a_rare_class_is_assigned_and_takes_no_part_from_the_others() -> None:
    rows = of_classes(17, 10, 3)
    parts = draw(KFold(10), rows, seed=0).parts[0]
    counts = np.array([np.bincount(parts[rows.codes == code], minlength=10) for code in range(3)])
    assert np.ptp(counts, axis=1).tolist() == [1, 0, 1]
    assert counts[2].max() == 1


def test_leave_one_out_and_numeric_targets_need_no_word() -> None:
    assert note_on_rare_classes(of_classes(3, 2), 5) == ""
    assert note_on_rare_classes(of_values(np.arange(30)), 5) == ""


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
