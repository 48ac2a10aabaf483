"""The card of a permutation test."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import foldwise

FOUND = foldwise.permutation_test(
    "gaussian-nb", foldwise.sample("iris"), measure="error", permutations=19, plan="kfold(3)"
)


def test_the_card_has_the_verdict_and_a_drawing_and_no_script():
    card = replace(FOUND, model="<b>", null=(*FOUND.null, float("nan")))._repr_html_()
    assert "&lt;b&gt; is better than chance: error" in card
    assert "<script" not in card
    style = card[card.index("<style>") : card.index("</style>") + len("</style>")]
    drawing = ET.fromstring(card.replace(style, "")).find("svg")
    assert len(drawing.findall("rect")) == 12


def test_values_that_are_all_alike_are_one_bar():
    card = replace(FOUND, null=(0.5,) * 5, value=0.5)._repr_html_()
    assert card.count("<rect") == 1
