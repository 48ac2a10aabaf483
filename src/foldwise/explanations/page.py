"""What is known about a member as text, 80 columns wide."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

from foldwise.comparisons import Size
from foldwise.explanations.simulations import default_blocks, measure_blocks
from foldwise.intervals import simulated_coverage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from foldwise.intervals import Coverage

__all__ = ["page_of"]

WIDTH, MARGIN = 80, "  "
ONE_MODEL_TESTS = ("one-share", "given-value")
"""Tests of one model."""
MOST_SIZES = 40
"""Settings of a test beyond which only the highest rates are listed."""


def page_of(facts: Mapping[str, Any]) -> str:
    """Write the facts about one member."""
    title = f"{facts['name']}  ({facts['kind']})"
    end = "" if facts["summary"].endswith(("?", "!")) else "."
    summary = f"{facts['summary'][0].upper()}{facts['summary'][1:]}{end}"
    return "\n\n".join([f"{title}\n{'-' * len(title)}", fill(summary, WIDTH), *_blocks(facts)])


def _blocks(facts: Mapping[str, Any]) -> Iterator[str]:
    """The parts of a page that the kind has, in one order for all kinds."""
    if facts.get("formula"):
        yield _block(
            "What it does" if facts["kind"] in ("plan", "verb", "improvement") else "Formula", facts["formula"]
        )
    if about := _about(facts):
        yield _block("About", about)
    if facts.get("assumptions"):
        yield _listed("Where it is valid", facts["assumptions"])
    if facts.get("parameters"):
        yield _listed("Parameters", [_parameter(one) for one in facts["parameters"]])
    if facts.get("undefined"):
        yield _block("Undefined", facts["undefined"])
    yield from (_block(name, facts[name.lower()]) for name in ("Notes", "Reference") if facts.get(name.lower()))
    if facts.get("also_called"):
        yield _block("Also called", ", ".join(facts["also_called"]))
    yield from _simulated_blocks(facts)


def _about(facts: Mapping[str, Any]) -> str:
    """What it is for and how it is used, in one line."""
    if facts["kind"] == "measure" and "needs" in facts:
        low = "-∞" if facts["low"] is None else f"{facts['low']:g}"
        high = "∞" if facts["high"] is None else f"{facts['high']:g}"
        return f"{facts['task']}, needs a {facts['needs']}; {low} to {high}, {facts['direction']}"
    if facts["kind"] == "plan":
        return f"written {facts['usage']}, such as {facts['example']}"
    if facts["kind"] == "verb":
        return f"in Python foldwise.{facts['name']}" + (f"; {facts['command']}" if facts["command"] else "")
    if "used_by" in facts:
        return f"used by {facts['used_by']}"
    if "made_by" in facts:
        return f"made by {' and '.join(facts['made_by'])}"
    return f"the {facts['target']}; {facts['cost']}" if "target" in facts else ""


def _parameter(one: Mapping[str, Any]) -> str:
    """Name, default, what it is and what it may be."""
    value = one.get("value", one["default"])
    told = ": ".join(part for part in (f"{one['name']} = {value}" if value else one["name"], one["what"]) if part)
    told = told.replace("``", "`")
    return f"{told}; {one['allowed']}" if one.get("allowed") else told


def _simulated_blocks(facts: Mapping[str, Any]) -> Iterator[str]:
    """What was simulated: of a method its coverage or its false positives, of a measure those of its default."""
    if facts["kind"] == "measure":
        yield from measure_blocks(facts["name"])
        return
    if facts.get("coverage"):
        yield _simulated(simulated_coverage(facts["name"]))
    if facts.get("size"):
        yield _sizes([Size(**one) for one in facts["size"]])
    yield from default_blocks(facts["kind"], facts["name"])


def _sizes(found: list[Size]) -> str:
    """All rates, or where there are many the highest for each world and measure."""
    shown = found
    if len(found) > MOST_SIZES:
        highest = {(one.world.partition(" n=")[0], one.plan, one.measure): one for one in sorted(found, key=_rate)}
        shown = [one for one in found if one in highest.values()]
    what = "True values rejected" if found[0].test in ONE_MODEL_TESTS else "Equal models called different"
    head = f"{what} in simulations, where 5 % are promised"
    rest = len(found) - len(shown)
    more = (
        [_filled(f"the highest of each world; {rest} more settings with --json, or as records in Python")]
        if rest
        else []
    )
    first, last = max(23, *(len(one.world) for one in shown)), max(6, *(len(one.measure) for one in shown))
    widths = first, min(28, WIDTH - 19 - first - last), last
    return "\n".join([head, *(_size_line(one, widths) for one in shown), *more])


def _rate(found: Size) -> float:
    return found.rate


def _size_line(found: Size, widths: tuple[int, int, int]) -> str:
    cells = zip((found.world, found.plan, found.measure), widths, strict=True)
    return f"{MARGIN}{' '.join(f'{text:<{width}}' for text, width in cells)} {found!s:>14}".rstrip()


def _block(title: str, text: str) -> str:
    paragraphs = (" ".join(one.split()) for one in text.replace("``", "`").split("\n\n"))
    return "\n".join([title, *(_filled(paragraph) for paragraph in paragraphs)])


def _listed(title: str, lines: list[str]) -> str:
    return "\n".join([title, *(_filled(f"- {line}", MARGIN) for line in lines)])


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
    more = [_filled(f"{rest} more settings with --json, or as records in Python")] if rest else []
    head = f"Simulated coverage of the risk at 95 %, {plan}"
    return "\n".join([fill(head, WIDTH), *lines, *more])
