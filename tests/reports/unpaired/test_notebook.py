"""The card of systems on different rows."""

from xml.etree import ElementTree as ET

import numpy as np

import foldwise

rng = np.random.default_rng(0)
TRUTH = rng.integers(0, 2, 300)
SAID = {
    name: np.where(rng.random(300) < share, 1 - TRUTH, TRUTH)
    for name, share in (("a<b>", 0.01), ("b", 0.5), ("c", 0.5))
}


def test_the_card_has_values_pairs_and_notes_and_no_script():
    found = foldwise.compare_unpaired({name: (TRUTH, said) for name, said in SAID.items()}, measures="error,mcc")
    card = found._repr_html_()
    assert "a&lt;b&gt;" in card
    assert "<script" not in card
    assert "<td>&lt;0.0001</td>" in card
    assert "all 3 systems by error" in card
    assert found.notes[0] in card
    style = card[card.index("<style>") : card.index("</style>") + len("</style>")]
    assert ET.fromstring(card.replace(style, "")).tag == "div"


def test_segments_are_called_so():
    found = foldwise.score(TRUTH, SAID["b"], segments=["x", "y"] * 150, measures="error").compare_segments()
    card = found._repr_html_()
    assert "<th scope='col' class=''>segment</th>" in card
    assert "2 segments on different rows: x 150, y 150" in card
