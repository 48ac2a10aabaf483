"""The sentences of an improvement: what to use, what is significantly better, what is equivalent or undecided at what cost, and what is worse and why."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.measures import Direction
from foldwise.phrases import count_of, listed
from foldwise.reports.comparison.wording import with_sign
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.leaderboard import measure_with_class
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from foldwise.reports.improvement.improvement import Improvement
    from foldwise.reports.improvement.tried_variant import TriedVariant

__all__ = ["digits_of_first_measure", "remarks_on", "sentences", "shown_size", "times_text"]

SAME_COST = 1.1
"""Up to this many times the cost is called the same."""


def sentences(found: Improvement) -> Iterator[str]:
    """Say what came out under the first measure."""
    if found.redundancy is not None and found.redundancy.redundant:
        yield f"Do not expect much of blends: {found.redundancy.text}."
    yield _headline(found)
    yield from _better(found)
    yield from _equal_or_open(found)
    yield from _worse(found)
    yield from _untested(found)


def _headline(found: Improvement) -> str:
    """What to use, and what it is worth."""
    one, digits = found.corrected, digits_of_first_measure(found)
    worth = f"{measure_with_class(one.measure.label, one.positive, one.average)} {digits.show(one.estimate.value)}"
    if one.interval is not None:
        worth += f" {digits.interval(one.interval.low, one.interval.high)} at {level_text(found.level)}"
    tried = len(found.tried) - 1
    if not found.improved:
        why = "no variant is significantly better" if tried else "no variant was tried"
        why = "no variant could be tested" if 0 < tried == len(_without_test(found)) else why
        return f"Keep {found.original}: {why}; its {worth}."
    among = count_of(tried + 1, "candidate")
    return f"Use {found.chosen}: {worth}, corrected for having been chosen among {among} ({one.estimate.method})."


def _better(found: Improvement) -> Iterator[str]:
    for name in found.better():
        yield f"{name} is significantly better than {found.original}: {_difference(found, name)}{_cost(found, name)}."


def _equal_or_open(found: Improvement) -> Iterator[str]:
    """Variants that are equivalent to the model or undecided against it, with what they cost."""
    for verdict, words in ((Verdict.EQUIVALENT, "Equivalent to"), (Verdict.UNDECIDED, "Undecided against")):
        names = [one.name for one in found.tried if found.standing(one.name) == verdict]
        if names:
            yield f"{words} {found.original}{_at_costs(found, names)}: {listed(names)}."


def _at_costs(found: Improvement, names: list[str]) -> str:
    """From the least to the most that variants cost, in fits of the model."""
    ratios = sorted(ratio for ratio in map(found.cost_ratio, names) if not math.isnan(ratio))
    if not ratios or ratios[-1] < SAME_COST:
        return ""
    first, last = times_text(ratios[0]), times_text(ratios[-1])
    return f" at {last} the cost" if first == last else f" at {first.removesuffix(' times')} to {last} the cost"


def _worse(found: Improvement) -> Iterator[str]:
    for one in found.tried:
        if found.standing(one.name) == Verdict.WORSE:
            yield f"{one.name} is worse: {_difference(found, one.name)}{_why(found, one)}."


def _why(found: Improvement, one: TriedVariant) -> str:
    """Training and test error beside those of the model: overfitting, or a poorer fit."""
    base, measure, digits = found.variant(found.original), found.measures[0], digits_of_first_measure(found)
    if math.isnan(one.training) or math.isnan(base.training):
        return ""
    pair = (
        f"on its training rows {digits.show(one.training)} against {digits.show(base.training)}, "
        f"on new rows {digits.show(_value(found, one.name))} against {digits.show(_value(found, found.original))}"
    )
    if measure.better(one.training, base.training) or one.training == measure.best:
        return f"; {pair}: it overfits"
    if measure.better(base.training, one.training):
        return f"; {pair}: it fits too little"
    return f"; {pair}"


def _untested(found: Improvement) -> Iterator[str]:
    missing, names = found.comparison.missing.get(found.measures[0].name), _without_test(found)
    if missing and len(names) == len(found.tried) - 1:
        yield f"No test is valid here, so nothing is called better: {missing}."
    elif missing and names:
        yield f"{listed(names)} could not be tested: {missing}."


def _without_test(found: Improvement) -> list[str]:
    """Variants that were not held against the model."""
    return [one.name for one in found.tried if one.name != found.original and found.judgement(one.name) is None]


def _difference(found: Improvement, name: str) -> str:
    """Difference to the model with its interval and adjusted p-value."""
    held, digits = found.judgement(name), digits_of_first_measure(found)
    if held is None:  # pragma: no cover - only judged variants are told of
        return ""
    one = held.comparison
    ends = f" [{with_sign(digits, one.low)}, {with_sign(digits, one.high)}]" if one.has_interval else ""
    adjusted = "p < 0.001" if held.p_adjusted < 0.001 else f"p = {held.p_adjusted:.3f}"
    return f"{with_sign(digits, one.difference)}{ends}, {adjusted}"


def _cost(found: Improvement, name: str) -> str:
    ratio = found.cost_ratio(name)
    return "" if math.isnan(ratio) else f", at {times_text(ratio)} the time of a fit"


def _value(found: Improvement, name: str) -> float:
    return found.finding(name).estimate.value


def times_text(ratio: float) -> str:
    """How many times, with two digits.

    Examples
    --------
    >>> times_text(41.6), times_text(0.52), times_text(1.0)
    ('42 times', '0.52 times', '1 times')
    """
    return f"{ratio:,.0f} times" if ratio >= 10 else f"{float(f'{ratio:.2g}'):g} times"


def shown_size(size: int | None) -> str:
    """Bytes in a unit that suits them.

    Examples
    --------
    >>> shown_size(512), shown_size(4_200), shown_size(31_000_000), shown_size(None)
    ('512 B', '4.2 kB', '31 MB', '-')
    """
    if size is None:
        return "-"
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= scale:
            value = size / scale
            return f"{value:,.0f} {unit}" if value >= 10 else f"{value:.2g} {unit}"
    return f"{size} B"


def digits_of_first_measure(found: Improvement) -> Digits:
    """Digits by which all values of the first measure are shown."""
    measure = found.measures[0]
    values = [found.finding(one.name).estimate.value for one in found.tried]
    return Digits.of(measure, [value for value in values if not math.isnan(value)] or [0.0])


def remarks_on(found: Improvement) -> Iterator[str]:
    """What to know beside the verdict: how diverse the base models are, and that a sign of a gap is optimism."""
    if found.redundancy is not None and not found.redundancy.redundant:
        yield f"base models of blends: {found.redundancy.text}"
    blends = [one for one in found.tried if one.is_blend]
    if blends:
        worse = found.measures[0].direction is Direction.HIGHER
        sign = "above" if worse else "below"
        yield f"blends are judged by their nested figures; the naive ones, whose weights were fitted to the rows they are tested on, are optimistic where they are {sign}"
