"""What the docstring of a plan, a method or a test says, by section."""

from __future__ import annotations

import inspect
import re
from dataclasses import MISSING, fields, is_dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["parameters_of", "reference_of", "sections_of"]

MEMO = re.compile(r" \(METHODS [^)]*\)|;[^;.]*\bMETHODS [A-Z0-9]+(\.\d+)*")
"""Where the formulas were collected, which only helps contributors."""
KEY = re.compile(r"\b([a-z]+)(\d{4}[a-z]?)\b")
SECTION = re.compile(r"(?m)^(\w+)\n-{3,}\n")
PARAMETER = re.compile(r"(?m)^(\w[\w, ]*)\n((?:[ ]{4}.*\n?|\n)+)")


def sections_of(kind: Given) -> dict[str, str]:
    """Docstring by section; what comes first is the formula.

    Examples
    --------
    >>> from foldwise.plans import KFold
    >>> sections_of(KFold)["Formula"]
    'Cut the rows into k parts of near-equal size and test on each part in turn.'
    """
    first, *rest = SECTION.split(MEMO.sub("", inspect.getdoc(kind) or ""))
    found = dict(zip(rest[::2], rest[1::2], strict=True))
    return {"Formula": first.strip(), **{title: text.strip() for title, text in found.items()}}


def reference_of(sections: dict[str, str]) -> str:
    """Keys such as kohavi1995 as they are read.

    Examples
    --------
    >>> reference_of({"References": "kohavi1995, table 2"})
    'Kohavi (1995), table 2'
    """
    return KEY.sub(lambda key: f"{key[1].capitalize()} ({key[2]})", sections.get("References", ""))


def parameters_of(kind: Given, sections: dict[str, str]) -> list[dict[str, Any]]:
    """Parameters with default and meaning, as the docstring has them.

    Examples
    --------
    >>> from foldwise.plans import Holdout
    >>> [(one["name"], one["default"]) for one in parameters_of(Holdout, sections_of(Holdout))]
    [('test', '0.3333333333333333'), ('stratify', 'True')]
    """
    defaults = _defaults(kind)
    found = PARAMETER.findall(f"{sections.get('Parameters', '')}\n")
    return [
        {"name": name, "default": defaults.get(name, ""), "what": " ".join(text.split())}
        for names, text in found
        for name in names.replace(" ", "").split(",")
        if not defaults or name in defaults
    ]


def _defaults(kind: Given) -> dict[str, str]:
    """What each parameter is when it is not given; empty where it must be."""
    if inspect.isclass(kind) and is_dataclass(kind):
        return {field.name: "" if field.default is MISSING else _written(field.default) for field in fields(kind)}
    if not inspect.isroutine(kind):
        return {}
    known = inspect.signature(kind).parameters.values()
    return {one.name: "" if one.default is one.empty else _written(one.default) for one in known}


def _written(value: object) -> str:
    """A default as one reads it: not the repr of an object."""
    return "" if hasattr(value, "__dataclass_fields__") or callable(value) else str(value)
