"""Simulating how often the chosen interval contains the truth on one's own data."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import foldwise
from foldwise.errors import InputError, ValidityError
from foldwise.simulation import SimulatedIntervals, Simulation

rng = np.random.default_rng(0)
Y = np.tile([0, 1], 50)
X = rng.normal(size=(100, 3)) + Y[:, None]


def certify(model="lda", **more):
    return foldwise.certify(model, X, Y, **{"simulations": 12, "jobs": 1} | more)


def test_the_default_of_assess_is_certified():
    found = certify()
    assert (found.risk.method, found.risk.plan, found.fits) == ("influence", "kfold(10, repeats=3)", 30)
    assert found.risk.simulations == found.asked == 12
    assert 0.6 < found.coverage <= 1
    assert 0 < found.risk.width < 0.5
    # Two normal classes at distance √3 have Bayes error Φ(-√3/2), and LDA on 100 rows errs little more.
    assert found.truth == pytest.approx(0.2, abs=0.06)
    assert abs(found.bias) < 0.05


def test_a_wrong_method_is_found_out():
    """The naive interval over 10x10 parts covers about half."""
    found = certify(interval="naive-t", plan="kfold(10, repeats=10)", allow_invalid=True, simulations=60)
    assert found.coverage < 0.85
    assert found.verdict == "falls short of its level"
    assert "It falls short of its level here." in found.sentence


def test_the_same_seed_gives_the_same_certificate():
    first, second, other = (replace(certify(seed=seed), times={}).to_json() for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_careful_brings_its_plan():
    found = certify(interval="careful", simulations=3)
    assert (found.risk.method, found.fits) == ("nested-cv", 150)


@pytest.mark.parametrize("population", ["smoothed", "normal"])
def test_a_regression_is_certified_by_its_root_mean_squared_error(population):
    y = X.sum(axis=1) + rng.normal(size=100)
    found = foldwise.certify("linear", X, y, simulations=5, population=population, jobs=1)
    assert found.measure == "rmse"
    assert found.truth == pytest.approx(1.0, abs=0.2)


def test_a_measure_without_losses_is_certified_too():
    found = certify(measure="auc", simulations=4)
    assert found.measure == "auc"
    assert found.truth == pytest.approx(0.88, abs=0.06)


def test_progress_is_told():
    seen = []
    certify(simulations=3, progress=lambda done, total, model: seen.append((done, total, model)))
    assert seen == [(1, 3, "lda"), (2, 3, "lda"), (3, 3, "lda")]


def test_when_the_time_is_spent_what_is_done_is_kept():
    found = certify(simulations=1000, seconds=0.2)
    assert 1 <= found.risk.simulations < 1000
    assert found.stopped == "time limit reached"


def test_an_interruption_keeps_what_is_done():
    def impatient(done, *_):
        if done == 3:
            raise KeyboardInterrupt

    found = certify(simulations=10, progress=impatient)
    assert (found.risk.simulations, found.stopped) == (3, "interrupted")


def test_an_interruption_before_anything_is_done_goes_on(monkeypatch):
    def hasty(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "_trial", hasty)
    with pytest.raises(KeyboardInterrupt):
        certify()


def test_datasets_for_which_the_method_refuses_are_counted():
    """With seven rows of one class, a drawn dataset often has fewer than five."""
    rare = np.r_[np.zeros(60, int), np.ones(7, int)]
    asked = {"interval": "corrected-t", "plan": "kfold(5)", "simulations": 15, "jobs": 1}
    found = foldwise.certify("gaussian-nb", X[:67], rare, measure="recall", **asked)
    assert found.refused > 0
    assert found.risk.simulations + found.refused == 15


def test_a_method_that_refuses_every_dataset_is_an_error():
    found = SimulatedIntervals((), 3, "no valid corrected-t interval", "")
    with pytest.raises(ValidityError, match="no simulated dataset gave an interval: no valid corrected-t"):
        found.certificate(None, None, 3, seconds=0.0)


@pytest.mark.parametrize(
    ("rows", "more", "said"),
    [
        (80, {"measure": "f1"}, "class '1' has 3 rows, and 5 are the least that a measure can rest on; try more rows"),
        (
            80,
            {"measure": "f1", "interval": "corrected-t"},
            "no valid corrected-t interval for f1: class '1' has 3 rows.*;",
        ),
        (12, {}, "there are 12 rows, and 20 are the least that can be assessed; try more rows"),
    ],
)
def test_rows_that_assess_refuses_are_refused_for_the_same_reason(rows, more, said):
    X = np.random.default_rng(0).normal(size=(rows, 3))
    drawn = []
    with pytest.raises(ValidityError, match=f"{said}.* another plan or another method"):
        foldwise.certify(
            "gaussian-nb", X, (np.arange(rows) < 3) * 1, jobs=1, progress=lambda *told: drawn.append(told), **more
        )
    assert not drawn


def test_rows_on_which_no_default_is_valid_are_refused_with_its_reason():
    positive = (np.arange(100) < 20) * 1
    reason = foldwise.assess("lda", X, positive, measures="average-precision").findings[0].reason
    with pytest.raises(ValidityError, match="data itself gets no interval for average-precision") as caught:
        foldwise.certify("lda", X, positive, measure="average-precision", simulations=5, jobs=1)
    assert reason in str(caught.value)


def test_an_invalid_request_is_refused_before_anything_is_drawn():
    with pytest.raises(
        ValidityError, match="no valid corrected-t interval for error: it is not valid for the plan loo"
    ):
        certify(interval="corrected-t", plan="loo")
    with pytest.raises(ValidityError, match="no valid naive-t"):
        certify(interval="naive-t")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"simulations": 1}, "at least 2 are needed, not 1; try simulations=200"),
        ({"seconds": 0}, "a number of seconds above 0, not 0; try seconds=60"),
        ({"level": 95}, "between 0 and 1, not at 95"),
        ({"model": ["lda", "qda"]}, "certify takes one model, and 2 were given: lda, qda"),
    ],
)
def test_a_wrong_request_is_one_sentence(more, said):
    with pytest.raises(InputError, match=said):
        certify(**more)


def test_the_certificate_is_a_frame_json_and_text():
    found = certify(simulations=4)
    frame = found.to_frame()
    assert list(frame.columns[:9]) == ["model", "measure", "value", "low", "high", "level", "method", "plan", "fits"]
    assert frame["target"].tolist() == ["risk", "expected risk"]
    document = json.loads(found.to_json())
    assert document["verb"] == "certify"
    assert document["rows"][0]["value"] == found.coverage
    assert max(len(line) for line in str(found).split("\n")) <= 80
    assert found._repr_html_().startswith("<div class='foldwise'>")


def test_a_pipeline_of_the_users_own_gets_the_columns_that_assess_gives_it():
    """Named models are not given row numbers and texts that all differ; a pipeline may name them."""
    rows = pd.DataFrame({"id": np.arange(60), "x": np.random.default_rng(0).normal(size=60)})
    y = (rows["x"] > 0).astype(int)
    own = make_pipeline(make_column_transformer(("passthrough", ["id", "x"])), LogisticRegression())
    assert foldwise.certify(own, rows, y, simulations=3, jobs=1).risk.simulations == 3
