"""The card for notebooks."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from foldwise.reports.assessment.notebook import card
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
