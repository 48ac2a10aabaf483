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
    """All simulations of a cell: for every measure those among which it was asked for, its sums, and who made them."""

    asked: dict[str, set[int]] = field(default_factory=dict)
    sums: Sums = field(default_factory=dict)
    versions: dict[str, set[str]] = field(default_factory=dict)

    @property
    def numbers(self) -> set[int]:
        """Simulations that are there of any measure."""
        return set().union(*self.asked.values())

    def of_all(self, measures: Iterable[str]) -> set[int]:
        """Simulations that are there of each of the measures."""
        return set.intersection(*(self.asked.get(name, set()) for name in measures))

    def add(self, chunk: Chunk) -> None:
        """Add what is not there yet; of a measure that was asked for in some of these simulations already, the larger part."""
        numbers = set(range(chunk.first, chunk.stop))
        for name, counts in chunk.sums.items():
            if self.asked.get(name, set()) < numbers:
                self.forget([name])
            if self.asked.setdefault(name, set()).isdisjoint(numbers):
                self.asked[name] |= numbers
                self.versions.setdefault(name, set()).add(chunk.version)
                add_sums(self.sums, {name: counts})

    def forget(self, measures: Iterable[str]) -> None:
        """Drop what is there of these measures, whose method has changed."""
        for name in measures:
            for known in (self.asked, self.sums, self.versions):
                known.pop(name, None)


@final
class Store:
    """Keeps chunks in a file of a folder, beside what the repository keeps; one process writes, any number may read."""

    def __init__(self, folder: Path, kept: Path | None = None) -> None:
        self.path = folder / "results.jsonl"
        self.kept = kept

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
        """Cells by name: what the repository keeps, and the chunks of one version of the methods or of all."""
        from studies.validity.kept import read_kept

        found: dict[str, Total] = defaultdict(Total, {} if self.kept is None else read_kept(self.kept))
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
