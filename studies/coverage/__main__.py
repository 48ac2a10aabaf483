"""Run the study: ``python -m studies.coverage --minutes 10``; again to add replications; ``--minutes 0`` to report only."""

from __future__ import annotations

import time
from multiprocessing import get_context
from pathlib import Path

import click

from studies.coverage.cells import Cell, all_cells
from studies.coverage.report import publish
from studies.coverage.store import Store
from studies.coverage.visits import work

ROOT = Path(__file__).parents[2]


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "docs" / "studies", help="Where the page is written."
)
@click.option("--seed", type=int, default=0, show_default=True, help="First seed; replication r has seed + r.")
@click.option("--jobs", type=int, default=1, show_default=True, help="Processes.")
@click.option("--named", is_flag=True, help="The promised figures only.")
@click.option("--only", default="", help="Cells whose description contains this text.")
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=ROOT / ".foldwise" / "coverage.db",
    help="Where trials are kept.",
)
def main(*, minutes: float, out: Path, seed: int, jobs: int, named: bool, only: str, store: Path) -> None:
    """Simulate until the time is spent or every cell has its replications, then write the page and the table."""
    cells = [cell for cell in all_cells() if only in describe(cell) and (cell.named or not named)]
    deadline = time.monotonic() + 60 * minutes
    Store(store)
    if minutes > 0:
        parts = [(cells[job::jobs], store, deadline, seed) for job in range(jobs)]
        if jobs == 1:
            work(*parts[0])
        else:
            with get_context("spawn").Pool(jobs) as pool:
                pool.starmap(work, parts)
    publish(Store(store), out)


def describe(cell: Cell) -> str:
    """One line."""
    return f"{cell.problem} {cell.learner} n={cell.n} {cell.label}"


if __name__ == "__main__":
    main()
