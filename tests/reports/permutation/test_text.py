"""The permutation test in a terminal."""

from foldwise.reports.permutation import render
from tests.reports.permutation.test_permutation import FOUND


def test_the_model_is_marked_among_the_permuted_values():
    text = render(FOUND)
    assert "◄ m 0.200" in text
    assert "m is not shown to be better than chance: error 0.200, 0.333 on average" in " ".join(text.split())
    assert "2 of 4 permutations did as well, p = 0.6." in " ".join(text.split())
