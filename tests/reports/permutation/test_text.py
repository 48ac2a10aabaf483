"""The permutation test in a terminal."""

from dataclasses import replace

import pytest

from foldwise.reports.permutation import render
from tests.reports.permutation.test_permutation import FOUND


def test_the_model_is_marked_among_the_permuted_values():
    text = render(FOUND)
    assert "◄ m 0.200" in text
    assert "m is not shown to be better than chance: error 0.200, 0.333 on average" in " ".join(text.split())
    assert "2 of 4 permutations did as well, p = 0.6." in " ".join(text.split())


@pytest.mark.parametrize(
    ("null", "as_good", "stop_after", "told"),
    [
        ((0.1, 0.4, 0.2), 2, 2, "2 of 3 permutations did as well, stopped at the 2nd, p"),
        ((0.1,) * 21, 21, 21, "21 of 21 permutations did as well, stopped at the 21st, p"),
        ((0.1,), 1, 1, "the first permutation did as well, and the test stopped, p"),
    ],
)
def test_a_test_that_stopped_says_at_which(null, as_good, stop_after, told):
    found = replace(FOUND, null=null, as_good=as_good, stop_after=stop_after, permutations=99)
    assert told in " ".join(render(found).split())


@pytest.mark.parametrize(("as_good", "told"), [(0, "did not do as well, p"), (1, "did as well, p")])
def test_one_permutation_is_the_only_one(as_good, told):
    found = replace(FOUND, null=(0.4,), as_good=as_good, permutations=1)
    assert f"the only permutation {told}" in " ".join(render(found).split())


def test_values_that_are_all_the_same_are_one_bar():
    text = render(replace(FOUND, null=(0.2, 0.2, 0.2)))
    assert [line.split()[:2] for line in text.split("\n") if "█" in line] == [["0.200", "3"]]
    assert text.count("0.200   ") == 1
