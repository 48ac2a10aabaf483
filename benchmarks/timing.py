"""Time several pieces of work in turns, so that a busy machine disturbs all of them alike."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DOCS = Path(__file__).parents[1] / "docs" / "benchmarks"


def in_turns(
    work: Mapping[str, Callable[[], object]], *, rounds: int = 5, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Best seconds of each piece of work over several rounds, one piece after the other in every round."""
    best = dict.fromkeys(work, float("inf"))
    for _ in range(rounds):
        for name, call in work.items():
            start = clock()
            call()
            best[name] = min(best[name], clock() - start)
    return best


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
