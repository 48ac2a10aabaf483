"""The sentences of a verdict: the best model, the pairs that are undecided, and the rows it would take to decide them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from foldwise.comparisons import BOOTSTRAP_SIZE_NOTE, Verdict
from foldwise.estimates import Target
from foldwise.measures import Needs
from foldwise.phrases import listed
from foldwise.reports.shared.digits import Digits
from foldwise.reports.shared.wording import level_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from foldwise.comparisons import Judgement
    from foldwise.reports.comparison.comparison import ModelComparison
    from foldwise.reports.shared.finding import Finding

__all__ = ["cautions", "may_be_best", "not_adjusted", "on_intervals", "rounded_up", "sentences", "with_sign"]

# Pairs that a note lists by their names; of more it says how many they are.
MOST_PAIRS_NAMED = 3
ONE_FIT_NOTE = (
    "the tests judge the models fitted here, on one training set, not what would be fitted to all rows or to other ones"
)


def sentences(comparison: ModelComparison) -> Iterator[str]:
    """Say what came out under the first measure."""
    name = comparison.measures[0].name
    ranking = comparison.ranking(name)
    if comparison.reference:
        yield from _against_reference(comparison, name)
    elif len(ranking) > 1:
        yield from _against_best(comparison, name)
    yield from _against_baseline(comparison, name)
    if name in comparison.missing:
        who = untested_models(comparison, name) or "The models"
        yield f"{who} could not be compared by {comparison.measures[0].label}: {comparison.missing[name]}."
    yield from _winner(comparison)


def cautions(comparison: ModelComparison) -> Iterator[str]:
    """Say what is special about the tests."""
    untested: dict[tuple[str, str], list[str]] = {}
    for measure, reason in comparison.missing.items():
        if measure != comparison.measures[0].name:
            who = untested_models(comparison, measure)
            untested.setdefault((f" of {who}" if who else "", reason), []).append(measure)
    yield from (f"no comparison{who} by {listed(measures)}: {reason}" for (who, reason), measures in untested.items())
    if _of_one_fit(comparison):
        yield ONE_FIT_NOTE
    yield from _notes(comparison)
    yield from _set_beside_pairs(comparison)
    yield from on_intervals(comparison.judgements, comparison.finding)


def _notes(comparison: ModelComparison) -> Iterator[str]:
    """Notes of the tests, once each; that on bootstrap samples says which pairs it is about, unless it is about all but the baseline's."""
    found = [judgement.comparison for judgement in comparison.judgements]
    pairs = {(one.a, one.b) for one in found}
    for note in dict.fromkeys(one.note for one in found if one.note):
        about = {(one.a, one.b) for one in found if one.note == note}
        if note != BOOTSTRAP_SIZE_NOTE or all(comparison.baseline in pair for pair in pairs - about):
            yield note
        elif len(about) <= MOST_PAIRS_NAMED:
            yield f"{note}: {', '.join(f'{a} and {b}' for a, b in sorted(about))}; other pairs on the plan's fits"
        else:
            yield f"{len(about)} of {len(pairs)} {note}; other pairs on the plan's fits"


def untested_models(comparison: ModelComparison, measure: str) -> str:
    """Names of the models without any comparison, or of pairs, where others were compared; empty where none or all were."""
    untested = comparison.untested(measure)
    compared = {
        name
        for one in comparison.judgements
        if one.comparison.measure.name == measure
        for name in (one.comparison.a, one.comparison.b)
    }
    if not compared or not untested:
        return ""
    alone = [name for name in comparison.models if name not in compared and any(name in pair for pair in untested)]
    if all(set(pair) & set(alone) for pair in untested):
        return listed(alone)
    return (
        listed([f"{a} with {b}" for a, b in untested])
        if len(untested) <= MOST_PAIRS_NAMED
        else f"{len(untested)} pairs"
    )


def _of_one_fit(comparison: ModelComparison) -> bool:
    """Whether tests are about the models that were fitted, each once, and not about what is fitted to other rows."""
    return any(judgement.comparison.target is Target.PROXY for judgement in comparison.judgements)


def on_intervals(judgements: Sequence[Judgement], finding: Callable[[str, str], Finding]) -> Iterator[str]:
    """Say, once each, why intervals that overlap or contain 0 can stand beside a decided pair, and intervals apart beside an open one."""
    decided, open_ = None, None
    if (far := next((judgement for judgement in judgements if _decided_around_0(judgement)), None)) is not None:
        yield (
            f"the interval of the difference of {_both(far)} contains 0 although one is better: the test asks whether their "
            "predictions could be exchanged, the interval how large the difference is, which a few rows far out leave open"
        )
    for one in judgements:
        a, b = (finding(model, one.comparison.measure.name).interval for model in (one.comparison.a, one.comparison.b))
        if a is None or b is None:
            continue
        overlap = a.low <= b.high and b.low <= a.high
        if overlap and one.verdict in (Verdict.BETTER, Verdict.WORSE):
            decided = decided or one
        elif not overlap and one.verdict is Verdict.UNDECIDED:
            open_ = open_ or one
    if decided is not None:
        yield (
            f"the intervals of {_both(decided)} overlap although one is better: both were tested on the same rows, and "
            "what makes rows hard for both is in their intervals, not in their difference"
        )
    if open_ is not None:
        yield (
            f"the intervals of {_both(open_)} do not overlap although the pair is undecided: the interval of one model is "
            "no test of a difference, which has an error of its own and is adjusted for the number of pairs"
        )


def _decided_around_0(one: Judgement) -> bool:
    """Whether a test by exchanges has decided a pair, and the interval of the difference, which comes by another way, contains 0."""
    found = one.comparison
    exchanged = found.method == "permutation" and found.measure.needs is Needs.VALUE
    return exchanged and one.verdict in (Verdict.BETTER, Verdict.WORSE) and found.low < 0 < found.high


def _both(one: Judgement) -> str:
    """Names of a pair, and the measure."""
    return f"{one.comparison.a} and {one.comparison.b} ({one.comparison.measure.label})"


def _against_best(comparison: ModelComparison, name: str) -> Iterator[str]:
    best, *others = comparison.tested_ranking(name) or comparison.ranking(name)
    held = {model: comparison.judgement(model, best, name) for model in others}
    equal = [model for model in others if _is(held[model], Verdict.EQUIVALENT)]
    worse = [model for model in others if _is(held[model], Verdict.WORSE)]
    undecided = [model for model in others if _is(held[model], Verdict.UNDECIDED)]
    if undecided:
        wanted = _needed([held[model] for model in undecided], len(undecided))
        yield f"Undecided on these data: {best} against {listed(undecided)}{wanted}."
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
        (Verdict.UNDECIDED, "Undecided on these data: {models} against {reference}{needed}."),
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
    """Name the models that are worse than the baseline, or not shown to be better; of a single model, say also that it is."""
    if not comparison.baseline or comparison.reference:
        return
    held = {model: comparison.judgement(model, comparison.baseline, name) for model in comparison.ranking(name)}
    for verdict, words in (
        (Verdict.WORSE, "{models} {are} worse than the baseline."),
        (Verdict.EQUIVALENT, "{models} {are} equivalent to the baseline."),
        (Verdict.UNDECIDED, "Undecided: whether {models} {are} any better than the baseline."),
        (Verdict.BETTER, "{models} {are} better than the baseline."),
    ):
        models = [model for model, one in held.items() if _is(one, verdict)]
        if models and (verdict is not Verdict.BETTER or len(held) == 1):
            yield words.format(models=listed(models), are="is" if len(models) == 1 else "are")


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
    if all(one is None or one.comparison.difference == 0 for one in held):  # no number of rows would show a difference
        which = "to call them equivalent"
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


def with_sign(digits: Digits, value: float) -> str:
    """Write a difference with its sign.

    Examples
    --------
    >>> with_sign(Digits(3), 0.0341), with_sign(Digits(3), -0.0002)
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


FEWEST_MODELS = 3
"""Models from which the set says more than the comparison of two."""


def may_be_best(comparison: ModelComparison) -> Iterator[str]:
    """Say which of three or more models may be the best under the first measure, or why that cannot be said."""
    measure = comparison.measures[0].name
    if comparison.reference or len(comparison.ranking(measure)) < FEWEST_MODELS:
        return
    found, tested = comparison.confidence_sets[measure], comparison.tested_ranking(measure)
    best = "The best" if len(tested) in (0, len(comparison.ranking(measure))) else "The best of those tested"
    if isinstance(found, str):
        yield f"No model confidence set: {found}."
    elif len(found.models) > 1:
        yield f"{best} is among: {', '.join(found.models)} ({level_text(found.level)} model confidence set)."
    else:
        yield f"{best}, by the {level_text(found.level)} model confidence set: {found.models[0]}."


def _set_beside_pairs(comparison: ModelComparison) -> Iterator[str]:
    """Say, once, why the confidence set may hold a model that is worse than the best by the test of the pair, or leave out one that is undecided."""
    measure = comparison.measures[0].name
    if comparison.reference or len(comparison.ranking(measure)) < FEWEST_MODELS:
        return
    found, best = comparison.confidence_sets[measure], comparison.anchor(measure)
    if isinstance(found, str):
        return
    held = {name: comparison.judgement(name, best, measure) for name in found.p_values if name != best}
    worse = [name for name in found.models if _is(held.get(name), Verdict.WORSE)]
    left_out = [name for name in held if name not in found.models and _is(held[name], Verdict.UNDECIDED)]
    if left_out:
        yield (
            f"the model confidence set leaves out {listed(left_out)} although undecided against {best}: it is one test of all "
            "models together, and p-values of pairs are adjusted for their number"
        )
    if worse:
        yield (
            f"the model confidence set holds {listed(worse)} although {best} is better: the set is what one test of all models "
            "together leaves, which tells fewer of them apart than tests of pairs"
        )


def not_adjusted(comparison: ModelComparison) -> Iterator[str]:
    """Say how many tests were made, where several measures were judged without adjustment across them."""
    measures = {judgement.comparison.measure.name for judgement in comparison.judgements}
    if len(measures) < 2 or (comparison.across_measures and comparison.adjustment != "none"):
        return
    tests = f"{len(comparison.judgements)} tests were made under {len(measures)} measures"
    if comparison.adjustment == "none":
        yield f"{tests} and none was adjusted: about one in twenty finds a difference where there is none"
    else:
        yield (
            f"{tests}; p-values are adjusted for the pairs of each measure, not across measures "
            "(adjust_measures=True, --adjust-measures)"
        )
