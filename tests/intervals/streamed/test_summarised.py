"""Intervals from summaries are those from the rows."""

from dataclasses import replace

import numpy as np
import pytest

from foldwise.intervals import SummarisedSystem, make_interval, sum_effects, unit_request
from foldwise.intervals.streamed.summarised import value_of_summary, view_table
from foldwise.measures import ModelScores, measure, outcomes_of
from foldwise.measures.summaries import SummaryRequest, covariance_of_areas, place_rows, summarise
from tests.worlds import fixed, predictions_of

rng = np.random.default_rng(0)


def world(n, classes):
    truth = rng.integers(0, classes, n)
    noise = np.exp(rng.normal(size=(n, classes)) + 1.3 * np.eye(classes)[truth])
    scores = noise / noise.sum(axis=1, keepdims=True)
    return predictions_of(truth, scores.argmax(axis=1), fixed(n), n_classes=classes, scores=scores)


TWO, THREE = world(300, 2), world(300, 3)
Y = rng.normal(size=300) + 3
VALUES = predictions_of(Y, Y + rng.normal(size=300), fixed(300), n_classes=0)


def known(predictions, name, *, second=False, budget=1 << 20):
    asked = measure(name)
    rows = outcomes_of(predictions, predictions.of("m"))
    if not predictions.is_classification:
        rows = replace(rows, reference=np.full(rows.size, rows.truth.mean()), own_mean=True)
    summary = summarise({"m": rows}, SummaryRequest((asked,), budget))
    covariance = covariance_of_areas(place_rows({"m": rows}, summary.rankings)) if second and summary.rankings else None
    summed = SummarisedSystem(summary, "m", 0, 1, predictions.classes, predictions.positive, covariance)
    units = sum_effects({"m": rows}, unit_request((asked,), (summed,)), summary.rankings)
    return value_of_summary(asked, replace(summed, units=units), 0.95)


@pytest.mark.parametrize(
    "name",
    [
        *("error", "accuracy", "f1", "precision", "recall", "mcc", "kappa", "balanced-error", "macro-f1", "log-loss"),
        *("brier", "auc", "gini", "precision[c0]", "lr-positive"),
    ],
)
def test_two_classes(name):
    found, expected = known(TWO, name), make_interval(ModelScores(TWO, "m", measure(name)))
    assert found.value == pytest.approx(ModelScores(TWO, "m", measure(name)).value, abs=1e-12)
    assert found.interval.method == expected.method
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("name", ["error", "macro-f1", "recall[c1]", "auc"])
def test_three_classes(name):
    found, expected = known(THREE, name, second=True), make_interval(ModelScores(THREE, "m", measure(name)))
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


@pytest.mark.parametrize("name", ["mae", "rmse", "correlation"])
def test_values(name):
    found, expected = known(VALUES, name), make_interval(ModelScores(VALUES, "m", measure(name)))
    assert found.value == pytest.approx(ModelScores(VALUES, "m", measure(name)).value)
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), rel=2e-3)


@pytest.mark.parametrize("name", ["r2", "rse", "rae", "wape"])
def test_ratios_of_values(name):
    found, expected = known(VALUES, name), make_interval(ModelScores(VALUES, "m", measure(name)))
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), rel=1e-9)
    assert found.interval.note == ""


def test_binned_scores_widen_the_interval_by_their_bound():
    exact, binned = known(TWO, "auc"), known(TWO, "auc", budget=20)
    assert exact.bound == 0
    assert abs(binned.value - exact.value) <= binned.bound
    assert binned.interval.low < exact.interval.low
    assert "scores were binned" in binned.interval.note


def test_other_ranks_have_a_value_and_no_interval():
    found = known(TWO, "average-precision")
    assert found.value == pytest.approx(ModelScores(TWO, "m", measure("average-precision")).value)
    assert found.interval is None
    assert "only areas have an interval" in found.reason


def test_several_classes_need_a_second_look():
    assert known(THREE, "auc").interval is None


def test_few_rows_get_the_exact_interval():
    few = predictions_of([0, 1] * 5, [0, 1, 1, 1] * 2 + [0, 1], fixed(10))
    assert known(few, "error").interval.method == "clopper-pearson"


def test_one_class_against_the_rest():
    table = np.array([[5, 1, 2, 0], [1, 7, 0, 1], [0, 3, 9, 0]])
    seen, positive = view_table(measure("recall[b]"), table, ("a", "b", "c"), 2)
    assert (seen.tolist(), positive) == ([[16, 4, 0], [1, 7, 1]], 1)


def test_without_a_value_there_is_no_interval():
    one_class = predictions_of([1] * 30, [1] * 30, fixed(30), scores=np.full((30, 2), 0.5))
    for name in ("auc", "specificity"):
        assert known(one_class, name).interval is None
