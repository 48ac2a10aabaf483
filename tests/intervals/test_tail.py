"""The shape of the tail of a loss."""

from math import inf

import numpy as np
import pytest

from foldwise.intervals.tail import NO_VARIANCE, tail_index, tail_rows


def test_a_pareto_tail_shows_its_index():
    losses = np.random.default_rng(0).pareto(1.5, size=20_000) + 1
    assert tail_index(losses) == pytest.approx(1.5, abs=0.1)


def test_squared_normal_errors_have_a_variance_and_those_of_t3_have_none():
    rng = np.random.default_rng(1)
    light, heavy = (np.mean([tail_index(draw() ** 2) < NO_VARIANCE for _ in range(200)]) for draw in (
        lambda: rng.normal(size=1000), lambda: rng.standard_t(3, size=1000)))  # fmt: skip
    assert light < 0.1
    assert heavy > 0.99


def test_equal_losses_have_no_tail():
    assert tail_index(np.ones(30)) == inf
    assert tail_index(np.zeros(30)) == inf
    assert tail_index(np.ones(3)) == inf
    assert tail_rows(1000) == 100
