"""`models`, `plans`, `measures`, `methods`, `estimates`, `tests`, `improvements`, `diagnoses`, `checks`: what there is, as tables."""

from __future__ import annotations

from typing import Any

import click

from foldwise.cli.option import json_option
from foldwise.cli.page import print_json, print_table

__all__ = ["checks", "diagnoses", "estimates", "improvements", "measures", "methods", "models", "plans", "tests"]


def _table(catalogue: str) -> list[dict[str, str]]:
    """Give what is shown of a catalogue: no formulas, plans by example, and what is known of a method below what it is."""
    from foldwise.explanations import rows_of_catalogue

    rows = rows_of_catalogue(catalogue)
    if catalogue == "checks":
        return [{**row, "verbs": ", ".join(row["verbs"])} for row in rows]
    if catalogue in ("methods", "estimates", "tests"):
        return [{**_purpose(row), "name": row["name"], "what it is": "\n".join(_known(row))} for row in rows]
    if catalogue == "measures":
        shown = ("name", "for", "better")
        return [{**{name: row[name] for name in shown}, "what it is": "\n".join(_measured(row))} for row in rows]
    if catalogue == "improvements":
        return [{name: row[name] for name in ("name", "about", "what it is")} for row in rows]
    return [{name: text for name, text in row.items() if (catalogue, name) != ("plans", "name")} for row in rows]


def _measured(row: dict[str, Any]) -> list[str]:
    """What a measure is, its parameters, and when it has no value."""
    parameters = [f"{_valued(one)}: {one['what']}" for one in row["parameters"]]
    undefined = [] if row["undefined"] == "never" else [f"undefined: {row['undefined']}"]
    return [row["what it is"], *parameters, *undefined]


def _valued(one: dict[str, Any]) -> str:
    return f"{one['name']} = {one['default']}" if one["default"] else one["name"]


def _purpose(row: dict[str, Any]) -> dict[str, str]:
    """Which rows a test is for; nothing for other methods."""
    return {"for": row["for"]} if "for" in row else {}


def _known(row: dict[str, Any]) -> list[str]:
    """What a method is, what it estimates at what cost, where it is valid, and how it did in simulations."""
    leans = f", leans: {row['leans']}" if "leans" in row else ""
    lines = [row["what it is"], f"estimates: {row['estimates']}{leans}; cost: {row['cost']}"]
    lines.append(f"plans: {', '.join(row['plans']) or 'any'}")
    lines += [f"measures: {row['measures']}"] if "measures" in row else []
    simulated = {"coverage": "covers at 95 %", "false positives": "calls equal models different at 5 %"}
    return lines + [f"{words}: {row[name]}" for name, words in simulated.items() if row.get(name)]


def _show(catalogue: str, *, as_json: bool, note: str) -> None:
    from foldwise.explanations import rows_of_catalogue

    if as_json:
        print_json({"verb": catalogue, "rows": rows_of_catalogue(catalogue)})
    else:
        print_table(_table(catalogue), note, section="for" if catalogue in ("measures", "tests", "diagnoses") else "")


@click.command()
@json_option
def models(*, as_json: bool) -> None:
    """List the models that have a name."""
    _show(
        "models",
        as_json=as_json,
        note="Your own: --model package.module:object or file.py:object; in Python any estimator.",
    )


@click.command()
@json_option
def plans(*, as_json: bool) -> None:
    """List the plans: how rows are resampled."""
    note = "Without --plan: kfold(10, repeats=3), or what suits --groups and --order."
    _show("plans", as_json=as_json, note=note)


@click.command()
@json_option
def measures(*, as_json: bool) -> None:
    """List the measures."""
    _show(
        "measures",
        as_json=as_json,
        note="Several: --measure error,auc. More about one, with its formula: foldwise explain auc.",
    )


@click.command(short_help="List the interval methods and their validity.")
@json_option
def methods(*, as_json: bool) -> None:
    """List the interval methods: what each estimates, its cost, where it is valid, and its simulated coverage."""
    note = (
        "Without --interval: the one that is valid for the plan and the measure. "
        "More about one: foldwise explain corrected-t. On your data: foldwise certify."
    )
    _show("methods", as_json=as_json, note=note)


@click.command()
@json_option
def estimates(*, as_json: bool) -> None:
    """List the estimates: how the resamples become one number."""
    _show("estimates", as_json=as_json, note="Without --estimate: the one in the middle of the interval.")


@click.command(short_help="List the tests that compare two models.")
@json_option
def tests(*, as_json: bool) -> None:
    """List the tests: how two models are compared, where each is valid, and its simulated false positives."""
    _show(
        "tests",
        as_json=as_json,
        note="Without --test: the one that is valid for the plan, the measure and the models.",
    )


@click.command(short_help="List the ways to lower the error of a model.")
@json_option
def improvements(*, as_json: bool) -> None:
    """List the improvements: variants of a model that may have a smaller error, and what part of it they are to lower."""
    note = "Without --variant, improve tries those that make sense for the model. More about one: foldwise explain bagging."
    _show("improvements", as_json=as_json, note=note)


@click.command(short_help="List the parts of a diagnosis.")
@json_option
def diagnoses(*, as_json: bool) -> None:
    """List the parts of a diagnosis, the forms of bias and variance, the in-sample criteria and the models of curves."""
    note = "Some parts only: --part bias-variance. More about one: foldwise explain kohavi-wolpert."
    _show("diagnoses", as_json=as_json, note=note)


@click.command(short_help="List the checks of rows, plans and predictions.")
@json_option
def checks(*, as_json: bool) -> None:
    """List the checks of rows, plans and predictions that every call makes."""
    _show("checks", as_json=as_json, note="What they find is said first, with what to do about it.")
