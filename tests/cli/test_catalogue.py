"""`foldwise models`, `plans`, `measures`, `methods`."""

from __future__ import annotations

import json

import pytest

from foldwise.advice import RULES
from foldwise.diagnoses import CRITERIA, CURVE_MODELS, DECOMPOSITIONS
from foldwise.diagnosing import PARTS
from foldwise.estimates import ESTIMATES
from foldwise.intervals import INTERVALS
from foldwise.measures import FAMILIES, MEASURES
from foldwise.models import MODELS
from foldwise.plans import PLANS
from tests.cli.running import foldwise

KNOWN = {"models": MODELS, "plans": PLANS, "measures": MEASURES, "methods": INTERVALS, "estimates": ESTIMATES}
KNOWN |= {"checks": RULES, "diagnoses": (*PARTS, *DECOMPOSITIONS, *CRITERIA, *CURVE_MODELS)}


@pytest.mark.parametrize("catalogue", KNOWN)
def test_every_member_is_listed_within_80_columns(catalogue: str) -> None:
    result = foldwise(catalogue)
    lines = result.stdout.split("\n")
    assert result.exit_code == 0
    assert max(len(line) for line in lines) <= 80
    names = [str(one.example) if catalogue == "plans" else one.name for one in KNOWN[catalogue]]
    listed = [line.split("  ")[0] for line in lines]
    assert [name for name in listed if name in names] == [
        name for name in names if "nested" not in name or name in listed
    ]


@pytest.mark.parametrize("catalogue", KNOWN)
def test_the_same_comes_as_json(catalogue: str) -> None:
    document = json.loads(foldwise(catalogue, "--json").stdout)
    assert document["verb"] == catalogue
    names = [row["name"] for row in document["rows"]]
    assert names[: len(KNOWN[catalogue])] == [one.name for one in KNOWN[catalogue]]
    assert len(names) == len(KNOWN[catalogue]) or catalogue == "measures"


def test_every_measure_is_listed_with_parameters_and_when_it_has_no_value() -> None:
    rows = {row["name"]: row for row in json.loads(foldwise("measures", "--json").stdout)["rows"]}
    assert {"f(beta)", "macro-f(beta)", "mase(scale)", "adjusted-r2(p)"} <= set(rows)
    assert {family.name for family in FAMILIES} == {
        name.partition("(")[0] for name, row in rows.items() if row["parameters"]
    }
    assert all(row["undefined"] for row in rows.values())
    page = foldwise("measures").stdout
    assert "depth = 0.1: share of the rows taken" in page
    assert "undefined: nothing was put into the" in page


def test_methods_say_for_which_measures() -> None:
    rows = {row["name"]: row["measures"] for row in json.loads(foldwise("methods", "--json").stdout)["rows"]}
    assert (rows["delong"], rows["fisher-z"], rows["holdout-t"]) == (
        "auc and gini",
        "correlation, spearman, kendall, squared-correlation",
        "means of one loss per row",
    )
    assert "measures: auc and gini" in foldwise("methods").stdout


def test_tests_say_for_which_rows_and_commands() -> None:
    rows = {row["name"]: row["for"] for row in json.loads(foldwise("tests", "--json").stdout)["rows"]}
    assert rows["corrected-t"] == "same rows (compare, score)"
    assert rows["mover"] == "different rows (compare-unpaired)"
    assert set(rows.values()) <= set(foldwise("tests").stdout.split("\n"))
