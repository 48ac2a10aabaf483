"""From names to measures: `recall`, `f(2)`, `precision[setosa]`, `lift(0.2)[yes]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from foldwise.data import Task
from foldwise.errors import InputError, UnknownNameError
from foldwise.measures.aliases import ALIASES, MEANT, SYNONYMS
from foldwise.measures.catalogue import FAMILIES, MEASURES
from foldwise.measures.custom import custom_measure
from foldwise.measures.measure import Measure, Needs

if TYPE_CHECKING:
    from foldwise.typing import Given, MeasureLike, Measures

__all__ = ["MeasureOrFunction", "as_measures", "asked_measures", "measure", "one_measure", "with_pairs"]

MeasureOrFunction: TypeAlias = Measure | Callable[..., float]
"""A measure, or a function that becomes one when the task is known."""

MEASURE_PATTERN = re.compile(r"(?P<name>[^()\[\]]+)(?:\((?P<arguments>[^()\[\]]*)\))?(?:\[(?P<about>.+)\])?", re.DOTALL)
TRAILING_AVERAGE = re.compile(r"(.+\))[\s_-]+(macro|micro|weighted)", re.IGNORECASE)
AVERAGE_PREFIXES = ("macro-", "micro-", "weighted-", "ovr-", "classwise-")
_MEASURES = {one.name: one for one in MEASURES}
_FAMILIES = {one.name: one for one in FAMILIES}


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name, with its parameter in round and its class in square brackets.

    Examples
    --------
    >>> measure("rmse").title
    'root mean squared error'
    >>> measure("sensitivity") == measure("recall"), measure("sensitivity").label
    (True, 'sensitivity')
    >>> measure("f(2)").name, measure("precision[setosa]").about
    ('f(2)', 'setosa')
    """
    return name if isinstance(name, Measure) else _find(name.strip())


def asked_measures(names: Given) -> tuple[MeasureOrFunction, ...]:
    """Read one measure, a comma-separated text, or several; functions wait until the task is known.

    Examples
    --------
    >>> [getattr(one, "name", one) for one in asked_measures(["error, auc", max])]
    ['error', 'auc', <built-in function max>]
    """
    if isinstance(names, Mapping):
        message = "measures are a list of names or functions, not a dictionary"
        raise InputError(message, hint="measures='error,auc', or custom_measure(function, name='mine')")
    single = isinstance(names, str | Measure) or callable(names)
    if not single and (not isinstance(names, Iterable) or getattr(names, "shape", None) == ()):
        raise _no_measure(names)
    measures_in_order: dict[MeasureOrFunction, None] = {}
    for one in [names] if single else names:
        if isinstance(one, str):
            measures_in_order |= dict.fromkeys(measure(part) for part in _split(one))
        elif isinstance(one, Measure) or callable(one):
            measures_in_order[one] = None
        else:
            raise _no_measure(one)
    return tuple(measures_in_order)


def as_measures(names: Measures, task: Task | None = None) -> tuple[Measure, ...]:
    """Read one measure, a comma-separated text, or several; a measure named twice counts once.

    A function ``f(truth, predicted)`` or a scorer of scikit-learn becomes a measure of the `task`.

    Examples
    --------
    >>> [one.name for one in as_measures("error, ece(10, by=width), sensitivity, recall")]
    ['error', 'ece(10, by=width)', 'recall']
    """
    if isinstance(names, tuple) and not names:
        return ()
    kind = Task.CLASSIFICATION if task is None else task
    measures = [one if isinstance(one, Measure) else custom_measure(one, task=kind) for one in asked_measures(names)]
    return tuple(dict.fromkeys(measures))


def one_measure(name: MeasureLike, task: Task) -> Measure:
    """Read the measure to go by, of which there is one.

    Examples
    --------
    >>> one_measure("mae", Task.REGRESSION).name
    'mae'
    """
    measures = as_measures(name, task)
    if len(measures) != 1:
        message = f"one measure is asked for, and {len(measures)} were given"
        raise InputError(message, hint="measure='error' or measure='rmse'")
    return measures[0]


def _no_measure(given: object) -> InputError:
    message = f"a measure is a name or a function f(truth, predicted), not {type(given).__name__}"
    return InputError(message, hint="measures='error,auc'")


def with_pairs(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Put beside each rate the one it must be read with: precision beside recall, false alarms beside misses.

    Examples
    --------
    >>> [one.name for one in with_pairs(as_measures("recall[yes], auc"))]
    ['recall[yes]', 'precision[yes]', 'auc']
    """
    requested = tuple(measures)
    with_partners: dict[Measure, None] = {}
    for one in requested:
        with_partners[one] = None
        partner = measure(f"{one.beside}[{one.about}]" if one.about else one.beside) if one.beside else one
        if partner not in requested:
            with_partners[partner] = None
    return tuple(with_partners)


@cache
def _find(text: str) -> Measure:
    whole = _tidy(text)
    if whole in ALIASES:
        return _called(_find(ALIASES[whole]), whole)
    form = MEASURE_PATTERN.fullmatch(_average_first(text))
    if form is None:
        message = f"'{text}' is not the name of a measure"
        raise InputError(message, hint="a form such as 'recall', 'f(2)' or 'precision[yes]'")
    found = _plain(_tidy(form["name"]), form["arguments"], text)
    return found if form["about"] is None else _about(found, form["about"].strip())


def _called(one: Measure, word: str) -> Measure:
    """Keep the word by which a measure was asked for, if it is one for the same figure."""
    return replace(one, asked=word) if word in SYNONYMS else one


def _average_first(text: str) -> str:
    """Turn scikit-learn's order round where there is a parameter: f(0.5)_macro."""
    return TRAILING_AVERAGE.sub(r"\2-\1", text)


def _plain(key: str, arguments: str | None, text: str) -> Measure:
    if arguments is None:
        usual = _unalias(key)
        if usual in _MEASURES or usual.endswith(")"):
            return _called(_MEASURES.get(usual) or _find(usual), key)
    family = _FAMILIES.get(key if key in _FAMILIES else _unalias(key))
    if family is not None:
        return family.parse([part for part in (arguments or "").lower().split(",") if part.strip()])
    if key in _MEASURES:
        message = f"{key} takes no parameter, and '{arguments}' was given"
        raise InputError(message, hint=f"'{key}'")
    known = {**_MEASURES, **_FAMILIES, **ALIASES, **{word: word for word in SYNONYMS}}
    raise UnknownNameError.of("measure", text, known, meant=MEANT, listing="measures")


def _tidy(text: str) -> str:
    return re.sub(r"[\s_]+", "-", text.strip().lower())


def _unalias(key: str) -> str:
    """Resolve other names; scikit-learn writes the average last, as in f1-macro."""
    averaged_form = re.fullmatch(r"(.+)-(macro|micro|weighted)", key)
    if averaged_form and f"{averaged_form[2]}-{averaged_form[1]}" in _MEASURES:
        return f"{averaged_form[2]}-{averaged_form[1]}"
    return ALIASES.get(key, key)


def _about(one: Measure, name: str) -> Measure:
    """Make the measure of one class against the rest."""
    if one.task is Task.REGRESSION or one.needs is Needs.COSTS or one.name.startswith(AVERAGE_PREFIXES):
        message = f"{one.name} is not about one class, and '{name}' was given"
        raise InputError(message, hint=f"'{one.name}'")
    asked = f"{one.asked}[{name}]" if one.asked else ""
    return replace(one, name=f"{one.name}[{name}]", title=f"{one.title}, class {name}", about=name, asked=asked)


def _split(text: str) -> list[str]:
    """Cut at the commas that are not inside brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part.strip()] or [text]
