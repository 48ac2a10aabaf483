"""What is known about a verb, from its docstring and signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from foldwise.explanations.docstrings import parameters_of, reference_of, sections_of
from foldwise.explanations.explanation import Explanation

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["explained_verb"]

COMMANDS = (
    *("assess", "certify", "compare", "compare-unpaired", "diagnose", "explain", "improve"),
    *("permutation-test",),
    *("score", "seal", "select", "unseal"),
)
"""Verbs that the command line has too, under the same name."""


def explained_verb(verb: Callable[..., object]) -> Explanation:
    """Explain a verb: what it tells, what it takes, and how it is called on the command line.

    Examples
    --------
    >>> def assess(model):
    ...     '''Tell how good a model is.
    ...
    ...     Parameters
    ...     ----------
    ...     model
    ...         An estimator.
    ...     '''
    >>> (entry,) = explained_verb(assess).entries
    >>> entry["kind"], entry["summary"], entry["parameters"][0]["what"]
    ('verb', 'Tell how good a model is', 'An estimator.')
    """
    sections = sections_of(verb)
    first, _, rest = sections["Formula"].partition("\n\n")
    command = verb.__name__.replace("_", "-")
    facts: dict[str, Any] = {
        "name": verb.__name__,
        "kind": "verb",
        "summary": " ".join(first.split()).rstrip("."),
        "formula": rest,
        "parameters": parameters_of(verb, sections),
        "returns": sections.get("Returns", ""),
        "command": f"foldwise {command} --help" if command in COMMANDS else "",
        "reference": reference_of(sections),
    }
    return Explanation(verb.__name__, (facts,))
