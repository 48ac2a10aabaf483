"""Vertical averages, weights and plain data of curves."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import trapezoid

from foldwise.measures.curves import RocCurve
from foldwise.measures.curves.curve import mean_weights, vertical_mean
from tests.worlds import outcomes


def test_the_mean_of_a_step_and_a_diagonal_jumps_half_way():
    x, y = vertical_mean(
        [(np.array([0, 0, 1.0]), np.array([0, 1, 1.0])), (np.array([0, 1.0]), np.array([0, 1.0]))], np.array([0.5, 0.5])
    )
    assert (x.tolist(), y.tolist()) == ([0, 0, 1], [0, 0.5, 1])


lines = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=0, max_size=6).map(
    lambda inner: tuple(np.sort(np.array([(0, 0), *inner, (5, 5)]), axis=0).T / 5)
)


@given(st.lists(lines, min_size=1, max_size=4))
def test_the_area_of_the_mean_is_the_mean_of_the_areas(parts):
    weights = np.arange(1, len(parts) + 1) / np.arange(1, len(parts) + 1).sum()
    x, y = vertical_mean(parts, weights)
    assert trapezoid(y, x) == pytest.approx(sum(w * trapezoid(b, a) for (a, b), w in zip(parts, weights, strict=True)))


def test_so_many_corners_are_drawn_on_a_grid():
    x = np.linspace(0, 1, 5001)
    found, height = vertical_mean([(x, x**2)], np.array([1.0]))
    assert found.size <= 2000
    assert trapezoid(height, found) == pytest.approx(1 / 3, abs=1e-5)


def test_every_repeat_counts_the_same_whatever_its_resamples_hold():
    weights = mean_weights(np.array([1.0, 1, 2, 8]), np.array([0, 0, 1, 1]))
    assert weights.tolist() == [0.25, 0.25, 0.1, 0.4]


def test_a_curve_is_a_frame_and_plain_data():
    curve = RocCurve.of(outcomes([0, 1, 1], scores=[0.2, 0.1, 0.9]))
    assert list(curve.to_frame().columns) == ["fpr", "tpr", "threshold"]
    read = json.loads(curve.to_json())
    assert read["points"]["threshold"] == [None, 0.9, 0.2, 0.1]
    assert (read["curve"], read["resamples"]) == ("roc", 1)
