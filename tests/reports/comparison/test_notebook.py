"""The comparison as a card."""

import re

import foldwise
from foldwise.reports.comparison.notebook import card

RESULT = foldwise.compare({"<b>a</b>": "lda", "b": "gaussian-nb"}, foldwise.sample("iris"), measures="error")


def test_names_are_escaped():
    text = card(RESULT)
    assert "<b>a</b>" not in text
    assert "&lt;b&gt;a&lt;/b&gt;" in text


def test_every_line_has_a_mark_and_no_script_is_needed():
    text = card(RESULT)
    assert text.count("<svg") >= 2
    assert "<script" not in text
    rows = re.findall(r"<tr class='(?:model|baseline)'>.*?</tr>", text)
    assert [row.count("<td") for row in rows] == [5, 5, 5]
    assert "baseline</td></tr>" in rows[-1]


def test_the_verdict_stands_above_the_tables():
    text = card(RESULT)
    assert text.index("<strong>") < text.index("<table>")
