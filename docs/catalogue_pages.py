"""One page for every member of a catalogue: plans, measures, estimates, interval methods, tests, models, checks."""

from __future__ import annotations

import inspect
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.advice import RULES, Rule
from foldwise.comparisons import COMPARISONS, UNPAIRED, ComparisonMethod, Size, simulated_size
from foldwise.data import Task
from foldwise.diagnoses import CRITERIA, DECOMPOSITIONS
from foldwise.estimates import ESTIMATES
from foldwise.explanations.members import TEST_FUNCTIONS
from foldwise.improvement import IMPROVEMENTS
from foldwise.intervals import (
    INTERVALS,
    Coverage,
    IntervalMethod,
    Simulated,
    choose_interval,
    default_coverage,
    simulated_coverage,
)
from foldwise.measures import MEASURES, Measure, ModelScores, describe
from foldwise.measures.curves import CURVES
from foldwise.models import MODELS
from foldwise.plans import PLANS
from foldwise.predictions import Predictions
from foldwise.problems import PROBLEMS

if TYPE_CHECKING:
    from pathlib import Path


def write_pages(folder: Path) -> None:
    """Write every page and the index of every catalogue."""
    write_catalogue(folder / "plans", "Plans", {plan_name(one): plan_page(one) for one in PLANS})
    write_catalogue(folder / "measures", "Measures", {one.name: measure_page(one) for one in MEASURES})
    write_catalogue(folder / "curves", "Curves", {one.name: curve_page(one) for one in CURVES})
    write_catalogue(folder / "estimates", "Estimates", {one.name: method_page(one) for one in ESTIMATES})
    write_catalogue(folder / "intervals", "Interval methods", {one.name: method_page(one) for one in INTERVALS})
    tests = {one.name: method_page(one) for one in (*COMPARISONS, *UNPAIRED)} | {
        name: other_page(name) for name in TEST_FUNCTIONS
    }
    write_catalogue(folder / "tests", "Tests", tests)
    write_catalogue(folder / "decompositions", "Decompositions", {one.name: method_page(one) for one in DECOMPOSITIONS})
    write_catalogue(folder / "criteria", "In-sample criteria", {one.name: method_page(one) for one in CRITERIA})
    write_catalogue(folder / "problems", "Problems", {one.name: method_page(one) for one in PROBLEMS})
    write_catalogue(folder / "models", "Models", {one.name: model_page(one) for one in MODELS})
    write_catalogue(folder / "improvements", "Improvements", {one.name: method_page(one) for one in IMPROVEMENTS})
    write_catalogue(folder / "checks", "Checks", {one.code: check_page(one) for one in RULES})


def write_catalogue(folder: Path, title: str, pages: dict[str, str]) -> None:
    """Write the pages of one catalogue and their table of contents; nothing is touched that did not change."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {slug(name): text for name, text in pages.items()}
    listing = "\n".join(files)
    files["index"] = f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listing}\n```\n"
    for name, text in files.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for stale in set(folder.glob("*.md")) - {folder / f"{name}.md" for name in files}:
        stale.unlink()


def measure_page(measure: Measure) -> str:
    """Page of a measure: what it is, and the interval it gets for predictions of one test set."""
    choice = choose_interval(ModelScores(example_of(measure.task), "m", measure))
    found = default_section(default_coverage(measure.name))
    if choice.method is None:
        return f"{describe(measure)}\nIt has no interval on one test set ({choice.reason}).\n{found}"
    name = choice.method.name
    simulated = ", [simulated](../../studies/calibration)" if is_calibration(measure) else ""
    own = f"On one test set its interval is [{name}](../intervals/{slug(name)}){simulated}."
    return f"{describe(measure)}\n{own}\n{found}"


def default_section(found: tuple[Simulated, ...]) -> str:
    """What the study of validity found of a measure's default intervals; nothing where it was not simulated."""
    if not found:
        return ""
    rows = "\n".join(
        f"| {one.plan} | {one.world} | {one.method} | {one} | {one.simulations:,} | {one.median:.1%} |" for one in found
    )
    head = "| plans | world | method | lowest | simulations | median |\n|---|---|---|---|---|---|\n"
    title = "Simulated coverage of its default intervals at 95 %"
    return f"\n## {title}\n\n{head}{rows}\n\nFrom the [study](../../studies/validity.md).\n"


def is_calibration(measure: Measure) -> bool:
    """Whether the study of calibration measures tells of it."""
    return "calibration" in measure.name or measure.name in {"ece", "mce", "classwise-ece", "brier-reliability"}


@cache
def example_of(task: Task) -> Predictions:
    """Some predictions that every measure of the task can answer."""
    rng = np.random.default_rng(0)
    if task is Task.REGRESSION:
        truth = rng.gamma(3, size=400)
        return Predictions.build(truth, {"m": truth * rng.gamma(9, 1 / 9, size=400)})
    truth = rng.integers(0, 2, 400)
    scores = 1 / (1 + np.exp(-rng.normal(truth)))
    return Predictions.build(truth, {"m": (scores > 0.5).astype(int)}, scores={"m": scores}, costs="fn=5,fp=1")


def slug(name: str) -> str:
    """File name of a member."""
    return re.sub(r"[^a-z0-9.-]+", "-", name.lower()).strip("-")


def plan_name(family: Any) -> str:  # noqa: ANN401
    """Family name of a plan."""
    return str(getattr(family, "name", family))


def plan_page(family: Any) -> str:  # noqa: ANN401
    """Page of a plan family."""
    kind = getattr(family, "plan", family)
    kind = kind if inspect.isclass(kind) else type(kind)
    return f"# {plan_name(family)}\n\n{kind.summary}.\n\n{docstring(kind)}\n"


def curve_page(kind: Any) -> str:  # noqa: ANN401
    """Page of a curve."""
    how = "drawn within each resample and averaged" if kind.pooled is None else "drawn from all rows together"
    return f"# {kind.name}\n\n{kind.summary[0].upper()}{kind.summary[1:]}; {how}.\n\n{docstring(kind.curve)}\n"


def method_page(one: Any) -> str:  # noqa: ANN401
    """Page of an estimate or interval method."""
    page = f"# {one.name}\n\n{one.summary}.\n\n{docstring(type(one))}\n"
    validity = getattr(one, "validity", None)
    if validity is not None:
        plans = ", ".join(f"`{plan}`" for plan in validity.plans)
        page += f"\n## Where it is valid\n\nPlans: {plans}\n\nMeasures: {validity.measures}\n"
    if isinstance(one, ComparisonMethod):
        if one.invalid:
            page += f"\nRefused unless `allow_invalid=True`: {one.invalid}.\n"
        return page + size_section(simulated_size(one.name))
    found = simulated_coverage(one.name) if isinstance(one, IntervalMethod) else ()
    return page + (f"\n## Simulated coverage at 95 %\n\n{coverage_table(found)}\n" if found else "")


def other_page(name: str) -> str:
    """Page of a test that is not for two models on one plan: of several systems, of several datasets, of equivalence."""
    return f"# {name}\n\n{docstring(TEST_FUNCTIONS[name])}\n{size_section(simulated_size(name))}"


def size_section(found: tuple[Size, ...]) -> str:
    """What the study of comparisons found for a test; nothing where it was not simulated."""
    if not found:
        return ""
    rows = "\n".join(f"| {one.world} | {one.plan} | {one.measure} | {one.simulations:,} | {one} |" for one in found)
    head = "| models and rows | plan | measure | simulations | false positives |\n|---|---|---|---|---|\n"
    return f"\n## Simulated false positives at 5 %\n\n{head}{rows}\n\nFrom the [study](../../studies/comparisons.md).\n"


def coverage_table(found: tuple[Coverage, ...]) -> str:
    """What the coverage study found for a method."""
    rows = [
        f"| {risk.problem} | {risk.model} | {risk.n} | {risk.plan} | {risk} | {expected} | {risk.width:.3g} |"
        for risk, expected in zip(found[::2], found[1::2], strict=True)
    ]
    head = "| problem | model | n | plan | risk | expected risk | median width |\n|---|---|---|---|---|---|---|\n"
    return head + "\n".join(rows)


def model_page(one: Any) -> str:  # noqa: ANN401
    """Page of a named model."""
    tasks = ", ".join(str(task) for task in one.tasks)
    return f"# {one.name}\n\n**{one.title}** ({tasks}): {one.summary}.\n"


def check_page(rule: Rule) -> str:
    """Page of a check: when it speaks, what that means, and where it is made."""
    verbs = ", ".join(f"`{verb}`" for verb in rule.verbs)
    lean = " Estimates are too good then." if rule.optimistic else ""
    return (
        f"# {rule.code}: {rule.title}\n\n{rule.summary[0].upper()}{rule.summary[1:]}.\n\n"
        f"When it speaks: {rule.severity}.{lean} Made by {verbs}.\n\n{docstring(type(rule))}\n"
    )


def docstring(kind: Any) -> str:  # noqa: ANN401 - a class or a function
    """A numpydoc docstring as Markdown: sections become headings, examples become code, METHODS C.9 a link."""
    text = (inspect.getdoc(kind) or "").replace("``", "`")
    text = re.sub(r"METHODS ((?:0[bc]?|[A-N])(?:\.\d+)?)", cite, text)
    text = re.sub(r"(?m)^(\w[\w ]*)\n-{3,}$", r"## \1\n", text)
    return re.sub(r"(?ms)(^>>> .*?)(?=\n\n|\Z)", r"```python\n\1\n```", text)


def cite(found: re.Match[str]) -> str:
    """Link to a section of the methods."""
    return f"[{found[0]}](#methods-{found[1].lower().replace('.', '-')})"
