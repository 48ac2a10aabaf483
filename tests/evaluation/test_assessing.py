"""An assessment runs the engine once for all that is asked, before anything is looked at."""

import numpy as np
import pytest

import foldwise
from foldwise.engine import Settings
from foldwise.evaluation import AssessmentRequest, assess_rows, assessing, runner
from foldwise.measures import as_measures
from foldwise.model_comparison import bootstrapped, samples_beside

RNG = np.random.default_rng(0)
Y = np.arange(120) % 2
X = RNG.normal(size=(120, 3)) + 0.8 * Y[:, None]
MODELS = "lda, gaussian-nb"


@pytest.fixture
def steps(monkeypatch):
    """What happened, in its order: the plan and models of each run of the engine, and when rows were evaluated."""
    seen = []

    def run(dataset, models, resamples, *rest):
        seen.append((resamples.kind, tuple(models)))
        return engine_run(dataset, models, resamples, *rest)

    def evaluate(*arguments):
        seen.append("evaluated")
        return looked(*arguments)

    engine_run, looked = runner.run, assessing.evaluate
    for module in (runner, bootstrapped):
        monkeypatch.setattr(module, "run", run)
    monkeypatch.setattr(assessing, "evaluate", evaluate)
    return seen


def test_a_request_gives_what_the_verb_gives():
    asked = AssessmentRequest(named=as_measures("error"), plan="kfold(5)", baseline=False)
    found = assess_rows("lda", foldwise.sample("iris"), asked, Settings(seed=3))
    other = foldwise.assess("lda", foldwise.sample("iris"), measures="error", plan="kfold(5)", baseline=False, seed=3)
    assert found.findings == other.findings
    assert found.seed == 3


def test_assess_runs_the_engine_once(steps):
    foldwise.assess(MODELS, X, Y)
    assert steps == [("kfold", ("lda", "gaussian-nb", "baseline")), "evaluated"]


def test_compare_fits_plan_and_samples_once_before_it_looks(steps):
    foldwise.compare(MODELS, X, Y)
    every = ("lda", "gaussian-nb", "baseline")
    assert steps == [("kfold", every), ("bootstrap", every), "evaluated"]


@pytest.mark.parametrize("asked", [{"measures": "auc"}, {"test": "corrected-t"}, {"engine": "generic"}])
def test_samples_that_no_test_looks_at_are_not_fitted(steps, asked):
    foldwise.compare(MODELS, X, Y, **asked)
    assert [step[0] for step in steps[:-1]] == ["kfold"]


def test_samples_are_beside_plans_of_single_rows_only():
    rows = foldwise.sample("iris")
    assert str(samples_beside(rows, "subsample")) == "bootstrap(500)"
    assert samples_beside(rows, "holdout") is None
