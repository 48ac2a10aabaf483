"""The card and the chart for notebooks."""

from __future__ import annotations

import sys
from html.parser import HTMLParser

import pytest

from foldwise.errors import MissingExtraError, UnknownNameError
from foldwise.reports.assessment.notebook import card, chart
from tests.reports.findings import of_classes, of_failures, of_hostile_names, of_one_classifier, of_values


class Reader(HTMLParser):
    """Collects tags and text, and checks that what is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in ("path", "circle"):
            self.open.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


@pytest.mark.parametrize("assessment", [of_classes, of_one_classifier, of_values, of_hostile_names, of_failures])
def test_a_card_is_well_formed_and_has_no_script(assessment) -> None:
    reader = read(card(assessment()))
    assert reader.open == []
    assert "script" not in reader.tags


def test_there_is_one_drawing_per_interval_that_is_on_the_scale() -> None:
    assert card(of_one_classifier()).count("<svg") == 2
    assert card(of_classes()).count("<svg") == 6


def test_names_are_escaped() -> None:
    text = card(of_hostile_names())
    assert "<script>" not in text
    assert "[bold]me &amp; &lt;i&gt;you&lt;/i&gt;" in text
    assert "&lt;data&gt;" in text


def test_the_card_says_what_the_text_says() -> None:
    said = " ".join(read(card(of_classes())).text)
    assert "kfold(10, repeats=3), stratified, seed 0 · 120 fits · influence, 95 %" in said
    assert "lower is better" in said
    assert "higher is better" in said


def test_notebooks_show_the_card() -> None:
    assert of_values()._repr_html_() == card(of_values())


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
