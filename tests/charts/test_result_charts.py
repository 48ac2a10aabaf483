"""Which charts a result has."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from foldwise import diagnose, sample, select
from foldwise.charts import bias_variance, charts_of, confusion_matrix, table_of
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


def test_a_search_has_charts_of_its_parameters_and_of_the_boosted_ensemble_it_chose():
    space = {"n_estimators": [2, 4]}
    found = select("adaboost-m1", space, sample("iris"), plan="kfold(2)", train=True, progress=None, store=False)
    assert list(charts_of(found)) == ["leaderboard-error", "complexity-n_estimators", "boosting-trace", "margins"]


def test_bias_that_contains_the_noise_is_called_so_once():
    found = diagnose("gaussian-nb", sample("iris"), plan="kfold(3)", parts="bias-variance")
    drawn = bias_variance(found.decompositions[0])
    assert "bias + noise" in set(table_of(drawn)["label"].dropna())
    assert " ".join(drawn.to_dict()["title"]["subtitle"]).count("noise is not known") == 1


def test_figures_of_one_chosen_model_are_told_apart():
    drawn = charts_of(result_of("select"))["leaderboard-error"].to_dict()
    labels = next(layer["encoding"]["y"]["sort"] for layer in drawn["layer"] if "y" in layer["encoding"])
    assert labels == sorted(set(labels), key=labels.index)
    assert {"selected, corrected", "winner, not corrected"} == set(labels)


def test_the_two_coverages_of_a_certificate_are_told_apart():
    drawn = charts_of(result_of("certify"))["coverage"].to_dict()
    assert "iris, lda, 150 rows" in " ".join(drawn["title"]["subtitle"])
    labels = next(layer["encoding"]["y"]["sort"] for layer in drawn["layer"] if "y" in layer["encoding"])
    assert labels == ["risk of the model", "expected risk"]


def test_every_class_of_a_confusion_matrix_is_named():
    names = [f"a class with a long name {at}" for at in range(6)]
    drawn = confusion_matrix(pd.DataFrame(np.eye(6) * 5, index=names, columns=names)).to_dict()
    axis = drawn["layer"][0]["encoding"]["x"]["axis"]
    assert (axis["labelOverlap"], axis["labelAngle"]) == (False, -90)
    assert drawn["title"]["subtitle"] == ["rows"]
