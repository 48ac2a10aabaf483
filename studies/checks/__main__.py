"""How often the checks speak where nothing is wrong, and how often where something is.

Run with ``python -m studies.checks [simulations]``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.timing import table
from foldwise.advice import Case, look_at
from foldwise.data import as_dataset
from foldwise.intervals import wilson
from studies.checks.worlds import SOUND, WRONG
from studies.publication import publish

if TYPE_CHECKING:
    from studies.checks.worlds import World

SIZES = (50, 100, 300, 1000)


def codes(world: World, n: int, simulations: int) -> Counter[str]:
    """How often each check speaks."""
    rng = np.random.default_rng([n, simulations])
    found: Counter[str] = Counter()
    for _ in range(simulations):
        found.update(one.code for one in look_at(Case("assess", as_dataset(*world(n, rng)))))
    return found


def false_alarms(simulations: int) -> tuple[list[list[str]], int, int]:
    """One line per world in which nothing is wrong; all alarms, and all datasets."""
    rows, alarms = [], 0
    for name, world in SOUND.items():
        found = [codes(world, n, simulations) for n in SIZES]
        alarms += sum(one.total() for one in found)
        rows.append([name, *(", ".join(f"{code} {count}" for code, count in one.items()) or "0" for one in found)])
    return rows, alarms, len(SOUND) * len(SIZES) * simulations


def power(simulations: int) -> list[list[str]]:
    """One line per world in which something is wrong: the share in which the check for it speaks."""
    return [
        [name, code, *(f"{codes(world, n, simulations)[code] / simulations:.0%}" for n in SIZES)]
        for name, (code, world) in WRONG.items()
    ]


def main() -> None:
    """Simulate and publish."""
    parser = ArgumentParser(prog="python -m studies.checks", description=main.__doc__)
    help_text = "datasets of each kind and size; a quarter of them where something is wrong"
    parser.add_argument("simulations", type=int, nargs="?", default=400, help=help_text)
    simulations = parser.parse_args().simulations
    sizes = [f"n = {n:,}" for n in SIZES]
    rows, alarms, total = false_alarms(simulations)
    _, most = wilson(alarms, total, 0.95)
    text = (
        f"Number of {simulations} datasets in which a check speaks although nothing is wrong: {alarms} of {total:,} "
        f"together, at most {most:.2%} at 95 %.\n\n{table(('rows', *sizes), rows)}\n\n"
        f"Share of {simulations // 4} datasets in which the check speaks where something is wrong, ± "
        f"{50 / np.sqrt(simulations // 4):.0f} points at most. Groups and time are seen through a sign test of up to 300 "
        f"rows, which few rows leave undecided.\n\n{table(('rows', 'check', *sizes), power(simulations // 4))}"
    )
    print(text)
    publish("checks", "How often the checks speak", text)


if __name__ == "__main__":
    main()
