"""What is kept between runs: one line of JSON for every chunk of simulations, only ever appended."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, final

import foldwise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCE = Path(foldwise.__file__).parent
STUDIED = ("comparisons", "estimates", "evaluation", "intervals", "measures", "model_comparison", "plans", "scoring")
"""Folders whose code decides what an interval or a test says."""

Sums = dict[str, dict[str, float]]
"""Counts and sums by measure."""


@final
@dataclass(frozen=True)
class Chunk:
    """Simulations first … stop-1 of a cell, added up; `version` is that of the methods that were studied."""

    cell: str
    version: str
    first: int
    stop: int
    seconds: float
    sums: Sums

    def line(self) -> str:
        """One line of JSON, with zeros left out."""
        kept = {name: {key: _plain(value) for key, value in one.items() if value} for name, one in self.sums.items()}
        return json.dumps({**vars(self), "seconds": round(self.seconds, 3), "sums": kept})


@final
@dataclass
class Total:
    """All chunks of a cell: the simulations that are there, the seconds they took, and their sums."""

    numbers: set[int] = field(default_factory=set)
    seconds: float = 0.0
    sums: Sums = field(default_factory=lambda: defaultdict(lambda: defaultdict(float)))

    def add(self, chunk: Chunk) -> None:
        """Add a chunk that is not there yet; one that overlaps another was written twice and is passed over."""
        numbers = range(chunk.first, chunk.stop)
        if not self.numbers.isdisjoint(numbers):
            return
        self.numbers.update(numbers)
        self.seconds += chunk.seconds
        add_sums(self.sums, chunk.sums)


@final
class Store:
    """Keeps chunks in a file of a folder; one process writes, any number may read."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "results.jsonl"

    def append(self, chunk: Chunk) -> None:
        """Write a chunk at the end; a line that was cut off when the program was killed is closed first."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")
            file.write(f"{chunk.line()}\n".encode())

    def chunks(self) -> Iterator[Chunk]:
        """Every chunk that was written whole."""
        if not self.path.exists():
            return
        with self.path.open(encoding="utf-8") as file:
            for line in file:
                found = _parsed(line)
                if found is not None:
                    yield Chunk(**found)

    def totals(self, version: str | None) -> dict[str, Total]:
        """Cells by name, of one version of the methods or of all."""
        found: dict[str, Total] = defaultdict(Total)
        for chunk in self.chunks():
            if version in (None, chunk.version):
                found[chunk.cell].add(chunk)
        return dict(found)


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return None


def _plain(value: float) -> float:
    """A count as a whole number and a sum with twelve digits, so that lines stay short."""
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(f"{value:.12g}")


def add_sums(total: Sums, sums: Sums) -> None:
    """Add counts and sums to others."""
    for name, counts in sums.items():
        into = total.setdefault(name, defaultdict(float))
        for key, value in counts.items():
            into[key] = into.get(key, 0.0) + value


def added(parts: Iterable[Sums]) -> Sums:
    """All parts together.

    Examples
    --------
    >>> added([{"auc": {"made": 1}}, {"auc": {"made": 1}, "error": {"none": 1}}])["auc"]["made"]
    2.0
    """
    total: Sums = {}
    for part in parts:
        add_sums(total, part)
    return total


@cache
def methods_version() -> str:
    """Short hash of the code that decides what an interval or a test says, so that older results are not mixed with new."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in STUDIED for path in (SOURCE / folder).rglob("*.py")):
        digest.update(path.relative_to(SOURCE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
