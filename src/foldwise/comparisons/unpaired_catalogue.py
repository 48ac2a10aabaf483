"""Every test for two systems on different rows, by name, and which is taken when none is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from foldwise.comparisons.equivalence import equivalent
from foldwise.comparisons.mover import Mover
from foldwise.comparisons.multiplicity import adjust
from foldwise.comparisons.two_proportions import TwoProportions
from foldwise.comparisons.unpaired import UnpairedMethod
from foldwise.comparisons.unpaired_delong import UnpairedDeLong
from foldwise.comparisons.unpaired_permutation import UnpairedPermutation
from foldwise.comparisons.verdict import Judgement, Verdict
from foldwise.comparisons.welch_t import WelchT
from foldwise.errors import UnknownNameError, ValidityError
from foldwise.intervals import check_level
from foldwise.phrases import reasons_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.comparisons.comparison import Comparison
    from foldwise.comparisons.unpaired import UnpairedPair

__all__ = [
    "UNPAIRED",
    "UnpairedChoice",
    "choose_unpaired",
    "compare_unpaired_pair",
    "judge_unpaired",
    "unpaired_method",
]

UNPAIRED: tuple[UnpairedMethod, ...] = (TwoProportions(), UnpairedDeLong(), WelchT(), Mover(), UnpairedPermutation())
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
    known = {method.name: method for method in UNPAIRED}
    if str(name) not in known:
        from foldwise.comparisons.catalogue import COMPARISONS

        elsewhere = dict.fromkeys((one.name for one in COMPARISONS), SAME_ROWS)
        raise UnknownNameError.of("test for different rows", str(name), ["auto", *known], meant=elsewhere)
    return known[str(name)]


def choose_unpaired(pair: UnpairedPair) -> UnpairedChoice:
    """Take the first test that is valid for the measure and the rows."""
    refusals = []
    for method in UNPAIRED:
        refusal = method.refusal(pair)
        if refusal is None:
            return UnpairedChoice(method, "the first that is valid")
        refusals.append((method.name, refusal))
    close = [one for one in refusals if not one[1].endswith(f"and {pair.measure.name} is none")]
    return UnpairedChoice(None, reasons_of(close or refusals))


def compare_unpaired_pair(pair: UnpairedPair, method: str | UnpairedMethod = "auto", level: float = 0.95) -> Comparison:
    """Compare two systems on different rows by the named test, or by the default.

    Raises
    ------
    ValidityError
        The test is not valid here, or none is.
    """
    check_level(level)
    if method == "auto":
        choice = choose_unpaired(pair)
        if choice.method is None:
            message = f"no test of '{pair.a.model}' and '{pair.b.model}' on different rows by {pair.measure.name}: {choice.reason}"
            raise ValidityError(message, hint="more rows, or another measure")
        return choice.method.compare(pair, level)
    asked = unpaired_method(method)
    asked.check(pair)
    return asked.compare(pair, level)


def judge_unpaired(
    compared: Sequence[tuple[UnpairedPair, Comparison]], ropes: Mapping[str, float], *, how: str = "holm"
) -> tuple[Judgement, ...]:
    """Judge the comparisons of one family: adjust their p-values together, then say what each amounts to."""
    adjusted = adjust([comparison.p_value for _, comparison in compared], how).tolist()
    return tuple(
        Judgement(comparison, p, rope, _verdict(pair, comparison, p, rope))
        for (pair, comparison), p in zip(compared, adjusted, strict=True)
        for rope in [ropes[comparison.measure.name]]
    )


def _verdict(pair: UnpairedPair, comparison: Comparison, p_adjusted: float, rope: float) -> Verdict:
    level = comparison.level
    if comparison.has_interval and equivalent(comparison, rope, level).holds:
        return Verdict.EQUIVALENT
    if p_adjusted > 1 - level:
        return Verdict.UNDECIDED
    return Verdict.BETTER if pair.measure.better(pair.a.value, pair.b.value) else Verdict.WORSE
