"""`explain`: what a measure, a plan, a model, an estimate, an interval, a test or a verb is, and where it is valid."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from foldwise.errors import UnknownNameError
from foldwise.explanations import Explanation, explained, explained_verb
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.typing import Given

__all__ = ["VERBS", "explain"]

VERBS = (
    *(
        "assess",
        "certify",
        "compare",
        "compare_unpaired",
        "diagnose",
        "experiment",
        "explain",
        "explain_engine",
        "improve",
        "load_model",
    ),
    *("permutation_test", "read", "sample", "save_model", "score", "seal", "select", "unseal"),
)
"""What foldwise does, by the names of its functions."""
SPELT_ALIKE = 0.8
"""How alike a verb must be spelt to be meant rather than a member of a catalogue."""


@renamed()
def explain(name: Given) -> Explanation:
    """Explain a name: what it computes, where it is valid, its parameters, and when it is undefined.

    Parameters
    ----------
    name
        Name of a measure, plan, model, estimate, interval method, test, improvement, diagnosis, check or verb, in any of its spellings; the thing
        itself, such as a measure, a plan or an estimator; or the title of a catalogue, ``measures``, ``plans``, ``models``,
        ``methods``, ``estimates``, ``tests``, ``improvements``, ``diagnoses`` or ``checks``, whose members are then listed.

    Returns
    -------
    Explanation
        A page for a terminal, and the same as plain data; one entry for each kind of thing that has the name.

    Examples
    --------
    >>> import foldwise
    >>> print(foldwise.explain("lift"))
    lift  (measure)
    ---------------
    <BLANKLINE>
    Lift in the first 10 % of the rows.
    ...
    >>> foldwise.explain(".632+")
    <Explanation of .632+: interval, estimate>
    """
    verb = _verb(name)
    if verb is not None:
        return explained_verb(verb)
    try:
        return explained(name)
    except UnknownNameError as error:
        close_names = get_close_matches(str(name).lower(), VERBS, n=1, cutoff=SPELT_ALIKE)
        error.hint = f"'{close_names[0]}'" if close_names else error.hint
        raise


def _verb(name: Given) -> Callable[..., object] | None:
    """The verb that a name or a function stands for."""
    package = import_module("foldwise")
    if isinstance(name, str):
        verb_name = name.strip().lower().removeprefix("foldwise.").removesuffix("()").replace("-", "_")
        return getattr(package, verb_name) if verb_name in VERBS else None
    return next((one for one in (getattr(package, verb) for verb in VERBS) if one is name), None)
