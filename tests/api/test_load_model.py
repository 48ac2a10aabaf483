"""`load_model` reads what `save_model` wrote: models by name, those left out being slow or of other packages."""

import numpy as np
import pytest

import foldwise
from foldwise.models import MODELS

IRIS, CARS = foldwise.sample("iris"), foldwise.sample("auto-mpg")
OTHERS = ("xgboost", "lightgbm", "catboost", "adaboost", "extra-trees", "mlp", "hist-gradient-boosting")
NAMES = [model.name for model in MODELS if model.name not in OTHERS]


@pytest.mark.parametrize("name", NAMES)
def test_models_by_name_come_back(name, tmp_path):
    data = CARS if name == "linear" else IRIS
    result = foldwise.assess(name, data, plan="holdout(1/2)", measures=None, baseline=False)
    saved = foldwise.save_model(result, tmp_path / "m.skops")
    again = foldwise.load_model(tmp_path / "m.skops")
    np.testing.assert_array_equal(again.predict(data.X).labels, saved.predict(data.X).labels)
    assert again.card == saved.card
