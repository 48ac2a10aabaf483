"""Every work that a diagnosis cites is in the list of references."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_work_that_is_cited_is_listed():
    text = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"(?m)^\| ([a-z]+\d{4}) ", text))
    cited = {
        key
        for room in ("diagnoses", "capacity", "problems")
        for file in (ROOT / "src" / "foldwise" / room).rglob("*.py")
        for key in re.findall(r"\b[a-z]+(?:19|20)\d\d\b", file.read_text(encoding="utf-8"))
    }
    assert len(cited) > 40
    assert cited - listed == set()
