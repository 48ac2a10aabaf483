"""The shape of the tail of a loss, and relative errors near 0."""

from math import inf

import numpy as np
import pytest

from foldwise.api import assess, score
from foldwise.intervals.refusals.tail import (
    FINITE_VARIANCE_INDEX,
    passes_zero,
    tail_index,
    tail_rows,
)


def test_a_pareto_tail_shows_its_index():
    losses = np.random.default_rng(0).pareto(1.5, size=20_000) + 1
    assert tail_index(losses) == pytest.approx(1.5, abs=0.1)


def test_squared_normal_errors_have_a_variance_and_those_of_t3_have_none():
    rng = np.random.default_rng(1)
    light, heavy = (np.mean([tail_index(draw() ** 2) < FINITE_VARIANCE_INDEX for _ in range(200)]) for draw in (
        lambda: rng.normal(size=1000), lambda: rng.standard_t(3, size=1000)))  # fmt: skip
    assert light < 0.1
    assert heavy > 0.99


def test_equal_losses_have_no_tail():
    assert tail_index(np.ones(30)) == inf
    assert tail_index(np.zeros(30)) == inf
    assert tail_index(np.ones(3)) == inf
    assert tail_rows(1000) == 100


@pytest.mark.parametrize("n", [60, 300])
def test_relative_errors_of_values_near_zero_have_no_interval(n):
    rng, withheld = np.random.default_rng(5), 0
    for _ in range(40):
        x = rng.normal(size=n)
        found = score(x + rng.uniform(-1, 1, n), x, measures="mape, wape", task="regression").findings
        withheld += found[0].interval is None and "relative errors have no finite mean" in found[0].reason
        assert found[1].interval is not None
    assert withheld >= 37


@pytest.mark.parametrize(("spread", "withheld"), [(1e-6, 1.0), (0.01, 0.9), (0.3, 0.0)])
def test_bounded_relative_errors_have_none_before_the_largest_are_met(spread, withheld):
    """Of errors 1e-6 and .01 of the spread of a truth that passes 0, 31 and 80 % of intervals of 50 rows contained the truth."""
    rng, found = np.random.default_rng(9), []
    for _ in range(40):
        y = rng.normal(size=50)
        one = score(y, y + spread * rng.normal(size=50), measures="smape", task="regression").findings[0]
        found.append(one.interval is None and "true values pass so near to 0" in one.reason)
    assert np.mean(found) == pytest.approx(withheld, abs=0.1)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, n: 10 + rng.normal(size=n),
        lambda rng, n: np.exp(0.5 * rng.normal(size=n)),
        lambda rng, n: 1.0 + rng.poisson(4, size=n),
        lambda rng, n: rng.uniform(1, 10, n),
    ],
    ids=["normal", "lognormal", "counts", "uniform"],
)
def test_those_of_positive_values_have_one(draw):
    rng = np.random.default_rng(6)
    for n in (30, 100, 300):
        for _ in range(40):
            y = draw(rng, n)
            assert not passes_zero(y, np.abs(y - np.median(y)) / y)


def test_resampled_relative_errors_have_none_either():
    rng = np.random.default_rng(7)
    x = rng.normal(size=(120, 1))
    result = assess("linear", x, x[:, 0] + rng.uniform(-1, 1, 120), measures="mape", plan="kfold(5)", seed=1)
    found = next(one for one in result.findings if one.model == "linear")
    assert found.interval is None
    assert "relative errors have no finite mean, as far as 120 rows show" in found.reason


def test_a_stream_says_that_it_does_not_look():
    rng = np.random.default_rng(8)
    table = {"y": 10 + rng.normal(size=60), "f": 10 + rng.normal(size=60)}
    found = score("y", "f", data=table, measures="mape", task="regression", stream=True).findings[0]
    assert "where true values pass near 0 it has no finite mean" in found.interval.note
