"""What is known about one member of a catalogue, as plain data: the same words under the same keys for every kind."""

from __future__ import annotations

import inspect
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from foldwise.comparisons import COMPARISONS, default_size, simulated_size
from foldwise.errors import MissingExtraError
from foldwise.explanations.docstrings import parameters_of, reference_of, sections_of
from foldwise.explanations.members import TEST_FUNCTIONS
from foldwise.intervals import INTERVALS, default_coverage, simulated_coverage
from foldwise.measures import ALIASES, FAMILIES, Measure, MeasureFamily
from foldwise.models import MODEL_ALIASES, NamedModel
from foldwise.phrases import percent
from foldwise.plans import PLAN_ALIASES, PLANS, Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from foldwise.advice import Rule
    from foldwise.explanations.procedures import Procedure
    from foldwise.improvement import ImprovementMethod
    from foldwise.intervals import Validity
    from foldwise.plans import PlanFamily
    from foldwise.typing import Given

__all__ = ["facts_of", "measure_parameters"]

LEFT_OUT = "resamples in which the measure has no value are left out and counted"
UNDEFINED = {
    "interval": f"no interval where it is not valid, with the reason; {LEFT_OUT}",
    "estimate": f"refused where it is not valid, with the reason; {LEFT_OUT}",
    "test": f"no test where it is not valid, with the reason; {LEFT_OUT}",
    "plan": "refused before the first fit where the rows do not allow it, with what they allow",
    "model": "a fit that fails ends the call, or is left out and counted: on_failure='record'",
    "improvement": "a variant that cannot be made of the model, or whose fits fail, is left out with the reason",
    "check": "silent where it finds nothing",
    "diagnosis": "left out where it does not apply, with the reason",
}
"""What becomes of the cases in which there is nothing to give."""
ROWS = {
    "rows": "without groups and time order",
    "groups": "in groups: groups=…",
    "time": "in time order: order=…",
}


def facts_of(kind: str, member: Given) -> dict[str, Any]:
    """Everything there is to say about a member.

    Examples
    --------
    >>> from foldwise.measures import measure
    >>> facts = facts_of("measure", measure("lift"))
    >>> facts["parameters"][0]["name"], facts["parameters"][0]["default"], facts["kind"]
    ('depth', '0.1', 'measure')
    """
    makers: dict[str, Callable[[Any], dict[str, Any]]] = {
        "measure": measure_facts,
        "plan": plan_facts,
        "model": model_facts,
        "improvement": improvement_facts,
        "check": check_facts,
        "diagnosis": diagnosis_facts,
        "correction": procedure_facts,
        "adjustment": procedure_facts,
    }
    if kind in makers:
        return makers[kind](member)
    return function_facts(member) if inspect.isfunction(member) else method_facts(kind, member)


def measure_facts(one: Measure | MeasureFamily) -> dict[str, Any]:
    """A measure, or a family of them whose parameter must be given."""
    if isinstance(one, MeasureFamily):
        return {**measure_facts(one.parse(["2"])), "name": one.usage}
    return {
        "name": one.name,
        "kind": "measure",
        "summary": one.title,
        "formula": one.formula,
        "task": str(one.task),
        "needs": str(one.needs),
        "low": _end(one.low),
        "high": _end(one.high),
        "direction": str(one.direction),
        "undefined": one.undefined or "never",
        "parameters": measure_parameters(one.name),
        "also_called": _aliases(ALIASES, one.name),
        "beside": one.beside,
        "reference": reference_of({"References": one.reference}),
        "default_coverage": [asdict(found) for found in default_coverage(one.name)],
        "default_size": [asdict(found) for found in default_size(one.name)],
    }


def measure_parameters(name: str) -> list[dict[str, Any]]:
    """Parameters of a measure by its name, with what they may be.

    Examples
    --------
    >>> [(one["name"], one["allowed"]) for one in measure_parameters("f(2)")]
    [('beta', 'a number in [1e-06, 1e+06]'), ('undefined', 'a whole number in [0, 1] or none')]
    """
    base = name.partition("[")[0].partition("(")[0]
    family = next((family for family in FAMILIES if family.name == base), None)
    return (
        []
        if family is None
        else [
            {
                "name": parameter.name,
                "default": "" if parameter.default is None else str(parameter.default),
                "what": parameter.summary,
                "allowed": parameter.allowed,
            }
            for parameter in family.parameters
        ]
    )


def plan_facts(plan: Plan | PlanFamily) -> dict[str, Any]:
    """A family of plans, or one plan of it, with the methods that are valid for it."""
    family = next((one for one in PLANS if plan in (one, one.example) or isinstance(plan, one.plan)), None)
    kind = type(plan) if isinstance(plan, Plan) else plan.plan
    name, structure, sections = kind.name, plan.structure, sections_of(kind)
    return {
        "name": name,
        "kind": "plan",
        "summary": kind.summary,
        "formula": sections["Formula"],
        "example": str(plan if isinstance(plan, Plan) else plan.example),
        "usage": str(plan) if family is None else family.usage,
        "assumptions": [
            f"rows: {ROWS.get(structure, structure)}",
            f"intervals: {_valid_for(name, INTERVALS) or 'none'}",
            f"tests: {_valid_for(name, COMPARISONS) or 'none'}",
        ],
        "undefined": UNDEFINED["plan"],
        "parameters": _given(plan, parameters_of(kind, sections)),
        "also_called": _aliases(PLAN_ALIASES, name),
        "notes": sections.get("Notes", ""),
        "reference": reference_of(sections),
    }


def _given(plan: Plan | PlanFamily, parameters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parameters with what they are in this plan, where it is one."""
    if not isinstance(plan, Plan):
        return parameters
    values = {field.name: str(getattr(plan, field.name)) for field in fields(plan)}  # type: ignore[arg-type]
    return [{**parameter, "value": values[parameter["name"]]} for parameter in parameters]


def _valid_for(plan: str, methods: Given) -> str:
    return ", ".join(method.name for method in methods if plan in method.validity.plans and not method.invalid)


def model_facts(model: Given) -> dict[str, Any]:
    """A named model: what it is, for what, and the parameters that can be set or searched."""
    if not isinstance(model, NamedModel):
        return {
            "name": type(model).__name__,
            "kind": "model",
            "summary": (inspect.getdoc(type(model)) or "an estimator of your own").partition("\n")[0].rstrip("."),
            "assumptions": ["takes the columns as they are: nothing is put before it"],
            "undefined": UNDEFINED["model"],
            "parameters": _settings(model),
        }
    sparse = "any" if model.sparse else "any but sparse matrices"
    return {
        "name": model.name,
        "kind": "model",
        "summary": f"{model.title}: {model.summary}",
        "task": " and ".join(str(task) for task in model.tasks),
        "made_by": [home.replace(":", ".") for home in (model.classifier, model.regressor) if home],
        "assumptions": [f"for {' and '.join(str(task) for task in model.tasks)}", f"features: {sparse}", _steps(model)],
        "undefined": UNDEFINED["model"],
        "parameters": _built_parameters(model),
        "also_called": _aliases(MODEL_ALIASES, model.name),
        **(_learner_facts(model) if model.package == "foldwise" else {}),
    }


def _learner_facts(model: NamedModel) -> dict[str, Any]:
    """What the docstring of an estimator of our own says."""
    learner = type(model.build(model.tasks[0]))
    sections = sections_of(learner)
    defaults = {parameter["name"]: parameter["default"] for parameter in _built_parameters(model)}
    return {
        "formula": sections["Formula"].partition("\n\n")[2],
        "parameters": [{**one, "default": defaults[one["name"]]} for one in parameters_of(learner, sections)],
        "notes": sections.get("Notes", ""),
        "reference": reference_of(sections),
    }


def _steps(model: NamedModel) -> str:
    """What is done to the columns before the model sees them, in every resample anew."""
    if model.native or model.raw:
        return "before it: nothing, since it takes missing values and categories as they are"
    scaled = "standardised, " if model.scaled else ""
    return f"before it, refitted in every resample: numbers {scaled}with missing values filled in, texts as one column per level"


def _built_parameters(model: NamedModel) -> list[dict[str, Any]]:
    try:
        return _settings(model.build(model.tasks[0]))
    except (ImportError, MissingExtraError):  # a model of a package that is not installed
        return []


def _settings(estimator: Given) -> list[dict[str, Any]]:
    """Parameters of an estimator with their values; their meaning is in its own documentation."""
    known = estimator.get_params(deep=False) if hasattr(estimator, "get_params") else {}
    return [{"name": name, "default": str(value), "what": ""} for name, value in known.items()]


def improvement_facts(method: ImprovementMethod) -> dict[str, Any]:
    """A variant of a model that may have a smaller error."""
    sections = sections_of(type(method))
    how = (
        "from predictions of base models that all blends share"
        if method.blends
        else "fitted on the resamples of the model"
    )
    return {
        "name": method.name,
        "kind": "improvement",
        "summary": method.summary,
        "formula": sections["Formula"],
        "assumptions": [
            f"for {' and '.join(str(task) for task in method.tasks)}",
            f"is about: {method.aim}",
            f"judged: {how}{', nested' if method.blends and method.weighs else ''}",
        ],
        "undefined": UNDEFINED["improvement"],
        "parameters": [],
        "notes": sections.get("Notes", ""),
        "reference": reference_of(sections),
    }


def check_facts(rule: Rule) -> dict[str, Any]:
    """A check of rows, plans or predictions."""
    return {
        "name": rule.code,
        "kind": "check",
        "summary": f"{rule.title}: {rule.summary}",
        "assumptions": [f"made by {', '.join(rule.verbs)}", f"means: {rule.severity}"],
        "undefined": UNDEFINED["check"],
        "parameters": [],
    }


def procedure_facts(one: Procedure) -> dict[str, Any]:
    """A correction or an adjustment that results name."""
    return {
        "name": one.name,
        "kind": one.kind,
        "summary": one.summary,
        "formula": one.formula,
        "used_by": one.used_by,
        "undefined": "",
        "parameters": [],
        "reference": one.reference,
    }


def diagnosis_facts(one: Given) -> dict[str, Any]:
    """A part of a diagnosis, a form of bias and variance, an in-sample criterion or a model of learning curves."""
    sections = sections_of(type(one))
    curve = not hasattr(one, "summary")
    tasks = {"tasks": f"for {getattr(one, 'tasks', '')}", "loss": f"loss: {getattr(one, 'loss', '')}"}
    return {
        "name": one.name,
        "kind": "diagnosis",
        "summary": f"model of learning curves: {one.formula}" if curve else one.summary,
        "formula": "" if curve else sections["Formula"],
        "assumptions": [text for name, text in tasks.items() if hasattr(one, name)],
        "undefined": UNDEFINED["diagnosis"],
        "parameters": [],
        "reference": reference_of(sections),
    }


def function_facts(function: Given) -> dict[str, Any]:
    """A test that is a function of arrays or results."""
    sections = sections_of(function)
    first, _, rest = sections["Formula"].partition("\n\n")
    return {
        "name": f"foldwise.comparisons.{function.__name__}",
        "kind": "test",
        "summary": " ".join(first.split()).rstrip("."),
        "formula": rest or first,
        "assumptions": ["in Python: a function of arrays or of a result"],
        "undefined": UNDEFINED["test"],
        "parameters": parameters_of(function, sections),
        "notes": sections.get("Notes", ""),
        "reference": reference_of(sections),
        "size": [
            one.record() for name, known in TEST_FUNCTIONS.items() if known is function for one in simulated_size(name)
        ],
    }


def method_facts(kind: str, method: Given) -> dict[str, Any]:
    """An interval method, an estimate or a test, with what was simulated of it."""
    sections, name = sections_of(type(method)), method.name
    interval, test = kind == "interval", kind == "test"
    return {
        "name": name,
        "kind": kind,
        "summary": method.summary,
        "formula": sections["Formula"],
        "assumptions": list(_assumptions(method, getattr(method, "validity", None))),
        "undefined": UNDEFINED[kind],
        "parameters": parameters_of(type(method), sections),
        "notes": sections.get("Notes", ""),
        "target": str(method.target),
        "cost": method.cost,
        "reference": reference_of(sections),
        "coverage": [one.record() for one in simulated_coverage(name)] if interval else [],
        "size": [one.record() for one in simulated_size(name)] if test else [],
        "default_coverage": [asdict(one) for one in default_coverage(method=name)] if interval else [],
        "default_size": [asdict(one) for one in default_size(method=name)] if test else [],
    }


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
    yield f"measures: {validity.which}"
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
        yield f"share of the rows in a test set: at most {percent(validity.max_test_share)}"


def _aliases(known: Mapping[str, str], name: str) -> list[str]:
    return [alias for alias, one in known.items() if one == name]


def _end(value: float) -> float | None:
    """An end of the range; none where there is none, which JSON has no number for."""
    return None if abs(value) == float("inf") else value
