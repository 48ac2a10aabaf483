"""Bias-adjusted cross-validation, against its definition and on least squares, where the bias is known (METHODS L.3)."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

import foldwise
from foldwise.errors import ValidityError
from foldwise.estimates import Bias, make_estimate
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Part
from tests.worlds import values

ROWS = values(n=40, p=4, seed=3)


def assess(**more):
    return foldwise.assess(LinearRegression(), ROWS, measures="mse", estimate="bias-adjusted", baseline=False, **more)


def test_it_is_the_definition():
    """ê + err̄ - Σ (nₖ/n) · error of model k on all rows."""
    result = assess(plan="kfold(7, stratify=false)")
    X, y = np.asarray(ROWS.X), ROWS.target
    resamples = result.predictions.resamples
    fewer = 0.0
    for r in range(7):
        model = LinearRegression().fit(X[resamples.train_rows(r)], y[resamples.train_rows(r)])
        fewer += resamples.test_sizes[r] / 40 * np.mean((model.predict(X) - y) ** 2)
    apparent = np.mean((LinearRegression().fit(X, y).predict(X) - y) ** 2)
    pooled = make_estimate(ModelScores(result.predictions, "linear", measure("mse")), "pooled").value
    estimate = result.finding("linear", "mse").estimate
    assert estimate.value == pytest.approx(pooled + apparent - fewer)
    assert (estimate.fits, estimate.bias) == (8, Bias.NONE)


def test_it_removes_the_pessimism_of_few_parts():
    """Two parts of 40 rows train on 20: far too pessimistic, and most of that is taken back."""
    rng = np.random.default_rng(0)
    gaps = {"pooled": [], "bias-adjusted": []}
    for seed in range(60):
        X = rng.normal(size=(40, 4))
        y = X.sum(axis=1) + rng.normal(size=40)
        result = foldwise.assess(
            LinearRegression(),
            X,
            y,
            measures="mse",
            estimate="bias-adjusted",
            plan="kfold(2)",
            seed=seed,
            baseline=False,
        )
        for name, gap in gaps.items():
            scored = ModelScores(result.predictions, "linear", measure("mse"))
            gap.append(make_estimate(scored, name).value)
    expected = 41 * 38 / (40 * 34)  # ER_n = σ²(n+1)(n-2)/(n(n-p-2)), METHODS L.3
    assert np.mean(gaps["pooled"]) - expected > 0.12
    assert abs(np.mean(gaps["bias-adjusted"]) - expected) < 0.08


def test_the_training_rows_are_kept_for_it():
    table = assess(plan="kfold(5)").predictions.outputs["linear"]
    assert (table.part == Part.TRAIN).sum() == 4 * 40


def test_a_ratio_is_refused():
    with pytest.raises(ValidityError, match="r2 is not a mean of one loss per row"):
        foldwise.assess(LinearRegression(), ROWS, measures="r2", estimate="bias-adjusted", plan="kfold(5)")
