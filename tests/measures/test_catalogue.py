"""What is shown when nothing was asked for."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from foldwise.measures import MEASURES, default_measures
from foldwise.predictions import ScoreKind
from tests.worlds import fixed, predictions_of


def names(predictions):
    return [one.name for one in default_measures(predictions)]


def test_classes_get_measures_that_every_model_allows():
    certain = np.eye(2)
    assert names(predictions_of([0, 1], [0, 1], fixed(2))) == ["error", "balanced-error"]
    assert names(predictions_of([0, 1], [0, 1], fixed(2), scores=certain)) == [
        "error",
        "balanced-error",
        "auc",
        "log-loss",
    ]
    assert names(predictions_of([0, 1], [0, 1], fixed(2), scores=certain, kind="decision")) == [
        "error",
        "balanced-error",
        "auc",
    ]


def test_a_model_without_predictions_has_no_say():
    table = predictions_of([0, 1], [0, 1], fixed(2), scores=np.eye(2))
    failed = replace(table.of("m").where(slice(0)), scores=None, score_kind=ScoreKind.NONE)
    assert names(replace(table, outputs={**table.outputs, "failed": failed})) == names(table)


def test_costs_are_shown_where_they_are_known():
    assert names(predictions_of([0, 1], [0, 1], fixed(2), costs=1 - np.eye(2))) == ["error", "balanced-error", "cost"]


def test_values_get_their_own():
    assert names(predictions_of(np.array([0.5, 1]), np.ones(2), fixed(2), n_classes=0)) == ["rmse", "mae", "r2"]


def test_every_measure_cites_works_that_are_listed():
    text = (Path(__file__).parents[2] / "docs" / "references.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"(?m)^\| ([a-z]+\d{4}[a-z]?) \|", text))
    assert [one.name for one in MEASURES if not one.reference] == []
    assert {key for one in MEASURES for key in one.reference.split("; ")} - listed == set()
