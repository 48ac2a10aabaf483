"""`explain`: what a measure, a plan, a model, an estimate, an interval or a test is, and where it is valid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.explanations import Explanation, explained
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["explain"]


@renamed()
def explain(name: Given) -> Explanation:
    """Tell what a name stands for: what it computes, where it is valid, its parameters, and when it has no value.

    Parameters
    ----------
    name
        Name of a measure, plan, model, estimate, interval method, test or check, in any of its spellings; the thing itself,
        such as a measure, a plan or an estimator; or the title of a catalogue, ``measures``, ``plans``, ``models``,
        ``methods``, ``estimates``, ``tests`` or ``checks``, whose members are then listed.

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
    return explained(name)
