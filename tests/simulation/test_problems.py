"""The truths of the coverage study, held against counting on fresh rows."""

import numpy as np
import pytest
from scipy.special import ndtr

from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from studies.coverage.cells import make_learner
from studies.coverage.problems import PROBLEMS, NormalClasses, problem

FRESH = 100_000


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        *[("normal", learner) for learner in ("lda", "qda", "tree", "gaussian-nb", "majority", "1-nn")],
        *[("unbalanced", learner) for learner in ("lda", "tree", "majority")],
        *[("noisy", learner) for learner in ("lda", "tree")],
        *[("wide", "lda"), ("grouped", "lda")],
    ],
)
def test_the_risk_is_the_error_on_fresh_rows(name, learner):
    rng = np.random.default_rng(1)
    source = problem(name)
    rows = source.draw(100, rng)
    fresh = source.draw(FRESH if learner != "1-nn" else 20_000, rng)
    model = make_learner(learner).fit(rows.X, rows.target)
    counted = np.mean(model.predict(fresh.X) != fresh.target)
    # Rows of a group are alike, so as many rows tell a little less.
    error = np.sqrt(counted * (1 - counted) / fresh.n) * (1.5 if name == "grouped" else 1)
    assert source.risk(model) == pytest.approx(counted, abs=4 * error + 0.002)


@pytest.mark.parametrize("name", ["regression", "series"])
@pytest.mark.parametrize("learner", ["linear", "5-nn"])
def test_the_risk_of_a_regression_is_its_squared_error_on_fresh_rows(name, learner):
    rng = np.random.default_rng(2)
    source = problem(name)
    rows, fresh = source.draw(100, rng), source.draw(20_000, rng)
    model = make_learner(learner).fit(rows.X, rows.target)
    losses = (model.predict(fresh.X) - fresh.target) ** 2
    assert source.risk(model) == pytest.approx(losses.mean(), abs=6 * losses.std() / np.sqrt(fresh.n) + 0.01)


def test_the_best_linear_rule_has_the_bayes_error():
    """Φ(-‖μ‖), METHODS L.4."""
    source = NormalClasses("example", "", p=3, bayes=0.1)
    assert source.linear_risk(np.ones(3), 0.0) == pytest.approx(0.1)
    assert source.linear_risk(-np.ones(3), 0.0) == pytest.approx(0.9)


def test_flipped_labels_are_errors_of_the_perfect_rule():
    source = NormalClasses("example", "", bayes=1e-12, flip=0.15)
    rows = source.draw(400, np.random.default_rng(0))
    assert source.risk(make_learner("lda").fit(rows.X, rows.target)) == pytest.approx(0.15, abs=1e-3)


@pytest.mark.parametrize("source", PROBLEMS, ids=lambda one: one.name)
def test_the_same_seed_draws_the_same_rows(source):
    first, second = (source.draw(30, np.random.default_rng(3)) for _ in range(2))
    assert first.fingerprint == second.fingerprint
    assert first.fingerprint != source.draw(30, np.random.default_rng(4)).fingerprint


@pytest.mark.parametrize("name", ["auc", "f1", "mcc", "balanced-error", "ece"])
def test_the_value_of_a_measure_is_that_on_fresh_rows(name):
    rng = np.random.default_rng(5)
    source = problem("unbalanced")
    rows, fresh = source.draw(100, rng), source.draw(FRESH, rng)
    model = make_learner("lda").fit(rows.X, rows.target)
    scores = {"m": model.predict_proba(fresh.X)[:, 1]}
    predictions = Predictions.build(fresh.target, {"m": model.predict(fresh.X)}, scores=scores)
    assert source.value(model, name) == pytest.approx(ModelScores(predictions, "m", measure(name)).value, abs=0.01)


def test_the_area_of_a_linear_rule_has_a_closed_form():
    """Φ(w'(μ₁ - μ₀) / (√2 ‖w‖))."""
    source = problem("normal")
    rows = source.draw(100, np.random.default_rng(6))
    model = make_learner("lda").fit(rows.X, rows.target)
    w = model.coef_[0]
    exact = ndtr(2 * source.mu * w.sum() / np.sqrt(2) / np.linalg.norm(w))
    assert source.value(model, "auc") == pytest.approx(exact, abs=1e-3)


@pytest.mark.parametrize("name", ["correlation", "r2"])
def test_the_value_of_a_regression_is_that_on_fresh_rows(name):
    rng = np.random.default_rng(7)
    source = problem("regression")
    rows, fresh = source.draw(100, rng), source.draw(FRESH, rng)
    model = make_learner("linear").fit(rows.X, rows.target)
    predictions = Predictions.build(fresh.target, {"m": model.predict(fresh.X)}, task="regression")
    assert source.value(model, name) == pytest.approx(ModelScores(predictions, "m", measure(name)).value, abs=0.01)
