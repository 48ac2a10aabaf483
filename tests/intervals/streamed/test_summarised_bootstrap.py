"""Bootstraps without the rows give what bootstraps of the rows give."""

from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.intervals.streamed import summarised_bootstrap

rng = np.random.default_rng(9)
N = 3000
TRUTH = rng.integers(0, 2, N)
P = 1 / (1 + np.exp(-(rng.normal(size=N) + TRUTH - 0.5)))
FRAME = pd.DataFrame({"y": TRUTH, "p": P, "value": rng.normal(size=N), "w": rng.gamma(3, size=N)})
FRAME["guess"] = FRAME["value"] + rng.normal(size=N)
ENDS = ["value", "low", "high"]


@pytest.mark.parametrize("interval", ["percentile", "basic", "bca", "wilson", "clopper-pearson"])
def test_measures_of_labels_have_the_same_draws(interval):
    measures = "error" if "-" in interval or interval == "wilson" else "error,f1,recall,mcc"
    whole, pieces = (
        foldwise.score("y", scores="p", data=FRAME, measures=measures, interval=interval, seed=5, stream=stream)
        for stream in (False, True)
    )
    pd.testing.assert_frame_equal(pieces.to_frame()[ENDS], whole.to_frame()[ENDS], rtol=1e-6)
    assert set(pieces.to_frame()["method"]) == {interval}


def test_of_many_rows_the_limit_is_taken():
    with patch.object(summarised_bootstrap, "NEARLY_NORMAL_ROWS", 1000):
        of_scores = foldwise.score("y", scores="p", data=FRAME, measures="auc,log-loss", interval="bca", stream=True)
        of_values = foldwise.score("value", "guess", data=FRAME, measures="rmse,r2", interval="percentile", stream=True)
        weighted = foldwise.score(
            "y", scores="p", data=FRAME, measures="log-loss", interval="bca", weights="w", stream=True
        )
    for found, given in (
        (of_scores, {"truth": "y", "scores": "p", "measures": "auc,log-loss", "interval": "bca"}),
        (of_values, {"truth": "value", "predicted": "guess", "measures": "rmse,r2", "interval": "percentile"}),
        (weighted, {"truth": "y", "scores": "p", "measures": "log-loss", "interval": "bca", "weights": "w"}),
    ):
        expected = foldwise.score(data=FRAME, **given).to_frame()
        widths = expected["high"] - expected["low"]
        for end in ("low", "high"):
            apart = (found.to_frame()[end] - expected[end]).abs() / widths
            assert apart.max() < 0.06  # four standard errors of a 2.5 % quantile of 2,000 draws
        assert "of so many rows the limit of the bootstrap was taken, without draws" in found.findings[0].interval.note


@pytest.mark.parametrize(
    ("measure", "more"),
    [
        ("auc", {"y": np.arange(N) < 300}),
        ("log-loss", {"groups": np.arange(N) % 50}),
        ("log-loss", {"weights": np.where(np.arange(N) < 20, 1e6, 1.0)}),
        ("auc", {"groups": np.arange(N) % 50}),
    ],
    ids=["few of a class", "few groups", "few that weigh", "few groups of an area"],
)
def test_the_limit_is_not_taken_where_few_units_are_drawn(measure, more):
    rows = FRAME.assign(**more)
    roles = {name: name for name in more if name != "y"}
    with (
        patch.object(summarised_bootstrap, "NEARLY_NORMAL_ROWS", N),
        pytest.raises(InputError, match="needs all rows in memory"),
    ):
        foldwise.score("y", scores="p", data=rows, measures=measure, interval="bca", stream=True, **roles)
