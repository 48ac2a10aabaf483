"""Pairs in lines."""

import numpy as np

import foldwise
from foldwise.reports.shared.pair_table import lines_of_pairs
from foldwise.reports.shared.text import Page

RESULT = foldwise.score(
    np.arange(40) % 2, {f"a system with a long name {at}": (np.arange(40) + (np.arange(40) < 4 * at)) % 2 for at in range(9)},
    measures="error",
)  # fmt: skip


def test_lines_fit_the_page_and_long_lists_are_cut():
    lines = list(lines_of_pairs(RESULT.judgements, Page(80), 0.95, several=True))
    assert max(map(len, lines)) <= 80
    assert "p adj." in lines[0]
    assert lines[-1] == "   … and 6 more pairs: see pairs() or --json"
