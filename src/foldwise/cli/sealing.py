"""`seal` and `unseal`: set rows aside for one final test, and ask them a counted question."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.option import (
    json_option,
    measures_option,
    one_model_option,
    quiet_option,
    read_options,
    with_data_options,
)
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.errors import InputError
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from foldwise.data import Look
    from foldwise.intervals import Interval
    from foldwise.typing import Given

__all__ = ["seal", "unseal"]


@click.command(short_help="Set rows aside for one final test.")
@click.argument("path", metavar="FILE")
@with_data_options
@click.option("--share", type=float, default=0.2, show_default=True, help="How much of the rows to seal.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
@json_option
@quiet_option
def seal(*, path: str, share: float, seed: int, as_json: bool, **given: Given) -> None:
    """Set rows of FILE aside for one final test.

    Three files are written beside FILE: the open rows to work with, the sealed rows, and a ledger that counts every look
    at them. Work with the open file from now on, and put FILE away.
    """
    from foldwise.data import Sealed, seal_file

    options = read_options(given)
    if "target" not in options:
        message = "no target was given"
        raise InputError(message, hint="--target with the column that is to be predicted")
    files = seal_file(path, options.pop("target"), share=share, seed=seed, **options)
    rows = Sealed.load(files.sealed).n
    if as_json:
        print_json({"verb": "seal", "rows": rows, **{name: str(file) for name, file in asdict(files).items()}})
        return
    print_page(
        f"Sealed {count_of(rows, 'row')} in {files.sealed}; looks are counted in {files.ledger}.\n"
        f"Work with {files.open}, then ask once:\n"
        f"  foldwise unseal {files.sealed} --data {files.open} --target {given['target']} --model NAME"
    )


@click.command(short_help="Assess a model on the sealed rows.")
@click.argument("path", metavar="FILE.sealed")
@click.option("--data", required=True, metavar="FILE", help="The open rows, to which the model is fitted.")
@with_data_options
@one_model_option("One model (foldwise models, or package.module:object).")
@measures_option("What else to measure at the first look (foldwise measures); repeatable.")
@click.option("--no-baseline", is_flag=True, help="Leave out the model that ignores the features.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the model.")
@json_option
@quiet_option
def unseal(*, path: str, data: str, model: str, as_json: bool, **given: Given) -> None:
    """Fit a model to the open rows and ask the sealed rows how good it is.

    The first look is answered exactly, with every measure, beside the baseline. Later ones go through the Ladder: a
    better figure is given only if it is better by more than chance, so that the test stays valid however often it is
    asked.
    """
    from foldwise.api import unseal as verb
    from foldwise.data import read
    from foldwise.evaluation import interval_of_look
    from foldwise.intervals import check_level
    from foldwise.measures import as_measures

    level = check_level(given["level"])
    dataset = read(data, **read_options(given))
    look = verb(
        model,
        dataset,
        sealed=path,
        measures=[measure for text in given["measures"] for measure in as_measures(text)] or None,
        level=level,
        baseline=not given["no_baseline"],
        seed=given["seed"],
    )
    interval = interval_of_look(look, dataset, level)
    measure = "error" if dataset.is_classification else "mse"
    if as_json:
        ends = None if interval is None else {"low": interval.low, "high": interval.high, "method": interval.method}
        plain = {name: value for name, value in vars(look).items() if name != "report"}
        report = None if look.report is None else look.report.to_dict()
        print_json({"verb": "unseal", "measure": measure, "level": level, **plain, "interval": ends, "report": report})
        return
    print_page(look_text(look, interval, measure, level))
    if look.report is not None:
        from foldwise.reports.score import render

        print_page(f"\n{render(advice_in_options(look.report), width=page_width(), color=wants_color())}")


def look_text(look: Look, interval: Interval | None, measure: str, level: float) -> str:
    """Say what was answered, how sure one can be of it, and that it was counted."""
    from foldwise.reports.shared import level_text

    lines = [look.message]
    if interval is not None:
        ends = f"[{interval.low:.4g}, {interval.high:.4g}]"
        lines.append(f"{measure} {look.score:.4g}, {level_text(level)} interval {ends} ({interval.method}).")
    elif measure == "error":
        margin = look.margin(level)
        lines.append(
            f"Taking the {look.number} looks together, errors are known to ±{margin:.2g} at {level_text(level)}."
        )
    lines.append("The look is in the ledger.")
    return "\n".join(lines)
