"""Figures that are the same, and methods that can be set up in several ways."""

from dataclasses import replace

import numpy as np
import pytest

import foldwise
from foldwise.evaluation import faults_of_figures
from foldwise.evaluation.saved_fault import Fault, alike, has_settings, unit_on
from foldwise.intervals import interval_method
from foldwise.measures import measure
from foldwise.predictions import Predictions


def test_rounding_is_no_difference():
    assert alike(0.1, 0.1 * (1 + 1e-9))
    assert not alike(0.1, 0.1001)
    assert not alike(float("nan"), 0.1)


def test_a_fault_is_certain_unless_a_method_can_be_set_up_otherwise():
    assert not Fault("another figure").may_be
    assert has_settings(interval_method("bca"))
    assert not has_settings(interval_method("wilson"))


@pytest.mark.parametrize("unit", [1e-12, 1.0])
def test_figures_of_a_target_in_small_units_are_held_to_that_unit(unit):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    asked = {"plan": "kfold(5)", "measures": "rmse,mbe", "progress": False}
    result = foldwise.compare("linear, knn", X, unit * (X[:, 0] + rng.normal(size=60)), **asked)
    assert faults_of_figures(result) == ()
    own, judged = result.assessment.findings[0], result.judgements[0]
    better = replace(own, estimate=replace(own.estimate, value=0.8 * own.estimate.value))
    narrower = replace(own, interval=replace(own.interval, low=own.interval.low * 1.1))
    for other in (better, narrower):
        forged = replace(result.assessment, findings=(other, *result.assessment.findings[1:]))
        assert "rmse of 'linear'" in faults_of_figures(forged)[0].text
    smaller = replace(judged, comparison=replace(judged.comparison, high=judged.comparison.high * 0.9))
    assert (
        "the high of rmse" in faults_of_figures(replace(result, judgements=(smaller, *result.judgements[1:])))[0].text
    )


def test_figures_in_small_costs_are_held_to_these():
    costs = 1e-12 * (1 - np.eye(2))
    table = Predictions.build([0, 1] * 20, {"m": [0, 1, 1, 1] * 10}, costs=costs)
    assert unit_on(measure("cost"), table) == pytest.approx(1e-12)
    assert unit_on(measure("error"), table) == 1
