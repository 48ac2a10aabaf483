"""`explain`: what a method computes, what it assumes, who proposed it, and how well it did in simulations."""

from __future__ import annotations

import inspect
import re
from dataclasses import asdict
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from foldwise.cli.measure_page import default_blocks, measure_called, measure_facts, measure_text
from foldwise.cli.option import json_option
from foldwise.cli.page import WIDTH, print_json, print_page
from foldwise.errors import UnknownNameError
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.comparisons import SimulatedTest, Size
    from foldwise.intervals import Coverage, Simulated, Validity
    from foldwise.typing import Given

__all__ = ["explain"]

MEMO = re.compile(r" \(METHODS [^)]*\)|;[^;.]*\bMETHODS [A-Z0-9]+(\.\d+)*")
"""Where the formulas were collected, which only helps those who write foldwise."""
KEY = re.compile(r"\b([a-z]+)(\d{4})\b")
SECTION = re.compile(r"(?m)^(\w+)\n-{3,}\n")
MARGIN = "  "


def methods_called(name: str) -> dict[str, Any]:
    """Every method and measure of that name: an interval, an estimate and a comparison may share one."""
    from foldwise.comparisons import COMPARISONS
    from foldwise.estimates import ESTIMATES
    from foldwise.intervals import INTERVALS

    kinds: dict[str, tuple[Any, ...]] = {"interval": INTERVALS, "estimate": ESTIMATES, "comparison": COMPARISONS}
    wanted = method_name(name)
    found = {kind: one for kind, members in kinds.items() for one in members if one.name == wanted}
    measure = measure_called(name)
    if measure is not None:
        found["measure"] = measure
    if not found:
        known = {one.name for members in kinds.values() for one in members}
        raise UnknownNameError.of("method", name, known)
    return found


def sections_of(method: Given) -> dict[str, str]:
    """Docstring by section: what comes first is the formula."""
    first, *rest = SECTION.split(MEMO.sub("", inspect.getdoc(type(method)) or ""))
    found = dict(zip(rest[::2], rest[1::2], strict=True))
    return {"Formula": first.strip(), **{title: text.strip() for title, text in found.items()}}


def facts_of(kind: str, method: Given) -> dict[str, Any]:
    """Everything there is to say about a method, as plain data."""
    if kind == "measure":
        return measure_facts(method)
    sections = sections_of(method)
    validity = getattr(method, "validity", None)
    return {
        "name": method.name,
        "kind": kind,
        "summary": method.summary,
        "formula": sections["Formula"],
        "assumptions": list(_assumptions(method, validity)),
        "notes": sections.get("Notes", ""),
        "target": str(method.target),
        "cost": method.cost,
        "reference": KEY.sub(lambda key: f"{key[1].capitalize()} ({key[2]})", sections.get("References", "")),
        "coverage": [one.record() for one in _coverage(kind, method)],
        "size": [one.record() for one in _size(kind, method)],
        "default_coverage": [asdict(one) for one in _default_coverage(kind, method)],
        "default_size": [asdict(one) for one in _default_size(kind, method)],
    }


def _coverage(kind: str, method: Given) -> tuple[Coverage, ...]:
    from foldwise.intervals import simulated_coverage

    return simulated_coverage(method.name) if kind == "interval" else ()


def _default_coverage(kind: str, method: Given) -> tuple[Simulated, ...]:
    from foldwise.intervals import default_coverage

    return default_coverage(method=method.name) if kind == "interval" else ()


def _default_size(kind: str, method: Given) -> tuple[SimulatedTest, ...]:
    from foldwise.comparisons import default_size

    return default_size(method=method.name) if kind == "comparison" else ()


def _size(kind: str, method: Given) -> tuple[Size, ...]:
    from foldwise.comparisons import simulated_size

    return simulated_size(method.name) if kind == "comparison" else ()


def _assumptions(method: Given, validity: Validity | None) -> Iterator[str]:
    """Where the method is valid, in words."""
    if validity is None:
        yield f"plans: {', '.join(method.plans) or 'any'}"
        if method.needs_apparent:
            yield "the model is also fitted to all rows"
        if method.needs_train:
            yield "training rows are predicted as well"
        yield f"leans: {method.bias}"
        return
    yield f"plans: {', '.join(validity.plans)}"
    yield f"measures: {', '.join(validity.only) or validity.measures}"
    yield from _limits(validity)
    yield "rows: any number" if validity.any_size else "rows: 20 and more, 5 and more of every class"
    if method.invalid:
        yield f"never valid: {method.invalid}"


def _limits(validity: Validity) -> Iterator[str]:
    if validity.min_resamples > 1:
        yield f"resamples with a score: {validity.min_resamples} and more"
    if validity.min_repeats > 1 or validity.max_repeats < float("inf"):
        most = "and more" if validity.max_repeats == float("inf") else f"to {validity.max_repeats:g}"
        yield f"repeats of the plan: {validity.min_repeats} {most}"
    if validity.min_test_rows > 1:
        yield f"rows in a test set: {validity.min_test_rows} and more"
    if validity.max_test_share < 1:
        yield f"share of the rows in a test set: at most {validity.max_test_share:.0%}"


def page_of(facts: dict[str, Any], found: tuple[Coverage, ...]) -> str:
    """Write the facts in 80 columns."""
    if facts["kind"] == "measure":
        return measure_text(facts)
    title = f"{facts['name']}  ({facts['kind']})"
    parts = [f"{title}\n{'-' * len(title)}", fill(f"{facts['summary']}.", WIDTH)]
    parts.append(_block("Formula", facts["formula"]))
    parts.append(_block("About", f"the {facts['target']}; {facts['cost']}"))
    parts.append("\n".join(["Where it is valid", *(_filled(f"- {one}", "  ") for one in facts["assumptions"])]))
    parts += [_block(name, facts[name.lower()]) for name in ("Notes", "Reference") if facts[name.lower()]]
    if found:
        parts.append(_simulated(found))
    if facts["size"]:
        from foldwise.comparisons import Size

        lines = [_size_line(Size(**one)) for one in facts["size"]]
        parts.append("\n".join(["Equal models called different in simulations, where 5 % are promised", *lines]))
    parts += default_blocks(facts["kind"], facts["name"])
    return "\n\n".join(parts)


def _size_line(found: Size) -> str:
    return f"{MARGIN}{found.world:<23} {found.plan:<28} {found.measure:<6} {found!s:>14}".rstrip()


def _block(title: str, text: str) -> str:
    paragraphs = (" ".join(one.split()) for one in text.replace("``", "`").split("\n\n"))
    return "\n".join([title, *(_filled(one) for one in paragraphs)])


def _filled(text: str, hang: str = "") -> str:
    return fill(text, WIDTH, initial_indent=MARGIN, subsequent_indent=MARGIN + hang)


def _simulated(found: tuple[Coverage, ...]) -> str:
    """Coverage on the plan the method is mostly used with, and where the rest is."""
    risk = [one for one in found if one.target == "risk"]
    plan = risk[0].plan
    shown = [one for one in risk if one.plan == plan]
    lines = [
        f"{MARGIN}{one.problem:<11} {one.model:<12} n = {one.n:<6} {one!s:>14}   width {one.width:.3g}" for one in shown
    ]
    rest = len(risk) - len(shown)
    more = [_filled(f"{rest} more settings: foldwise explain {found[0].method} --json")] if rest else []
    head = f"Simulated coverage of the risk at 95 %, {plan}"
    return "\n".join([fill(head, WIDTH), *lines, *more])


@click.command(short_help="Tell what a method or measure computes and achieves.")
@click.argument("name", metavar="METHOD")
@json_option
def explain(name: str, *, as_json: bool) -> None:
    """Print the formula, the assumptions, the reference and what was simulated of METHOD.

    METHOD is an interval method (foldwise methods), an estimate (foldwise estimates), a test for two models, or a measure
    (foldwise measures).
    """
    methods = methods_called(name)
    facts = [facts_of(kind, method) for kind, method in methods.items()]
    if as_json:
        print_json({"verb": "explain", "rows": facts})
        return
    pages = (page_of(fact, _coverage(fact["kind"], methods[fact["kind"]])) for fact in facts)
    print_page("\n\n\n".join(pages))
