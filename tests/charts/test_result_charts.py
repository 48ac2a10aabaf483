"""Which charts a result has."""

from functools import cache

import pytest

from foldwise import diagnose, sample
from foldwise.charts import charts_of
from tests.reports.report.results import VERBS, result_of


@cache
def names_of(verb):
    return set(charts_of(result_of(verb)))


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("score", "improve")])
def test_every_result_has_charts(verb):
    assert names_of(verb)


def test_two_classes_have_all_curves_and_values_their_residuals():
    assert {"roc", "det", "calibration", "decision", "confusion-rates-tree"} <= names_of("compare")
    assert {"residuals-knn", "prediction-error-ridge"} <= names_of("assess")


def test_every_part_of_a_diagnosis_has_its_chart():
    found = diagnose("tree", sample("breast-cancer"), plan="kfold(5)", samples=10)
    wanted = {"bias-variance", "learning-curve", "complexity", "instability", "calibration", "slices", "importance"}
    assert wanted | {"optimism", "leaderboard-error"} == set(charts_of(found))
