"""Some of the rows of a model."""

import numpy as np

from foldwise.predictions import Predictions
from foldwise.reports.panels import sample_rows
from tests.reports.report.results import result_of


def test_the_most_wrong_rows_of_both_classes_are_kept():
    rng = np.random.default_rng(0)
    truth, score = np.repeat([0, 1], 500), rng.random(1000)
    found = sample_rows(Predictions.build(truth, {"m": score > 0.5}, scores={"m": score}), "m", most=40)
    assert (found.row.size, found.total) == (40, 1000)
    assert int(np.argmax(np.where(truth == 0, score, -1))) in found.row
    assert int(np.argmin(np.where(truth == 1, score, 2))) in found.row


def test_a_row_tested_in_two_repeats_tells_how_often_they_disagree():
    predictions = result_of("compare").predictions
    found = sample_rows(predictions, "tree", most=10**6)
    answers = predictions.of("tree")
    row = int(found.row[np.argmax(found.instability)])
    own = answers.output[answers.row == row]
    assert (own != own[0]).any()
    assert found.instability.max() == 0.5


def test_values_have_their_spread_and_the_largest_errors():
    predictions = result_of("assess").predictions
    found = sample_rows(predictions, "knn", most=20)
    assert np.isnan(found.instability).all()  # one repeat
    answers = predictions.of("knn")
    assert int(answers.row[np.argmax(np.abs(predictions.truth[answers.row] - answers.output))]) in found.row


def test_of_very_many_rows_the_worst_are_kept():
    rng = np.random.default_rng(0)
    truth, score = rng.integers(0, 2, 60_000), rng.random(60_000)
    found = sample_rows(Predictions.build(truth, {"m": score > 0.5}, scores={"m": score}), "m", most=40)
    for code, wrong in ((0, score), (1, 1 - score)):
        worst = np.argsort(np.where(truth == code, -wrong, 1))[:10]
        assert set(worst.tolist()) <= set(found.row.tolist())
    assert found.row.size == 40
