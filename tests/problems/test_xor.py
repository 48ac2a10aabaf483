"""Exclusive or."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from foldwise.errors import InputError
from foldwise.problems import Xor


def test_a_column_alone_says_nothing_and_both_say_all():
    X, y = Xor().draw(20_000)
    assert LinearRegression().fit(X, y).score(X, y) < 0.001
    assert ((X[:, 0] * X[:, 1] > 0) == y).all()


def test_the_best_straight_line_is_wrong_in_a_third():
    """Against every half-plane of a fine grid of directions and offsets."""
    g = (np.arange(200) + 0.5) / 100 - 1
    a, b = (one.ravel() for one in np.meshgrid(g, g))
    sign = np.sign(a * b)
    angles = np.linspace(0, np.pi / 2, 31)
    gains = [np.abs(np.cumsum(sign[np.argsort(np.cos(t) * a + np.sin(t) * b)])).max() / sign.size for t in angles]
    assert 0.5 - max(gains) == pytest.approx(Xor().best_linear_risk, abs=0.002)


def test_useless_columns_follow():
    assert Xor(0.1, useless=3).draw(5)[0].shape == (5, 5)


def test_more_noise_than_half_is_refused():
    with pytest.raises(InputError, match=r"not 0.6 and 0"):
        Xor(0.6)
