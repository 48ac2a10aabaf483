"""Whether the comparisons of a result that was saved in a file follow from the predictions saved with them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.comparisons import (
    ADJUSTMENTS,
    Pair,
    UnpairedPair,
    cochran_q_of,
    compare_pair,
    compare_samples,
    comparison_method,
    judge,
    rests_on_samples,
    two_sided,
    unpaired_method,
)
from foldwise.errors import ValidityError
from foldwise.evaluation.saved_fault import Fault, alike, has_settings, unit_on
from foldwise.evaluation.segmenting import rows_by_segment
from foldwise.predictions import take_resampled_rows
from foldwise.reports import Improvement, ModelComparison, Score, UnpairedComparison
from foldwise.reports.comparison import ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from foldwise.comparisons import Comparison, ComparisonMethod, Heterogeneity, Judgement, UnpairedMethod
    from foldwise.predictions import Predictions
    from foldwise.typing import Given

__all__ = ["has_saved_predictions", "pair_faults"]

COMPARISON_FIELDS = ("difference", "low", "high", "p_value", "statistic")
POSTERIOR_FIELDS = ("centre", "scale", "df")
NEEDED_FIELDS = ("detectable", "rows")
IN_UNITS = frozenset({"difference", "low", "high", "centre", "scale", "detectable"})
"""Fields that are in the unit of the measure."""


class SavedJudgement(NamedTuple):
    """A judgement with its pair of models; `where` names the segment, and `family` the judgements whose p-values are adjusted together."""

    judgement: Judgement
    pair: Pair | UnpairedPair
    family: tuple[str, bool]
    where: str = ""

    @property
    def unit(self) -> float:
        """How large the measure may be (`unit_on`)."""
        table = self.pair.predictions if isinstance(self.pair, Pair) else self.pair.a.predictions
        return unit_on(self.judgement.comparison.measure, table)

    @property
    def what(self) -> str:
        """What the judgement is about, in words."""
        one = self.judgement.comparison
        return f"{one.measure.label} of '{one.a}' less that of '{one.b}'{self.where}"


def pair_faults(result: Given) -> Iterator[Fault]:
    """Say which differences, p-values and verdicts of a result are not those of its predictions.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.compare("lda, knn", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> list(pair_faults(result))
    []
    """
    if isinstance(result, Improvement):  # whose p-values may be adjusted by what its variants have in common
        yield from _model_faults(result.comparison, together=True)
    elif isinstance(result, ModelComparison):
        yield from _model_faults(result)
    elif isinstance(result, Score) and result.predictions is not None:
        yield from _score_faults(result, result.predictions)
    elif isinstance(result, UnpairedComparison):
        yield from _sample_faults(result)


def has_saved_predictions(judgement: Judgement, table: Predictions) -> bool:
    """Whether the predictions behind a difference are saved with it: those of bootstrap samples besides the plan are not.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.compare("lda, qda", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> has_saved_predictions(result.judgements[0], result.predictions)
    True
    """
    by_samples = rests_on_samples(judgement.comparison) and table.resamples.kind != "bootstrap"
    return not by_samples or table.bootstrapped is not None


def _model_faults(result: ModelComparison, *, together: bool = False) -> Iterator[Fault]:
    """Faults of models on the same resamples; p-values of variants are adjusted by what these have in common."""
    table = result.assessment.predictions
    known, strange = _of_known(result.judgements, table)
    yield from strange
    saved = [SavedJudgement(one, Pair.of(table, *_names(one)), _family(result, one.comparison)) for one in known]
    yield from _judgement_faults(saved, result, None, together=together)
    yield from _lacking(result, _expected(result, baseline=not together))
    yield from _segment_faults(result)


def _segment_faults(result: ModelComparison) -> Iterator[Fault]:
    segments = result.dataset.segments
    rows = {} if segments is None else dict(rows_by_segment(segments))
    saved = []
    for judgement in result.segment_judgements:
        if judgement.segment not in rows:
            yield Fault(f"there is a difference in '{judgement.segment:.60}', and no row of that segment")
            continue
        table = take_resampled_rows(result.predictions, rows[judgement.segment])
        known, strange = _of_known([judgement.judgement], table)
        yield from strange
        label = "" if result.across_measures else judgement.judgement.comparison.measure.label
        saved += [
            SavedJudgement(each, Pair.of(table, *_names(each)), (label, False), f" in '{judgement.segment}'")
            for each in known
        ]
    yield from _judgement_faults(saved, result, None, together=not saved)


def _score_faults(result: Score, table: Predictions) -> Iterator[Fault]:
    known, strange = _of_known(result.judgements, table)
    yield from strange
    saved = [SavedJudgement(one, Pair.of(table, *_names(one)), (one.comparison.measure.label, False)) for one in known]
    yield from _judgement_faults(saved, result, result.seed)
    pairs = list(combinations(table.models, 2))
    yield from _lacking(result, {measure.label: pairs for measure in result.measures})
    labelled = table.is_classification and len(table.models) > 2 and table.weights is None
    if not _same(cochran_q_of(table) if labelled else None, result.omnibus, ("statistic", "df", "p_value")):
        yield Fault("the test of all systems together is not that of its predictions")


def _sample_faults(result: UnpairedComparison) -> Iterator[Fault]:
    """Faults of systems on different rows."""
    if result.what not in ("system", "segment"):
        yield Fault(f"systems or segments are compared, not '{result.what:.60}'")
    saved = []
    for judgement in result.judgements:
        a, b, measure = _names(judgement)
        if not {a, b} <= set(result.tables):
            yield _unknown_names(judgement)
            continue
        pair = UnpairedPair.of(result.tables[a], result.tables[b], measure)
        saved.append(SavedJudgement(judgement, pair, (measure.label, False)))
    yield from _judgement_faults(saved, result, result.seed)
    pairs = list(combinations(result.tables, 2))
    yield from _lacking(result, {measure.label: pairs for measure in result.measures})
    for measure in result.measures:
        overall_test = result.overall.get(measure.name)
        computed = compare_samples(result.tables, measure, rope=0.0, level=result.level, seed=result.seed).overall
        if not _same(computed, overall_test, ("statistic", "p_value")) or (
            computed and overall_test and _words(computed) != _words(overall_test)
        ):
            yield Fault(f"whether {measure.label} differs at all is not told as its predictions tell it")


def _of_known(judgements: Iterable[Judgement], table: Predictions) -> tuple[list[Judgement], list[Fault]]:
    """Judgements on models that there are predictions of, and the faults of the others."""
    known = [
        judgement for judgement in judgements if {judgement.comparison.a, judgement.comparison.b} <= set(table.models)
    ]
    return known, [_unknown_names(judgement) for judgement in judgements if judgement not in known]


def _unknown_names(one: Judgement) -> Fault:
    saved = one.comparison
    what = f"{saved.measure.label} of '{saved.a}' less that of '{saved.b}'"
    return Fault(f"there is {what}, and no predictions of both models")


def _names(one: Judgement) -> tuple[str, str, Given]:
    return one.comparison.a, one.comparison.b, one.comparison.measure


def _judgement_faults(
    saved: list[SavedJudgement], result: Given, seed: int | None, *, together: bool = False
) -> Iterator[Fault]:
    """Make every comparison, and every family of them, again."""
    families: dict[tuple[str, bool], list[SavedJudgement]] = defaultdict(list)
    for one in saved:
        families[one.family].append(one)
        yield from _figure_faults(one, seed, result.level)
    if result.adjustment not in ADJUSTMENTS and not together:
        yield Fault(f"p-values are adjusted by '{result.adjustment:.60}', and there is no such adjustment")
        return
    for family in families.values():
        yield from _family_faults(family, result.adjustment, result.level)


def _figure_faults(one: SavedJudgement, seed: int | None, level: float) -> Iterator[Fault]:
    saved = one.judgement.comparison
    computed, sure = _compared(one.pair, saved, seed, one.unit)
    if saved.level != level:
        yield Fault(f"the interval of {one.what} has another level than the result")
    elif isinstance(one.pair, Pair) and not has_saved_predictions(one.judgement, one.pair.predictions):
        if not _agrees(saved, one.unit):
            yield Fault(f"difference, interval, p-value and posterior of {one.what} do not go together")
    elif computed is None:
        yield Fault(f"there is {one.what} by {saved.method:.60}, which gives none for its predictions", may_be=not sure)
    elif name := next((field for field in COMPARISON_FIELDS if not _same(computed, saved, (field,), one.unit)), ""):
        ends = f"{getattr(computed, name):.4g} by its predictions, not {getattr(saved, name):.4g}"
        yield Fault(f"the {name.replace('_', '-')} of {one.what} is {ends}", may_be=not sure)
    elif not _same(computed.posterior, saved.posterior, POSTERIOR_FIELDS, one.unit) or (
        computed.target,
        computed.signed,
    ) != (
        saved.target,
        saved.signed,
    ):
        yield Fault(f"the posterior or the target of {one.what} is not that of its predictions", may_be=not sure)


def _agrees(saved: Comparison, unit: float) -> bool:
    """Whether the figures of a test by a posterior follow from it, also where the posterior itself cannot be made again."""
    posterior = saved.posterior
    if posterior is None:
        return isnan(saved.low) and isnan(saved.high) and saved.p_value == 1
    low, high = posterior.interval(saved.level)
    if saved.p_value > 1 - saved.level:
        low, high = min(low, 0.0), max(high, 0.0)
    width = saved.measure.high - saved.measure.low
    computed = (
        posterior.centre,
        max(low, -width),
        min(high, width),
        two_sided(posterior),
        posterior.centre / posterior.scale,
    )
    fields = zip(computed, COMPARISON_FIELDS, strict=True)
    return all(alike(value, getattr(saved, name), unit if name in IN_UNITS else 1.0) for value, name in fields)


def _compared(
    pair: Pair | UnpairedPair, saved: Comparison, seed: int | None, unit: float
) -> tuple[Comparison | None, bool]:
    """The comparison once more, as it is chosen or by its test, and whether no setting of the test could give another."""
    find = unpaired_method if isinstance(pair, UnpairedPair) else comparison_method
    own = find(saved.method)
    sure = not has_settings(own)
    if seed is not None and hasattr(own, "seed"):
        own = replace(own, seed=seed)  # type: ignore[type-var]
    attempts = [_attempt(pair, method, saved) for method in (own, "auto")]
    same_method = [one for one in attempts if one is not None and one.method == saved.method]
    same = [one for one in same_method if _same(one, saved, COMPARISON_FIELDS, unit)]
    return next(iter([*same, *same_method]), None), sure


def _attempt(
    pair: Pair | UnpairedPair, method: str | ComparisonMethod | UnpairedMethod, saved: Comparison
) -> Comparison | None:
    try:
        if isinstance(pair, UnpairedPair):
            return None if isinstance(method, str) else method.compare(pair, saved.level)  # type: ignore[arg-type]
        return compare_pair(pair, method, saved.level, allow_invalid=True)  # type: ignore[arg-type]
    except ValidityError:
        return None


def _words(test: Heterogeneity) -> tuple[str, str]:
    return test.method, repr(test.df)


def _same(computed: Given, saved: Given, names: tuple[str, ...], unit: float = 1.0) -> bool:
    if computed is None or saved is None:
        return computed is saved
    return all(
        alike(getattr(computed, name), getattr(saved, name), unit if name in IN_UNITS else 1.0) for name in names
    )


def _family_faults(family: list[SavedJudgement], adjustment: str, level: float) -> Iterator[Fault]:
    """Adjust the p-values of a family once more, and judge it by what its comparisons say."""
    ropes = {one.judgement.comparison.measure.name: one.judgement.rope for one in family}
    adjusted = None if adjustment in ADJUSTMENTS else [one.judgement.p_adjusted for one in family]
    how = adjustment if adjusted is None else "holm"
    judged = judge(
        [(one.pair, one.judgement.comparison) for one in family], ropes, how=how, level=level, adjusted=adjusted
    )
    for one, computed in zip(family, judged, strict=True):
        saved = one.judgement
        if not alike(computed.rope, saved.rope, one.unit):
            yield Fault(
                f"the difference that does not matter is {computed.rope:.4g} and {saved.rope:.4g} for one measure"
            )
        elif not alike(computed.p_adjusted, saved.p_adjusted) or computed.p_adjusted < saved.comparison.p_value * (
            1 - 1e-6
        ):
            yield Fault(f"the adjusted p-value of {one.what} is {computed.p_adjusted:.4g}, not {saved.p_adjusted:.4g}")
        elif computed.verdict != saved.verdict:
            yield Fault(f"the verdict on {one.what} is '{computed.verdict}' by its figures, not '{saved.verdict}'")
        elif not _same(computed.needed, saved.needed, NEEDED_FIELDS, one.unit) or (
            computed.needed and computed.needed != saved.needed
        ):
            yield Fault(f"what it would take to decide on {one.what} is not what its figures say")


def _family(result: ModelComparison, comparison: Comparison) -> tuple[str, bool]:
    """Key of the comparisons that are adjusted together: the measure, and whether with the baseline."""
    baseline = not result.reference and comparison.b == result.assessment.baseline
    return "" if result.across_measures else comparison.measure.label, baseline


def _expected(result: ModelComparison, *, baseline: bool) -> dict[str, list[tuple[str, str]]]:
    """Pairs that a comparison of models has for every measure."""
    assessment, expected = result.assessment, {}
    for measure in assessment.measures:
        ranking, base = ranked(assessment, measure.name), assessment.baseline
        if result.reference:
            others = (*ranking, base) if baseline else ranking
            pairs = [(name, result.reference) for name in others if name not in ("", result.reference)]
        else:
            known = bool(base) and not np.isnan(assessment.finding(base, measure.name).estimate.value)
            pairs = [*combinations(ranking, 2), *((name, base) for name in ranking if known)]
        expected[measure.label] = [] if np.isnan(measure.best) else pairs
    return expected


def _lacking(result: Given, expected: Mapping[str, list[tuple[str, str]]]) -> Iterator[Fault]:
    """Say that pairs are told twice, or not at all although nothing is said of a measure without a test."""
    for measure in result.measures:
        saved = [
            (judgement.comparison.a, judgement.comparison.b)
            for judgement in result.judgements
            if judgement.comparison.measure == measure
        ]
        missing = set(expected[measure.label]) - set(saved)
        if len(saved) != len(set(saved)) or set(saved) - set(expected[measure.label]):
            yield Fault(f"a difference under {measure.label} is told that was not asked for, or twice")
        elif missing and measure.name not in result.missing:
            a, b = sorted(missing)[0]
            yield Fault(f"there is no difference of '{a}' and '{b}' under {measure.label}, and no reason why")
