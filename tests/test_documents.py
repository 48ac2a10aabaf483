"""The examples in the documentation run and print what the page says; citations of the methods lead somewhere."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("howto", "coming-from")
PAGES = [page for name in FOLDERS for page in sorted((ROOT / "docs" / name).glob("*.md")) if ">>>" in page.read_text()]

SECTION = r"(?:0[bc]?|[A-N])(?:\.\d+)?"
CITATION = re.compile(rf"METHODS\s+({SECTION}(?:(?:, | and |-){SECTION})*)(?!\w)")
BARE = re.compile(r"\(([A-N]\.\d+)\)")
"""A section in brackets without the word that says where to find it."""


def anchors_of_the_methods():
    """Sections by the anchors of the pages, which is how they are linked to: methods-c-9 is C.9."""
    return [
        one
        for page in sorted((ROOT / "docs" / "methods").glob("*.md"))
        for one in re.findall(r"(?m)^\(methods-([a-z0-9-]+)\)=\n#", page.read_text(encoding="utf-8"))
    ]


def texts_that_cite():
    """Sources, studies, tests and pages by their path; the methods themselves and generated pages left out."""
    for folder in ("src", "studies", "tests", "docs"):
        for path in sorted((ROOT / folder).rglob("*.*")):
            if path.suffix in {".py", ".md"} and not {"methods", "_generated", "_build"} & set(path.parts):
                yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_examples_of_a_page(page):
    pytest.importorskip("altair")
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert tried > 0
    assert failed == 0


def test_every_section_of_the_methods_has_one_anchor_and_a_heading_of_its_name():
    anchors = anchors_of_the_methods()
    assert len(anchors) == len(set(anchors)) > 120
    for page in sorted((ROOT / "docs" / "methods").glob("*.md")):
        for anchor, heading in re.findall(r"(?m)^\(methods-([a-z]-\d+)\)=\n#+ (\S+)", page.read_text(encoding="utf-8")):
            assert anchor == heading.lower().replace(".", "-")


def test_every_section_that_is_cited_exists():
    known = set(anchors_of_the_methods())
    cited = [
        (path, section)
        for path, text in texts_that_cite()
        for found in CITATION.finditer(text)
        for section in re.findall(SECTION, found[1])
    ]
    assert len(cited) > 140
    assert [(path, section) for path, section in cited if section.lower().replace(".", "-") not in known] == []


def test_a_section_is_never_cited_without_saying_of_what():
    assert [(path, found[0]) for path, text in texts_that_cite() for found in BARE.finditer(text)] == []


def test_every_page_of_the_methods_is_in_their_index():
    folder = ROOT / "docs" / "methods"
    index = (folder / "index.md").read_text(encoding="utf-8")
    pages = {page.stem for page in folder.glob("*.md")} - {"index"}
    assert {page for page in pages if f"]({page}.md)" not in index or f"\n{page}\n" not in index} == set()
    assert "methods/index" in (ROOT / "docs" / "background.md").read_text(encoding="utf-8")


def recipe_of(target):
    """Commands of a target of the Makefile, and of the stamp it waits for."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    rules = dict(re.findall(r"(?m)^(\S+): ?(?:.*)\n((?:\t.*\n)*)", text))
    (stamp,) = re.findall(rf"(?m)^{target}: (\S+)$", text)
    return rules[stamp] + rules[target]


def test_the_demo_installs_what_it_imports_and_compiles_nothing():
    assert re.findall(r"\$\(INSTALL\) (.*)", recipe_of("demo")) == ['--no-compile $$($(BIN)/python -c "$(NEEDED)")']
    (needed,) = re.findall(r"(?m)^NEEDED = (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"))
    printed = subprocess.run(
        [sys.executable, "-c", needed], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert printed.split() == project["dependencies"]
    assert re.findall(r"\$\(INSTALL\) (.*)", recipe_of("setup")) == ["-e '.[all,dev]'"]


def test_every_howto_is_in_the_list_of_howtos():
    folder = ROOT / "docs" / "howto"
    listed = set(re.findall(r"(?m)^[a-z-]+$", (folder / "index.md").read_text(encoding="utf-8")))
    assert {page.stem for page in folder.glob("*.md")} - {"index"} == listed
