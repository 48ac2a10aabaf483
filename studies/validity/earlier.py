"""What is left of simulations whose sums are lost: the tables that were written from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, final

from foldwise.comparisons.simulations.simulated import SimulatedTest
from foldwise.intervals.simulations.simulated import CoverageGate, Simulated

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

EARLIER = Path(__file__).parent / "earlier.json"

T = TypeVar("T", Simulated, SimulatedTest, CoverageGate)


@final
@dataclass(frozen=True)
class Earlier:
    """Rows of the tables, gates, and what became of the promises that newer simulations say nothing about."""

    coverage: tuple[Simulated, ...] = ()
    gates: tuple[CoverageGate, ...] = ()
    tests: tuple[SimulatedTest, ...] = ()
    promises: tuple[tuple[str, ...], ...] = ()


def read_earlier(path: Path = EARLIER) -> Earlier:
    """Read what is left."""
    found = json.loads(path.read_text(encoding="utf-8"))
    return Earlier(
        _rows(Simulated, found["coverage"]),
        _rows(CoverageGate, found["gates"]),
        _rows(SimulatedTest, found["tests"]),
        tuple(tuple(one) for one in found["promises"]),
    )


def _rows(kind: type[Any], table: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(kind(**dict(zip(table["columns"], row, strict=True))) for row in table["rows"])


def surer(earlier: Iterable[T], newer: Iterable[T], key: Callable[[T], Hashable]) -> list[T]:
    """Rows of both, and of two about the same the one that rests on more simulations; the newer of equals."""
    found = {key(one): one for one in earlier}
    for one in newer:
        known = found.get(key(one))
        if known is None or known.simulations <= one.simulations:
            found[key(one)] = one
    return list(found.values())
