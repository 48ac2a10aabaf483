"""The assessment as text."""

from __future__ import annotations

import re

import pytest

from foldwise.reports.assessment.text import render
from tests.reports.findings import of_classes, of_failures, of_hostile_names, of_one_classifier, of_values

ALL = [of_classes, of_one_classifier, of_values, of_hostile_names, of_failures]


@pytest.mark.parametrize("assessment", ALL)
@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_longer_than_the_page(assessment, width: int) -> None:
    text = render(assessment(), width=width)
    assert max(len(line) for line in text.split("\n")) <= width
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_the_leaderboard_reads_as_a_table() -> None:
    text = render(of_classes())
    assert re.search(r"^  #  model +error  95 % interval +0\.\d{3} +0\.\d{3}$", text, re.MULTILINE)
    assert re.search(r"^  1  lda +0\.020  \[0\.005, 0\.0\d\d\]  ├─+●─+┤$", text, re.MULTILINE)
    assert re.search(r'^  -  always "setosa" +0\.667  \[.*\]  baseline$', text, re.MULTILINE)


def test_the_data_the_plan_and_the_method_come_first() -> None:
    lines = render(of_classes(), kept="saved in here.db").split("\n")
    assert lines[0] == "iris  150 rows x 4 columns"
    assert "  plan    kfold(10, repeats=3), stratified, seed 0                      120 fits" in lines
    assert "  method  influence, 95 %                                       saved in here.db" in lines


def test_the_reason_of_an_unusual_plan_is_told() -> None:
    assert "asked for" not in render(of_one_classifier())


def test_one_classifier_gets_its_confusion_matrix_and_rates_side_by_side() -> None:
    text = render(of_one_classifier())
    assert re.search(r"^     truth ↓  predicted →  benign  malignant$", text, re.MULTILINE)
    assert re.search(r"^     class +precision  recall +F1  rows$", text, re.MULTILINE)
    assert re.search(r"^     malignant +0\.\d{3}   0\.\d{3}  0\.\d{3}   241$", text, re.MULTILINE)


def test_several_classifiers_get_none() -> None:
    assert "truth ↓" not in render(of_classes())


def test_names_are_taken_literally() -> None:
    text = render(of_hostile_names())
    assert "[bold]me & <i>you</i>" in text
    assert "[red]no" in text


def test_colours_are_used_only_when_asked_for() -> None:
    assert "\x1b[" not in render(of_classes())
    assert "\x1b[" in render(of_classes(), color=True)


def test_failures_are_shown() -> None:
    assert "fits of 'moody' failed" in render(of_failures())


def test_str_is_the_text() -> None:
    assert str(of_values()) == render(of_values())
