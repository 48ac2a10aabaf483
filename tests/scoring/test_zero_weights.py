"""Rows of weight 0 change nothing."""

import numpy as np
import pytest

import foldwise
from foldwise.predictions import Predictions
from foldwise.scoring.zero_weights import without_zero_weights

rng = np.random.default_rng(0)
N, MORE = 60, 500
TRUTH = rng.choice(["no", "yes"], N + MORE)
SAID = np.where(rng.random(N + MORE) < 0.2, np.where(TRUTH == "no", "yes", "no"), TRUTH)
WEIGHTS = np.where(np.arange(N + MORE) < N, rng.integers(1, 4, N + MORE), 0).astype(float)
TOWN = np.array(["A", "B"])[np.arange(N + MORE) % 2]
ASKED = {"measures": ["error", "f1", "balanced-error", "mcc"], "positive": "yes"}


def ends(found):
    return [(one["value"], one["low"], one["high"], one["rows"]) for one in found.records()]


def test_score_counts_them_nowhere():
    with_them = foldwise.score(TRUTH, SAID, weights=WEIGHTS, segments=TOWN, **ASKED)
    without = foldwise.score(TRUTH[:N], SAID[:N], weights=WEIGHTS[:N], segments=TOWN[:N], **ASKED)
    assert ends(with_them) == ends(without)
    assert "500 rows of weight 0 were left out" in str(with_them).replace("\n        ", " ")


def test_systems_on_different_rows_too():
    def table(rows):
        return Predictions.build(TRUTH[:rows], {"m": SAID[:rows]}, weights=WEIGHTS[:rows], positive="yes")

    other = (TRUTH[-90:], SAID[-90:])
    found, plain = (
        foldwise.compare_unpaired({"a": table(rows), "b": other}, measures="error", positive="yes")
        for rows in (N + MORE, N)
    )
    assert found.to_dict()["pairs"] == plain.to_dict()["pairs"]


@pytest.mark.parametrize("weights", [None, np.ones(3), np.zeros(3)])
def test_without_such_rows_nothing_is_done(weights):
    table = Predictions.build(["a", "b", "a"], {"m": ["a", "b", "b"]}, weights=None)
    table = table if weights is None else foldwise.predictions.Predictions(**{**vars(table), "weights": weights})
    assert without_zero_weights(table)[0] is table


def test_rows_of_one_weight_are_rows_without_weights():
    answers = {"a": SAID, "b": np.roll(SAID, 1)}
    asked = {"measures": "error,recall,f1", "positive": "yes"}
    plain, weighed = (foldwise.score(TRUTH, answers, weights=one, **asked) for one in (None, np.full(TRUTH.size, 3.7)))
    for one, other in zip(plain.judgements, weighed.judgements, strict=True):
        assert (one.comparison.method, one.comparison.p_value) == (other.comparison.method, other.comparison.p_value)
