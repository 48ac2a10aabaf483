"""`score`: what predictions in a file are worth, and which of several systems is better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.against import against_option, against_records, parse_held, show_held, tests_or_reason
from foldwise.cli.assess import GATE_TRIPPED, finding_text
from foldwise.cli.option import (
    adjust_option,
    fail_if_option,
    json_option,
    level_option,
    measures_option,
    name_option,
    one_target,
    only_one,
    quiet_option,
    rope_option,
    seed_option,
    with_format_options,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.cli.saving import RESULT, check_writable, save_kept, save_option
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.cli.gate import Gate
    from foldwise.comparisons import ValueTest
    from foldwise.reports import Finding, Score
    from foldwise.typing import Given

__all__ = ["score", "systems_of"]

Function = TypeVar("Function", bound="Callable[..., Any]")
NUMBERS = range(2, 10)
EXAMPLES = """\b
Examples
  foldwise score preds.csv --truth y --predicted yhat --score p
  foldwise score preds.csv --truth y --predicted a --predicted b --measure f1
  foldwise score preds.csv --truth y --predicted a --score pa \\
      --predicted-2 b --score-2 pb --segment site --cost fn=10,fp=1
  foldwise score long.parquet --truth y --predicted yhat --system model
"""


def numbered_options(function: Function) -> Function:
    """Add --predicted-2 to -9 and --score-2 to -9; the help shows the first of them."""
    for number in reversed(NUMBERS):
        for what, word in (("score", "scores"), ("predicted", "predictions")):
            function = click.option(
                f"--{what}-{number}",
                metavar="COLUMN",
                hidden=number > 2,
                help=f"The same {word} of a second system; up to --{what}-9." if number == 2 else None,
            )(function)
    return function


@click.command(epilog=EXAMPLES, short_help="Score predictions that already exist.")
@click.argument("path", metavar="FILE")
@click.option(
    "-t",
    "--truth",
    required=True,
    multiple=True,
    callback=one_target,
    metavar="COLUMN",
    help="The true labels or values.",
)
@click.option(
    "--predicted",
    metavar="COLUMN",
    multiple=True,
    help="Predicted labels or values, as COLUMN or NAME=COLUMN; repeatable, one for each system.",
)
@click.option(
    "--score",
    "scores",
    metavar="COLUMN",
    multiple=True,
    help="Score of the positive class, or A,B,C with one column for each class; as COLUMN or NAME=COLUMN.",
)
@numbered_options
@click.option("--system", metavar="COLUMN", help="In a long table, which system a line is from.")
@click.option("--row", metavar="COLUMN", help="In a long table, which row a line is about.")
@click.option(
    "--segment", metavar="COLUMN", multiple=True, callback=only_one, help="Give every part of the rows its own figures."
)
@click.option("--groups", metavar="COLUMN", help="Rows with the same value belong together, such as one patient.")
@click.option("--weights", metavar="COLUMN", help="How much each row counts.")
@click.option("--positive", metavar="CLASS", help="The class that precision, recall and AUC are about.")
@click.option("--class", "classes", metavar="LABEL", multiple=True, help="The labels, in the order of the scores.")
@click.option("--costs", "--cost", metavar="TABLE", help="Costs of mistakes: fn=10,fp=1, '0,1;10,0' or a file.")
@click.option("--decide", type=click.Choice(["cost"]), help="Choose the label that is expected to cost least.")
@click.option(
    "--task", type=click.Choice(["classification", "regression"]), help="Needed only if not clear from the truth."
)
@measures_option("What to measure (foldwise measures), or all; repeatable.")
@name_option("--interval", "methods", "Interval method (foldwise methods). Without: the one that is valid.", "--method")
@name_option("--test", "tests", "How systems are compared (foldwise tests). Without: the test that is valid.")
@level_option("Level of intervals and verdicts.")
@rope_option
@adjust_option
@with_format_options
@click.option("--stream/--no-stream", default=None, help="Read in pieces, or all at once. Without: by size.")
@click.option(
    "--backend", metavar="WHERE", help="Where parts are summarised: dask, dask://HOST:PORT, ray, ray://HOST:PORT."
)
@seed_option
@fail_if_option
@against_option
@save_option
@with_output_options
@json_option
@quiet_option
@click.pass_context
def score(context: click.Context, /, path: str, **given: Given) -> None:
    """Score the predictions in FILE, and test which of several systems is better.

    FILE is delimited text, Parquet, a folder or a quoted pattern of Parquet files, or anything else `assess` reads. Nothing
    is fitted. Files larger than memory are read in pieces, here or by the workers of a cluster.
    """
    from foldwise.cli.gate import parse_gate

    settle_output(given)
    check_writable(given["save"], (RESULT,))
    gates = [parse_gate(text) for text in given["conditions"]]
    result = run(path, given, gates)
    tripped = {
        gate: [finding for finding in result.findings if finding.measure == gate.measure and gate.trips(finding)]
        for gate in gates
    }
    asked = [parse_held(text) for text in given["against"]]
    held = [test for one in asked for test in tests_or_reason(partial(result.against, one.value, one.measure.name))]
    show(result, tripped, given, held=held)
    write_beside(advice_in_options(result), given, partial(save_kept, result, given["save"]))
    context.exit(GATE_TRIPPED if any(tripped.values()) else 0)


def run(path: str, given: dict[str, Any], gates: Sequence[Gate]) -> Score:
    """Read the file and score the systems."""
    from foldwise.api import score as verb
    from foldwise.measures import as_measures
    from foldwise.scoring import ALL_MEASURES

    every = any(text.strip() == ALL_MEASURES for text in given["measures"])
    measures = [] if every else [measure for text in given["measures"] for measure in as_measures(text)]
    asked = [*(gate.measure for gate in gates), *(parse_held(text).measure for text in given["against"])]
    measures += [one for one in asked if one not in measures and not every]
    predicted, scores = systems_of(given)
    return verb(
        given["truth"],
        predicted or None,
        scores=scores or None,
        data=path,
        measures=ALL_MEASURES if every else measures or None,
        interval=given["interval"],
        test=given["test"],
        level=given["level"],
        rope=given["rope"],
        adjust=given["adjust"],
        groups=given["groups"],
        segments=given["segment"],
        weights=given["weights"],
        positive=given["positive"],
        classes=list(given["classes"]) or None,
        costs=given["costs"],
        decide=given["decide"],
        task=given["task"],
        system=given["system"],
        row=given["row"],
        stream=given["stream"],
        sheet=given["sheet"],
        file_format=given["file_format"],
        backend=given["backend"],
        seed=given["seed"],
    )


def systems_of(given: dict[str, Any]) -> tuple[dict[str, str | None], dict[str, tuple[str, ...]]]:
    """Columns of predictions and of scores by system, from repeated and numbered options.

    The first --score belongs to the first --predicted, and so on; --score-2 to the second system however many came
    before. A name before = decides. A system without --predicted has the labels that follow from its scores.
    """
    outputs = dict(enumerate(given["predicted"], start=1))
    scores = dict(enumerate(given["scores"], start=1))
    for number in NUMBERS:
        for found, what in ((outputs, "predicted"), (scores, "score")):
            text = given.get(f"{what}_{number}")
            if text is not None:
                if number in found:
                    message = f"--{what}-{number} names system {number} a second time"
                    raise InputError(message, hint=f"either repeated --{what} or --{what}-2, --{what}-3, …")
                found[number] = text
    names: dict[int, str] = {}
    predicted: dict[str, str | None] = {}
    for number, text in sorted(outputs.items()):
        name, column = _named(text)
        names[number] = name or column
        if names[number] in predicted:
            raise _twice(names[number], column)
        predicted[names[number]] = column
    columns: dict[str, tuple[str, ...]] = {}
    for number, text in sorted(scores.items()):
        name, column = _named(text)
        own = name or names.get(number) or column
        if outputs and number not in outputs:
            predicted.setdefault(own, None)  # its labels follow from its scores
        if own in columns:
            raise _twice(own, column)
        columns[own] = tuple(part.strip() for part in column.split(","))
    return predicted, columns


def _twice(name: str, column: str) -> InputError:
    message = f"two systems are called '{name}'"
    return InputError(message, hint=f"other={column} for one of them")


def _named(text: str) -> tuple[str, str]:
    """Read NAME=COLUMN; a plain column has no name of its own."""
    name, separator, column = text.partition("=")
    return (name.strip(), column.strip()) if separator else ("", text)


def show(
    result: Score, tripped: dict[Gate, list[Finding]], given: dict[str, Any], *, held: Sequence[ValueTest | str] = ()
) -> None:
    """Print the result, and which gates tripped."""
    if given["as_json"]:
        gates = [{"condition": str(gate), "tripped_by": [one.model for one in by]} for gate, by in tripped.items()]
        print_json({**result.to_dict(), **({"gates": gates} if gates else {}), **against_records(held)})
    elif not print_formatted(advice_in_options(result), given):
        from foldwise.reports.score import render

        print_page(render(advice_in_options(result), width=page_width(), color=wants_color()))
        if held:
            print_page(show_held(held, page_width()))
    for gate, findings in tripped.items():
        for finding in findings:
            click.echo(f"gate: {gate} cannot be ruled out for {finding.model}: {finding_text(finding)}", err=True)
