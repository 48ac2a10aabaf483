"""From predictions to findings: which estimate belongs to which interval, and what the reader is told."""

import gc

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import foldwise
from foldwise.errors import ValidityError
from foldwise.evaluation.evaluate import Request, evaluate, heavy_tails, without_value
from foldwise.measures import as_measures
from foldwise.predictions import Predictions
from tests.worlds import fixed, losses_of, memoriser, partition, predictions_of

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


def heavy(index):
    """Losses whose tail has this index: the quantiles of a Pareto distribution, in no order."""
    losses = np.random.default_rng(0).permutation(((np.arange(200) + 0.5) / 200) ** (-1 / index))
    return losses_of(partition(n=200, k=10), lambda _, rows: losses[rows])


def test_a_tail_without_variance_is_told_once_for_each_loss():
    world = heavy(1.2)
    (note,) = heavy_tails(world, evaluate(world, as_measures("mae")))
    assert note.startswith("mae of m: the largest 20 of 200 losses look like a heavy tail (index 1.")
    assert note.count("so these intervals may be too narrow whatever the sample shows") == 1
    rmse, mae = heavy_tails(world, evaluate(world, as_measures("rmse,mae,mse")))
    assert rmse.startswith("rmse, mse of m: ")
    assert mae.startswith("mae of m: ")
    assert rmse.endswith("; mae, or the logarithm of the target, depends less on single rows")
    assert mae.endswith("; median-absolute-error, or the logarithm of the target, depends less on single rows")


def test_a_tail_with_a_variance_is_not_told():
    light = heavy(4)
    assert heavy_tails(light, evaluate(light, as_measures("mae"))) == []


def test_few_rows_cannot_show_a_tail_of_squared_errors() -> None:
    truth = np.arange(60.0)
    few = Predictions.build(truth, {"m": truth + np.tile([1.0, -1.1], 30)})
    (note,) = heavy_tails(few, evaluate(few, as_measures("rmse,mae")))
    assert note.startswith("rmse of m: 60 rows cannot show whether the errors have a heavy tail; where they have one")


def test_few_groups_cannot_show_a_tail_of_their_effects() -> None:
    rng, groups = np.random.default_rng(0), np.repeat(np.arange(20), 12)
    X = rng.normal(size=(240, 2))
    y = X.sum(axis=1) + rng.normal(size=20)[groups] + rng.normal(size=240)
    notes = foldwise.assess("linear", X, y, groups=groups, measures="rmse, r2, mae", baseline=False).notes
    assert [note for note in notes if "heavy tail" in note] == [
        "rmse, r2 of linear: 20 groups cannot show whether the effects of groups have a heavy tail; where they have one, these intervals are "
        "too narrow (t₃ effects of 8 to 150 groups: 86 to 92 % instead of 95 %)"
    ]


def test_many_groups_show_a_tail_of_their_effects() -> None:
    groups, truth = np.repeat(np.arange(200), 3), np.arange(600.0)
    effects = np.where(
        groups < 4, 4.15, 1.0
    )  # a kurtosis of 3.9: above the bound of 200 groups, below that of 600 rows
    table = Predictions.build(truth, {"m": truth + effects}, groups=groups)
    (note,) = heavy_tails(table, evaluate(table, as_measures("rmse")))
    assert note.startswith("rmse of m: by group, the squared errors look like a heavy tail (kurtosis of the errors 3.9")


def test_bounded_losses_have_no_tail():
    assert heavy_tails(TABLE, evaluate(TABLE, as_measures("error"))) == []


def test_a_measure_without_an_interval_has_no_tail_to_tell_of():
    world = heavy(1.2)
    assert heavy_tails(world, evaluate(world, as_measures("median-absolute-error"))) == []


def test_the_heavy_tail_is_a_note_of_the_assessment():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 2))
    y = X.sum(axis=1)
    y[3] = 1000
    result = foldwise.assess("linear", X, y, measures="mse", plan="kfold(5)", baseline=False)
    assert result.notes[0].startswith("mse of linear: the squared errors look like a heavy tail (kurtosis")


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
