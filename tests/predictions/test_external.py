"""Predictions made by another tool."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from foldwise.data import Task
from foldwise.errors import InputError
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions, ScoreKind


def test_labels_and_scores_of_another_tool():
    p = Predictions.build(["no", "yes", "yes"], {"net": ["no", "yes", "no"]}, scores={"net": [0.2, 0.9, 0.4]})
    assert (p.classes, p.task, p.of("net").score_kind) == (("no", "yes"), Task.CLASSIFICATION, ScoreKind.PROBABILITY)
    assert ModelScores(p, "net", measure("error")).value == pytest.approx(1 / 3)
    assert ModelScores(p, "net", measure("auc")).value == 1


def test_labels_agree_however_they_were_written():
    p = Predictions.build(np.array([0, 1, 1]), {"a": np.array([0.0, 1.0, 0.0]), "b": ["0", "1", "1"]})
    assert [ModelScores(p, name, measure("error")).value for name in "ab"] == pytest.approx([1 / 3, 0])


def test_any_dataframe_column_will_do():
    y = pd.Series(["a", "b", "a"])
    p = Predictions.build(y, {"m": pl.Series(["a", "b", "b"])})
    assert ModelScores(p, "m", measure("accuracy")).value == pytest.approx(2 / 3)


def test_a_missing_label_is_unclassified():
    p = Predictions.build(["a", "b", "a"], {"m": ["a", None, "b"]})
    assert p.of("m").output.tolist() == [0, -1, 1]


def test_real_numbers_are_values():
    p = Predictions.build([1.5, 2.5], {"m": [1.0, 3.0]})
    assert p.task is Task.REGRESSION
    assert ModelScores(p, "m", measure("mae")).value == 0.5


def test_scores_may_be_any_decision_value():
    p = Predictions.build([0, 1], {"m": [0, 1]}, scores={"m": [-3.0, 7.0]})
    assert p.of("m").score_kind is ScoreKind.DECISION
    assert p.of("m").scores.tolist() == [[3, -3], [-7, 7]]


def test_the_score_belongs_to_the_positive_class():
    p = Predictions.build(["bad", "good"], {"m": ["bad", "good"]}, scores={"m": [0.9, 0.2]}, positive="bad")
    assert ModelScores(p, "m", measure("auc")).value == 1


def test_parts_of_a_cross_validation_are_kept():
    p = Predictions.build([0, 1, 0, 1], {"m": [0, 1, 1, 1]}, parts=["x", "x", "y", "y"])
    assert p.resamples.plan == "kfold(2)"
    assert ModelScores(p, "m", measure("error")).scores.tolist() == [0, 0.5]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], {"m": []}), "truth is empty; try at least one row"),
        (([0, 1], {}), "no predictions were given; try predicted={'my model': [...]}"),
        (
            ([0, 1], {"m": [0]}),
            "predictions of 'm' has 1 row but truth has 2; try one prediction for every true value",
        ),
        (([[0, 1]], {"m": [0]}), "truth has 2 columns, and multi-label and multi-output targets are out of scope"),
        (([0, 1], {"m": [0, 7]}), "predictions of 'm' hold the label '7', which is not one of the classes 0, 1; try"),
        ((["a", "a"], {"m": ["a", "a"]}), "truth holds one class only, 'a'; try classes=[...]"),
        ((["a", None, "b"], {"m": ["a", "a", "b"]}), "truth is missing in 1 row, first in row 2; try dropping"),
        (([1.0, 0.0, np.nan], {"m": [1, 0, 1]}), "truth is missing in 1 row, first in row 3; try dropping"),
        (
            ([1, 2, 3], {"m": [1.2, 2.4, 2.9]}),
            "predictions of 'm' hold the label '1.2', which is not one of the classes 1, 2, 3; try task='regression'",
        ),
        (
            (["a", "b"], {"m": ["1.5", "b"]}),
            "predictions of 'm' hold the label '1.5', which is not one of the classes a, b; try classes=[...]",
        ),
        (([1.5, np.nan], {"m": [1.0, 2.0]}), "truth holds nan in row 2; try dropping or repairing that row"),
        (([1.5, 2.5], {"m": ["x", "y"]}), "predictions of 'm' hold text such as 'x', which is not a number; try"),
        (([0, 1], [0, 1]), "predictions are given as list, without the name of a model; try {'my model': [...]}"),
        (
            ([[1], [1, 2]], {"m": [0, 1]}),
            "truth holds lists of labels, and multi-label and multi-output targets are out of scope",
        ),
        ((np.array([[1], {}], dtype=object), {"m": [0, 1]}), "truth holds lists or other objects that are no labels"),
        (([1.5, 2.5], {"m": [1j, 2.0]}), "predictions of 'm' hold complex numbers; try real numbers or labels"),
        (([1.5, 2.5], {"m": np.ma.masked_less([1.0, 2.0], 2)}), "predictions of 'm' is masked in 1 places; try"),
        ((["\ud800", "b"], {"m": ["b", "b"]}), "truth holds the label '\\ud800', which has half a character; try"),
    ],
)
def test_bad_input_gets_one_clear_sentence(arguments, message):
    with pytest.raises(InputError) as caught:
        Predictions.build(*arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"groups": [1, None]}, "groups is missing in row 2; try dropping that row"),
        ({"parts": [None, 1]}, "parts is missing in row 1; try the part in which each row was tested"),
        ({"classes": []}, r"classes is \[\], not a list of labels; try classes="),
        ({"classes": 5}, "classes is 5, not a list of labels"),
        ({"classes": "ab"}, "classes is 'ab', not a list of labels"),
        ({"task": "cluster"}, "there is no task called 'cluster'"),
        ({"scores": {"m": ["x", "y"]}}, "scores of 'm' hold text, which is not a number"),
        ({"scores": {"m": [[1], [1, 2]]}}, "scores of 'm' hold lists of different lengths"),
        ({"scores": {"m": np.array([1j, 2])}}, "scores of 'm' hold complex numbers"),
        ({"scores": {"m": np.ma.masked_less([0.1, 0.9], 0.5)}}, "scores of 'm' is masked in 1 places"),
        ({"scores": [0.1, 0.9]}, "scores are given as list, without the name of a model"),
    ],
)
def test_a_bad_setting_gets_one_clear_sentence(more, message):
    with pytest.raises(InputError, match=message):
        Predictions.build(["a", "b"], {"m": ["a", "b"]}, **more)


def test_parts_of_several_types_are_told_apart_by_their_texts():
    p = Predictions.build([0, 1, 0, 1], {"m": [0, 1, 1, 1]}, parts=np.array([1, "a", 1, "a"], dtype=object))
    assert p.resamples.plan == "kfold(2)"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"scores": {"m": [0.1, np.nan]}}, "scores of 'm' are missing or not finite, first in row 2"),
        ({"scores": {"m": [[0.1, 0.2, 0.7]] * 2}}, "scores of 'm' have shape (2, 3), but 2 rows and 2 classes"),
        ({"scores": {"k": [0.1, 0.2]}}, "there is no system with predictions called 'k'"),
        ({"weights": [1, 1e308]}, "weights are too large for variances of squared errors to be computed: 1e+308"),
        ({"weights": [1e-100, 3e-100]}, "weights are too small for variances of squared errors to be computed: 3e-100"),
        ({"weights": [1, -1]}, "weights must not be negative nor all zero; the smallest is -1.0"),
        ({"positive": "2"}, "there is no class called '2'"),
        ({"parts": [1, 1]}, "parts holds one value only"),
    ],
)
def test_bad_settings_get_one_clear_sentence(more, message):
    with pytest.raises(InputError) as caught:
        Predictions.build([0, 1], {"m": [0, 1]}, **more)
    assert str(caught.value).startswith(message)


def test_a_regression_has_no_scores():
    with pytest.raises(InputError, match="a regression has values, not scores"):
        Predictions.build([1.5, 2.5], {"m": [1.0, 2.0]}, scores={"m": [0.1, 0.2]})


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ([0.0, 1.0, 0.0], "probability"),
        ([0, 1, 0], "probability"),
        ([-1, 1, -1], "decision"),
        ([[1, 0], [0, 1], [1, 0]], "probability"),
        ([[1, -1], [-1, 1], [1, -1]], "decision"),
    ],
)
def test_scores_are_scores_also_where_they_are_as_certain_as_labels(given, kind):
    sure = Predictions.build([0, 1, 1], {"m": [0, 1, 0]}, scores={"m": given})
    assert (sure.scored(), str(sure.of("m").score_kind)) == (("m",), kind)


def test_probabilities_in_half_precision_are_probabilities():
    rng = np.random.default_rng(0)
    exact = rng.dirichlet(np.ones(5), 40)
    rounded = Predictions.build(np.arange(40) % 5, {"m": exact.argmax(axis=1)}, scores={"m": exact.astype(np.float16)})
    answers = rounded.of("m")
    assert answers.score_kind is ScoreKind.PROBABILITY
    np.testing.assert_allclose(answers.scores.sum(axis=1), 1, rtol=0, atol=1e-12)
    np.testing.assert_allclose(answers.scores, exact, atol=1e-3)


def test_scores_in_half_precision_that_are_no_probabilities_stay_as_they_are():
    wild = np.array([[0.5, 0.9], [0.2, 0.1]], dtype=np.float16)
    answers = Predictions.build([0, 1], {"m": [1, 0]}, scores={"m": wild}).of("m")
    np.testing.assert_array_equal(answers.scores, wild.astype(float))
    assert answers.score_kind is ScoreKind.DECISION


def test_probabilities_given_as_labels_are_told_where_to_go():
    with pytest.raises(InputError, match="not one of the classes 0, 1") as refused:
        Predictions.build([0, 1, 1, 0], {"a": [0.25, 0.5, 0.75, 0.1]})
    assert "scores=" in str(refused.value)


def test_arrow_arrays_are_columns():
    found = Predictions.build(pa.array(["x", "y"]), {"m": pa.chunked_array([["x"], ["x"]])})
    assert found.of("m").output.tolist() == [0, 0]
    with pytest.raises(InputError, match="truth is missing in 1 row, first in row 2"):
        Predictions.build(pa.array([0, None, 1]), {"m": [0, 1, 1]})


@pytest.mark.parametrize(("kind", "said"), [("datetime64[D]", "dates"), ("timedelta64[D]", "spans of time")])
def test_dates_are_no_numbers(kind, said):
    with pytest.raises(InputError, match=f"predictions of 'm' hold {said}, which are no numbers"):
        Predictions.build([1.5, 2.5], {"m": np.array([1, 2]).astype(kind)})


def test_whole_numbers_with_named_classes_are_labels():
    truth, labels = np.arange(40) % 25, list(range(25))
    scores = {"a": np.full((40, 25), 0.04)}
    built = Predictions.build(truth, {"a": truth}, scores=scores, classes=labels)
    assert built.is_classification
    with pytest.raises(InputError, match=r"try leaving them out, or task='classification'"):
        Predictions.build(truth, {"a": truth}, scores=scores)


def test_of_very_many_classes_some_are_named_and_values_are_thought_of():
    with pytest.raises(InputError) as refused:
        Predictions.build(np.arange(300), {"m": np.arange(300) + 1}, task="classification")
    assert len(str(refused.value)) < 300
    assert ", …; try" in str(refused.value)
    assert "task='regression' if these are values" in str(refused.value)
