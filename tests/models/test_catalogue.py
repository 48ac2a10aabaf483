"""The catalogue of named models."""

from __future__ import annotations

import sys

import pytest
from sklearn.base import is_classifier, is_regressor

from foldwise.data import Task
from foldwise.errors import MissingExtraError, UnknownNameError
from foldwise.models import BASELINE, MODELS, NamedModel, find_model

CASES = [(model, task) for model in MODELS for task in model.tasks]


def test_the_names_are_those_of_the_design() -> None:
    assert [model.name for model in MODELS] == [
        "baseline",
        "gaussian-nb",
        "mixed-nb",
        "lda",
        "qda",
        "logistic",
        "ridge",
        "linear",
        "knn",
        "tree",
        "c45",
        "random-forest",
        "extra-trees",
        "adaboost",
        "hist-gradient-boosting",
        "xgboost",
        "lightgbm",
        "catboost",
        "svm",
        "mlp",
        "bagging",
        "subspace",
        "output-codes",
        "adaboost-m1",
        "voting",
        "stacking",
        "super-learner",
        "best-single",
        "greedy-selection",
        "bumping",
        "committee",
        "c45-rules",
        "prism",
        "ripper",
        "rule-committee",
    ]


@pytest.mark.parametrize(("model", "task"), CASES, ids=[f"{model.name}-{task}" for model, task in CASES])
def test_a_model_is_built_for_each_of_its_tasks(model: NamedModel, task: Task) -> None:
    estimator = model.build(task)
    assert is_classifier(estimator) if task is Task.CLASSIFICATION else is_regressor(estimator)


def test_a_model_with_one_home_has_one_task() -> None:
    assert find_model("lda").tasks == (Task.CLASSIFICATION,)
    assert find_model("linear").tasks == (Task.REGRESSION,)
    assert find_model(BASELINE).tasks == (Task.CLASSIFICATION, Task.REGRESSION)


def test_a_name_may_be_written_in_other_ways() -> None:
    assert find_model(" Random_Forest") is find_model("random forest")


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="there is no model called 'randomforrest'; try 'random-forest'"):
        find_model("randomforrest")


@pytest.mark.parametrize("name", ["xgboost", "lightgbm", "catboost"])
def test_a_library_that_is_not_installed_is_named_with_its_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(
        MissingExtraError, match=rf"model '{name}' needs an optional package; try pip install 'foldwise\[models\]'"
    ):
        find_model(name).build(Task.REGRESSION)
