"""Areas of weighted rows and of many classes, from summaries."""

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.intervals.methods.delong import least_error

rng = np.random.default_rng(5)
N = 300


def world(classes, rare):
    truth = rng.choice(classes, size=N, p=[rare, *[(1 - rare) / (classes - 1)] * (classes - 1)])
    scores = np.exp(rng.normal(size=(N, classes)) + 1.5 * np.eye(classes)[truth])
    return truth, scores / scores.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("weights", [None, 10 ** rng.uniform(-2, 2, N)])
def test_areas_agree_with_those_of_the_rows(classes, weights):
    truth, scores = world(classes, 0.1)
    whole, pieces = (
        foldwise.score(truth, scores=scores, weights=weights, measures="auc,gini", stream=stream).to_frame()
        for stream in (False, True)
    )
    columns = ["value", "low", "high", "standard_error"]
    pd.testing.assert_frame_equal(pieces[columns], whole[columns], rtol=1e-9)


def test_a_rare_class_among_many_is_in_few_of_the_pairs():
    assert least_error(0.25, np.array([2.0] + [30.0] * 9)) == pytest.approx(
        0.2 * least_error(0.25, np.array([2.0, 30]))
    )


@pytest.mark.parametrize("more", [{}, {"weights": rng.gamma(1, size=N)}])
def test_scores_that_rank_nothing_in_groups_have_a_width(more):
    """Every placement is a half: there is no spread, and the area is not certain."""
    for stream in (False, True):
        found = foldwise.score(
            *(np.arange(N) % 2, {"m": np.zeros(N, dtype=int)}),
            scores={"m": np.full(N, 0.2)},
            groups=np.arange(N) // 10,
            measures="auc",
            stream=stream,
            **more,
        )
        interval = found.findings[0].interval
        assert interval.low < 0.5 < interval.high
