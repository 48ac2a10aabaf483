"""The sentences of a verdict: who is best, who cannot be told apart from it, and what it would take to tell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from foldwise.comparisons import Verdict
from foldwise.reports.digits import Digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from foldwise.comparisons import Judgement
    from foldwise.reports.comparison import ModelComparison

__all__ = ["cautions", "listed", "rounded_up", "sentences", "signed"]


def sentences(comparison: ModelComparison) -> Iterator[str]:
    """Say what came out under the first measure."""
    name = comparison.measures[0].name
    ranking = comparison.ranking(name)
    if name in comparison.missing:
        yield f"The models could not be compared: {comparison.missing[name]}."
    elif comparison.reference:
        yield from _against_reference(comparison, name)
    elif len(ranking) > 1:
        yield from _against_best(comparison, name)
    yield from _against_baseline(comparison, name)
    yield from _winner(comparison)


def cautions(comparison: ModelComparison) -> Iterator[str]:
    """Say what is special about the tests."""
    for measure, reason in comparison.missing.items():
        if measure != comparison.measures[0].name:
            yield f"no comparison by {measure}: {reason}"
    yield from dict.fromkeys(one.comparison.note for one in comparison.judgements if one.comparison.note)


def _against_best(comparison: ModelComparison, name: str) -> Iterator[str]:
    best, *others = comparison.ranking(name)
    held = {model: comparison.judgement(model, best, name) for model in others}
    equal = [model for model in others if _is(held[model], Verdict.EQUIVALENT)]
    worse = [model for model in others if _is(held[model], Verdict.WORSE)]
    undecided = [model for model in others if _is(held[model], Verdict.UNDECIDED)]
    if undecided:
        wanted = _needed([held[model] for model in undecided], len(undecided))
        both = f"{best} and {undecided[0]} cannot be told apart on these data"
        many = f"{listed(undecided)} cannot be told apart from {best} on these data"
        yield f"{both if len(undecided) == 1 else many}{wanted}."
    if equal:
        rope = _one(held[equal[0]]).rope
        yield f"{listed([best, *equal])} are equivalent: they differ by less than {rope:g} in all likelihood."
    if worse:
        yield f"{best} is better than {listed(worse)}."


def _against_reference(comparison: ModelComparison, name: str) -> Iterator[str]:
    reference = comparison.reference
    for verdict, words in (
        (Verdict.BETTER, "{models} {are} better than {reference}."),
        (Verdict.WORSE, "{models} {are} worse than {reference}."),
        (Verdict.EQUIVALENT, "{models} {are} equivalent to {reference}."),
        (Verdict.UNDECIDED, "{models} cannot be told apart from {reference}{needed}."),
    ):
        held = {model: comparison.judgement(model, reference, name) for model in comparison.ranking(name)}
        models = [model for model, one in held.items() if _is(one, verdict)]
        if models:
            yield words.format(
                models=listed(models),
                are="is" if len(models) == 1 else "are",
                reference=reference,
                needed=_needed([held[model] for model in models], len(models)),
            )


def _against_baseline(comparison: ModelComparison, name: str) -> Iterator[str]:
    """Name the models that were not shown to be better than nothing; of a single model, say also that it was."""
    if not comparison.baseline or comparison.reference:
        return
    held = {model: comparison.judgement(model, comparison.baseline, name) for model in comparison.ranking(name)}
    poor = [model for model, one in held.items() if one is not None and one.verdict is not Verdict.BETTER]
    if poor:
        yield f"{listed(poor)} {'was' if len(poor) == 1 else 'were'} not shown to be better than the baseline."
    elif len(held) == 1 and None not in held.values():
        yield f"{next(iter(held))} is better than the baseline."


def _winner(comparison: ModelComparison) -> Iterator[str]:
    winner = comparison.winner
    if winner is not None:
        measure = comparison.measures[0]
        digits = Digits.of(measure, [winner.value, winner.low, winner.high])
        yield (
            "Picking the best makes its estimate optimistic: corrected "
            f"{digits.show(winner.value)} {digits.interval(winner.low, winner.high)}."
        )


def _needed(held: Sequence[Judgement | None], count: int) -> str:
    """What would decide the nearest of the open questions."""
    wanted = [one.needed for one in held if one is not None and one.needed is not None]
    rows = [one.rows for one in wanted if math.isfinite(one.rows)]
    if not rows:
        return ""
    repeats = [one.repeats for one in wanted if one.repeats is not None]
    which = "to decide" if count == 1 else "to decide the first of these"
    text = f"; about {rounded_up(min(rows)):,} rows would be needed {which}"
    return f"{text}, or {min(repeats)} repeats of the plan" if repeats else text


def rounded_up(number: float) -> int:
    """Round up to two digits: a planned size is never more exact than that.

    Examples
    --------
    >>> rounded_up(8_649), rounded_up(93)
    (8700, 93)
    """
    unit = 10 ** max(0, math.floor(math.log10(max(1, number))) - 1)
    return math.ceil(number / unit) * unit


def listed(names: Sequence[str]) -> str:
    """Write names in a row.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def signed(digits: Digits, value: float) -> str:
    """Write a difference with its sign.

    Examples
    --------
    >>> signed(Digits(3), 0.0341), signed(Digits(3), -0.0002)
    ('+0.034', '0.000')
    """
    text = digits.show(value)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def _is(one: Judgement | None, verdict: Verdict) -> bool:
    return one is not None and one.verdict is verdict


def _one(judgement: Judgement | None) -> Judgement:
    if judgement is None:  # pragma: no cover - callers have looked
        raise LookupError
    return judgement
