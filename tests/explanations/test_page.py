"""Pages in 80 columns."""

import pytest

from foldwise.explanations.facts import facts_of
from foldwise.explanations.members import TEST_FUNCTIONS, members_called
from foldwise.explanations.page import page_of


@pytest.mark.parametrize("name", TEST_FUNCTIONS)
def test_every_test_that_is_a_function_fits_the_page(name):
    page = page_of(facts_of("test", members_called(name)["test"]))
    assert max(len(line) for line in page.split("\n")) <= 80
    assert "\nUndefined\n" in page


def test_parameters_are_shown_with_default_meaning_and_limits():
    page = page_of(facts_of("measure", members_called("lift")["measure"]))
    assert "  - depth = 0.1: share of the rows taken from the top; a number in (0, 1]\n" in page


def test_the_order_of_the_parts_is_the_same_for_all():
    page = page_of(facts_of("plan", members_called("kfold")["plan"]))
    heads = [
        "What it does",
        "About",
        "Where it is valid",
        "Parameters",
        "Undefined",
        "Notes",
        "Reference",
        "Also called",
    ]
    places = [page.index(f"\n{head}\n") for head in heads]
    assert places == sorted(places)
