"""`foldwise explain` and what `foldwise methods` says about coverage."""

from __future__ import annotations

import json

import pytest

from foldwise.comparisons import COMPARISONS
from foldwise.estimates import ESTIMATES
from foldwise.intervals import INTERVALS
from foldwise.models import MODELS
from foldwise.plans import PLANS
from tests.cli.running import foldwise

NAMES = sorted({one.name for one in (*INTERVALS, *ESTIMATES, *COMPARISONS)})


@pytest.mark.parametrize("name", NAMES)
def test_every_method_is_explained_within_80_columns(name: str) -> None:
    result = foldwise("explain", name)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.split("\n")) <= 80
    for part in ("Formula", "Where it is valid", "Undefined", "Reference"):
        assert f"\n{part}\n" in result.stdout
    assert "METHODS" not in result.stdout


@pytest.mark.parametrize("name", [one.name for one in (*PLANS, *MODELS)])
def test_every_plan_and_model_is_explained_within_80_columns(name: str) -> None:
    result = foldwise("explain", name)
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.split("\n")) <= 80
    for part in ("About", "Where it is valid", "Undefined"):
        assert f"\n{part}\n" in result.stdout


def test_an_interval_is_explained_with_formula_validity_reference_and_coverage() -> None:
    page = foldwise("explain", "corrected-t").stdout
    assert "mean ± t(J-1) · sd · √(1/J + n₂/n₁)" in page
    assert "- plans: kfold, subsample, group-kfold, stratified-group" in page
    assert "- resamples with a score: 5 and more" in page
    assert "Nadeau (2003), eq. 9" in page
    assert "Simulated coverage of the risk at 95 %, kfold(10, repeats=3)" in page


def test_a_name_that_several_families_share_is_explained_for_each() -> None:
    rows = json.loads(foldwise("explain", "nested-cv", "--json").stdout)["rows"]
    assert [row["kind"] for row in rows] == ["interval", "estimate", "test"]
    assert rows[0]["coverage"]
    assert rows[1]["coverage"] == []


def test_an_estimate_says_what_it_needs_and_how_it_leans() -> None:
    page = foldwise("explain", "optimism").stdout
    assert "- training rows are predicted as well" in page
    assert "- leans: " in page


def test_what_is_never_valid_says_so() -> None:
    assert "- never valid: it takes resamples that share their training rows" in foldwise("explain", "naive-t").stdout


def test_underscores_and_capitals_are_forgiven() -> None:
    assert foldwise("explain", "Corrected_T").stdout == foldwise("explain", "corrected-t").stdout


def test_an_unknown_name_suggests_the_nearest() -> None:
    result = foldwise("explain", "corected-t")
    assert (result.exit_code, result.stderr) == (
        3,
        "error: there is no measure, plan, model, estimate, interval, test, improvement, diagnosis, check or verb called 'corected-t'; "
        "try 'corrected-t'\n",
    )


def test_methods_show_what_they_estimate_their_cost_and_their_coverage() -> None:
    page = foldwise("methods").stdout
    assert "estimates: risk; cost: repeats x k(k+1)/2 fits" in page
    assert "covers at 95 %: lda " in page
    rows = {row["name"]: row for row in json.loads(foldwise("methods", "--json").stdout)["rows"]}
    assert rows["nested-cv"]["cost"] == "repeats x k(k+1)/2 fits"
    assert "1-nn" in rows["oob"]["coverage"]


def test_a_test_is_explained_with_its_false_positives() -> None:
    text = foldwise("explain", "naive-t").stdout
    assert "Equal models called different in simulations, where 5 % are promised" in text
    assert "kfold(10, repeats=10)" in text
    assert len(json.loads(foldwise("explain", "naive-t", "--json").stdout)["rows"][-1]["size"]) > 10


def test_hints_on_a_page_are_options() -> None:
    page = " ".join(foldwise("explain", "tree").stdout.split())
    assert "is left out and counted: --on-failure record" in page
    assert "rows: in groups: --groups …" in foldwise("explain", "group-kfold").stdout


def test_the_help_says_that_a_list_has_a_title() -> None:
    assert "title of one of these lists" in " ".join(foldwise("explain", "--help").stdout.split())
    assert "auc" in foldwise("explain", "measures").stdout
