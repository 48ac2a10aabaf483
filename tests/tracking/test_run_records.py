"""Every verb with models becomes a record of the call and one of each model."""

import pytest

import foldwise
from foldwise.errors import InputError
from foldwise.tracking import run_records
from foldwise.tracking.run_records import clean

IRIS = foldwise.sample("iris")
TRUTH, GUESS = [0, 1, 1, 0] * 20, [0, 1, 0, 0] * 20


def test_estimates_are_metrics_with_the_ends_of_their_intervals():
    result = foldwise.assess("lda", IRIS, measures="error")
    whole, models = run_records(result)
    finding = result.finding("lda", "error")
    assert [one.name for one in models] == ["lda", "baseline"]
    assert models[0].metrics == {
        "error": finding.estimate.value,
        "error_lower": finding.interval.low,
        "error_upper": finding.interval.high,
        "error_standard_error": finding.interval.standard_error,
    }
    assert models[0].parameters["interval.error"] == "influence"
    assert whole.parameters["dataset.fingerprint"] == IRIS.fingerprint
    assert whole.parameters["seed"] == "0"
    assert whole.parameters["version.foldwise"] == foldwise.__version__


def test_verdicts_are_tags():
    whole, models = run_records(foldwise.compare(["lda", "gaussian-nb"], IRIS, measures="error"))
    assert whole.tags["foldwise.pair.error.lda - baseline"] == "better"
    assert whole.tags["foldwise.verdict"].startswith("Undecided")
    assert {one.name: one.tags["foldwise.unbeaten"] for one in models} == {
        "lda": "True",
        "gaussian-nb": "True",
        "baseline": "False",
    }


def test_a_selection_has_its_candidates_and_both_figures_of_the_chosen_one():
    result = foldwise.select("knn", {"n_neighbors": [1, 5]}, IRIS)
    whole, models = run_records(result)
    by_name = {one.name: one for one in models}
    assert set(by_name) == {"n_neighbors=1", "n_neighbors=5"}
    chosen = by_name[result.chosen]
    assert chosen.metrics["error"] == result.corrected.estimate.value
    assert chosen.metrics["error_uncorrected"] == result.naive.estimate.value
    assert chosen.parameters["interval.error"] == "bbc"
    assert chosen.tags["foldwise.chosen"] == "True"
    assert whole.parameters["settings.n_neighbors"] == result.chosen.partition("=")[2]


def test_datasets_and_segments_have_names_of_their_own():
    whole, models = run_records(
        foldwise.experiment(["lda"], {"flowers": IRIS, "cells": foldwise.sample("breast-cancer")}, plan="holdout(1/3)")
    )
    assert whole.parameters["datasets"] == "flowers, cells"
    assert models[0].name == "flowers / lda"
    site = ["north", "south"] * 40
    (_, (system,)) = run_records(foldwise.score(TRUTH, GUESS, segments=site, measures="error"))
    assert {"error", "north/error", "south/error_upper"} <= set(system.metrics)


def test_names_are_cleaned():
    (_, (system,)) = run_records(foldwise.score(TRUTH, GUESS, measures="precision[1]"))
    assert {"precision_1", "precision_1_lower"} <= set(system.metrics)
    assert clean("été: 50 %[a]") == "été_ 50 _a"


@pytest.mark.parametrize("given", [{"error": 0.1}, foldwise.sample("iris"), foldwise.explain("auc")])
def test_what_is_no_result_is_refused(given):
    with pytest.raises(InputError, match="try the result of assess, compare, select, improve, experiment or score"):
        run_records(given)
