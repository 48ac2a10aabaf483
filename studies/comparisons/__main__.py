"""Run the study: ``python -m studies.comparisons --minutes 5``; again to add simulations; ``--minutes 0`` to report only."""

from __future__ import annotations

import time
from pathlib import Path

import click

from studies.comparisons.report import write
from studies.comparisons.store import Store
from studies.comparisons.trials import POWER, SIZE, p_values
from studies.comparisons.world import World, draw_world

ROOT = Path(__file__).parents[2]
SLICE = 5.0
"""Seconds a world has before the next one is visited."""
GROUPS = {
    "size": (World("lda"), World("lda", p=20), World("lda", n=300), World("1-nn", p=3)),
    "structure": (World("lda", structure="groups"), World("lda", structure="time")),
    "memory": (World("1-nn", n=50, p=3), World("1-nn", p=10), World("1-nn", n=300, p=3)),
    "hidden": (World("opposite", p=1),),
    "power": tuple(World("lda", n=300, bayes=(0.2, more)) for more in (0.2, 0.22, 0.24, 0.26, 0.28, 0.30)),
}
GOALS = {"size": 4000, "structure": 4000, "memory": 1000, "hidden": 4000, "power": 1000}


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "docs" / "studies", help="Where the chart is written."
)
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=ROOT / ".foldwise" / "comparisons.db",
    help="Where p-values are kept.",
)
def main(*, minutes: float, out: Path, store: Path) -> None:
    """Simulate until the time is spent or every world has its simulations, then write the page."""
    from threadpoolctl import threadpool_limits

    kept = Store(store)
    deadline = time.monotonic() + 60 * minutes
    worlds: dict[World, tuple[str, int]] = {}
    for group, members in GROUPS.items():
        for world in members:
            # Equal errors are where the curve of power starts, and are simulated with all tests already.
            worlds.setdefault(world, (group, GOALS[group]))
    done = {world: kept.seeds(world) for world in worlds}
    with threadpool_limits(1):
        while time.monotonic() < deadline:
            waiting = [world for world, (_, goal) in worlds.items() if len(done[world]) < goal]
            if not waiting:
                break
            # Those that have least come first, so that a short run still reaches every world.
            for world in sorted(waiting, key=lambda one: len(done[one]) / worlds[one][1]):
                visit(world, kept, done[world], goal=worlds[world][1], power=worlds[world][0] == "power", stop=deadline)
    write(kept, GROUPS, out)


def visit(world: World, store: Store, done: set[int], *, goal: int, power: bool, stop: float) -> None:
    """Add simulations to a world for its slice of time."""
    until = min(stop, time.monotonic() + SLICE)
    fresh = {}
    seed = 0
    while len(done) < goal and time.monotonic() < until:
        while seed in done:
            seed += 1
        fresh[seed] = p_values(draw_world(world, seed), POWER if power else SIZE)
        done.add(seed)
    store.add(world, fresh)


if __name__ == "__main__":
    main()
