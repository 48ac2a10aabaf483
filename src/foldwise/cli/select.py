"""`select`: choose settings or models on a file, and tell what the choice is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from foldwise.cli.advice import advice_in_options
from foldwise.cli.assess import FAILED_FITS
from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    KEPT,
    complete,
    failure_option,
    jobs_option,
    json_option,
    level_option,
    one_measure_option,
    quiet_option,
    read_rows_of_file,
    seed_option,
    timeout_option,
    with_data_options,
    with_plan_option,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page
from foldwise.cli.saving import MODEL, RESULT, check_writable, save_chosen
from foldwise.cli.storing import store_of_option, with_store_options
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.typing import Given, Json

__all__ = ["parse_values", "select"]

EXAMPLES = """\b
Examples
  foldwise select churn.csv -t churned -m knn --grid n_neighbors=45,15,5,1
  foldwise select churn.csv -t churned -m tree -g max_depth=2,4 --rule one-se
  foldwise select churn.csv -t churned -m ridge -g alpha=9,1 --curve alpha
  foldwise select churn.csv -t churned -m lda -m logistic -m random-forest
"""


@click.command(epilog=EXAMPLES, short_help="Choose settings or models, and correct the winner's score.")
@click.argument("path", metavar="FILE")
@with_data_options
@click.option(
    "-m",
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    required=True,
    shell_complete=complete("models"),
    help="One model whose settings are searched, or several to choose from.",
)
@click.option(
    "-g", "--grid", "grids", metavar="NAME=A,B,C", multiple=True, help="Values of a setting, from simple to complex."
)
@with_plan_option
@one_measure_option("Measure to optimise.")
@click.option(
    "--search",
    type=click.Choice(["grid", "random", "halving"]),
    default="grid",
    show_default=True,
    help="All combinations, some at random, or the better third after every repeat.",
)
@click.option("--draws", type=int, default=20, show_default=True, help="Settings of a random search.")
@click.option(
    "--rule",
    type=click.Choice(["best", "one-se"]),
    default="best",
    show_default=True,
    help="one-se: the first listed within one standard error of the best.",
)
@click.option(
    "--correction",
    type=click.Choice(["bbc", "nested"]),
    default="bbc",
    show_default=True,
    help="bbc needs no more fits; nested repeats the whole search.",
)
@click.option("--eliminate", is_flag=True, help="Drop hopeless candidates after every repeat of the plan.")
@click.option(
    "--curve", metavar="NAME", help="Show training and validation error against this setting, and where it overfits."
)
@level_option("Level of the intervals.")
@seed_option
@jobs_option
@timeout_option
@with_backend_options
@failure_option("Stop at a fit that fails, or leave its candidate out and say so.")
@with_store_options("Keep the chosen model, fitted to all rows (.skops), or the result (.foldwise).")
@with_output_options
@json_option
@quiet_option
@click.pass_context
def select(context: click.Context, /, path: str, **given: Given) -> None:
    """Choose the best of several settings or models on the rows of FILE.

    The winner of many looks better than it is. Its score is corrected for the selection, and its own is shown beside it.
    """
    from foldwise.api import select as verb
    from foldwise.reports.selection import curve_lines, render

    settle_output(given)
    check_draws_option(context, given["search"])
    check_writable(given["save"], (MODEL, RESULT))
    space = dict(parse_values(text) for text in given["grids"]) or None
    check_curve_option(given["curve"], space)
    store = store_of_option(given["store"], none=given["no_store"])
    context.meta[KEPT] = store is not None
    models = list(given["models"])
    with metered() as meter:
        found = verb(
            models[0] if len(models) == 1 else models,
            space,
            read_rows_of_file(path, given),
            plan=given["plan"],
            measure=given["measure"],
            search=given["search"],
            draws=given["draws"],
            rule=given["rule"],
            correction=given["correction"],
            eliminate=given["eliminate"],
            level=given["level"],
            refit=given["save"] is not None and given["save"].suffix == MODEL,
            train=given["curve"] is not None,
            seed=given["seed"],
            jobs=given["jobs"],
            timeout=given["timeout"],
            **backend_arguments(given),
            memory_limit=given["memory_limit"],
            on_failure=given["on_failure"],
            store=store or False,
            progress=meter,
        )
    curve = None if given["curve"] is None else found.complexity_curve(given["curve"])
    if given["as_json"]:
        told = found.to_dict()
        print_json(told if curve is None else {**told, "curve": curve.to_dict()})
    elif not print_formatted(advice_in_options(found), given):
        page = render(advice_in_options(found), width=page_width(), times=True)
        print_page(page if curve is None else "\n".join([page, *curve_lines(curve)]))
    write_beside(advice_in_options(found), given, partial(save_chosen, found, given["save"]))
    context.exit(FAILED_FITS if found.failed else 0)


def check_draws_option(context: click.Context, search: str) -> None:
    """Refuse a number of draws where nothing is drawn."""
    if search != "random" and context.get_parameter_source("draws") is ParameterSource.COMMANDLINE:
        message = "--draws is for --search random"
        raise click.UsageError(message, context)


def check_curve_option(name: str | None, space: dict[str, Sequence[Any]] | None) -> None:
    """Refuse a curve over what is not searched, before anything is fitted."""
    if name is None or name in (space or {}):
        return
    if not space:
        message = f"a curve over '{name}' needs values of it"
        raise InputError(message, hint=f"--grid {name}=1,2,4")
    raise UnknownNameError.of("setting in the grid", name, space)


def parse_values(text: str) -> tuple[str, Sequence[Any]]:
    """Read ``name=1,2,4``; numbers, true, false and none are read as such.

    Examples
    --------
    >>> parse_values("max_depth=2,4,none")
    ('max_depth', [2, 4, None])
    """
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        message = f"'{text}' is not a setting with its values"
        raise InputError(message, hint="--grid max_depth=2,4,8")
    return name.strip(), [value_of(word.strip()) for word in values.split(",")]


def value_of(word: str) -> Json:
    """Read one value."""
    words: dict[str, Any] = {"true": True, "false": False, "none": None}
    if word.lower() in words:
        return words[word.lower()]
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
