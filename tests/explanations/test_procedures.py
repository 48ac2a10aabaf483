"""Corrections and adjustments by the names that results give them."""

import pytest

import foldwise
from foldwise.explanations.procedures import PROCEDURES


@pytest.mark.parametrize("one", PROCEDURES, ids=lambda one: one.name)
def test_what_results_name_is_explained(one):
    text = str(foldwise.explain(one.name))
    assert text.startswith(f"{one.name}  ({one.kind})")
    assert "Formula" in text
    assert one.reference in text


def test_the_correction_of_a_selection_is_found():
    found = foldwise.select("knn", {"n_neighbors": [1, 5]}, foldwise.sample("iris"), measure="error", plan="kfold(5)")
    assert [entry["kind"] for entry in foldwise.explain(found.corrected.estimate.method).entries] == ["correction"]
