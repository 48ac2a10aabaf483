"""What is kept between runs: one line of JSON for some test sets of a cell under one measure, only ever appended."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

RESULTS = Path(__file__).with_name("results.jsonl")
SUMMED = ("asked", "made", "inside", "log_width", "open", "off", "off_squared", "rejected")
"""Test sets that were asked about, that had an interval or a test, whose interval held the truth, …"""

Sums = dict[str, float]
Key = tuple[str, str, str]
"""Kind of figure (interval or test), cell and measure."""


def load(path: Path | None = None) -> tuple[dict[Key, Sums], dict[Key, str]]:
    """Sums of all test sets of each cell and measure, and the method that was last taken."""
    sums: dict[Key, Sums] = defaultdict(lambda: dict.fromkeys(SUMMED, 0.0))
    methods: dict[Key, str] = {}
    for line in _lines(path or RESULTS):
        found = json.loads(line)
        key = (found["kind"], found["cell"], found["measure"])
        methods[key] = found["method"] or methods.get(key, "")
        for name in SUMMED:
            sums[key][name] += found.get(name, 0)
    return dict(sums), methods


def append(lines: Iterable[tuple[Key, str, Sums]], path: Path | None = None) -> None:
    """Keep sums of further test sets, with the method."""
    with (path or RESULTS).open("a", encoding="utf-8") as file:
        for (kind, cell, measure), method, sums in lines:
            kept = {name: round(value, 9) for name, value in sums.items() if value}
            file.write(json.dumps({"kind": kind, "cell": cell, "measure": measure, "method": method, **kept}) + "\n")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
