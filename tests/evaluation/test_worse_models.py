"""A note names models that are significantly worse than the baseline."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import foldwise


def noise(classes):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 5))
    return X, (rng.random(400) < 0.1).astype(int) if classes else rng.normal(size=400)


def notes(result):
    return [note for note in result.notes if "worse than the baseline" in note]


def test_a_model_that_does_worse_than_the_majority_is_named_with_the_difference():
    result = foldwise.assess({"nn": KNeighborsClassifier(1), "lda": "lda"}, *noise(classes=True), measures="error, auc")
    (note,) = notes(result)
    assert note.startswith("nn is worse than the baseline: difference in error +0.0")
    assert note in " ".join(str(result).split())


@pytest.mark.parametrize(("measure", "sign"), [("rmse", "+"), ("r2", "-")])
def test_of_values_in_either_direction(measure, sign):
    result = foldwise.assess({"nn": KNeighborsRegressor(1)}, *noise(classes=False), measures=measure)
    assert f"difference in {measure} {sign}" in notes(result)[0]


def test_nothing_is_said_where_the_difference_may_be_chance_or_there_is_no_baseline():
    X, y = noise(classes=False)
    assert not notes(foldwise.assess(LinearRegression(), X, y, measures="rmse"))
    assert not notes(foldwise.assess(KNeighborsRegressor(1), X, y, measures="rmse", baseline=False))


def test_compare_says_it_in_its_verdict_and_not_again():
    result = foldwise.compare({"nn": KNeighborsClassifier(1), "lda": "lda"}, *noise(classes=True), measures="error")
    text = " ".join(str(result).split())
    assert text.count("worse than the baseline") == 1
