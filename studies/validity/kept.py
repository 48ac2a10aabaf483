"""What the repository keeps of the simulations: for every cell and measure the sums from which all figures follow."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from studies.validity.store import Total

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

KEPT = Path(__file__).parent / "results.parquet"
COUNTS = (
    *("asked", "none", "crashed", "marked", "marked_covered", "made", "covered", "below", "above", "zero", "infinite"),
    *("flagged", "flagged_covered", "rejected", "claimed", "equivalent", "excludes", "errors"),
)
SUMS = ("width", "value", "value2", "truth", "difference", "difference2", "error", "error2")
NAMED = ("method:", "plan:")
"""Counts by name; they are kept as text."""


def read_kept(path: Path) -> dict[str, Total]:
    """Cells by name; none where nothing is kept."""
    found: dict[str, Total] = {}
    if path.exists():
        for line in pd.read_parquet(path).to_dict("records"):
            _add(found.setdefault(line["cell"], Total()), line)
    return found


def _add(total: Total, line: dict[Hashable, Any]) -> None:
    name = line["measure"]
    total.asked[name] = numbers_of(line["numbers"])
    total.versions[name] = set(line["versions"].split())
    known = {key: float(line[key]) for key in (*COUNTS, *SUMS) if line.get(key)}
    total.sums[name] = known | {key: float(times) for key, times in _pairs(line["names"])}


def _pairs(text: str) -> list[list[str]]:
    return [one.split("=") for one in text.split()]


def write_kept(totals: Mapping[str, Total], path: Path = KEPT) -> None:
    """Write all sums, through another file, so that what is there stays whole."""
    lines = [_line(cell, name, total) for cell, total in totals.items() for name in total.sums]
    if not lines:
        return
    table = pd.DataFrame(lines).astype(dict.fromkeys(COUNTS, "int32"))
    aside = path.with_suffix(".tmp")
    table.to_parquet(aside, index=False, compression="zstd")
    aside.replace(path)


def _line(cell: str, name: str, total: Total) -> dict[str, Any]:
    counts = total.sums[name]
    return {
        "cell": cell,
        "measure": name,
        "numbers": text_of(total.asked[name]),
        "versions": " ".join(sorted(total.versions[name])),
        "names": " ".join(f"{key}={times:.0f}" for key, times in counts.items() if key.startswith(NAMED)),
        **{key: counts.get(key, 0.0) for key in (*COUNTS, *SUMS)},
    }


def text_of(numbers: Iterable[int]) -> str:
    """Runs of numbers as text.

    Examples
    --------
    >>> text_of({0, 1, 2, 7})
    '0-2 7-7'
    """
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return " ".join(f"{run[0]}-{run[-1]}" for run in ends)


def numbers_of(text: str) -> set[int]:
    """Take the text back to numbers.

    Examples
    --------
    >>> sorted(numbers_of("0-2 7-7"))
    [0, 1, 2, 7]
    """
    ends = [one.split("-") for one in text.split()]
    return {number for first, last in ends for number in range(int(first), int(last) + 1)}
