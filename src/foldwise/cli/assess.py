"""`assess`: how good the models are on a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.advice import advice_in_options
from foldwise.cli.against import against_option, against_records, parse_held, show_held, tests_or_reason
from foldwise.cli.backend import backend_arguments, with_backend_options
from foldwise.cli.meter import metered
from foldwise.cli.option import (
    KEPT,
    fail_if_option,
    failure_option,
    fit_arguments,
    json_option,
    level_option,
    measures_option,
    name_option,
    quiet_option,
    read_rows_of_file,
    segment_option,
    with_data_options,
    with_fit_options,
    with_model_options,
    with_plan_option,
)
from foldwise.cli.output import print_formatted, settle_output, with_output_options, write_beside
from foldwise.cli.page import page_width, print_json, print_page, wants_color
from foldwise.cli.saving import MODEL, PREDICTIONS, RESULT, check_one_model, check_writable, save_assessment
from foldwise.cli.storing import store_of_option, with_store_options
from foldwise.errors import Interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from foldwise.cli.against import GivenValue
    from foldwise.cli.gate import Gate
    from foldwise.comparisons import ValueTest
    from foldwise.measures import Measure
    from foldwise.reports import Assessment, Finding
    from foldwise.typing import Given

__all__ = ["assess"]

FAILED_FITS, GATE_TRIPPED = 4, 5
EXAMPLES = """\b
Examples
  foldwise assess churn.csv --target churned
  foldwise assess churn.csv -t churned -m logistic -m tree --plan 'kfold(5)'
  foldwise assess churn.csv -t churned -m svm --fail-if 'error > 0.1'
  foldwise assess churn.csv -t churned -m logistic --save model.skops
"""


@click.command(epilog=EXAMPLES, short_help="Estimate how good models are, with intervals.")
@click.argument("path", metavar="FILE")
@with_data_options
@segment_option
@with_model_options
@click.option(
    "--decide",
    type=click.Choice(["cost", "training"]),
    help="Choose labels by what they cost: by the probabilities, or by a threshold found on training rows.",
)
@with_plan_option
@measures_option("What to measure (foldwise measures); repeatable.")
@name_option(
    "--interval",
    "methods",
    "Interval method (foldwise methods), or careful. Without: the one that is valid.",
    "--method",
)
@name_option(
    "--estimate", "estimates", "Estimate (foldwise estimates). Without: the one in the middle of the interval."
)
@level_option("Level of the intervals.")
@click.option(
    "--until",
    type=float,
    metavar="WIDTH",
    help="Repeat the plan until the first interval is ±WIDTH or less; intervals are anytime-valid.",
)
@click.option("--budget", type=int, metavar="FITS", help="Most fits of a model that --until may spend.")
@click.option("--allow-invalid", is_flag=True, help="Give an interval that is known to be wrong, with its note.")
@with_fit_options
@with_backend_options
@failure_option("Stop at a fit that fails, or go on and list it.")
@with_store_options(
    "Keep the result (.foldwise), the predictions (.npz, .parquet), or the model fitted to all rows (.skops)."
)
@fail_if_option
@against_option
@with_output_options
@json_option
@quiet_option
@click.pass_context
def assess(context: click.Context, /, path: str, **given: Given) -> None:
    """Estimate how good one or more models are on the rows of FILE, with confidence intervals.

    FILE is delimited text, ARFF, JSON lines (each also gzipped), Excel, Parquet, Feather or SQLite; - is standard input.

    A --fail-if gate trips as soon as the interval reaches past the limit, so passing means that the measure is on the
    right side at the level of the interval.
    """
    from foldwise.cli.gate import parse_gate

    settle_output(given)
    gates = [parse_gate(text) for text in given["conditions"]]
    asked = [parse_held(text) for text in given["against"]]
    check_writable(given["save"], (*PREDICTIONS, MODEL, RESULT))
    check_one_model(given["save"], given["models"])
    store = store_of_option(given["store"], none=given["no_store"])
    context.meta[KEPT] = store is not None
    try:
        assessment = run(path, given, [*(gate.measure for gate in gates), *(one.measure for one in asked)], store)
    except Interrupted as stopped:
        if stopped.result is not None:  # the repeats that are complete stand
            show(stopped.result, {}, store, given)
        raise
    tripped = check_gates(gates, assessment, given)
    show(assessment, tripped, store, given, held=held_tests(assessment, asked, given))
    write_beside(advice_in_options(assessment), given, partial(save_assessment, assessment, given["save"]))
    context.exit(GATE_TRIPPED if any(tripped.values()) else FAILED_FITS if assessment.failures else 0)


def run(path: str, given: dict[str, Any], beside: Sequence[Measure], store: Path | None) -> Assessment:
    """Read the file and assess the models; measures of gates and tests beside are checked before anything is fitted."""
    from foldwise.api import assess as verb
    from foldwise.evaluation import check_measures
    from foldwise.measures import as_measures
    from foldwise.models import default_models

    measures = [measure for text in given["measures"] for measure in as_measures(text)]
    dataset = read_rows_of_file(path, given)
    check_measures(beside, dataset)
    with metered() as meter:
        return verb(
            list(given["models"]) or default_models(dataset),
            dataset,
            measures=measures or None,
            decide=given["decide"],
            interval=given["interval"],
            estimate=given["estimate"],
            until=given["until"],
            budget=given["budget"],
            allow_invalid=given["allow_invalid"],
            **fit_arguments(given),
            **backend_arguments(given),
            on_failure=given["on_failure"],
            store=store or False,
            progress=meter,
        )


def held_tests(assessment: Assessment, asked: Sequence[GivenValue], given: dict[str, Any]) -> list[ValueTest | str]:
    """Hold the models, other than the baseline, against the values of --against."""
    from foldwise.evaluation import Request, evaluate
    from foldwise.reports.shared import held_against

    models = [name for name in assessment.models if name != assessment.baseline] or list(assessment.models)
    request = Request(given["interval"], given["estimate"], given["level"], given["allow_invalid"])

    def hold(one: GivenValue, model: str) -> Iterator[ValueTest]:
        chosen = assessment.predictions.only(model)
        for finding in evaluate(chosen, (one.measure,), request):
            yield held_against(chosen, finding, one.value, seed=assessment.seed)

    return [test for one in asked for model in models for test in tests_or_reason(partial(hold, one, model))]


def show(
    assessment: Assessment,
    tripped: dict[Gate, list[Finding]],
    store: Path | None,
    given: dict[str, Any],
    *,
    held: Sequence[ValueTest | str] = (),
) -> None:
    """Print the result, and which gates tripped."""
    if given["as_json"]:
        gates = [{"condition": str(gate), "tripped_by": [one.model for one in by]} for gate, by in tripped.items()]
        print_json({**assessment.to_dict(), **({"gates": gates} if gates else {}), **against_records(held)})
    elif not print_formatted(advice_in_options(assessment), given):
        from foldwise.reports.assessment import render

        print_page(
            render(
                advice_in_options(assessment),
                width=page_width(),
                color=wants_color(),
                kept="" if store is None else f"saved in {store}",
                times=True,
            )
        )
        if held:
            print_page(show_held(held, page_width()))
    for gate, findings in tripped.items():
        for finding in findings:
            click.echo(f"gate: {gate} cannot be ruled out for {finding.model}: {finding_text(finding)}", err=True)


def finding_text(finding: Finding) -> str:
    """Write the value and the interval of a finding."""
    from foldwise.reports.shared import Digits

    value, interval = finding.estimate.value, finding.interval
    digits = Digits.of(finding.measure, [value])
    return (
        digits.show(value)
        if interval is None
        else f"{digits.show(value)} {digits.interval(interval.low, interval.high)}"
    )


def check_gates(gates: Sequence[Gate], assessment: Assessment, given: dict[str, Any]) -> dict[Gate, list[Finding]]:
    """Find the models, other than the baseline, that trip each gate."""
    from foldwise.evaluation import Request, evaluate

    models = [name for name in assessment.models if name != assessment.baseline] or list(assessment.models)
    chosen = assessment.predictions.only(*models)
    request = Request(given["interval"], given["estimate"], given["level"], given["allow_invalid"])
    return {gate: [one for one in evaluate(chosen, (gate.measure,), request) if gate.trips(one)] for gate in gates}
