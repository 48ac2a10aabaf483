"""Costs and other losses of labels, from sums over the rows with each value."""

import numpy as np
import pandas as pd
import pytest

import foldwise

rng = np.random.default_rng(4)
N = 200
TRUTH = (rng.random(N) < 0.3).astype(int)
FRAME = pd.DataFrame({
    "y": TRUTH, "p": np.clip(0.3 + 0.4 * (TRUTH - 0.3) + 0.15 * rng.normal(size=N), 0.01, 0.99),
    "w": rng.gamma(1, size=N), "g": np.arange(N) % 15,
})  # fmt: skip
ENDS = ["value", "low", "high", "standard_error"]
GIVEN = {
    "scores": "p",
    "costs": [[0.0, 1.0], [4.0, 0.0]],
    "measures": "cost,normalised-cost,net-benefit,abstention-cost",
}


@pytest.mark.parametrize("more", [{}, {"weights": "w"}, {"groups": "g"}, {"weights": "w", "groups": "g"}])
def test_costs_agree_with_those_of_the_rows(more):
    whole, pieces = (
        foldwise.score("y", data=FRAME, stream=stream, **GIVEN, **more).to_frame()[ENDS] for stream in (False, True)
    )
    pd.testing.assert_frame_equal(pieces, whole, rtol=1e-9)


def test_gains_are_served_too():
    gains = GIVEN | {"costs": [[-1.0, 1.0], [4.0, -2.0]], "measures": "cost,normalised-cost"}
    whole, pieces = (
        foldwise.score("y", data=FRAME, stream=stream, **gains).to_frame()[ENDS] for stream in (False, True)
    )
    pd.testing.assert_frame_equal(pieces, whole, rtol=1e-9)


@pytest.mark.parametrize("more", [{}, {"weights": "w"}])
def test_a_constant_rule_may_be_better_than_its_rows_show(more):
    """No row moves the ratio, which is 1; it was [1, ...] whatever the number of positives."""
    for stream in (False, True):
        never = FRAME.assign(p=0.01, w=1 + np.arange(N) % 3)
        found = foldwise.score(
            "y",
            data=never,
            stream=stream,
            **GIVEN | {"measures": "normalised-cost", "costs": [[0.0, 1.0], [2.0, 0.0]]},
            **more,
        )
        assert found.findings[0].estimate.value == pytest.approx(1.0)
        assert 0.8 < found.findings[0].interval.low < 0.97
