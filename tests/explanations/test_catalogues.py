"""Rows of the catalogues."""

import numpy as np
import pytest

from foldwise.data import Task
from foldwise.explanations import CATALOGUES, rows_of_catalogue
from foldwise.intervals import INTERVALS, MeasureGroup
from foldwise.measures import MEASURES, ModelScores
from foldwise.predictions import Predictions


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_row_has_a_name_and_says_what_it_is(catalogue):
    rows = rows_of_catalogue(catalogue)
    assert len({row["name"] for row in rows}) == len(rows)
    assert all(row.get("what it is") or row.get("what it does") for row in rows)


def example(task):
    """Some predictions that every measure of the task can answer."""
    rng = np.random.default_rng(0)
    if task is Task.REGRESSION:
        truth = rng.gamma(3, size=400)
        return Predictions.build(truth, {"m": truth * rng.gamma(9, 1 / 9, size=400)})
    truth = rng.integers(0, 2, 400)
    scores = 1 / (1 + np.exp(-rng.normal(truth)))
    return Predictions.build(truth, {"m": (scores > 0.5).astype(int)}, scores={"m": scores}, costs="fn=5,fp=1")


def test_the_measures_an_interval_is_said_to_be_for_are_those_it_takes():
    """On one test set: a method for any measure refuses none for its form, and one for areas takes areas only."""
    rows = {task: example(task) for task in Task}
    taken = {
        method: {one.name for one in MEASURES if method.refusal(ModelScores(rows[one.task], "m", one)) is None}
        for method in INTERVALS
        if "fixed" in method.validity.plans and method.name not in ("batch-t", "cluster-t")
    }
    calibration = {"ece", "mce", "classwise-ece", "debiased-calibration-error", "brier-reliability"}
    for method, names in taken.items():
        which = method.validity.measures
        assert which is not MeasureGroup.ANY or names == set(method.validity.only)
        assert (which is MeasureGroup.AREAS) == (names == {"auc", "gini"})
        assert (which is MeasureGroup.CALIBRATION) == (names == calibration)
        assert which is not MeasureGroup.SHARES or {"error", "recall", "precision"} <= names <= {
            one.name for one in MEASURES
        } - {"auc", "mae"}
        assert which is not MeasureGroup.SMOOTH or (
            {"f1", "mcc", "r2"} <= names and not names & {"auc", "error", "mae"}
        )
        assert which is not MeasureGroup.DRAWN or not names & {*calibration, "hosmer-lemeshow", "max-error"}
