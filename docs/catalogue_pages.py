"""One page for every member of a catalogue: plans, measures, estimates, interval methods, tests, models, checks."""

from __future__ import annotations

import inspect
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from catalogue_examples import (
    estimate_example,
    improvement_example,
    measure_example,
    method_example,
    model_example,
    plan_example,
    section,
)

from foldwise.advice import RULES, Rule
from foldwise.comparisons import COMPARISONS, UNPAIRED_TESTS, ComparisonMethod, Size, UnpairedMethod, simulated_size
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


def write_pages(folder: Path) -> None:
    """Write every page and the index of every catalogue."""
    write_catalogue(folder / "plans", "Plans", {plan_name(one): plan_page(one) for one in PLANS})
    write_catalogue(folder / "measures", "Measures", {one.name: measure_page(one) for one in MEASURES})
    write_catalogue(folder / "curves", "Curves", {one.name: curve_page(one) for one in CURVES})
    write_catalogue(folder / "estimates", "Estimates", {one.name: method_page(one) for one in ESTIMATES})
    write_catalogue(folder / "intervals", "Interval methods", {one.name: method_page(one) for one in INTERVALS})
    tests = {one.name: method_page(one) for one in (*COMPARISONS, *UNPAIRED_TESTS)} | {
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
    found = f"{default_section(default_coverage(measure.name))}{section(*measure_example(measure))}"
    about = cited(describe(measure))
    if choice.method is None:
        return f"{about}\nIt has no interval on one test set ({choice.reason}).\n{found}"
    name = choice.method.name
    simulated = ", [simulated](../../studies/calibration)" if is_calibration(measure) else ""
    own = f"On one test set its interval is [{name}](../intervals/{slug(name)}){simulated}."
    return f"{about}\n{own}\n{found}"


def default_section(found: tuple[Simulated, ...]) -> str:
    """What the study of validity found of a measure's default intervals; nothing where it was not simulated."""
    if not found:
        return ""
    rows = "\n".join(
        f"| {one.plan} | {one.world} | {one.method} | {one} | {one.simulations:,} | {100 * one.median:.1f} % |"
        for one in found
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
    return f"# {plan_name(family)}\n\n{kind.summary}.\n\n{docstring(kind)}\n{section(*plan_example(plan_name(family)))}"


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
    if isinstance(one, ComparisonMethod | UnpairedMethod):
        if one.invalid:
            page += f"\nRefused unless `allow_invalid=True`: {one.invalid}.\n"
        tried = section(*method_example(one, "compare")) if one in COMPARISONS else ""
        return page + tried + size_section(simulated_size(one.name))
    found = simulated_coverage(one.name) if isinstance(one, IntervalMethod) else ()
    coverage = f"\n## Simulated coverage at 95 %\n\n{coverage_table(found)}\n" if found else ""
    return page + example_section(one) + coverage


def example_section(one: Any) -> str:  # noqa: ANN401
    """The example of an interval method, an estimate or an improvement; nothing for what is no argument of a verb."""
    if isinstance(one, IntervalMethod):
        return section(*method_example(one, "assess"))
    if one in ESTIMATES:
        return section(*estimate_example(one.name))
    return section(*improvement_example(one.name)) if one in IMPROVEMENTS else ""


def other_page(name: str) -> str:
    """Page of a test that is not for two models on one plan: of several systems, of several datasets, of equivalence."""
    return f"# {name}\n\n{docstring(TEST_FUNCTIONS[name])}\n{size_section(simulated_size(name))}"


def size_section(found: tuple[Size, ...]) -> str:
    """What the studies of tests found for one; nothing where it was not simulated."""
    if not found:
        return ""
    covered = any(one.coverage is not None for one in found)
    rows = "\n".join(size_row(one, covered=covered) for one in found)
    heads = ["models and rows", "plan", "measure", "simulations", "false positives", *(["coverage"] if covered else [])]
    head = f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|\n"
    studies = ", ".join(f"[{one}](../../studies/{one}.md)" for one in dict.fromkeys(size.study for size in found))
    return f"\n## Simulated false positives at 5 %\n\n{head}{rows}\n\nFrom the study: {studies}.\n"


def size_row(one: Size, *, covered: bool) -> str:
    """One line of the table, with the coverage of the 95 % interval where a test has one."""
    cells = [one.world, one.plan, one.measure, f"{one.simulations:,}", str(one)]
    cells += ["" if one.coverage is None else f"{100 * one.coverage:.1f} %"] if covered else []
    return f"| {' | '.join(cells)} |"


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
    classes = [text for text in (one.classifier, one.regressor) if text]
    made = ", ".join(f"`{text.replace(':', '.')}`" for text in classes) or "a rule of its own"
    settings = ", ".join(f"`{name}={value!r}`" for name, value in one.settings) or "the defaults of the class"
    rows = [
        ("made of", made),
        ("settings", settings),
        ("columns", "scaled within each training set" if one.scaled else "not scaled"),
        ("missing values", "taken as they are" if one.missing else "filled within each training set"),
    ]
    table = "\n".join(f"| {name} | {text} |" for name, text in rows)
    more = "Categories are encoded, and every step is fitted anew in every resample ([raw tables](../../howto/raw-tables.md))."
    return f"# {one.name}\n\n**{one.title}** ({tasks}): {one.summary}.\n\n| | |\n|---|---|\n{table}\n\n{more}\n{section(*model_example(one))}"


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
    text = re.sub(r"(?ms)(^>>> .*?)(?=\n\n|\Z)", r"```python\n\1\n```", text)
    text = re.sub(r"(?ms)(?<=^## References\n\n).*?(?=\n\n|\Z)", lambda found: cited(found[0]), text)
    return re.sub(r"\b([a-z]{3,})((?:19|20)\d\d)\b", lambda found: f"{found[1].capitalize()} {found[2]}", text)


@cache
def works() -> dict[str, str]:
    """The works by their keys, from the page of references."""
    text = (Path(__file__).parent / "references.md").read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^\| ([a-z]+\d{4}[a-z]?) \| (.+) \|$", text))


def cited(text: str) -> str:
    """Text with the works in full in place of their keys; a key that is not known stays."""
    return re.sub(r"\b[a-z]+\d{4}[a-z]?\b", lambda found: works().get(found[0], found[0]), text)


def cite(found: re.Match[str]) -> str:
    """Link to a section of the methods."""
    return f"[{found[0]}](#methods-{found[1].lower().replace('.', '-')})"
