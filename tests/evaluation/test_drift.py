"""Notes on predictions of rows in time that lag behind or get worse."""

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor

import foldwise

N = 300
TIME = np.arange(N)


def notes(draw, model="linear", measures="mae"):
    """Of ten samples, how many say that predictions lag behind, and how many that errors grow."""
    told = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, noise = rng.normal(size=(N, 3)), rng.normal(size=N)
        result = foldwise.assess(model, X, draw(X, noise), order=TIME, measures=measures)
        told.append([any(words in text for text in result.notes) for words in ("lag behind", "grow with time")])
    return np.sum(told, axis=0).tolist()


def remembering(noise):
    """A series in which neighbours are alike, and that goes nowhere."""
    for at in range(1, noise.size):
        noise[at] += 0.9 * noise[at - 1]
    return noise


@pytest.mark.parametrize("change", [lambda noise: noise, remembering])
def test_a_process_that_stays_the_same_is_not_told_to_drift(change):
    assert notes(lambda X, noise: X[:, 0] + change(noise)) == [0, 0]


def test_a_trend_makes_predictions_lag_behind():
    assert notes(lambda X, noise: X[:, 0] + 3 * TIME / N + noise)[0] >= 9


def test_errors_that_grow_are_told():
    assert notes(lambda X, noise: X[:, 0] + noise * np.exp(3 * TIME / N))[1] >= 6


def test_a_classifier_of_classes_that_move_apart_from_it_is_told():
    def labels(X, noise):
        angle = 3 * TIME / N
        return np.where(X[:, 0] * np.cos(angle) + X[:, 1] * np.sin(angle) + 0.2 * noise > 0, "a", "b")

    assert notes(labels, "lda", "error")[1] >= 5


def test_rows_without_time_are_not_looked_at():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N, 3))
    result = foldwise.assess("linear", X, X[:, 0] + 3 * TIME / N + rng.normal(size=N), measures="mae")
    assert not any("lag behind" in text for text in result.notes)


def test_a_model_for_medians_is_not_said_to_lag_behind_for_sure():
    rng = np.random.default_rng(0)
    median = DummyRegressor(strategy="median")
    result = foldwise.assess({"one": median}, rng.normal(size=(N, 3)), np.exp(rng.normal(size=N)), order=TIME)
    assert any("of one lag behind, or are not meant for means" in text for text in result.notes)
