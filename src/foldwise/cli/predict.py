"""`predict`: what a saved model says about new rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.option import json_option, quiet_option, read_options, with_reading_options
from foldwise.cli.page import print_json, print_page
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.saved_models import NewPredictions
    from foldwise.typing import Given

__all__ = ["predict"]

EXAMPLES = """\b
Examples
  foldwise assess churn.csv -t churned -m logistic --save model.skops
  foldwise predict model.skops new.csv --out predictions.csv
  foldwise predict model.skops new.csv > predictions.csv
  foldwise predict model.skops --card
"""
TABLES = (".csv", ".parquet")


@click.command(epilog=EXAMPLES, short_help="Predict new rows with a saved model.")
@click.argument("model", metavar="MODEL")
@click.argument("path", metavar="FILE", required=False)
@click.option("--card", is_flag=True, help="Show what the model was trained on and how good it is.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), metavar="TABLE", help="Write the predictions here (.csv, .parquet)."
)
@with_reading_options
@click.option(
    "--trust", "trusted", metavar="TYPE", multiple=True, help="A type of the model that you trust, by its full name."
)
@json_option
@quiet_option
@click.pass_context
def predict(context: click.Context, /, model: str, path: str | None, **given: Given) -> None:
    """Predict the rows of FILE with the model that --save has kept as MODEL.

    The columns are checked, new rows that differ from the training rows are pointed out, and no pickle is loaded. Without --out the
    predictions are written to standard output.
    """
    from foldwise.api import load_model

    if (path is None) != given["card"]:
        message = "FILE holds the rows to predict; --card shows the model alone"
        raise click.UsageError(message, context)
    check_output_type(given["out"])
    saved = load_model(model, trusted=given["trusted"])
    if path is None:
        print_json(saved.card.to_dict()) if given["as_json"] else print_page(str(saved.card))
        return
    found = saved.predict(path, **read_options({"roles": (), **given}))
    if given["as_json"]:
        if given["out"] is not None:
            write(found, given["out"])
        print_json(found.to_dict())
        return
    write(found, given["out"])
    if given["out"] is not None:
        print_page(str(found))
        return
    for text in found.remarks():
        click.echo(f"note: {text}", err=True)


def write(found: NewPredictions, path: Path | None) -> None:
    """Write the table of predictions."""
    frame: Any = found.to_frame()
    if path is None:
        click.echo(frame.to_csv(index=False), nl=False)
        return
    try:
        frame.to_csv(path, index=False) if path.suffix == ".csv" else frame.to_parquet(path)
    except OSError as error:
        message = f"'{path}' cannot be written: {error.strerror or error}"
        raise InputError(message, hint="another folder") from error


def check_output_type(path: Path | None) -> None:
    """Refuse a table of another type, before the model is read."""
    if path is not None and path.suffix not in TABLES:
        message = f"predictions are written as .csv or .parquet, not as '{path.name}'"
        raise InputError(message, hint=f"--out {path.stem or 'predictions'}.csv")
