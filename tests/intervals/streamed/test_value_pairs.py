"""Correlations of values that are read in pieces."""

import numpy as np
import pytest

from foldwise.api import score
from foldwise.intervals.streamed.value_pairs import CorrelationEffect, ValuePairs
from foldwise.measures import Outcomes, left_out_psi, measure

rng = np.random.default_rng(4)


def pairs_of(x, y, weights):
    means = [float(np.average(one, weights=weights)) for one in (x, y)]
    spreads = [
        float(np.sqrt(np.average((one - at) ** 2, weights=weights))) for one, at in zip((x, y), means, strict=True)
    ]
    r = float(np.average((x - means[0]) * (y - means[1]), weights=weights)) / (spreads[0] * spreads[1])
    return ValuePairs((means[0], spreads[0]), (means[1], spreads[1]), r)


@pytest.mark.parametrize("weights", [None, rng.exponential(size=40)], ids=["rows", "weights"])
@pytest.mark.parametrize("x", [rng.normal(size=40), np.r_[np.zeros(39), 1.0]], ids=["normal", "one row apart"])
def test_a_row_moves_a_correlation_as_when_it_is_left_out(x, weights):
    y = x + rng.normal(size=40)
    effect = CorrelationEffect(
        40.0 if weights is None else float(weights.sum()), {"m": pairs_of(x, y, weights)}, {"m": 1.0}
    )
    rows = Outcomes(x, y, weights=weights)
    np.testing.assert_allclose(
        effect.psi({"m": rows}), left_out_psi(measure("correlation"), rows), rtol=1e-6, atol=1e-7
    )


@pytest.mark.parametrize(("n", "reason"), [(9, "it needs 10 rows, and there are 9"), (30, "perfect correlation")])
def test_too_few_or_perfect_pairs_have_no_interval(n, reason):
    x = rng.normal(size=n)
    (found,) = score(x, x * (2 if n > 9 else rng.random(n)), measures="correlation", stream=True).findings
    assert found.interval is None
    assert reason in found.reason


def test_weights_and_groups_that_are_worth_too_little_have_none():
    x = rng.normal(size=30)
    weights, groups = np.r_[1000.0, np.ones(29)], np.arange(30) % 4
    (heavy,) = score(x, x + rng.normal(size=30), measures="correlation", weights=weights, stream=True).findings
    (few,) = score(x, x + rng.normal(size=30), measures="correlation", groups=groups, stream=True).findings
    assert heavy.interval is None
    assert "worth" in heavy.reason
    assert few.reason == "it needs 5 groups, and there are 4"


def test_a_constant_has_no_correlation():
    (found,) = score(np.arange(20.0), np.ones(20), measures="correlation", task="regression", stream=True).findings
    assert np.isnan(found.estimate.value)
    assert found.reason == "the measure has no value here"
