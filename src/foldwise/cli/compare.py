"""`compare`: which of several models is better, on one file or on several."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.assess import FAILED_FITS
from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.hint import in_options, model_option
from foldwise.cli.meter import metered
from foldwise.cli.next_step import print_next
from foldwise.cli.option import (
    KEPT,
    adjust_option,
    failure_option,
    fit_arguments,
    json_option,
    level_option,
    measures_option,
    name_option,
    quiet_option,
    read_rows_of_file,
    rope_option,
    segment_option,
    with_data_options,
    with_fit_options,
    with_model_options,
    with_plan_option,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.cli.saving import PREDICTIONS, RESULT, check_writable, save_kept
from foldwise.cli.stderr import say
from foldwise.cli.storing import store_of_option, with_store_options
from foldwise.errors import FoldwiseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.reports import Experiment, ModelComparison
    from foldwise.typing import Given

__all__ = ["compare"]

LEFT_OUT = "foldwise.left_out"
"""How many of several files could not be read, in click's context."""
ONE_FILE_ONLY = ("rope", "test", "adjust_measures", "allow_invalid", "on_failure", "decide", "segments")
"""Options that mean something for a single file only."""
OPTION_OF = {"segments": "--segment"}
"""Options that are not called as the argument is."""
EXAMPLES = """\b
Examples
  foldwise compare churn.csv --target churned
  foldwise compare churn.csv -t churned -m logistic -m tree --reference tree
  foldwise compare a.csv b.csv c.csv -t class -m lda -m knn --table latex
"""


@click.command(epilog=EXAMPLES, short_help="Test which of several models is better.")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@with_data_options
@segment_option
@with_model_options
@click.option("--decide", type=click.Choice(["cost", "training"]), help="Choose labels by what they cost.")
@with_plan_option
@measures_option("What to measure (foldwise measures); the first decides.")
@name_option(
    "--test",
    "tests",
    "How pairs are compared: careful, or a name (foldwise tests). Without: the test that is valid.",
    "--method",
)
@level_option("Level of intervals and verdicts.")
@rope_option
@adjust_option
@click.option("--adjust-measures", is_flag=True, help="Adjust p-values over the measures too, not only over pairs.")
@click.option("--reference", metavar="NAME", help="Compare every model with this one only.")
@click.option("--allow-invalid", is_flag=True, help="Give a test that is known to be wrong, with its note.")
@with_fit_options
@with_backend_options
@failure_option("Stop at a fit that fails, or go on and list it. Several files always go on.")
@with_store_options("Keep the result (.foldwise), or the predictions (.npz, .parquet).")
@click.option(
    "--table", type=click.Choice(["latex", "markdown", "csv"]), help="Print the table of several files for a paper."
)
@with_output_options
@json_option
@quiet_option
@click.pass_context
def compare(context: click.Context, /, paths: tuple[str, ...], **given: Given) -> None:
    """Test which of several models is better on the rows of FILE, and by how much.

    With several files every model gets one value per file, and the models are ranked over the files. A cell that fails is
    shown with its cause.
    """
    check_options(context, paths)
    settle_output(given)
    check_writable(given["save"], (*PREDICTIONS, RESULT) if len(paths) == 1 else (RESULT,))
    store = store_of_option(given["store"], none=given["no_store"])
    context.meta[KEPT] = store is not None
    kept = "" if store is None else f"saved in {store}"
    if len(paths) > 1:
        tried = run_experiment(paths, given, store)
        show_experiment(tried, given, kept)
        return
    found = run_one(paths[0], given, store)
    if given["as_json"]:
        print_json(found.to_dict())
    elif not print_formatted(advice_in_options(found), given):
        from foldwise.reports.comparison import render

        print_page(render(advice_in_options(found), width=page_width(), color=wants_color(), kept=kept, times=True))
    print_next(given, ("diagnose", "improve"), named_as_typed(found, given))
    kept_as = found if given["save"] is None or given["save"].suffix == RESULT else found.predictions
    write_beside(advice_in_options(found), given, partial(save_kept, kept_as, given["save"]))
    context.exit(FAILED_FITS if found.failures else 0)


def named_as_typed(found: ModelComparison, given: dict[str, Any]) -> str:
    """The best model by the name it was asked for by; empty where that is not known, as for a model of one's own."""
    from foldwise.models import MODELS

    best = next(iter(found.ranking()), "")
    return best if best in given["models"] or best in {model.name for model in MODELS} else ""


def check_options(context: click.Context, paths: Sequence[str]) -> None:
    """Refuse options that would mean nothing for this many files, rather than ignore them."""
    if models := model_option(path for path in paths if not Path(path).exists()):
        message = f"There is no file of this name; models are options: {models}"
        raise click.UsageError(message)
    source = click.core.ParameterSource.DEFAULT
    set_by_user = {name for name in context.params if context.get_parameter_source(name) is not source}
    misplaced = sorted(set_by_user & set(ONE_FILE_ONLY if len(paths) > 1 else ("table",)))
    if misplaced:
        options = ", ".join(OPTION_OF.get(name, f"--{name.replace('_', '-')}") for name in misplaced)
        message = f"{options} {'is' if len(misplaced) == 1 else 'are'} for {'one file' if len(paths) > 1 else 'several files'}"
        raise click.UsageError(message)


def run_one(path: str, given: dict[str, Any], store: Path | None) -> ModelComparison:
    """Read the file and compare the models on it."""
    from foldwise.api import compare as verb
    from foldwise.models import default_models

    dataset = read_rows_of_file(path, given)
    with metered() as meter:
        return verb(
            list(given["models"]) or default_models(dataset),
            dataset,
            measures=",".join(given["measures"]) or None,
            test=given["test"],
            rope=given["rope"],
            adjust=given["adjust"],
            adjust_measures=given["adjust_measures"],
            reference=given["reference"],
            allow_invalid=given["allow_invalid"],
            decide=given["decide"],
            **fit_arguments(given),
            **backend_arguments(given),
            on_failure=given["on_failure"],
            store=store or False,
            progress=meter,
        )


def read_named(path: str, given: dict[str, Any]) -> Dataset:
    """Read one of several files; what is wrong with it is said with its name."""
    try:
        return read_rows_of_file(path, given)
    except FoldwiseError as error:
        if path in str(error.args[0]):
            raise
        message = f"{path}: {error.args[0]}"
        raise type(error)(message, hint=error.hint) from error


def read_all(paths: Sequence[str], given: dict[str, Any]) -> list[Dataset]:
    """Read several files; one that cannot be read is told of and left out, unless none is left."""
    datasets: list[Dataset] = []
    errors: list[FoldwiseError] = []
    for path in paths:
        try:
            datasets.append(read_named(path, given))
        except FoldwiseError as error:
            errors.append(error)
    if not datasets:
        raise errors[0]
    for one in errors:
        say(f"error: {in_options(str(one))}; this file is left out")
    click.get_current_context().meta[LEFT_OUT] = len(errors)
    return datasets


def run_experiment(paths: Sequence[str], given: dict[str, Any], store: Path | None) -> Experiment:
    """Read the files and try the models on all of them."""
    from foldwise.api import experiment as verb
    from foldwise.models import default_models

    datasets = read_all(paths, given)
    with metered() as meter:
        return verb(
            list(given["models"]) or default_models(datasets[0]),
            datasets,
            measures=",".join(given["measures"]) or None,
            adjust=given["adjust"],
            reference=given["reference"],
            **fit_arguments(given),
            **backend_arguments(given),
            store=store or False,
            progress=meter,
        )


def show_experiment(found: Experiment, given: dict[str, Any], kept: str) -> None:
    """Print the result, as text, JSON or a table for a paper."""
    from foldwise.reports.experiment import render

    if given["as_json"]:
        print_json(found.to_dict())
    elif given["table"]:
        tables = {"latex": found.to_latex, "markdown": found.to_markdown, "csv": found.to_csv}
        print_page(tables[given["table"]]().rstrip())
    elif not print_formatted(found, given):
        print_page(render(found, width=page_width(), kept=kept))
    write_beside(found, given, partial(save_kept, found, given["save"]))
    context = click.get_current_context()
    context.exit(FAILED_FITS if found.failures or context.meta.get(LEFT_OUT) else 0)
