"""Intervals for the difference of paired proportions."""

import numpy as np
import pytest

from foldwise.comparisons import bonett_price, newcombe_paired


def test_bonett_and_price_by_hand():
    half = 1.959964 * np.sqrt(37 - 225 / 202) / 202
    assert bonett_price(25, 10, 200, 0.95) == pytest.approx((15 / 202 - half, 15 / 202 + half), abs=1e-6)


def test_newcombes_example():
    """Newcombe 1998, table II, method 10: 36, 12, 2, 0 of 50 gives [.0569, .3404]."""
    assert newcombe_paired(36, 12, 2, 0, level=0.95) == pytest.approx((0.0569, 0.3404), abs=5e-5)


def test_without_a_difference_both_are_symmetric():
    low, high = bonett_price(7, 7, 90, 0.9)
    assert low == pytest.approx(-high)
    low, high = newcombe_paired(40, 7, 7, 36, level=0.9)
    assert low == pytest.approx(-high)


def test_an_empty_margin_leaves_them_uncorrelated():
    low, high = newcombe_paired(0, 5, 0, 15, level=0.95)
    assert -0.2 < low < 0.25 < high


@pytest.mark.parametrize("method", ["bonett-price", "newcombe"])
def test_they_cover(method):
    rng = np.random.default_rng(1)
    cells = np.array([0.5, 0.2, 0.1, 0.2])
    inside = []
    for both, more, less, neither in rng.multinomial(60, cells, 1000):
        low, high = (
            bonett_price(more, less, 60, 0.95)
            if method == "bonett-price"
            else newcombe_paired(both, more, less, neither, level=0.95)
        )
        inside.append(low <= 0.1 <= high)
    assert 0.93 <= np.mean(inside) <= 0.98
