"""FW202: predictions like those of training rows."""

import numpy as np

import foldwise
from foldwise.advice import Case, TrainingPredictions
from foldwise.predictions import Predictions

rule = TrainingPredictions()
rng = np.random.default_rng(0)
TRUTH = np.arange(200) % 2
VALUES = rng.normal(size=200)


def look(truth, predicted, **more):
    return rule.look(Case("score", predictions=Predictions.build(truth, {"mine": predicted}, **more)))


def test_certain_and_right_in_every_row_is_doubtful():
    scores = np.where(TRUTH, 0.999, 0.002)
    found = look(TRUTH, TRUTH, scores={"mine": scores})
    assert "'mine' is right in all 200 rows, with a probability of 0.998 or more" in found.found
    assert str(foldwise.score(TRUTH, scores=scores)).startswith("Check   FW202")


def test_values_that_are_hit_exactly_are_doubtful():
    predicted = np.where(np.arange(200) < 120, VALUES, VALUES + 1)
    assert "60 % of the values" in look(VALUES, predicted).found


def test_good_predictions_are_not_suspected():
    assert look(TRUTH, TRUTH, scores={"mine": np.where(TRUTH, 0.9, 0.1)}) is None
    assert look(VALUES, VALUES + 1e-3 * rng.normal(size=200)) is None


def test_one_error_or_few_rows_or_bare_labels_say_too_little():
    scores = np.where(TRUTH, 0.999, 0.001)
    wrong = np.where(np.arange(200) == 3, 0.001, scores)
    assert look(TRUTH, (wrong > 0.5).astype(int), scores={"mine": wrong}) is None
    assert look(TRUTH[:60], TRUTH[:60], scores={"mine": scores[:60]}) is None
    assert look(TRUTH, TRUTH) is None


def test_counts_that_are_hit_are_no_news():
    assert look(np.arange(200) % 5 * 1.0, np.arange(200) % 5 * 1.0, task="regression") is None
