"""The examples in the documentation run and print what the page says."""

import doctest
from pathlib import Path

import pytest

PAGES = [
    page for page in sorted((Path(__file__).parents[1] / "docs" / "howto").glob("*.md")) if ">>>" in page.read_text()
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(page):
    pytest.importorskip("altair")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert tried > 0
    assert failed == 0
