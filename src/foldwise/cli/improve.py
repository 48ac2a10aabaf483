"""`improve`: variants of a model on a file, and whether one of them is significantly better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.assess import FAILED_FITS
from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    FIT_NAMES,
    KEPT,
    LazyChoice,
    complete,
    json_option,
    level_option,
    measures_option,
    one_model_option,
    quiet_option,
    read_rows_of_file,
    rope_option,
    with_data_options,
    with_fit_options,
    with_plan_option,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.cli.saving import MODEL, RESULT, check_writable, save_chosen
from foldwise.cli.storing import store_of_option, with_store_options

if TYPE_CHECKING:
    from pathlib import Path

    from foldwise.reports import Improvement
    from foldwise.typing import Given

__all__ = ["improve"]

EXAMPLES = """\b
Examples
  foldwise improve churn.csv --target churned --model tree
  foldwise improve churn.csv -t churned -m tree --variant bagging,boosting
  foldwise improve churn.csv -t churned -m logistic --blend-with random-forest
  foldwise improve churn.csv -t churned -m tree --save model.skops
"""


def _adjustments() -> tuple[str, ...]:
    from foldwise.improvement import VARIANT_ADJUSTMENTS

    return tuple(VARIANT_ADJUSTMENTS)


@click.command(epilog=EXAMPLES, short_help="Test which variant of a model has a lower error.")
@click.argument("path", metavar="FILE")
@with_data_options
@one_model_option("The model to improve (foldwise models), or your own as package.module:object or file.py:object.")
@click.option(
    "--variant",
    "variants",
    metavar="NAME",
    multiple=True,
    shell_complete=complete("improvements"),
    help="A variant to try (foldwise improvements), or all; repeatable. Without: those that make sense for the model.",
)
@click.option(
    "--blend-with",
    "library",
    metavar="NAME",
    multiple=True,
    shell_complete=complete("models"),
    help="A model that blends are made with; repeatable. Without: quick ones of other kinds.",
)
@with_plan_option
@measures_option("What to measure (foldwise measures); the first decides.")
@level_option("Level of intervals and verdicts.")
@rope_option
@click.option(
    "--adjust",
    type=LazyChoice(_adjustments),
    default="max-t",
    show_default=True,
    help="How p-values of several variants are adjusted.",
)
@with_fit_options
@with_backend_options
@with_store_options("Keep the chosen model, fitted to all rows (.skops), or the result (.foldwise).")
@with_output_options
@json_option
@quiet_option
@click.pass_context
def improve(context: click.Context, /, path: str, **given: Given) -> None:
    """Try variants of a model on the rows of FILE, and test which is significantly better and at what cost.

    The bias and variance of the model say which variants make sense: bagging and forests for variance, boosting for bias,
    blends with other models for diversity, calibration and a cost threshold where probabilities and costs count. Blends are
    judged by their nested error. What the chosen one is worth is corrected for the choice.
    """
    settle_output(given)
    check_writable(given["save"], (MODEL, RESULT))
    store = store_of_option(given["store"], none=given["no_store"])
    context.meta[KEPT] = store is not None
    found = run(path, given, store)
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(advice_in_options(found), given):
        from foldwise.reports.improvement import render

        kept = "" if store is None else f"saved in {store}"
        print_page(render(advice_in_options(found), width=page_width(), color=wants_color(), kept=kept, times=True))
    write_beside(advice_in_options(found), given, partial(save_chosen, found, given["save"]))
    context.exit(FAILED_FITS if found.failed else 0)


def run(path: str, given: dict[str, Any], store: Path | None) -> Improvement:
    """Read the file and try the variants."""
    from foldwise.api import improve as verb

    dataset = read_rows_of_file(path, given)
    with metered() as meter:
        return verb(
            given["model"],
            dataset,
            variants=",".join(given["variants"]) if given["variants"] else None,
            library=list(given["library"]) or None,
            measures=",".join(given["measures"]) or None,
            rope=given["rope"],
            adjust=given["adjust"],
            refit=given["save"] is not None and given["save"].suffix == MODEL,
            **{name: given[name] for name in FIT_NAMES},
            **backend_arguments(given),
            store=store or False,
            progress=meter,
        )
