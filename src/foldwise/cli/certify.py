"""`certify`: how often the chosen interval contains the truth on data like those of a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    complete,
    jobs_option,
    json_option,
    level_option,
    name_option,
    one_measure_option,
    one_model_option,
    quiet_option,
    read_rows_of_file,
    seed_option,
    with_data_options,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page
from foldwise.cli.saving import RESULT, check_writable, save_kept, save_option

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["certify"]

INTERRUPTED = 130
EXAMPLES = """\b
Examples
  foldwise certify churn.csv --target churned --model logistic
  foldwise certify churn.csv -t churned -m tree --interval careful --minutes 5
"""


@click.command(epilog=EXAMPLES, short_help="Simulate how often an interval contains the truth here.")
@click.argument("path", metavar="FILE")
@with_data_options
@one_model_option("The model (foldwise models, or package.module:object).")
@click.option(
    "-p", "--plan", metavar="TEXT", shell_complete=complete("plans"), help="How to resample; without: as assess does."
)
@name_option(
    "--interval", "methods", "Interval method (foldwise methods), or careful. Without: as assess does.", "--method"
)
@one_measure_option("What to measure. Without: the error, or the rmse.")
@level_option("Level of the intervals.")
@click.option(
    "--simulations",
    type=int,
    default=200,
    show_default=True,
    help="How many datasets; with 2000 the coverage is known to ± 0.5 points.",
)
@click.option(
    "--population",
    metavar="NAME",
    default="smoothed",
    show_default=True,
    help="smoothed: your rows, jittered; normal: normal rows with their moments.",
)
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Stop after this time with what is done.")
@click.option("--allow-invalid", is_flag=True, help="Certify a method that is known to be wrong.")
@seed_option
@jobs_option
@save_option
@with_output_options
@json_option
@quiet_option
@click.pass_context
def certify(context: click.Context, /, path: str, **given: Given) -> None:
    """Simulate how often an interval method contains the truth on data like those of FILE.

    Datasets of the same shape are drawn from a population that looks like FILE and whose truth is known; the method is
    used on each. Ctrl-C stops early and prints what is known by then.
    """
    from foldwise.api import certify as verb

    settle_output(given)
    check_writable(given["save"], (RESULT,))
    dataset = read_rows_of_file(path, given)
    minutes = given["minutes"]
    with metered("datasets") as meter:
        certificate = verb(
            given["model"],
            dataset,
            plan=given["plan"],
            interval=given["interval"],
            measure=given["measure"],
            simulations=given["simulations"],
            level=given["level"],
            population=given["population"],
            allow_invalid=given["allow_invalid"],
            seed=given["seed"],
            seconds=None if minutes is None else 60 * minutes,
            jobs=given["jobs"],
            progress=meter,
        )
    if given["as_json"]:
        print_json(certificate.to_dict())
    elif not print_formatted(advice_in_options(certificate), given):
        from foldwise.reports.certificate import render

        print_page(render(advice_in_options(certificate), width=page_width(), times=True))
    write_beside(advice_in_options(certificate), given, partial(save_kept, certificate, given["save"]))
    context.exit(INTERRUPTED if certificate.stopped == "interrupted" else 0)
