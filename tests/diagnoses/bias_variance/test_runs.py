"""Runs: rows x models."""

import numpy as np
import pytest

import foldwise
from foldwise.diagnoses import RunKind, Runs
from foldwise.errors import InputError
from foldwise.predictions import Predictions


def test_shares_count_the_models_that_were_not_trained_on_the_row():
    runs = Runs.of_labels(["b", "a"], [["b", "a", "b"], ["a", "a", "b"]], trained=[[0, 0, 1], [0, 1, 0]])
    assert runs.classes == ("a", "b")
    assert runs.counts.tolist() == [2, 2]
    assert runs.shares().tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert runs.truth_shares().tolist() == [[0, 1], [1, 0]]


def test_probabilities_of_one_class_of_two_are_completed():
    runs = Runs.of_probabilities([0, 1], [[0.2, np.nan], [0.9, 0.4]])
    assert runs.predicted[1].tolist() == pytest.approx(np.array([[0.1, 0.9], [0.6, 0.4]]))
    assert runs.counts.tolist() == [1, 2]


def test_a_table_of_predictions_has_a_column_for_each_repeat():
    found = foldwise.assess("gaussian-nb", foldwise.sample("iris"), plan="kfold(5, repeats=3)").predictions
    runs = Runs.of_predictions(found, "gaussian-nb")
    assert runs.given.all()
    outputs = found.of("gaussian-nb")
    wrong = np.bincount(outputs.row, weights=outputs.output != found.truth[outputs.row])
    assert (runs.predicted != runs.truth[:, None]).sum(axis=1).tolist() == wrong.tolist()
    some = Runs.of_predictions(found, "gaussian-nb", probabilities=True)
    assert (some.kind, some.predicted.shape) == (RunKind.PROBABILITIES, (150, 3, 3))


def test_a_bootstrap_gives_as_many_runs_as_a_row_was_out_of_the_bag():
    found = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="bootstrap(20)").predictions
    runs = Runs.of_predictions(found)
    outputs = found.of(found.models[0])
    assert runs.kind is RunKind.VALUES
    assert runs.counts.tolist() == np.bincount(outputs.row, minlength=found.n).tolist()


def test_an_unclassified_row_is_a_class_of_its_own():
    table = Predictions.build(["a", "b", "b"], {"m": ["a", None, "b"]})
    runs = Runs.of_predictions(table, "m")
    assert runs.classes == ("a", "b", "unclassified")
    assert runs.predicted.ravel().tolist() == [0, 2, 1]


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="rows x models"):
        Runs.of_labels([1, 0, 1], [[1, 0, 1], [0, 0, 1]])
    with pytest.raises(InputError, match="not an array of shape"):
        Runs.of_values([1.0, 2.0], [1.0, 2.0])
    with pytest.raises(InputError, match="every row was trained on"):
        Runs.of_labels([1, 0], [[1], [0]], trained=[[1], [1]])
    with pytest.raises(InputError, match="trained is rows x models"):
        Runs.of_labels([1, 0], [[1], [0]], trained=[1, 0])
    with pytest.raises(InputError, match="finite"):
        Runs.of_values([np.inf], [[1.0]])
    with pytest.raises(InputError, match="sum to"):
        Runs.of_probabilities([0], [[[0.5, 0.9]]])
    with pytest.raises(InputError, match="class code of each row, 0 to 1"):
        Runs.of_probabilities([2], [[0.5]])
    with pytest.raises(InputError, match="gives no probabilities"):
        Runs.of_predictions(Predictions.build([0, 1], {"m": [0, 1]}), probabilities=True)
