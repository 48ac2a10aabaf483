"""From predictions to findings: which estimate belongs to which interval, and what the reader is told."""

import gc
from importlib import import_module

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import foldwise
from foldwise.errors import ValidityError
from foldwise.evaluation.evaluate import Request, evaluate, without_value
from foldwise.measures import as_measures
from tests.worlds import fixed, memoriser, partition, predictions_of

TRUTH = np.tile([0, 1], 30)
TABLE = predictions_of(TRUTH, np.tile([0, 1, 1], 20), partition(n=60, k=10, repeats=3))


def test_every_finding_says_why_it_has_its_interval():
    (finding,) = evaluate(TABLE, as_measures("error"))
    assert finding.reason.startswith("influence is the default for error on kfold(10, repeats=3)")
    (finding,) = evaluate(TABLE, as_measures("error"), Request("cv-binomial"))
    assert finding.reason == "cv-binomial was asked for"


def test_the_scores_of_few_predictions_do_not_wait_for_the_garbage_collector():
    gc.freeze()  # what earlier tests have left is not looked through
    gc.disable()
    try:
        evaluate(TABLE, as_measures(["error", "balanced-error"]))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_findings_are_the_same_and_come_model_by_model_whichever_is_computed_first(monkeypatch):
    table = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5, repeats=2)").predictions
    measures = as_measures(["error", "balanced-error", "log-loss"])
    together = evaluate(table, measures)
    monkeypatch.setattr(import_module("foldwise.evaluation.evaluate"), "MEASURED_TOGETHER", 0)
    assert evaluate(table, measures) == together
    asked = [(model, measure.name) for model in ("lda", "baseline") for measure in measures]
    assert [(one.model, one.measure.name) for one in together] == asked


def test_what_is_not_valid_is_refused_or_spared():
    request = Request("cv-binomial")
    with pytest.raises(ValidityError, match="and f1 is not one"):
        evaluate(TABLE, as_measures("error,f1"), request)
    error, f1 = evaluate(TABLE, as_measures("error,f1"), request.sparing(as_measures("f1")))
    assert error.interval.method == "cv-binomial"
    assert f1.interval is None
    assert "and f1 is not one" in f1.reason


def test_an_interval_says_whose_it_is_where_another_estimate_is_shown():
    measures = as_measures("error")
    (pooled,) = evaluate(TABLE, measures, Request(estimate="pooled"))
    (trimmed,) = evaluate(TABLE, measures, Request(estimate="trimmed"))
    assert pooled.interval.note == ""
    assert trimmed.interval.note == f"the interval belongs to the pooled estimate, {pooled.estimate.value:.4g}"


def test_a_spared_estimate_falls_back_to_the_default():
    request = Request(estimate="loo-bootstrap").sparing(as_measures("f1"))
    error, f1 = evaluate(memoriser(), as_measures("error,f1"), request)
    assert (error.estimate.method, f1.estimate.method) == ("loo-bootstrap", "pooled")


def ten_classes():
    """Ten classes of five rows each: every one of ten parts lacks half of them."""
    y = np.repeat(list("abcdefghij"), 5)
    return np.random.default_rng(0).normal(size=(50, 2)) + np.repeat(np.arange(10), 5)[:, None], y


def test_measures_without_a_value_are_told_together_and_why():
    result = foldwise.assess(
        "lda", *ten_classes(), measures="error,auc,ovr-auc", plan="kfold(10)", baseline=False, seed=1
    )
    assert result.notes == (
        "some of the 10 parts test no row of class 'a' (5 rows), class 'b' (5 rows), class 'c' (5 rows) and 7 more classes",
        "auc and ovr-auc of lda have no value in 10 of 10 resamples, each of which lacks a class; with "
        "plan='kfold(5, repeats=3)' no part would",
    )
    mended = foldwise.assess("lda", *ten_classes(), measures="auc", plan="kfold(5, repeats=3)", baseline=False)
    assert mended.findings[0].interval is not None


def test_no_class_is_blamed_where_the_predictions_are_the_cause():
    """Precision has no value where the class is never predicted, although every part tests it."""
    truth = np.tile([0, 1], 10)
    table = predictions_of(truth, np.zeros(20, dtype=int), partition(n=20, k=5))
    findings = evaluate(table, as_measures("precision"))
    assert without_value(table, findings) == ["precision of m has no value in 5 of 5 resamples"]


def test_a_single_test_set_without_a_value():
    table = predictions_of(np.tile([0, 1], 10), np.zeros(20, dtype=int), fixed(20))
    findings = evaluate(table, as_measures("precision"))
    assert without_value(table, findings) == ["precision of m has no value"]


def test_the_mean_held_against_itself_is_so_by_definition():
    """The relative errors of the mean are no estimates, and an interval without width would say that they are known."""
    result = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="kfold(5)", measures="r2, rse, rrse, rae, rmse")
    baseline = [result.finding("baseline", one.name) for one in result.measures]
    assert [one.interval is None for one in baseline] == [True, True, True, True, False]
    assert all(one.reason.startswith("by definition: it is held against the mean") for one in baseline[:4])
    assert result.finding("ridge", "r2").interval.width > 0
    assert "always the mean  0.000  by definition" in str(result)
    assert "[0.000, 0.000]" not in str(result)


def test_an_area_of_groups_is_told_both_ways():
    rng = np.random.default_rng(0)
    groups = np.arange(200) // 10
    y = rng.integers(0, 2, 200)
    X = (rng.normal(size=(200, 3)) + rng.normal(size=(20, 3))[groups]) * 0.7 + 0.6 * y[:, None]
    found = foldwise.assess("lda", X, y, groups=groups, plan="group-kfold(5)", measures="error, auc", baseline=False)
    table = found.predictions.of("lda")
    areas = [
        roc_auc_score(y[table.row[table.resample == part]], table.scores[table.resample == part, 1])
        for part in range(5)
    ]
    pairs = [np.prod(np.bincount(y[table.row[table.resample == part]])) for part in range(5)]
    told = f"with those of one group it would be {np.average(areas, weights=pairs):.3f} of lda"
    assert any(note.startswith("auc compares rows of different groups") and told in note for note in found.notes)
    assert not any("different groups" in note for note in foldwise.assess("lda", X, y, measures="auc").notes)


def test_in_time_more_rows_are_needed_to_show_a_tail() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 1))
    y = X[:, 0] + rng.uniform(-1, 1, size=200)
    told = [
        foldwise.assess("linear", X, y, measures="rmse", baseline=False, **more).notes
        for more in ({"order": np.arange(200)}, {})
    ]
    assert [any("cannot show" in note for note in notes) for notes in told] == [True, False]
    assert any("scale changes slowly with time, 100 rows: 83 %" in note for note in told[0])
