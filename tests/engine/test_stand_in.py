"""Ensembles of ours are fitted by the batched families of scikit-learn's."""

import numpy as np
import pytest

import foldwise
from foldwise.engine.stand_in import stand_in
from foldwise.ensembles import (
    AdaBoostM1,
    AdaBoostR2,
    BaggedClassifier,
    BaggedRegressor,
    ForestClassifier,
    ForestRegressor,
)
from tests.ensembles.data import classes, values


@pytest.mark.parametrize(
    "model",
    [ForestClassifier(5), BaggedClassifier(n_estimators=5, combine="probabilities")],
    ids=lambda model: type(model).__name__,
)
def test_classes_are_predicted_on_all_resamples_at_once_as_one_by_one(model):
    X, y = classes(80)
    fast, slow = (outputs_of(model, X, y, engine) for engine in ("auto", "generic"))
    assert (fast.engine.endswith("(equivalent)"), slow.engine) == (True, "generic")
    np.testing.assert_array_equal(fast.output, slow.output)


@pytest.mark.parametrize(
    "model",
    [ForestRegressor(5), BaggedRegressor(n_estimators=5), AdaBoostR2(n_estimators=5)],
    ids=lambda model: type(model).__name__,
)
def test_values_are_predicted_on_all_resamples_at_once_as_one_by_one(model):
    X, y = values(80)
    fast, slow = (outputs_of(model, X, y, engine) for engine in ("auto", "generic"))
    assert (fast.engine.endswith("(equivalent)"), slow.engine) == (True, "generic")
    np.testing.assert_allclose(fast.output, slow.output)


def outputs_of(model, X, y, engine):
    found = foldwise.assess({"m": model}, X, y, plan="kfold(4)", engine=engine, progress=False)
    return found.predictions.outputs["m"]


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
