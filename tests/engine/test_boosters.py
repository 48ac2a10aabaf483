"""LightGBM, XGBoost and CatBoost go through the generic path unchanged."""

import numpy as np
import pytest
from catboost import CatBoostClassifier, CatBoostRegressor
from lightgbm import LGBMClassifier, LGBMRegressor
from xgboost import XGBClassifier, XGBRegressor

from foldwise.engine import Settings, run
from foldwise.measures import ModelScores, measure
from foldwise.plans import RowLists
from tests.worlds import classes, partition, values

QUIET = {"verbose": 0, "allow_writing_files": False, "iterations": 20, "thread_count": 1}


@pytest.mark.parametrize(
    "model",
    [
        LGBMClassifier(n_estimators=10, verbose=-1, n_jobs=1, min_child_samples=5),
        XGBClassifier(n_estimators=10, n_jobs=1),
        CatBoostClassifier(**QUIET),
    ],
    ids=lambda model: type(model).__name__,
)
@pytest.mark.parametrize("k", [2, 3])
def test_classes_named_by_text(model, k):
    dataset = classes(n=90, k=k, spread=4.0)
    predictions = run(dataset, {"m": model}, partition(n=90, k=3), Settings())
    assert ModelScores(predictions, "m", measure("error")).value < 0.2
    assert predictions.of("m").scores.sum(axis=1) == pytest.approx(1)
    assert ModelScores(predictions, "m", measure("auc")).value > 0.9


@pytest.mark.parametrize(
    "model",
    [
        LGBMRegressor(n_estimators=20, verbose=-1, n_jobs=1),
        XGBRegressor(n_estimators=20, n_jobs=1),
        CatBoostRegressor(**QUIET),
    ],
    ids=lambda model: type(model).__name__,
)
def test_values(model):
    predictions = run(values(n=120), {"m": model}, partition(n=120, k=3), Settings())
    assert ModelScores(predictions, "m", measure("r2")).value > 0.3


def test_xgboost_meets_a_training_set_without_a_class():
    dataset = classes(n=90, k=3)
    train, test = np.flatnonzero(dataset.codes != 1), np.flatnonzero(dataset.codes == 1)
    resamples = RowLists((train,), (test,), 90, plan="holdout(1/3)")
    table = run(dataset, {"m": XGBClassifier(n_estimators=5, n_jobs=1)}, resamples, Settings()).of("m")
    assert not np.any(table.output == 1)
    assert np.all(table.scores[:, 1] == 0)
