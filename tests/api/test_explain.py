"""`foldwise.explain`."""

import pytest
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.plans import KFold


@pytest.mark.parametrize("name", ["auc", "kfold", "tree", "wilson", ".632+", "mcnemar", "averaged", "FW101"])
def test_measures_plans_models_tests_estimates_and_intervals_are_explained_alike(name):
    text = str(foldwise.explain(name))
    assert text.startswith(foldwise.explain(name).entries[0]["name"])
    assert "\nUndefined\n" in text


def test_instances_are_explained_too():
    assert foldwise.explain(KFold(7)).entries[0]["parameters"][0]["value"] == "7"
    assert foldwise.explain(KNeighborsClassifier()).entries[0]["name"] == "knn"


def test_hints_in_python_are_python():
    assert "on_failure='record'" in " ".join(str(foldwise.explain("tree")).split())
