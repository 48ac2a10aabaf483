"""Which variant to use, and what it is worth."""

import numpy as np
import pytest

import foldwise
from foldwise.comparisons import Verdict
from foldwise.evaluation import evaluate
from foldwise.improvement import judge_variants
from foldwise.improvement.decision import choose_variant, corrected_finding
from foldwise.measures import measure
from foldwise.predictions import Predictions
from foldwise.reports import Assessment, ModelComparison


def comparison(right, n=400, seed=0):
    """Systems that are right with the given probabilities, in ten parts of the rows, each held against the first."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    said = {name: np.where(rng.random(n) < share, truth, 1 - truth) for name, share in right.items()}
    table = Predictions.build(truth, said, parts=np.arange(n) % 10)
    findings = evaluate(table, (measure("error"),))
    rows = foldwise.read(np.zeros((n, 1)) + np.arange(n)[:, None], truth, task="classification")
    assessment = Assessment(rows, findings, table, "kfold(10)", "", 0.95, 0)
    first = next(iter(right))
    held, missing = judge_variants(assessment, first)
    return ModelComparison(assessment, held, "max-t", first, missing, corrects=False)


@pytest.fixture(scope="module")
def clear():
    return comparison({"model": 0.6, "good": 0.85, "alike": 0.6})


def test_the_best_of_those_that_are_better_is_chosen_and_corrected(clear):
    assert clear.judgement("good", "model").verdict is Verdict.BETTER
    assert choose_variant(clear, "model") == "good"
    found = corrected_finding(clear, "good", "model")
    assert found.estimate.method == "bbc"
    assert found.interval.low < found.estimate.value < found.interval.high
    assert abs(found.estimate.value - clear.finding("good", "error").estimate.value) < 0.02


def test_without_a_better_one_the_model_is_kept_as_it_is():
    even = comparison({"model": 0.8, "a": 0.8, "b": 0.79})
    assert choose_variant(even, "model") == "model"
    assert corrected_finding(even, "model", "model") is even.finding("model", "error")


def test_among_equals_the_corrected_error_is_above_that_of_the_luckiest():
    many = {"model": 0.5} | {f"v{i}": 0.7 for i in range(12)}
    found = comparison(many, n=120)
    best = choose_variant(found, "model")
    assert corrected_finding(found, best, "model").estimate.value > found.finding(best, "error").estimate.value
