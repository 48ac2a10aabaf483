"""Which rows were predicted, found once for all models."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.measures import ModelScores, default_measures
from foldwise.measures.predicted_rows import PredictedRows

RNG = np.random.default_rng(0)
Y = RNG.permutation(np.repeat([0, 1], [25, 15]))
X = RNG.normal(size=(40, 3)) + Y[:, None]
FOUND = foldwise.assess(GaussianNB(), X, Y, plan="kfold(5, repeats=3)").predictions


def rows(predictions=FOUND, model="baseline"):
    outputs = predictions.of(model)
    return PredictedRows(predictions, outputs.resample, outputs.row)


@pytest.mark.parametrize(
    ("given", "dependent", "plain"),
    [
        ({}, False, True),
        ({"weights": np.full(40, 2.0)}, False, True),
        ({"weights": np.arange(1.0, 41)}, False, False),
        ({"groups": np.arange(40) // 2}, True, False),
        ({"time": np.arange(40)}, True, False),
    ],
)
def test_rows_are_plain_where_they_are_independent_and_weigh_alike(given, dependent, plain):
    found = rows(replace(FOUND, **given))
    assert (found.dependent, found.plain) == (dependent, plain)


def test_edges_counts_and_classes_are_those_of_the_predictions():
    found = rows()
    outputs = FOUND.of("baseline")
    assert np.array_equal(np.diff(found.edges), np.bincount(outputs.resample))
    assert np.array_equal(found.repeat_edges, [0, 40, 80, 120])
    assert np.array_equal(found.counts, np.full(40, 3))
    assert (found.tests.again, found.sizes.sum()) == (80, 120)
    assert np.array_equal(found.positives, Y == 1)
    assert np.array_equal(found.class_counts, [25, 15])
    assert found.layout.alone


def test_rows_that_were_not_tested_have_no_class_here():
    part = rows(foldwise.assess(GaussianNB(), X, Y, plan="holdout(0.25)").predictions)
    assert part.classes.size == part.tests.rows.size == part.class_counts.sum() == 10


def test_a_real_target_has_one_class_and_bins_of_neighbours():
    found = rows(foldwise.assess("ridge", X, X[:, 0], plan="kfold(5)").predictions)
    assert not found.classes.any()
    assert np.array_equal(np.bincount(found.strata), [10, 10, 10, 10])


def test_models_with_the_same_rows_share_them():
    measures = default_measures(FOUND)
    first, second = FOUND.models
    known = ModelScores.together(FOUND, first, measures)[0].sheet.tested
    assert ModelScores.together(FOUND, second, measures, tested=known)[0].sheet.tested is known
    other = foldwise.assess(GaussianNB(), X, Y, plan="kfold(4)").predictions
    assert ModelScores.together(other, second, measures, tested=known)[0].sheet.tested is not known
