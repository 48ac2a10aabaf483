"""Every test for two systems on different rows, by name, and which is taken when none is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.comparisons.different_rows.delong import UnpairedDeLong
from foldwise.comparisons.different_rows.mover import Mover
from foldwise.comparisons.different_rows.permutation import UnpairedPermutation
from foldwise.comparisons.different_rows.two_proportions import TwoProportions
from foldwise.comparisons.different_rows.unpaired import UnpairedMethod
from foldwise.comparisons.different_rows.welch_t import WelchT
from foldwise.errors import UnknownNameError
from foldwise.phrases import reasons_of

if TYPE_CHECKING:
    from foldwise.comparisons.different_rows.unpaired import UnpairedPair

__all__ = [
    "UNPAIRED_TESTS",
    "UnpairedChoice",
    "choose_unpaired",
    "unpaired_method",
]

UNPAIRED_TESTS: tuple[UnpairedMethod, ...] = (
    TwoProportions(),
    UnpairedDeLong(),
    WelchT(),
    Mover(),
    UnpairedPermutation(),
)
"""The tests, those made for a measure first: the default is the first that is valid."""

SAME_ROWS = "foldwise.compare or foldwise.score, which take it for systems on the same rows"


@final
@dataclass(frozen=True)
class UnpairedChoice:
    """The chosen test for systems on different rows, or none, and the reason in words."""

    method: UnpairedMethod | None
    reason: str


def unpaired_method(name: str | UnpairedMethod) -> UnpairedMethod:
    """Find a test for systems on different rows by its name.

    Examples
    --------
    >>> unpaired_method("welch-t").summary
    't-test of two mean losses on different rows, with variances that may differ'
    """
    if isinstance(name, UnpairedMethod):
        return name
    known = {method.name: method for method in UNPAIRED_TESTS}
    if str(name) not in known:
        from foldwise.comparisons.catalogue import COMPARISONS

        elsewhere = dict.fromkeys((one.name for one in COMPARISONS), SAME_ROWS)
        raise UnknownNameError.of("test for different rows", str(name), ["auto", *known], meant=elsewhere)
    return known[str(name)]


def choose_unpaired(pair: UnpairedPair) -> UnpairedChoice:
    """Take the first test that is valid for the measure and the rows."""
    refusals = []
    for method in UNPAIRED_TESTS:
        refusal = method.refusal(pair)
        if refusal is None:
            return UnpairedChoice(method, "the first that is valid")
        refusals.append((method.name, refusal))
    return UnpairedChoice(None, reasons_of(refusals))
