"""One page for every member of a catalogue, with an example that runs."""

import re
import sys
import warnings
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
sys.path.insert(0, str(DOCS))

from catalogue_pages import write_pages  # noqa: E402

TRIED = re.compile(r"## Try it\n\n```python\n(.*?)\n```\n\n    (foldwise .*)\n", re.DOTALL)
CATALOGUES = {
    "measures": 90,
    "plans": 20,
    "intervals": 35,
    "tests": 40,
    "estimates": 20,
    "models": 30,
    "improvements": 15,
}
QUICK = (
    "measures/f1",
    "measures/rmse",
    "plans/group-kfold",
    "intervals/wilson",
    "tests/mcnemar",
    "estimates/632plus",
    "models/knn",
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    write_pages(folder)
    found = {f"{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8") for path in folder.rglob("*.md")}
    return {name: text for name, text in found.items() if not name.endswith("/index")}


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_member_has_a_page_with_an_example(pages, catalogue):
    own = {name: text for name, text in pages.items() if name.startswith(f"{catalogue}/")}
    assert len(own) >= CATALOGUES[catalogue]
    without = [name for name, text in own.items() if not TRIED.search(text)]
    assert catalogue == "tests" or without == []


def test_works_are_cited_in_full(pages):
    assert "Wilson" in pages["intervals/wilson"]
    assert "wilson1927" not in pages["intervals/wilson"]
    known = [name for name, text in pages.items() if re.search(r"\b[a-z]{4,}(19|20)\d\d\b", text)]
    assert known == []


def test_every_test_has_its_simulated_size(pages):
    without = [name for name, text in pages.items() if name.startswith("tests/") and "false positives" not in text]
    assert without == []
    assert "| coverage |" in pages["tests/welch-t"]


def run(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(TRIED.search(text)[1], {})


@pytest.mark.parametrize("name", QUICK)
def test_an_example_runs(pages, name):
    run(pages[name])


@pytest.mark.slow
def test_every_example_runs(pages):
    failed = []
    for name, text in pages.items():
        try:
            if TRIED.search(text):
                run(text)
        except Exception as error:  # noqa: BLE001 - all of them are to be told
            failed.append(f"{name}: {error}")
    assert failed == []
