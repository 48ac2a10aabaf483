"""Run the study: ``python -m studies.different_rows --minutes 10``; again to continue; ``--minutes 0`` to report only."""

from __future__ import annotations

import json
import time
import warnings
from collections import defaultdict
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import click
import numpy as np

from studies.different_rows.report import write
from studies.different_rows.trials import found_in
from studies.different_rows.worlds import worlds

if TYPE_CHECKING:
    from studies.different_rows.worlds import World

ROOT = Path(__file__).parents[2]
LEVEL = 0.05


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option("--simulations", type=int, default=2000, show_default=True, help="Simulations of every test in a world.")
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=ROOT / ".foldwise" / "different-rows.json",
    help="Where counts are kept.",
)
def main(*, minutes: float, simulations: int, store: Path) -> None:
    """Simulate until the time is spent or every world has its simulations, then write the page."""
    warnings.simplefilter("ignore")
    kept: dict[str, dict[str, list[int]]] = json.loads(store.read_text()) if store.exists() else {}
    deadline = time.monotonic() + 60 * minutes
    store.parent.mkdir(parents=True, exist_ok=True)
    for world in worlds():
        if world.title not in kept and time.monotonic() < deadline:
            kept[world.title] = simulate(world, simulations)
            store.write_text(json.dumps(kept))
            print(world.title, flush=True)
    write(kept)


def simulate(world: World, simulations: int) -> dict[str, list[int]]:
    """How often each test was asked, made and rejected; how often it had an interval, and one that holds the truth.

    A draw has two pairs of systems, so that the first half of the draws is enough for all but the tests of four.
    """
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * 5)
    for number in range(simulations):
        rng = np.random.default_rng([crc32(world.title.encode()), number])
        for key, (p_value, low, high) in found_in(world, rng, whole=2 * number < simulations):
            made, spans = not isnan(p_value), not isnan(low + high)
            added = (1, made, made and p_value <= LEVEL, spans, spans and low <= 0 <= high)
            one = counts["/".join(key)]
            one[:] = [old + int(new) for old, new in zip(one, added, strict=True)]
    return dict(counts)


if __name__ == "__main__":
    main()
