"""Vapnik-Chervonenkis dimensions of families of rules for which they are known."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, inf
from typing import TYPE_CHECKING, final

from foldwise.errors import InputError, UnknownNameError
from foldwise.phrases import method_name

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["RULE_FAMILIES", "RuleFamily", "vc_dimension"]


@final
@dataclass(frozen=True, eq=False)
class RuleFamily:
    """A family of rules for two classes, with its dimension as a function of the number of columns p."""

    name: str
    summary: str
    formula: str
    dimension: Callable[[int], float]
    source: str


def _stumps(p: int) -> int:
    """Largest h with C(h, ⌊h/2⌋) ≤ 2p: each column orders the points once, which gives two chains of subsets."""
    h = 1
    while comb(h + 1, (h + 1) // 2) <= 2 * p:
        h += 1
    return h


RULE_FAMILIES: tuple[RuleFamily, ...] = (
    RuleFamily("constant", "one of the two classes for all rows", "1", lambda p: 1, "vapnik1998"),  # noqa: ARG005
    RuleFamily("linear", "half-spaces: w'x + b > 0", "p + 1", lambda p: p + 1, "vapnik1998"),
    RuleFamily("linear-through-origin", "half-spaces through the origin: w'x > 0", "p", lambda p: p, "vapnik1998"),
    RuleFamily(
        "quadratic",
        "polynomials of degree 2: x'Ax + w'x + b > 0",
        "(p + 1)(p + 2)/2",
        lambda p: comb(p + 2, 2),
        "vapnik1998",
    ),
    RuleFamily("cubic", "polynomials of degree 3", "C(p + 3, 3)", lambda p: comb(p + 3, 3), "vapnik1998"),
    RuleFamily("stump", "one column and a cut, either side", "largest h with C(h, ⌊h/2⌋) ≤ 2p", _stumps, "gey2018"),
    RuleFamily("rectangle", "boxes with sides along the axes", "2p", lambda p: 2 * p, "blumer1989"),
    RuleFamily("ball", "inside of a sphere", "p + 1", lambda p: p + 1, "dudley1979"),
    RuleFamily("1-nn", "the class of the nearest training row", "∞", lambda p: inf, "vapnik1998"),  # noqa: ARG005
    RuleFamily("tree", "trees of any size", "∞", lambda p: inf, "vapnik1998"),  # noqa: ARG005
    RuleFamily("sine", "sin(wx) > 0 of one column", "∞", lambda p: inf, "vapnik1998"),  # noqa: ARG005
)
"""Families with a known dimension."""


def vc_dimension(family: str, p: int = 1) -> float:
    """Largest number of points that rules of a family label in every way, in p columns (METHODS F.5).

    Examples
    --------
    >>> vc_dimension("linear", 2), vc_dimension("stump", 2), vc_dimension("1-nn", 2)
    (3, 3, inf)
    """
    known = {family.name: family for family in RULE_FAMILIES}
    wanted = method_name(family)
    if wanted not in known:
        raise UnknownNameError.of("family of rules with a known dimension", family, known)
    if p < 1:
        message = f"there is at least one column, not {p}"
        raise InputError(message)
    return known[wanted].dimension(int(p))
