"""`permutation-test`: whether a model does better than chance."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    LazyChoice,
    complete,
    jobs_option,
    json_option,
    level_option,
    one_measure_option,
    one_model_option,
    quiet_option,
    read_rows_of_file,
    seed_option,
    with_unordered_options,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page
from foldwise.cli.saving import RESULT, check_writable, save_kept, save_option

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["permutation_test"]

EXAMPLES = """\b
Examples
  foldwise permutation-test churn.csv --target churned --model logistic
  foldwise permutation-test scans.csv -t tumour -m lda --groups patient \\
      --measure auc --permutations 1999 --stop-after 20
"""


def _shuffles() -> tuple[str, ...]:
    from foldwise.evaluation import SHUFFLES

    return ("auto", *SHUFFLES)


@click.command("permutation-test", epilog=EXAMPLES, short_help="Test whether a model does better than chance.")
@click.argument("path", metavar="FILE")
@with_unordered_options
@one_model_option("The model (foldwise models, or package.module:object).")
@click.option(
    "-p", "--plan", metavar="TEXT", shell_complete=complete("plans"), help="How to resample; without: kfold(10)."
)
@one_measure_option("What to measure. Without: the error, or the rmse.")
@click.option("--permutations", type=int, default=999, show_default=True, help="How many permutations at most.")
@click.option("--stop-after", type=int, help="Stop after so many permutations that did as well.")
@click.option(
    "--shuffle",
    type=LazyChoice(_shuffles),
    default="auto",
    show_default=True,
    help="What is permuted where rows come in groups.",
)
@level_option("Level at which a model is called better than chance.")
@seed_option
@jobs_option
@with_backend_options
@save_option
@with_output_options
@json_option
@quiet_option
def permutation_test(path: str, **given: Given) -> None:
    """Test whether a model does better on the rows of FILE than on permuted targets.

    The plan is run again with permuted targets; p = (b + 1)/(m + 1), b of m permutations having done at least as well.
    """
    from foldwise.api import permutation_test as verb

    settle_output(given)
    check_writable(given["save"], (RESULT,))
    dataset = read_rows_of_file(path, given)
    with metered("permutations") as meter:
        found = verb(
            given["model"],
            dataset,
            plan=given["plan"],
            measure=given["measure"],
            permutations=given["permutations"],
            stop_after=given["stop_after"],
            shuffle=given["shuffle"],
            level=given["level"],
            seed=given["seed"],
            jobs=given["jobs"],
            **backend_arguments(given),
            progress=meter,
        )
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(found, given):
        from foldwise.reports.permutation import render

        print_page(render(found, width=page_width()))
    write_beside(found, given, partial(save_kept, found, given["save"]))
