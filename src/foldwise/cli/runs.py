"""`runs`, `show`, `export` and `forget`: what a store keeps of earlier calls."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.option import json_option, quiet_option
from foldwise.cli.page import print_json, print_page, print_table
from foldwise.cli.saving import named_with
from foldwise.cli.storing import STORE, store_option
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.run_records import Run
    from foldwise.typing import Given

__all__ = ["export", "forget", "run_of", "runs", "show"]

ENDINGS = (".foldwise", ".json", ".csv", ".html", ".md", ".tex")
FORMATS = ("table", "json")
KEPT_HERE = f"The store, where it is not {STORE} or that of FOLDWISE_STORE."
FORGET = """\b
Examples
  foldwise forget 3f2
  foldwise forget --older-than 30d
  foldwise forget --keep-size 500MB
"""
EXPORT = """\b
Examples
  foldwise export last churn.foldwise
  foldwise export 3f2 churn.html
"""


def store_of_runs(given: str | None) -> Given:
    """The store that the option, or else the variable, names."""
    from foldwise.engine import STORE_VARIABLE
    from foldwise.run_records import open_store

    return open_store(given or os.environ.get(STORE_VARIABLE) or STORE)


def run_of(name: str, store: str | None) -> Run:
    """The run of this name, or whose name begins so, or the last."""
    from foldwise.run_records import find_run

    return find_run(store_of_runs(store), name)


@click.command(short_help="List the runs that the store keeps.")
@store_option(KEPT_HERE)
@click.option("-n", "--number", type=int, metavar="N", help="The last N of them.")
@click.option("--format", "output", type=click.Choice(FORMATS), default="table", help="How to print them.")
@json_option
@quiet_option
def runs(*, store: str | None, number: int | None, output: str, as_json: bool) -> None:
    """List the runs that the store keeps, the last one first: the call, its progress, and the fits that were reused."""
    from foldwise.run_records import read_runs

    kept = store_of_runs(store)
    found = read_runs(kept)[:number]
    if as_json or output == "json":
        print_json({"verb": "runs", "store": str(kept.file.path), "runs": [one.to_dict() for one in found]})
    elif not found:
        print_page(f"The store '{kept.file.path}' has no runs.")
    else:
        note = "One of them: foldwise show RUN, report RUN, export RUN FILE, forget RUN; its first characters suffice."
        print_table([line_of(one) for one in found], note)


def line_of(run: Run) -> dict[str, str]:
    """One line of the table."""
    what = "; ".join(part for part in (run.about, run.plan) if part)
    return {
        "run": run.id,
        "started": f"{run.started.astimezone():%Y-%m-%d %H:%M}",
        "status": run.status,
        "fits": run.fits,
        "what": f"{run.verb} {what}",
    }


@click.command(short_help="Show a run and its result.")
@click.argument("name", metavar="RUN", default="last")
@store_option(KEPT_HERE)
@json_option
@quiet_option
def show(*, name: str, store: str | None, as_json: bool) -> None:
    """Show what is known of RUN, by default the last, and its result, where one is kept."""
    run = run_of(name, store)
    result = run.result() if run.saved else None
    if as_json:
        about: dict[str, Any] = {"run": run.to_dict()}
        print_json(about if result is None else {**about, "result": result.to_dict()})
        return
    print_page(str(run))
    if result is not None:
        print_page(f"\n{result}")


@click.command(short_help="Write the result of a run to a file.", epilog=EXPORT)
@click.argument("name", metavar="RUN")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@store_option(KEPT_HERE)
@quiet_option
def export(*, name: str, path: Path, store: str | None) -> None:
    """Write the result of RUN to FILE: .foldwise, .json, .csv, .md, .tex, or a page as .html."""
    if path.suffix not in ENDINGS:
        message = f"a result is exported as {', '.join(ENDINGS)}, not as '{path.name}'"
        raise InputError(message, hint=named_with(path, ENDINGS[0]))
    run = run_of(name, store)
    write_result(run.result(), path)
    click.echo(f"run {run.id} is in {path}")


def write_result(result: Given, path: Path) -> None:
    """Write a result in the form that the name of the file says."""
    import json

    from foldwise.data import replace_file

    if path.suffix == ENDINGS[0]:
        result.save(path)
        return
    if path.suffix == ".html":
        result.report(path)
        return
    if path.suffix == ".json":
        text = json.dumps(result.to_dict(), indent=2, allow_nan=False)
    else:
        writers = {".csv": "to_csv", ".md": "to_markdown", ".tex": "to_latex"}
        text = getattr(result.report(), writers[path.suffix])()
    replace_file(path, (text.rstrip("\n") + "\n").encode())


@click.command(short_help="Remove runs and the fits only they use.", epilog=FORGET)
@click.argument("names", metavar="[RUN]...", nargs=-1)
@click.option("--older-than", "age", metavar="AGE", help="Runs started longer ago, such as 30d, 12h or 2w.")
@click.option(
    "--keep-size", "size", metavar="SIZE", help="The oldest, until the store has at most SIZE, such as 500MB."
)
@click.option("--all", "everything", is_flag=True, help="All of them.")
@store_option(KEPT_HERE)
@quiet_option
def forget(*, names: Sequence[str], age: str | None, size: str | None, everything: bool, store: str | None) -> None:
    """Remove RUNs from the store, with the fits that no other run uses, and give their room back to the disk."""
    from foldwise.engine import read_size, with_unit
    from foldwise.phrases import count_of
    from foldwise.run_records import find_run, forget_runs, read_runs, runs_before, shrink

    if sum((bool(names), age is not None, size is not None, everything)) != 1:
        message = "forget takes runs, or one of --older-than, --keep-size and --all"
        raise click.UsageError(message)
    kept = store_of_runs(store)
    if size is not None:
        fits, removed = shrink(kept, read_size(size, "keep_size"))
        fits += forget_runs(kept, [])
    else:
        found = read_runs(kept)
        chosen = found if everything else runs_before(found, age) if age else [find_run(kept, name) for name in names]
        ended = [fromkey.id for fromkey in dict.fromkeys(chosen) if fromkey.status != "running"]
        if len(ended) < len(set(chosen)):
            click.echo("note: runs that are still running are not removed", err=True)
        removed, fits = len(ended), forget_runs(kept, ended)
    kept.close()
    left = with_unit(kept.file.path.stat().st_size)
    click.echo(f"{count_of(removed, 'run')} and {count_of(fits, 'fit')} removed; '{kept.file.path}' has {left}")
