"""`diagnose`: what limits a model on a file, and what to do about it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.assess import FAILED_FITS, GATE_TRIPPED, finding_text
from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.hint import in_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    KEPT,
    complete,
    fail_if_option,
    failure_option,
    json_option,
    level_option,
    one_measure_option,
    one_model_option,
    quiet_option,
    read_rows_of_file,
    with_data_options,
    with_fit_options,
    with_plan_option,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page
from foldwise.cli.saving import RESULT, check_writable, save_kept, save_option
from foldwise.cli.storing import store_of_option, with_place_options
from foldwise.cli.typed_rows import typed_rows
from foldwise.errors import Interrupted, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from foldwise.advice import Advice
    from foldwise.cli.gate import Gate
    from foldwise.reports import Diagnosis
    from foldwise.typing import Given

__all__ = ["diagnose"]

EXAMPLES = """\b
Examples
  foldwise diagnose churn.csv --target churned --model tree
  foldwise diagnose churn.csv -t churned -m logistic --part learning-curve \\
      --reach 0.05
  foldwise diagnose churn.csv -t churned -m tree --check --allow FW105
"""


@click.command(epilog=EXAMPLES, short_help="Find what limits a model, and what to do.")
@click.argument("path", metavar="FILE")
@with_data_options
@one_model_option("The model (foldwise models, or package.module:object).")
@click.option(
    "--part",
    "parts",
    metavar="NAME",
    multiple=True,
    shell_complete=complete("diagnoses"),
    help="Part of the diagnosis (foldwise diagnoses); repeatable. Without: all.",
)
@with_plan_option
@one_measure_option("Loss that the diagnosis uses. Without: the error, or the mse.")
@click.option("--samples", type=int, default=50, show_default=True, help="Bootstrap samples.")
@click.option("--reach", type=float, metavar="ERROR", help="Estimate how many rows it takes to reach this error.")
@click.option("--noise", metavar="VARIANCE", help="Variance of the noise in the target, or replicates.")
@click.option(
    "--new",
    "new_rows",
    metavar="FILE",
    help="Rows the model will be used on; columns whose distribution differs are listed.",
)
@click.option(
    "--rival",
    "rivals",
    metavar="NAME",
    multiple=True,
    shell_complete=complete("models"),
    help="Another candidate, to compare in-sample criteria with; repeatable.",
)
@level_option("Level of intervals and verdicts.")
@with_fit_options
@with_backend_options
@failure_option("Stop at a fit of the plan that fails, or go on without it.")
@with_place_options
@click.option("--check", is_flag=True, help="Exit with 5 if a check casts doubt on the figures or the model.")
@click.option("--allow", metavar="CODE", multiple=True, help="A code that --check lets pass; repeatable.")
@fail_if_option
@save_option
@with_output_options
@json_option
@quiet_option
@click.pass_context
def diagnose(context: click.Context, /, path: str, **given: Given) -> None:
    """Find what limits a model on the rows of FILE, and what to do about it.

    Bias, variance and noise, instability, learning curve, complexity curve, over- and underfitting, in-sample criteria, capacity,
    calibration, slices, importance of columns, checks, and a short ranked list of advice.

    With --check the exit code is 5 where the figures are or may be wrong (foldwise checks), or where the model is not
    shown to be better than the baseline.
    """
    from foldwise.cli.gate import parse_gate

    settle_output(given)
    check_writable(given["save"], (RESULT,))
    check_codes(given["allow"])
    gates = [parse_gate(text) for text in given["conditions"]]
    store = store_of_option(given["store"], none=given["no_store"])
    context.meta[KEPT] = store is not None
    try:
        found = run(path, given, store)
    except Interrupted as stopped:
        if stopped.result is not None:  # the parts that are finished stand
            show(stopped.result, [], {}, given)
        raise
    failing = failing_checks(found, given["allow"]) if given["check"] else []
    tripped = {gate: fails_gate(gate, found) for gate in gates}
    show(found, failing, tripped, given)
    write_beside(as_typed(found), given, partial(save_kept, as_typed(found), given["save"]))
    if failing or any(tripped.values()):
        context.exit(GATE_TRIPPED)
    context.exit(FAILED_FITS if found.predictions.failures else 0)


def run(path: str, given: dict[str, Any], store: Path | None) -> Diagnosis:
    """Read the file and diagnose the model."""
    from foldwise.api import diagnose as verb

    dataset = read_rows_of_file(path, given)
    with metered() as meter:
        return verb(
            given["model"],
            dataset,
            parts=list(given["parts"]) or None,
            plan=given["plan"],
            measure=given["measure"],
            samples=given["samples"],
            reach=given["reach"],
            noise=noise_of(given["noise"]),
            new_rows=given["new_rows"],
            rivals=list(given["rivals"]) or None,
            level=given["level"],
            seed=given["seed"],
            jobs=given["jobs"],
            timeout=given["timeout"],
            memory_limit=given["memory_limit"],
            engine=given["engine"],
            **backend_arguments(given),
            on_failure=given["on_failure"],
            store=store or False,
            progress=meter,
        )


def noise_of(text: str | None) -> float | str | None:
    """A variance, or the word.

    Examples
    --------
    >>> noise_of("0.25"), noise_of("replicates"), noise_of(None)
    (0.25, 'replicates', None)
    """
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def check_codes(codes: Sequence[str]) -> None:
    """Refuse codes that no check has."""
    from foldwise.advice import RULES

    known = [rule.code for rule in RULES]
    for code in codes:
        if code.upper() not in known:
            raise UnknownNameError.of("check", code, known)


def failing_checks(found: Diagnosis, allowed: Sequence[str]) -> list[Advice]:
    """What --check fails on: doubts about the figures, and a model that is no better than the baseline."""
    passed = {code.upper() for code in allowed}
    return [one for one in found.failing if one.code not in passed]


def fails_gate(gate: Gate, found: Diagnosis) -> bool:
    """Whether the model trips a gate under one of the measures of the diagnosis, or under one that is asked here."""
    from foldwise.evaluation import evaluate

    (finding,) = evaluate(found.predictions.only(found.model), (gate.measure,))
    if gate.trips(finding):
        click.echo(f"gate: {gate} cannot be ruled out for {finding.model}: {finding_text(finding)}", err=True)
        return True
    return False


def show(found: Diagnosis, failing: Sequence[Advice], tripped: dict[Gate, bool], given: dict[str, Any]) -> None:
    """Print the result, and what it fails on."""
    from foldwise.reports.diagnosis import render

    if given["as_json"]:
        gates = [{"condition": str(gate), "tripped": by} for gate, by in tripped.items()]
        failed = {"failed_checks": [one.code for one in failing]} if failing else {}
        print_json({**as_typed(found).to_dict(), **failed, **({"gates": gates} if gates else {})})
    elif not print_formatted(as_typed(found), given):
        print_page(render(as_typed(found), width=page_width()))
    for one in failing:
        click.echo(f"check: {one.code} {one.title}: {one.found}", err=True)


def as_typed(found: Diagnosis) -> Diagnosis:
    """The same diagnosis with options where it says what to type, and commands about the file as it was typed."""
    from foldwise.reports import rows_typed

    checks = tuple(replace(check, mend=in_options(check.mend)) for check in found.checks)
    own = f"{rows_typed(found.dataset)} --model {quote(found.model)}"
    rows = typed_rows(click.get_current_context())
    advice = tuple(
        replace(advice_item, command=advice_item.command.replace(own, rows), evidence=in_options(advice_item.evidence))
        for advice_item in found.advice
    )
    left_out = {name: in_options(reason) for name, reason in found.left_out.items()}
    return replace(found, checks=checks, advice=advice, left_out=left_out)
