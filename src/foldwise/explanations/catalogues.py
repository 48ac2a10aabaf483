"""Every catalogue as rows: what there is, in one line each, with parameters, validity and what has no value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.advice import RULES
from foldwise.comparisons import COMPARISONS, UNPAIRED_TESTS, size_in_brief
from foldwise.diagnoses import CRITERIA, CURVE_MODELS, DECOMPOSITIONS
from foldwise.diagnosing import PARTS
from foldwise.estimates import ESTIMATES
from foldwise.explanations.facts import measure_parameters
from foldwise.improvement import IMPROVEMENTS
from foldwise.intervals import INTERVALS, coverage_in_brief
from foldwise.measures import FAMILIES, MEASURES
from foldwise.models import MODELS
from foldwise.plans import PLANS

if TYPE_CHECKING:
    from foldwise.comparisons import ComparisonMethod, UnpairedMethod
    from foldwise.measures import Measure

__all__ = ["CATALOGUES", "rows_of_catalogue"]

SAME_ROWS, DIFFERENT_ROWS = "same rows (compare, score)", "different rows (compare-unpaired)"
"""What tests are for, with the commands that take them."""
DIAGNOSIS, BIAS_VARIANCE = "parts of a diagnosis (--part)", "forms of bias and variance"
IN_SAMPLE, CURVES = "in-sample criteria", "models of learning curves"
"""What the members of the catalogue of diagnoses are."""


def rows_of_catalogue(catalogue: str) -> list[dict[str, Any]]:
    """Rows of one of the catalogues; the same are printed as a table and as JSON.

    Examples
    --------
    >>> row = next(row for row in rows_of_catalogue("measures") if row["name"] == "lift")
    >>> row["what it is"], row["parameters"][0]["name"], row["undefined"]
    ('lift in the first 10 % of the rows', 'depth', 'a class without rows: no value, the resample is skipped and counted')
    """
    return CATALOGUES[catalogue]()


def _models() -> list[dict[str, Any]]:
    return [
        {"name": model.name, "for": _for([str(task) for task in model.tasks]), "what it is": model.summary}
        for model in MODELS
    ]


def _for(tasks: list[str]) -> str:
    return tasks[0] if len(tasks) == 1 else "both"


def _plans() -> list[dict[str, Any]]:
    return [
        {"name": family.name, "example": str(family.example), "for": family.structure, "what it does": family.summary}
        for family in PLANS
    ]


def _measures() -> list[dict[str, Any]]:
    """Every measure, then the families whose parameter must be given or has a name of its own at its default."""
    listed = [_measure_row(measure.name, measure) for measure in MEASURES]
    known = {measure.name for measure in MEASURES}
    return listed + [
        _measure_row(f"{family.name}({family.parameters[0].name})", family.parse(["2"]))
        for family in FAMILIES
        if family.name not in known
    ]


def _measure_row(name: str, measure: Measure) -> dict[str, Any]:
    return {
        "name": name,
        "for": str(measure.task),
        "better": str(measure.direction).removesuffix(" is better"),
        "what it is": measure.title,
        "formula": measure.formula,
        "needs": str(measure.needs),
        "parameters": measure_parameters(name),
        "undefined": measure.undefined or "never",
    }


def _methods() -> list[dict[str, Any]]:
    return [
        {
            "name": method.name,
            "what it is": method.summary,
            "estimates": str(method.target),
            "cost": method.cost,
            "plans": list(method.validity.plans),
            "measures": method.validity.which,
            "coverage": coverage_in_brief(method.name),
        }
        for method in INTERVALS
    ]


def _estimates() -> list[dict[str, Any]]:
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
    methods: dict[str, tuple[ComparisonMethod | UnpairedMethod, ...]] = {
        SAME_ROWS: COMPARISONS,
        DIFFERENT_ROWS: UNPAIRED_TESTS,
    }
    return [
        {
            "name": method.name,
            "for": rows,
            "what it is": method.summary,
            "estimates": str(method.target),
            "cost": method.cost,
            "plans": list(method.validity.plans),
            "measures": method.validity.which,
            "wrong because": method.invalid,
            "false positives": size_in_brief(method.name),
        }
        for rows, members in methods.items()
        for method in members
    ]


def _improvements() -> list[dict[str, Any]]:
    return [
        {
            "name": improvement.name,
            "for": _for([str(task) for task in improvement.tasks]),
            "about": str(improvement.aim),
            "what it is": improvement.summary,
        }
        for improvement in IMPROVEMENTS
    ]


def _checks() -> list[dict[str, Any]]:
    return [
        {
            "name": rule.code,
            "what it is": f"{rule.title}: {rule.summary}",
            "means": str(rule.severity),
            "verbs": list(rule.verbs),
        }
        for rule in RULES
    ]


def _diagnoses() -> list[dict[str, Any]]:
    """Parts of a diagnosis, then the members of those that have several."""
    listed = [(DIAGNOSIS, part.name, part.summary) for part in PARTS]
    listed += [(BIAS_VARIANCE, decomposition.name, decomposition.summary) for decomposition in DECOMPOSITIONS]
    listed += [(IN_SAMPLE, criterion.name, f"{criterion.summary}: {criterion.formula}") for criterion in CRITERIA]
    listed += [(CURVES, model.name, model.formula) for model in CURVE_MODELS]
    return [{"name": name, "for": kind, "what it is": text} for kind, name, text in listed]


CATALOGUES = {
    "models": _models,
    "plans": _plans,
    "measures": _measures,
    "methods": _methods,
    "estimates": _estimates,
    "tests": _tests,
    "improvements": _improvements,
    "diagnoses": _diagnoses,
    "checks": _checks,
}
