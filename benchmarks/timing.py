"""Time several pieces of work in turns, so that a busy machine disturbs all of them alike."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DOCS = Path(__file__).parents[1] / "docs" / "benchmarks"


MOST_CALLS = 20


@dataclass
class Times:
    """Best seconds of a piece of work, and of its first call of a turn, which finds the caches cold."""

    best: float = inf
    first: float = inf


def in_turns(
    work: Mapping[str, Callable[[], object]], *, rounds: int = 5, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Best seconds of each piece of work over several rounds, one piece after the other in every round."""
    return {name: times.first for name, times in turns_of(work, rounds=rounds, clock=clock, even=False).items()}


def turns_of(
    work: Mapping[str, Callable[[], object]],
    *,
    rounds: int = 5,
    clock: Callable[[], float] = time.perf_counter,
    even: bool = True,
) -> dict[str, Times]:
    """Time pieces of work in turns that last as long as a call of the slowest, but no longer than 20 calls.

    A call of two milliseconds after one of two hundred mostly times the memory it has to fetch again. Both the first call
    of a turn and the best are told; where turns are not `even`, every turn is one call.
    """
    found = {name: Times() for name in work}
    for _ in range(rounds):
        turn = max(times.best for times in found.values()) if even else 0.0
        for name, call in work.items():
            times, begin = found[name], clock()
            for at in range(MOST_CALLS if turn < inf else 1):
                start = clock()
                call()
                taken = clock() - start
                times.best = min(times.best, taken)
                times.first = times.first if at else min(times.first, taken)
                if start + taken - begin >= turn:
                    break
    return found


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def publish(name: str, title: str, text: str) -> None:
    """Print the result and write it into the documentation."""
    print(text, flush=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    (DOCS / f"{name}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")


def resident(what: str) -> int:
    """Bytes of memory of this process, now (VmRSS) or at the peak (VmHWM); a child's getrusage tells of its parent too."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(what))
