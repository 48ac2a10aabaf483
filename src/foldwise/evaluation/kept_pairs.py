"""Whether the comparisons of a result that was kept in a file are those of the predictions beside them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import fields, replace
from math import isclose, isnan
from typing import TYPE_CHECKING

from foldwise.comparisons import ADJUSTMENTS, Pair, adjust, compare_pair, comparison_method, judge
from foldwise.errors import ValidityError
from foldwise.reports import Improvement, ModelComparison, Score, UnpairedComparison

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.comparisons import Comparison, ComparisonMethod, Judgement, Verdict
    from foldwise.predictions import Predictions
    from foldwise.typing import Given

__all__ = ["alike", "pair_faults"]

RELATIVE, ABSOLUTE = 1e-6, 1e-10
"""How far a figure may be from the same one made on another machine."""
FIGURES = ("difference", "low", "high", "p_value", "statistic")


def pair_faults(result: Given) -> Iterator[str]:
    """Say which differences, p-values and verdicts of a result are not those of its predictions.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.compare("lda, knn", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> list(pair_faults(result))
    []
    """
    if isinstance(result, Improvement):  # whose p-values are adjusted by what its variants have in common
        yield from _pair_faults(result.comparison.judgements, result.comparison.assessment.predictions, None)
    elif isinstance(result, ModelComparison):
        yield from _pair_faults(result.judgements, result.assessment.predictions, None)
        yield from _adjustment_faults(result)
    elif isinstance(result, Score) and result.predictions is not None:
        yield from _pair_faults(result.judgements, result.predictions, result.seed)
        yield from _adjustment_faults(result)
    elif isinstance(result, UnpairedComparison):
        yield from _adjustment_faults(result)


def _pair_faults(judgements: Iterable[Judgement], predictions: Predictions, seed: int | None) -> Iterator[str]:
    for one in judgements:
        told = one.comparison
        what = f"{told.measure.label} of '{told.a}' less that of '{told.b}'"
        if not {told.a, told.b} <= set(predictions.models):
            yield f"there is {what}, and no predictions of both models"
            continue
        pair = Pair.of(predictions, told.a, told.b, told.measure)
        made = _compared(pair, told, seed)
        name = next((one for one in FIGURES if made and not alike(getattr(made, one), getattr(told, one))), "")
        verdict = _verdict(pair, one)
        if made and not name and not _same_belief(made, told):
            yield f"the posterior of {what} is not that of its predictions"
        elif name:
            ends = f"{getattr(made, name):.4g} by its predictions, not {getattr(told, name):.4g}"
            yield f"the {name.replace('_', '-')} of {what} is {ends}"
        elif verdict != one.verdict:
            yield f"the verdict on {what} is '{verdict}' by its figures, not '{one.verdict}'"


def _compared(pair: Pair, told: Comparison, seed: int | None) -> Comparison | None:
    """The comparison once more, as it is chosen or by its test.

    None where there is none, or where its test has settings, of which a file keeps nothing but the seed.
    """
    own = comparison_method(told.method)
    if seed is not None and hasattr(own, "seed"):
        own = replace(own, seed=seed)  # type: ignore[type-var]
    made = [_attempt(pair, method, told) for method in ("auto", own)]
    found = [one for one in made if one is not None and one.method == told.method]
    same = [one for one in found if all(alike(getattr(one, name), getattr(told, name)) for name in FIGURES)]
    if same or not found:
        return same[0] if same else None
    return None if fields(own) else found[-1]  # type: ignore[arg-type]


def _attempt(pair: Pair, method: str | ComparisonMethod, told: Comparison) -> Comparison | None:
    try:
        return compare_pair(pair, method, told.level, allow_invalid=True)
    except ValidityError:
        return None


def _same_belief(made: Comparison, told: Comparison) -> bool:
    one, other = made.posterior, told.posterior
    if one is None or other is None:
        return one is other
    return all(alike(getattr(one, name), getattr(other, name)) for name in ("centre", "scale", "df"))


def _verdict(pair: Pair, told: Judgement) -> Verdict:
    ropes = {pair.measure.name: told.rope}
    return judge([(pair, told.comparison)], ropes, level=told.comparison.level, adjusted=[told.p_adjusted])[0].verdict


def _adjustment_faults(result: ModelComparison | Score | UnpairedComparison) -> Iterator[str]:
    """Adjust the p-values of every family once more."""
    families: dict[tuple[str, bool], list[Judgement]] = defaultdict(list)
    for one in result.judgements:
        families[_family(result, one.comparison)].append(one)
    for family in families.values() if result.adjustment in ADJUSTMENTS else ():
        made = adjust([one.comparison.p_value for one in family], result.adjustment)
        for one, p_adjusted in zip(family, made.tolist(), strict=True):
            if not alike(p_adjusted, one.p_adjusted):
                what = f"{one.comparison.measure.label} of '{one.comparison.a}' less that of '{one.comparison.b}'"
                yield f"the adjusted p-value of {what} is {p_adjusted:.4g}, not {one.p_adjusted:.4g}"


def _family(result: ModelComparison | Score | UnpairedComparison, comparison: Comparison) -> tuple[str, bool]:
    """By what the comparisons are known that are adjusted together: measure, and whether with the baseline."""
    if not isinstance(result, ModelComparison):
        return comparison.measure.label, False
    baseline = not result.reference and comparison.b == result.assessment.baseline
    return "" if result.across_measures else comparison.measure.label, baseline


def alike(made: float, told: float) -> bool:
    """Whether two figures are the same but for what another machine rounds otherwise.

    Examples
    --------
    >>> alike(0.1, 0.1 + 1e-12), alike(float("nan"), float("nan")), alike(0.1, 0.101)
    (True, True, False)
    """
    return isclose(made, told, rel_tol=RELATIVE, abs_tol=ABSOLUTE) or (isnan(made) and isnan(told))
