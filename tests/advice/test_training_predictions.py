"""FW202: predictions like those of training rows."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeRegressor

import foldwise
from foldwise.advice import Case, TrainingPredictions
from foldwise.predictions import Predictions

rule = TrainingPredictions()
rng = np.random.default_rng(0)
TRUTH = np.arange(200) % 2
VALUES = rng.normal(size=200)


def look(truth, predicted, **more):
    return rule.look(Case("score", predictions=Predictions.build(truth, {"mine": predicted}, **more)))


def test_right_in_every_row_is_a_question_said_first():
    found = look(TRUTH, TRUTH)
    assert found.found.startswith("'mine' is right in all 200 rows: were these the rows it was fitted to")
    assert "A very easy problem gives such figures too" in found.found
    assert str(foldwise.score(TRUTH, TRUTH)).startswith("Check   FW202")


def test_scores_that_part_the_classes_are_asked_about_whatever_the_labels():
    scores = np.where(TRUTH, 0.4, 0.1)
    found = look(TRUTH, (scores > 0.5).astype(int), scores={"mine": scores})
    assert found.found.startswith("the scores of 'mine' separate the classes in all 200 rows")


def test_values_that_are_hit_but_for_rounding_are_asked_about():
    predicted = np.where(np.arange(200) < 120, VALUES, VALUES + 1)
    assert "60 % of the values" in look(VALUES, predicted).found
    assert "100 % of the values" in look(VALUES, VALUES + 1e-13 * rng.normal(size=200)).found
    assert "100 % of the values" in look(VALUES[:20] + 1e9, np.nextafter(VALUES[:20] + 1e9, 0)).found


@pytest.mark.parametrize("model", [DecisionTreeRegressor(), KNeighborsRegressor(1), LinearRegression()])
def test_models_that_hit_the_values_they_were_fitted_to(model):
    X = rng.normal(size=(40, 39))
    y = X[:, 0] + rng.normal(size=40)
    assert "100 % of the values" in look(y, model.fit(X, y).predict(X), task="regression").found


def test_good_predictions_are_not_suspected():
    wrong = np.where(np.arange(200) == 3, 1 - TRUTH, TRUTH)
    assert look(TRUTH, wrong, scores={"mine": np.where(wrong, 0.9, 0.1)}) is None
    assert look(VALUES, VALUES + 1e-3 * rng.normal(size=200)) is None
    assert look(VALUES + 1e6, VALUES + 1e6 + 1e-3 * rng.normal(size=200)) is None


def test_few_rows_or_one_class_say_too_little():
    assert look(TRUTH[:29], TRUTH[:29]) is None
    rare = (np.arange(200) < 4).astype(int)
    assert look(rare, rare) is None
    assert look(VALUES[:10], VALUES[:10], task="regression") is None


def test_counts_that_are_hit_are_no_news():
    assert look(np.arange(200) % 5 * 1.0, np.arange(200) % 5 * 1.0, task="regression") is None


def test_predictions_of_resampled_models_are_not_asked_about():
    X = np.where(TRUTH[:, None], 10, -10) + rng.normal(size=(200, 2))
    assert "FW202" not in str(foldwise.assess("lda", X, TRUTH))


def test_one_value_far_out_does_not_make_errors_look_like_rounding():
    truth = VALUES.copy()
    truth[0] = 1e9
    assert look(truth, VALUES + 0.5) is None
