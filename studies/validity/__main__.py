"""Run the study: ``python -m studies.validity --minutes 10``; again to continue; ``--page`` to write what was found."""

from __future__ import annotations

from pathlib import Path

import click

from studies.validity.catalogue import all_cells
from studies.validity.cells import matching
from studies.validity.page import write_page
from studies.validity.runner import Run
from studies.validity.store import Store, methods_version
from studies.validity.summary import brief, figures, verdicts
from studies.validity.tables import write_tables

ROOT = Path(__file__).parents[2]


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option("--cells", "pattern", default="", help="Cells whose name contains this text; * and ? are wildcards.")
@click.option("--simulations", type=int, default=1000, show_default=True, help="Simulations of a cell.")
@click.option("--jobs", type=int, default=2, show_default=True, help="Processes.")
@click.option("--all-measures", is_flag=True, help="Ask for every measure in every simulation, not in turns.")
@click.option("--any-version", is_flag=True, help="Count results of other versions of the methods too.")
@click.option("--page", is_flag=True, help="Simulate nothing; write the page and the tables that foldwise reads.")
@click.option("--list", "only_list", is_flag=True, help="List the cells and what is there of them.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=ROOT / ".foldwise" / "validity",
    help="Folder that keeps the results.",
)
def main(  # noqa: PLR0913 - the options of a command
    *,
    minutes: float,
    pattern: str,
    simulations: int,
    jobs: int,
    all_measures: bool,
    any_version: bool,
    page: bool,
    only_list: bool,
    out: Path,
) -> None:
    """Simulate until the time is spent or every cell has its simulations, then say what failed."""
    store, version = Store(out), None if any_version else methods_version()
    keys = matching(all_cells(), pattern)
    if only_list:
        totals = store.totals(version)
        for key in keys:
            print(f"{len(totals[key].numbers) if key in totals else 0:6} {key}")
        return
    if page:
        totals = store.totals(version)
        write_tables(figures(totals), verdicts(totals))
        write_page(figures(totals), verdicts(totals))
        return
    if minutes > 0:
        Run(keys, simulations, minutes, jobs, all_measures, version).go(store)
    print(brief({key: total for key, total in store.totals(version).items() if key in keys}))


if __name__ == "__main__":
    main()
