"""Run the study: ``python -m studies.comparisons --minutes 5``; again to add simulations; ``--minutes 0`` to report only."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from studies.comparisons.datasets import dataset_p_values
from studies.comparisons.report import write
from studies.comparisons.store import Store
from studies.comparisons.systems import system_p_values
from studies.comparisons.trials import ONE, POWER, SIZE, p_values
from studies.comparisons.world import UNTRAINED, World, draw_world

if TYPE_CHECKING:
    from collections.abc import Sequence

    from studies.comparisons.trials import Trial

ROOT = Path(__file__).parents[2]
SLICE = 5.0
"""Seconds a world has before the next one is visited."""
GROUPS = {
    "size": (World("lda"), World("lda", p=20), World("lda", n=300), World("1-nn", p=3)),
    "structure": tuple(
        World(learner, p=p, structure=structure)
        for learner, p in (("lda", 5), ("1-nn", 3))
        for structure in ("groups", "time")
    ),
    "margin": (World("lda", n=300, bayes=(0.2, 0.26), structure="margin"),),
    "systems": (World("", structure="one test set"), World("", n=20_000, structure="one test set")),
    "datasets": (World("", structure="several datasets"),),
    "hierarchical": (World("", structure="hierarchical"),),
    "matched": (World("", structure="matched fpr"),),
    "memory": (World("1-nn", n=50, p=3), World("1-nn", p=10), World("1-nn", n=300, p=3)),
    "neighbours": (World("5-nn", n=50, p=3), World("5-nn", p=3), World("1-nn", n=50, p=3), World("lda", n=50)),
    "hidden": (World("opposite", p=1),),
    "power": tuple(World("lda", n=300, bayes=(0.2, more)) for more in (0.2, 0.22, 0.24, 0.26, 0.28, 0.30)),
}
GOALS = {
    "size": 4000,
    "structure": 2000,
    "margin": 2000,
    "systems": 2000,
    "datasets": 2000,
    "hierarchical": 2000,
    "matched": 2000,
    "memory": 1000,
    "neighbours": 1000,
    "hidden": 4000,
    "power": 1000,
}


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
    wanted = {world: wishes(world, kept, goal, power=group == "power") for world, (group, goal) in worlds.items()}
    with threadpool_limits(1):
        while time.monotonic() < deadline:
            waiting = [world for world in worlds if wanted[world]]
            if not waiting:
                break
            # Those that want most come first, so that a short run still reaches every world.
            for world in sorted(waiting, key=lambda one: -len(wanted[one]) / worlds[one][1]):
                visit(world, kept, wanted[world], stop=deadline)
    write(kept, GROUPS, out)


def wishes(world: World, store: Store, goal: int, *, power: bool) -> dict[int, list[Trial]]:
    """Trials that a world still wants, by seed: what is in the store stays, what was added later is filled in."""
    known = store.known(world)
    wanted: dict[int, list[Trial]] = {}
    for trial in POWER if power else SIZE:
        if trial.suits(world):
            for seed in set(range(goal)) - known.get(trial.key, set()):
                wanted.setdefault(seed, []).append(trial)
    return dict(sorted(wanted.items()))


def visit(world: World, store: Store, wanted: dict[int, list[Trial]], *, stop: float) -> None:
    """Simulate what a world wants for its slice of time."""
    until = min(stop, time.monotonic() + SLICE)
    fresh = {}
    for seed in list(wanted):
        if time.monotonic() > until:
            break
        fresh[seed] = simulate(world, seed, wanted.pop(seed))
    store.add(world, fresh)


def simulate(world: World, seed: int, wanted: Sequence[Trial]) -> dict[Trial, float]:
    """P-values of some trials on one draw from a world."""
    if world.structure in (ONE, "matched fpr"):
        return system_p_values(world, seed, wanted)
    if world.structure in UNTRAINED:
        return dataset_p_values(world, seed, wanted)
    return p_values(draw_world(world, seed), wanted)


if __name__ == "__main__":
    main()
