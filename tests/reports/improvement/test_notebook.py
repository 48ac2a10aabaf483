"""The card of an improvement."""

from html.parser import HTMLParser

from foldwise.reports.improvement.notebook import card
from tests.reports.improvement.example import made_up


def test_the_card_is_whole_and_tells_the_verdict_first():
    text = card(made_up())
    HTMLParser().feed(text)
    assert text.count("<table") == text.count("</table>") == 3
    assert text.index("Use bagging") < text.index("<table")
    assert "naive - nested" in text
    assert "bumping was left out" in text
    assert "<script" not in text
