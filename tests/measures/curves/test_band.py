"""Bands of curves."""

import numpy as np
import pytest

import foldwise
from foldwise.intervals import wilson
from foldwise.measures.curves import make_curve
from foldwise.measures.curves.band import independent_rows, mean_band, share_band
from foldwise.predictions import Predictions

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 400)
SCORES = 1 / (1 + np.exp(-RNG.normal(2 * TRUTH - 1)))
MADE = Predictions.build(TRUTH, {"m": (SCORES > 0.5).astype(int)}, scores={"m": SCORES})


def test_the_band_of_a_hit_rate_is_wilsons():
    curve = make_curve(MADE, "roc")
    band = curve.band()
    at = curve.tpr.size // 2
    low, high = wilson(curve.tpr[at] * TRUTH.sum(), TRUTH.sum(), 0.95)
    assert (band.low[at], band.high[at]) == pytest.approx((low, high))


@pytest.mark.parametrize("name", ["roc", "precision-recall", "det", "gain", "cost", "decision", "risk-coverage"])
def test_every_curve_lies_in_its_band(name):
    curve = make_curve(MADE, name)
    band = curve.band()
    heights = {
        "roc": "tpr",
        "precision-recall": "precision",
        "det": "fnr",
        "decision": "benefit",
        "risk-coverage": "risk",
    }
    y = getattr(curve, heights.get(name, name))[-band.x.size :]
    assert (band.low <= y + 1e-12).all()
    assert (y <= band.high + 1e-12).all()
    assert (band.low < band.high).any()


def test_the_band_of_a_net_benefit_is_that_of_a_mean():
    curve = make_curve(MADE, "decision")
    at = 29
    odds = curve.threshold[at] / (1 - curve.threshold[at])
    value = np.where(curve.threshold[at] <= SCORES, np.where(TRUTH == 1, 1.0, -odds), 0.0)
    half = 1.959964 * value.std() / np.sqrt(400)
    assert curve.band().high[at] - curve.benefit[at] == pytest.approx(half, rel=1e-6)


def test_repeats_add_no_rows_and_groups_are_one():
    once, thrice = (
        foldwise.assess("lda", foldwise.sample("breast-cancer"), plan=plan, measures="error").curve("roc", "lda")
        for plan in ("kfold(5)", "kfold(5, repeats=3)")
    )
    assert once.evidence == thrice.evidence == (241.0, 458.0)
    rows, ones = np.array([0, 0, 1, 1]), np.ones(4)
    assert independent_rows(rows, ones, np.array([True] * 4)) == 2
    assert independent_rows(rows, ones, np.array([False] * 4)) == 0


def test_without_rows_there_is_no_band():
    assert share_band(np.array([0.5]), np.array([0.5]), 0) is None
    assert mean_band(np.zeros(1), np.ones(1), np.zeros(1)).high.tolist() == [1.0]
    assert make_curve(MADE, "calibration").band() is None


def test_rows_without_weights_are_worth_those_of_one_weight():
    units, chosen = np.array([0, 0, 1, 2, 2, 2]), np.array([True, True, True, False, True, True])
    assert independent_rows(units, None, chosen) == independent_rows(units, np.ones(6), chosen) == 25 / 9
