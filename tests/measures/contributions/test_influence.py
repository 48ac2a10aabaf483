"""The influence of a row: exact variances of the literature, and the jackknife as witness."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures import measure
from foldwise.measures.contributions.influence import measure_influence, placements, structural_components
from tests.worlds import outcomes

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 80)
OUTPUT = np.where(rng.random(80) < 0.75, TRUTH, 1 - TRUTH)
SCORES = np.round(rng.normal(size=80) + TRUTH, 1)


def variance(name, rows):
    """Σψ²/n², the variance by the delta method."""
    psi = measure_influence(measure(name), rows)
    return float(np.sum(psi**2)) / psi.size**2


def shares():
    tp, fp = np.mean((OUTPUT == 1) & (TRUTH == 1)), np.mean((OUTPUT == 1) & (TRUTH == 0))
    fn, tn = np.mean((OUTPUT == 0) & (TRUTH == 1)), np.mean((OUTPUT == 0) & (TRUTH == 0))
    return tp, fp, fn, tn


def test_the_variance_of_f1():
    """F(1-F)(2-F)/(2TP+FP+FN), METHODS C.16."""
    tp, fp, fn, _ = shares()
    f = measure("f1").value(outcomes(TRUTH, OUTPUT))
    assert variance("f1", outcomes(TRUTH, OUTPUT)) == pytest.approx(
        f * (1 - f) * (2 - f) / (80 * (2 * tp + fp + fn)), rel=1e-6
    )


def test_the_variance_of_mcc():
    """n·Var = 1-φ²+φ(1+φ²/2)·uv/√(qr) - ¾φ²(u²/q+v²/r), METHODS C.16."""
    tp, fp, fn, _ = shares()
    phi, a, b = measure("mcc").value(outcomes(TRUTH, OUTPUT)), tp + fp, tp + fn
    u, v, q, r = 2 * a - 1, 2 * b - 1, a * (1 - a), b * (1 - b)
    expected = 1 - phi**2 + phi * (1 + phi**2 / 2) * u * v / np.sqrt(q * r) - 0.75 * phi**2 * (u**2 / q + v**2 / r)
    assert variance("mcc", outcomes(TRUTH, OUTPUT)) == pytest.approx(expected / 80, rel=1e-6)


@pytest.mark.parametrize("classes", [2, 4])
def test_the_variance_of_kappa(classes):
    """Fleiss, Cohen & Everitt 1969, METHODS C.16."""
    truth = rng.integers(0, classes, 200)
    output = np.where(rng.random(200) < 0.6, truth, rng.integers(0, classes, 200))
    rows = outcomes(truth, output, n_classes=classes)
    p = rows.confusion()[0][:, :-1] / 200
    kappa = measure("kappa").value(rows)
    row, column = p.sum(axis=1), p.sum(axis=0)
    chance = row @ column
    on = np.sum(np.diagonal(p) * (1 - (row + column) * (1 - kappa)) ** 2)
    off = (1 - kappa) ** 2 * sum(
        p[i, j] * (column[i] + row[j]) ** 2 for i in range(classes) for j in range(classes) if i != j
    )
    expected = (on + off - (kappa - chance * (1 - kappa)) ** 2) / (200 * (1 - chance) ** 2)
    assert variance("kappa", rows) == pytest.approx(expected, rel=1e-6)


def test_the_variance_of_balanced_accuracy():
    rows = outcomes(TRUTH, OUTPUT)
    recalls = [np.mean(OUTPUT[c == TRUTH] == c) for c in (0, 1)]
    expected = sum(r * (1 - r) / np.sum(c == TRUTH) for c, r in enumerate(recalls)) / 4
    assert variance("balanced-accuracy", rows) == pytest.approx(expected, rel=1e-6)


def test_the_variance_of_r2():
    """sd(e² - (1-R²)(y-ȳ)²)/(√n·mean (y-ȳ)²), METHODS C.16."""
    y = rng.normal(size=60)
    rows = outcomes(y, y + rng.normal(size=60), n_classes=0)
    r2, error, spread = measure("r2").value(rows), (rows.truth - rows.output) ** 2, (y - y.mean()) ** 2
    w = error - (1 - r2) * spread
    assert variance("r2", rows) == pytest.approx(w.var() / (60 * spread.mean() ** 2), rel=1e-6)


def test_a_transform_multiplies_by_its_slope():
    y = rng.normal(size=60)
    rows = outcomes(y, y + rng.normal(size=60), n_classes=0)
    slope = 0.5 / measure("rmse").value(rows)
    np.testing.assert_allclose(
        measure_influence(measure("rmse"), rows), slope * measure_influence(measure("mse"), rows), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("name", ["auc", "gini", "error", "f1", "macro-f1", "mcc", "g-mean", "log-loss", "brier"])
@pytest.mark.parametrize("classes", [2, 3])
def test_leaving_a_row_out_moves_the_measure_by_its_influence(name, classes):
    truth = np.arange(400) % classes
    noise = rng.normal(size=(400, classes)) + 1.2 * np.eye(classes)[truth]
    scores = np.exp(noise) / np.exp(noise).sum(axis=1, keepdims=True)
    rows = outcomes(truth, scores.argmax(axis=1), scores, n_classes=classes)
    psi = measure_influence(measure(name), rows)
    whole = measure(name).value(rows)
    for i in (0, 7, 151, 398):
        left = measure(name).value(rows.where(np.arange(400) != i))
        assert 399 * (whole - left) == pytest.approx(psi[i], abs=0.05 * max(1, abs(psi[i])))


@pytest.mark.parametrize("name", ["auc", "f1", "error", "kappa"])
def test_a_weight_is_so_many_copies_of_a_row(name):
    weights = rng.integers(1, 4, 80)
    plain = outcomes(TRUTH, OUTPUT, 1 / (1 + np.exp(-SCORES)))
    weighted = replace(plain, weights=weights.astype(float))
    copied = plain.where(np.repeat(np.arange(80), weights))
    expected = measure_influence(measure(name), copied)
    np.testing.assert_allclose(np.repeat(measure_influence(measure(name), weighted), weights), expected, atol=1e-6)


def test_a_measure_without_a_formula_has_none():
    assert measure_influence(measure("average-precision"), outcomes(TRUTH, OUTPUT, SCORES)) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30))
def test_placements_are_shares_of_the_other_class(pairs):
    scores, positive = np.array([p[0] for p in pairs], dtype=float), np.array([p[1] for p in pairs])
    if positive.all() or not positive.any():
        return
    found = placements(scores, positive)
    for s, up, share in zip(scores, positive, found, strict=True):
        others = scores[positive != up]
        won = (others < s) if up else (others > s)
        assert share == pytest.approx(np.mean(won + 0.5 * (others == s)))


def test_components_of_two_classes_average_to_the_area():
    rows = outcomes(TRUTH, OUTPUT, SCORES)
    found = structural_components(rows)
    area = measure("auc").value(rows)
    assert [found[c == TRUTH].mean() for c in (0, 1)] == pytest.approx([area, area])
