"""The order of the models and the scale of the drawings."""

from __future__ import annotations

import math

import numpy as np
import pytest

from foldwise.api import assess
from foldwise.data import sample
from foldwise.errors import UnknownNameError
from foldwise.measures import measure
from foldwise.reports.shared.leaderboard import Scale, class_note, leaderboard, measure_with_class
from tests.reports.findings import of_classes, of_one_classifier, of_values, without_interval


def test_the_best_model_comes_first_and_the_baseline_last() -> None:
    board = leaderboard(of_classes(), measure("error"))
    assert [line.label for line in board.lines] == ["lda", "tree", "gaussian-nb", 'always "setosa"']
    assert [line.place for line in board.lines] == [1, 2, 3, 0]


def test_the_order_is_that_of_the_first_measure_for_every_measure() -> None:
    first, second = (leaderboard(of_classes(), measure(name)) for name in ("error", "auc"))
    assert [line.label for line in first.lines] == [line.label for line in second.lines]


def test_higher_is_better_is_heeded() -> None:
    result = assess(["tree", "lda"], sample("iris"), plan="kfold(5)", measures="accuracy")
    assert [line.label for line in leaderboard(result, measure("accuracy")).lines[:2]] == ["lda", "tree"]


def test_the_baseline_is_called_by_what_it_does() -> None:
    assert leaderboard(of_values(), measure("rmse")).lines[-1].label == "always the mean"
    assert leaderboard(of_one_classifier(), measure("error")).lines[-1].label == 'always "benign"'


def test_a_model_that_is_only_called_baseline_keeps_its_name() -> None:
    result = assess({"baseline": "tree"}, sample("iris"), plan="kfold(5)", measures="error")
    assert leaderboard(result, measure("error")).lines[-1].label == "baseline"


def test_without_a_baseline_there_are_only_models() -> None:
    result = assess("lda", sample("iris"), plan="kfold(5)", measures="error", baseline=False)
    assert [line.place for line in leaderboard(result, measure("error")).lines] == [1]


def test_a_model_without_an_error_is_shown_by_the_end_of_its_interval() -> None:
    X = (np.arange(4000) % 2.0).reshape(-1, 1)
    result = assess("tree", X, X[:, 0] > 0, plan="holdout(0.9)", measures="error")
    board = leaderboard(result, measure("error"))
    assert board.lines[0].finding.estimate.value == 0
    assert board.digits.show(board.lines[0].ends[1]) == "0.0011"


def test_a_far_baseline_does_not_squeeze_several_models() -> None:
    board = leaderboard(of_classes(), measure("error"))
    assert not board.scale(30).holds(board.lines[-1])
    assert board.scale(3000).holds(board.lines[-1])


def test_a_single_model_is_always_beside_its_baseline() -> None:
    board = leaderboard(of_one_classifier(), measure("error"))
    assert board.scale(10).holds(board.lines[-1])


def test_without_intervals_there_is_no_scale() -> None:
    assert not leaderboard(without_interval(), measure("median-absolute-error")).scale(30).exists


def test_a_scale_maps_its_ends_to_0_and_1_and_what_is_beyond_onto_them() -> None:
    scale = Scale(2, 4)
    assert [scale.place(value) for value in (2, 3, 4, 1, math.inf)] == [0, 0.5, 1, 0, 1]


def test_a_measure_that_was_not_asked_for_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no measure in this assessment called 'kappa'"):
        leaderboard(of_classes(), measure("kappa"))


def test_nearest_to_the_optimum_comes_first_where_neither_high_nor_low_is_better() -> None:
    result = assess(["tree", "linear", "ridge"], sample("auto-mpg"), plan="holdout(1/3)", measures="mbe")
    board = leaderboard(result, measure("mbe"))
    errors = [abs(line.finding.estimate.value) for line in board.lines if not line.is_baseline]
    assert errors == sorted(errors)


def test_the_class_that_a_measure_is_about_is_named() -> None:
    result = assess("lda", sample("breast-cancer"), plan="kfold(5)", measures="recall, error")
    board = leaderboard(result, measure("recall"))
    assert board.heading == "recall of 'malignant'"
    assert board.title == "recall (sensitivity) of 'malignant'"
    assert (board.fitting(21), board.fitting(20)) == ("recall of 'malignant'", "recall")
    assert leaderboard(result, measure("error")).heading == "error"
    assert class_note(result.findings) == "positive is 'malignant' (recall, precision)"


def test_a_name_that_says_its_class_is_not_told_twice() -> None:
    assert measure_with_class("recall[a]", "a") == "recall[a]"
    assert measure_with_class("recall, class a", "a") == "recall, class a"
    assert measure_with_class("error", "") == "error"


def test_a_rate_of_many_classes_is_said_to_be_macro() -> None:
    result = assess("lda", sample("iris"), plan="kfold(5)", measures="f(0.5), sensitivity, error")
    boards = [leaderboard(result, one) for one in result.measures]
    assert [board.heading for board in boards] == ["f(0.5), macro", "sensitivity, macro", "precision, macro", "error"]
    assert class_note(result.findings) == "macro, the mean over the classes (f(0.5), sensitivity, precision)"
    assert [record["average"] for record in result.records()[:4]] == ["macro", "macro", "macro", ""]
