"""The result of `improve`."""

import json

import numpy as np
import pytest

import foldwise
from foldwise.errors import UnknownNameError
from tests.reports.improvement.example import made_up

FOUND = made_up()


def test_standings_and_choice():
    assert FOUND.better() == ("bagging",)
    assert [FOUND.standing(one.name) for one in FOUND.tried] == ["", "better", "worse", "undecided"]
    assert FOUND.improved
    assert FOUND.failed == ("voting",)
    assert repr(FOUND) == "<Improvement of tree on data by error: bagging of 4>"


def test_costs_are_held_against_the_model():
    assert FOUND.cost_ratio("bagging") == pytest.approx(40)
    assert np.isnan(FOUND.cost_ratio("boosting"))
    assert FOUND.costs().set_index("model").loc["bagging", "size"] == 210_000


def test_json_has_no_numbers_that_do_not_exist():
    told = json.loads(FOUND.to_json())
    assert told["rows"][0]["model"] == "tree"
    assert told["variants"][2]["fit_seconds"] is None
    assert told["profile"]["variance_share"] == pytest.approx(0.4)
    assert told["left_out"][1]["failed"] is True


def test_a_variant_that_was_not_tried_is_an_error():
    with pytest.raises(UnknownNameError, match="there is no variant here called 'bumping'"):
        FOUND.judgement("bumping")


def test_the_chart_shows_every_variant():
    assert "bagging" in FOUND.plot().to_json()


def test_the_report_has_nested_errors_reasons_and_code_that_makes_it_again():
    found = foldwise.improve(
        "tree", foldwise.sample("iris"), variants="super-learner", library="lda", plan="kfold(3)", progress=None
    )
    report = found.report()
    blends = next(table for table in report.tables if table.title == "Blends")
    assert blends.rows[0][0] == "super-learner"
    assert blends.bars[0].value == found.variant("super-learner").nested
    assert any(note.startswith("tried: super-learner, ") for note in report.notes)
    assert "--variant super-learner" in report.reproduction[1][1]
