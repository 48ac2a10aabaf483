"""A tree as text, in the book's form."""

import numpy as np

from foldwise.learners import C45Tree
from foldwise.learners.c45.nodes import NodeTest
from foldwise.learners.c45.text import number_text, outcome_text
from foldwise.learners.table_encoding import TableEncoding
from tests.learners.golf import LABELS, TABLE

ENCODING = TableEncoding(("size", "colour"), (None, ("blue", "green", "red")))


def test_a_leaf_alone():
    assert C45Tree().fit(TABLE[:2], LABELS[:2]).to_text() == "Don't (2.0/1.0)"


def test_outcomes():
    assert outcome_text(NodeTest(0, threshold=2.5), 0, ENCODING) == "size <= 2.5"
    assert outcome_text(NodeTest(0, threshold=2.0), 1, ENCODING) == "size > 2"
    levels = NodeTest(1, branch_of_level=np.array([0, 1, 0]))
    assert outcome_text(levels, 0, ENCODING) == "colour in {blue, red}"
    assert outcome_text(levels, 1, ENCODING) == "colour = green"


def test_numbers_keep_their_digits():
    assert number_text(1e-7) == "1e-07"
    assert number_text(0.1 + 0.2) == "0.30000000000000004"
