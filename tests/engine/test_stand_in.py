"""Ensembles of ours are fitted by the batched families of scikit-learn's."""

import numpy as np
import pytest

import foldwise
from foldwise.engine.stand_in import stand_in
from foldwise.ensembles import AdaBoostM1, AdaBoostR2, BaggedClassifier, ForestClassifier, ForestRegressor
from tests.ensembles.data import classes


def test_a_forest_is_grown_on_all_resamples_at_once_with_the_same_predictions():
    X, y = classes(80)
    model = ForestClassifier(10)
    settings = {"plan": "kfold(4)", "measures": "error", "progress": False}
    fast = foldwise.assess(model, X, y, **settings).predictions.outputs["ForestClassifier"]
    slow = foldwise.assess(model, X, y, engine="generic", **settings).predictions.outputs["ForestClassifier"]
    assert (fast.engine, slow.engine) == ("forests (equivalent)", "generic")
    np.testing.assert_array_equal(fast.output, slow.output)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (ForestClassifier(cuts="random"), "ExtraTreesClassifier"),
        (ForestRegressor(), "RandomForestRegressor"),
        (AdaBoostR2(), "AdaBoostRegressor"),
        (BaggedClassifier(combine="probabilities"), "BaggingClassifier"),
        (BaggedClassifier(), "BaggedClassifier"),
        (AdaBoostM1(), "AdaBoostM1"),
    ],
    ids=str,
)
def test_what_predicts_the_same_stands_in(model, name):
    assert type(stand_in(model)).__name__ == name


def test_a_parameter_that_is_none_is_left_to_the_model():
    model = BaggedClassifier(combine="probabilities", share="half")
    assert stand_in(model) is model
