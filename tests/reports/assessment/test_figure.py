"""The chart."""

from __future__ import annotations

import sys

import pytest

from foldwise.errors import MissingExtraError, UnknownNameError
from foldwise.reports.assessment.figure import chart
from tests.reports.findings import of_classes, of_one_classifier, of_values


def test_one_measure_is_one_chart_with_a_point_and_an_interval_per_model() -> None:
    drawing = chart(of_classes(), "error").to_dict()
    rule, point, *_ = drawing["layer"]
    assert (rule["mark"]["type"], point["mark"]["type"]) == ("rule", "point")
    values = drawing["datasets"][drawing["data"]["name"]]
    assert [record["model"] for record in values] == ["lda", "tree", "gaussian-nb"]


def test_a_baseline_on_the_scale_is_a_dashed_line_and_one_off_it_is_told() -> None:
    near, far = chart(of_one_classifier(), "error").to_dict(), chart(of_classes(), "error").to_dict()
    assert any(layer["mark"].get("strokeDash") for layer in near["layer"])
    assert not any(layer["mark"].get("strokeDash") for layer in far["layer"])
    assert far["title"]["subtitle"] == '95 % intervals, lower is better; off the scale: always "setosa", 0.667'


def test_all_measures_come_one_below_the_other() -> None:
    assert len(chart(of_classes()).to_dict()["vconcat"]) == 2
    assert of_values().plot("rmse").to_dict()["title"]["text"] == "root mean squared error"


def test_a_chart_becomes_a_picture(tmp_path) -> None:
    file = tmp_path / "chart.png"
    of_values().plot().save(str(file))
    assert file.read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(
        MissingExtraError, match=r"charts needs an optional package; try pip install 'foldwise\[charts\]'"
    ):
        chart(of_values())


def test_an_unknown_measure_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no measure in this assessment called 'errr'; try 'error'"):
        chart(of_classes(), "errr")
