"""Candidates that are scored together have the scores that each has alone."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.metrics import check_scoring, get_scorer
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier

from foldwise.predictions import Part
from foldwise.sklearn.batch import BatchRequest, fit_all
from foldwise.sklearn.fold_rows import predictions_of
from foldwise.sklearn.score_tables import ScoreTable, score_tables
from foldwise.sklearn.scorers import score_candidates, score_splits
from foldwise.sklearn.tasks import DelayedFit
from tests.sklearn.equal import CANCER, DIABETES, IRIS

CLASSES, VALUES = (
    ("accuracy", "balanced_accuracy", "roc_auc"),
    ("r2", "neg_mean_absolute_error", "neg_root_mean_squared_error"),
)


def fits(model, rows, key, values):
    splits = list(KFold(4, shuffle=True, random_state=0).split(*rows))
    return fit_all(BatchRequest(model, *rows, splits, [{key: value} for value in values], train=True))


@pytest.mark.parametrize(
    ("batch", "names"),
    [
        (fits(RidgeClassifier(), CANCER, "alpha", [1e-3, 1.0, 1e3]), CLASSES),
        (fits(RidgeClassifier(), IRIS, "alpha", [1e-3, 1.0, 1e3]), CLASSES[:2]),
        (fits(KNeighborsClassifier(), CANCER, "n_neighbors", [3, 9, 31]), CLASSES),
        (fits(Ridge(), DIABETES, "alpha", [1e-3, 1.0, 1e3]), VALUES),
    ],
    ids=["two classes", "three classes", "counts", "values"],
)
@pytest.mark.parametrize("part", [Part.TEST, Part.TRAIN])
def test_scores_together_are_scores_alone(batch, names, part):
    views = [predictions_of(batch, name, part) for name in batch.models]
    for scorer in map(get_scorer, names):
        together = score_candidates(scorer, views, batch.asked.y)
        alone = [score_splits(scorer, one, batch.asked.y) for one in views]
        for found, wanted in zip(together, map(np.stack, zip(*alone, strict=True)), strict=True):
            np.testing.assert_allclose(np.broadcast_to(found, wanted.shape), wanted, rtol=1e-13)


def test_a_table_has_what_the_task_asks_for():
    batch = fits(Ridge(), DIABETES, "alpha", [1.0, 2.0])
    tables = score_tables(batch, check_scoring(Ridge(), ["r2", "neg_mean_absolute_error"]))
    task = DelayedFit(None, (), {"return_train_score": True, "return_times": True, "return_n_test_samples": True})
    result = tables["1"].results(task, {}, (1.0, 2.0), lambda _: None)[2]
    assert list(result) == ["fit_error", "fit_time", "score_time", "test_scores", "train_scores", "n_test_samples"]
    assert list(result["test_scores"]) == list(result["train_scores"]) == ["r2", "neg_mean_absolute_error"]


def test_a_split_that_is_not_sure_is_left():
    table = ScoreTable({Part.TEST: {"": [0.5, 0.6]}}, [True, False], [3, 3])
    task = DelayedFit(None, (), {})
    assert table.results(task, None, (0.0, 0.0), lambda at: f"task {at}") == [
        {"fit_error": None, "test_scores": 0.5},
        "task 1",
    ]
