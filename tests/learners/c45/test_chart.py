"""A tree as a drawing."""

from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris

from foldwise.learners import C45Tree
from tests.learners.golf import LABELS, TABLE

SVG = "{http://www.w3.org/2000/svg}"


def drawn(model):
    """Texts, lines and bars of the drawing."""
    root = ET.fromstring(model.to_svg())
    return [list(root.iter(SVG + kind)) for kind in ("text", "path", "rect")]


def test_every_branch_and_leaf_is_drawn():
    model = C45Tree().fit(TABLE, LABELS)
    texts, lines, bars = drawn(model)
    assert len(lines) == 7  # three branches, and two twice
    assert len(bars) == model.leaf_count_ == 5
    written = [text.text for text in texts]
    assert "outlook = overcast" in written
    assert "Don't (3.0)" in written


def test_nothing_lies_upon_something_else_or_outside():
    X, y = load_iris(return_X_y=True)
    texts, _, bars = drawn(C45Tree(unpruned=True).fit(X, y))
    heights = sorted({float(bar.get("y")) for bar in bars})
    assert np.diff(heights).min() > 12
    places = {(text.get("x"), text.get("y")) for text in texts}
    assert len(places) == len(texts)
    assert all(float(text.get("x")) >= 0 and float(text.get("y")) >= 0 for text in texts)


def test_the_bars_of_a_leaf_have_one_width_together():
    X, y = load_iris(return_X_y=True)
    _, _, bars = drawn(C45Tree(20).fit(X, y))
    assert sum(float(bar.get("width")) for bar in bars) == 3 * 44


def test_a_leaf_alone_is_a_bar():
    texts, lines, bars = drawn(C45Tree().fit(TABLE, ["no"] * 14))
    assert ([text.text for text in texts], lines, len(bars)) == (["no (14.0)"], [], 1)


def test_names_are_escaped():
    table = pd.DataFrame({"<a & b>": [0.0, 0.0, 1.0, 1.0]})
    texts, _, _ = drawn(C45Tree().fit(table, ["<x>", "<x>", "y&z", "y&z"]))
    assert [text.text for text in texts] == ["<a & b> <= 0", "<x> (2.0)", "<a & b> > 0", "y&z (2.0)"]
