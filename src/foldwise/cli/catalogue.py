"""`models`, `plans`, `measures`, `methods`, `estimates`, `tests`, `checks`: what there is, as tables."""

from __future__ import annotations

from typing import Any

import click

from foldwise.cli.option import json_option
from foldwise.cli.page import print_json, print_table

__all__ = ["checks", "estimates", "measures", "methods", "models", "plans", "rows_of", "tests"]


def rows_of(catalogue: str) -> list[dict[str, Any]]:
    """Rows of one of the catalogues; the same are printed as a table and as JSON."""
    makers = {
        "models": _models,
        "plans": _plans,
        "measures": _measures,
        "methods": _methods,
        "estimates": _estimates,
        "tests": _tests,
        "checks": _checks,
    }
    return makers[catalogue]()


def _models() -> list[dict[str, Any]]:
    from foldwise.models import MODELS

    return [
        {"name": model.name, "for": _for([str(task) for task in model.tasks]), "what it is": model.summary}
        for model in MODELS
    ]


def _for(tasks: list[str]) -> str:
    return tasks[0] if len(tasks) == 1 else "both"


def _plans() -> list[dict[str, Any]]:
    from foldwise.plans import PLANS

    return [
        {"name": family.name, "example": str(family.example), "for": family.structure, "what it does": family.summary}
        for family in PLANS
    ]


def _measures() -> list[dict[str, Any]]:
    from foldwise.measures import MEASURES

    return [
        {
            "name": measure.name,
            "for": str(measure.task),
            "better": str(measure.direction).removesuffix(" is better"),
            "what it is": measure.title,
            "formula": measure.formula,
        }
        for measure in MEASURES
    ]


def _methods() -> list[dict[str, Any]]:
    from foldwise.intervals import INTERVALS, coverage_in_brief

    return [
        {
            "name": method.name,
            "what it is": method.summary,
            "estimates": str(method.target),
            "cost": method.cost,
            "plans": list(method.validity.plans),
            "measures": ", ".join(method.validity.only) or str(method.validity.measures),
            "coverage": coverage_in_brief(method.name),
        }
        for method in INTERVALS
    ]


def _estimates() -> list[dict[str, Any]]:
    from foldwise.estimates import ESTIMATES

    return [
        {
            "name": method.name,
            "what it is": method.summary,
            "estimates": str(method.target),
            "leans": str(method.bias),
            "cost": method.cost,
            "plans": list(method.plans),
        }
        for method in ESTIMATES
    ]


def _tests() -> list[dict[str, Any]]:
    from foldwise.comparisons import COMPARISONS, size_in_brief

    return [
        {
            "name": method.name,
            "what it is": method.summary,
            "estimates": str(method.target),
            "cost": method.cost,
            "plans": list(method.validity.plans),
            "measures": ", ".join(method.validity.only) or str(method.validity.measures),
            "wrong because": method.invalid,
            "false positives": size_in_brief(method.name),
        }
        for method in COMPARISONS
    ]


def _checks() -> list[dict[str, Any]]:
    from foldwise.advice import RULES

    return [
        {
            "name": rule.code,
            "what it is": f"{rule.title}: {rule.summary}",
            "means": str(rule.severity),
            "verbs": list(rule.verbs),
        }
        for rule in RULES
    ]


def _table(catalogue: str) -> list[dict[str, str]]:
    """Give what is shown of a catalogue: no formulas, plans by example, and what is known of a method below what it is."""
    rows = rows_of(catalogue)
    if catalogue == "checks":
        return [{**row, "verbs": ", ".join(row["verbs"])} for row in rows]
    if catalogue in ("methods", "estimates", "tests"):
        return [{"name": row["name"], "what it is": "\n".join(_known(row))} for row in rows]
    hidden = {"plans": "name", "measures": "formula"}.get(catalogue)
    return [{name: text for name, text in row.items() if name != hidden} for row in rows]


def _known(row: dict[str, Any]) -> list[str]:
    """What a method is, what it estimates at what cost, where it is valid, and how it did in simulations."""
    leans = f", leans: {row['leans']}" if "leans" in row else ""
    lines = [row["what it is"], f"estimates: {row['estimates']}{leans}; cost: {row['cost']}"]
    measures = f"; {row['measures']}" if "measures" in row else ""
    lines.append(f"valid for {', '.join(row['plans']) or 'every plan'}{measures}")
    simulated = {"coverage": "covers at 95 %", "false positives": "calls equal models different at 5 %"}
    return lines + [f"{words}: {row[name]}" for name, words in simulated.items() if row.get(name)]


def _show(catalogue: str, *, as_json: bool, note: str) -> None:
    if as_json:
        print_json({"verb": catalogue, "rows": rows_of(catalogue)})
    else:
        print_table(_table(catalogue), note, section="for" if catalogue == "measures" else "")


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
        "measures", as_json=as_json, note="Several: --measure error,auc. The formulas are in foldwise measures --json."
    )


@click.command(short_help="List the interval methods, their cost, validity and coverage.")
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


@click.command()
@json_option
def tests(*, as_json: bool) -> None:
    """List the tests: how two models are compared, where each is valid, and its simulated false positives."""
    _show(
        "tests",
        as_json=as_json,
        note="Without --test: the one that is valid for the plan, the measure and the models.",
    )


@click.command()
@json_option
def checks(*, as_json: bool) -> None:
    """List the checks of rows, plans and predictions that every call makes."""
    _show("checks", as_json=as_json, note="What they find is said first, with what mends it.")
