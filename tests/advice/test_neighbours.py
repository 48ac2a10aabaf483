"""What the neighbours of rows tell of groups."""

import numpy as np
import pytest

from foldwise.advice.neighbours import growth_of, mutual_shares, target_gaps


def test_all_neighbours_of_a_pair_are_mutual():
    pairs = np.repeat(10.0 * np.arange(30)[:, None], 2, axis=0) + np.tile([[0.0], [1.0]], (30, 1))
    assert mutual_shares(pairs, 1).tolist() == [1.0]


def test_distances_grow_alike_on_a_line_and_leap_where_groups_end():
    """On a line the k-th distance is proportional to k: k log(((k + 1) / k)²) is 2 less half of 1 / k."""
    growth = growth_of(np.arange(1.0, 31.0)[None] ** 2)
    assert growth[-1] == pytest.approx(2, abs=0.05)
    pairs = growth_of(np.concatenate([[0.01], np.arange(10.0, 30.0)])[None] ** 2)
    assert pairs.argmax() == 0
    assert pairs[0] == pytest.approx(2 * np.log(1000))


def test_targets_of_neighbours_are_held_against_far_rows():
    near, rows = np.array([[1], [0], [3], [2]]), np.arange(4)
    assert target_gaps(np.array([0, 0, 1, 0]), rows, near, classes=True).tolist() == [0.5]
    assert target_gaps(np.array([0.0, 1.0, 4.0, 5.0]), rows, near, classes=False).tolist() == [0.25]
