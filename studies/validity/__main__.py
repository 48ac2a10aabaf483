"""Run the study: ``python -m studies.validity --minutes 10``; again to continue; ``--page`` to write what was found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from studies.validity.catalogue import all_cells
from studies.validity.cells import Wanted, matching
from studies.validity.kept import KEPT, read_kept, write_kept
from studies.validity.page import write_page
from studies.validity.runner import Run
from studies.validity.store import Store, methods_version
from studies.validity.summary import brief, figures, verdicts
from studies.validity.tables import write_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]


@click.command()
@click.option("--minutes", type=float, default=10.0, show_default=True, help="Time to spend on simulations.")
@click.option("--cells", "pattern", default="", help="Cells whose name contains this text; * and ? are wildcards.")
@click.option("--simulations", type=int, default=1000, show_default=True, help="Simulations of a cell.")
@click.option("--jobs", type=int, default=2, show_default=True, help="Processes.")
@click.option("--all-measures", is_flag=True, help="Ask for every measure in every simulation, not in turns.")
@click.option("--measures", "named", default="", help="Ask for these in every simulation, divided by commas.")
@click.option(
    "--forget", default="", help="Drop what is kept of these measures in the cells; their method has changed."
)
@click.option("--any-version", is_flag=True, help="Count results of other versions of the methods too.")
@click.option("--page", is_flag=True, help="Simulate nothing; write the page and the tables that foldwise reads.")
@click.option("--list", "only_list", is_flag=True, help="List the cells and what is there of them.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=ROOT / ".foldwise" / "validity",
    help="Folder that keeps the simulations of this machine.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=KEPT,
    help="File of the repository that keeps the sums of all simulations; --page and --forget write it.",
)
def main(  # noqa: PLR0913 - the options of a command
    *,
    minutes: float,
    pattern: str,
    simulations: int,
    jobs: int,
    all_measures: bool,
    named: str,
    forget: str,
    any_version: bool,
    page: bool,
    only_list: bool,
    out: Path,
    results: Path,
) -> None:
    """Simulate until the time is spent or every cell has its simulations, then say what failed."""
    store, version = Store(out, results), None if any_version else methods_version()
    keys = matching(all_cells(), pattern)
    if only_list:
        totals = store.totals(version)
        for key in keys:
            print(f"{len(totals[key].numbers) if key in totals else 0:6} {key}")
        return
    if forget:
        forget_measures(results, keys, names_of(forget))
        return
    if page:
        totals = store.totals(version)
        write_kept(totals, results)
        write_tables(figures(totals), verdicts(totals))
        write_page(figures(totals), verdicts(totals))
        return
    if minutes > 0:
        Run(keys, simulations, minutes, jobs, Wanted(all_measures, names_of(named)), version).go(store)
    print(brief({key: total for key, total in store.totals(version).items() if key in keys}))


def names_of(text: str) -> frozenset[str]:
    """Names that are divided by commas.

    Examples
    --------
    >>> sorted(names_of("ece, mce"))
    ['ece', 'mce']
    """
    return frozenset(filter(None, (name.strip() for name in text.split(","))))


def forget_measures(results: Path, keys: Iterable[str], measures: Iterable[str]) -> None:
    """Drop what the repository keeps of these measures in these cells."""
    kept = read_kept(results)
    for key in kept.keys() & set(keys):
        kept[key].forget(measures)
    write_kept(kept, results)


if __name__ == "__main__":
    main()
