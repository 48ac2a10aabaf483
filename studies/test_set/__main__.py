"""How often the default intervals of one test set contain the truth, and how often tests of equal systems call them different.

Run with ``python -m studies.test_set``; it goes on where the last run stopped, and writes the page. ``--draws 400`` test sets of
each cell, ``--minutes 10`` at most, ``--measures a,b`` only these, ``--page`` for the page alone, ``--again`` forgets what was kept of these measures.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from studies.test_set import page, store
from studies.test_set.few_hits import own_cells, simulate_own
from studies.test_set.samples import CELLS
from studies.test_set.simulate import SLOW, asked, simulate

if TYPE_CHECKING:
    from studies.test_set.samples import Cell

CHUNK, SLOW_SHARE = 50, 20
"""Test sets that are kept at once; measures with a bootstrap get one of so many of the draws, which is kept at once."""


def main() -> None:
    """Simulate what is missing, and publish."""
    parser = argparse.ArgumentParser(prog="studies.test_set")
    parser.add_argument("--draws", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--measures", default="")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--again", action="store_true")
    given = parser.parse_args()
    names = set(filter(None, given.measures.split(",")))
    if given.again:
        forget(names)
    if not given.page:
        run(given.draws, time.monotonic() + 60 * given.minutes, names)
    page.write()


def forget(names: set[str]) -> None:
    """Drop what is kept of these measures, or of all of them."""
    lines = store.RESULTS.read_text(encoding="utf-8").splitlines() if store.RESULTS.exists() else []
    kept = [line for line in lines if names and json.loads(line)["measure"] not in names]
    store.RESULTS.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def run(draws: int, stop: float, names: set[str]) -> None:
    """Simulate chunk after chunk, those of all cells in turn, until all have so many test sets or time is over."""
    few = -(-draws // SLOW_SHARE)
    quick = [(min(first + CHUNK, draws), False) for first in range(0, draws, CHUNK)]
    for until, slow in [quick[0], (few, True), *quick[1:]]:
        for cell in CELLS:
            for done, some in missing(cell, until, names, slow=slow).items():
                if time.monotonic() > stop:
                    return
                store.append(simulate(cell, some, range(done, until)))
                print(f"{cell.key}: {until} of {len(some)}", flush=True)
    run_own(draws, stop, names)


def missing(cell: Cell, until: int, names: set[str], *, slow: bool) -> dict[int, list[tuple[str, str]]]:
    """Figures of a cell that have fewer test sets, by how many they have."""
    known, _ = store.load()
    found: dict[int, list[tuple[str, str]]] = {}
    for (kind, name), method in asked(cell).items():
        done = int(known.get((kind, cell.key, name), {}).get("asked", 0))
        if done < until and (method in SLOW) is slow and (not names or name in names):
            found.setdefault(done, []).append((kind, name))
    return found


def run_own(draws: int, stop: float, names: set[str]) -> None:
    """Simulate the cells of their own that were not; their test sets are drawn at once, and not added to."""
    for own in own_cells():
        known, _ = store.load()
        new = [name for name in own.names if not known.get(("own", own.key, name), {}).get("asked", 0)]
        new = [name for name in new if not names or name in names]
        if new and time.monotonic() < stop:
            store.append(simulate_own(replace(own, names=tuple(new)), draws))
            print(own.key, flush=True)


if __name__ == "__main__":
    main()
