"""Whether the figures of a result that was saved in a file follow from the predictions saved with them.

A file can hold any figure. What can be computed from the predictions is computed again, by the
methods that the figures are attributed to: estimates, intervals, differences, p-values and verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import repeat
from math import isnan
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.errors import ValidityError
from foldwise.estimates import Bias, Estimate, Target, estimate_method, make_estimate
from foldwise.evaluation.evaluate import about_class
from foldwise.evaluation.saved_comparisons import has_saved_predictions, pair_faults
from foldwise.evaluation.saved_consistency import contradictions
from foldwise.evaluation.saved_fault import BBC_PREFIX, Fault, alike, has_settings, unit_on
from foldwise.intervals import (
    anytime_interval,
    interval_method,
    interval_with_choice,
    rows_level,
    unit_values,
)
from foldwise.measures import ModelScores
from foldwise.predictions import Part, take_resampled_rows, take_test_rows
from foldwise.reports import (
    Assessment,
    Certificate,
    Diagnosis,
    Experiment,
    Improvement,
    ModelComparison,
    PermutationTest,
    Score,
    Segment,
    Selection,
    UnpairedComparison,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.intervals import Interval
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding
    from foldwise.typing import Given

__all__ = ["faults_of_figures", "unproven_figures"]

AS_GIVEN = "as given"
"""The estimate of `score`: the value on the rows, not estimated from resamples."""
NEEDS_FEATURES = frozenset({"bolstered", "learning-curve"})
"""Estimates that rest on more than predictions, so that they cannot be computed again."""


@final
@dataclass(frozen=True, eq=False)
class SavedFindings:
    """Findings, and the predictions they were made from; `seed` is that of methods that draw at random.

    `leans` says that a flaw of the rows makes every estimate biased; `level` is that of the result; `chosen_by` says that they are about the
    validation rows, which choose among candidates.
    """

    predictions: Predictions
    findings: tuple[Finding, ...]
    seed: int | None = None
    where: str = ""
    leans: bool = False
    level: float | None = None
    chosen_by: bool = False


def faults_of_figures(result: Given) -> tuple[Fault, ...]:
    """Say which figures of a result do not follow from its predictions; empty where all do, or where there are none.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures="error")
    >>> faults_of_figures(result)
    ()
    >>> better = replace(result.findings[0], estimate=replace(result.findings[0].estimate, value=0.01))
    >>> faults_of_figures(replace(result, findings=(better, *result.findings[1:])))[0].text
    "error of 'lda' is 0.02 by its predictions, not 0.01"
    """
    faults = [fault for table in _tables(result) for fault in _faults(table)]
    return tuple(dict.fromkeys([*faults, *map(Fault, contradictions(result)), *pair_faults(result)]))


def unproven_figures(result: Given) -> str:
    """Which figures of a result rest on more than what is kept in it, in words; empty where none do.

    Examples
    --------
    >>> import foldwise
    >>> unproven_figures(foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(5)", measures="error"))
    ''
    """
    known = {
        PermutationTest: "values of permuted targets",
        Certificate: "simulated coverages",
        Diagnosis: "parts of the diagnosis that were made from the features",
        Improvement: "figures of the variants",
    }
    unproven = [known.get(type(result), "")]
    if isinstance(result, Score) and result.predictions is None:
        unproven.append("figures of rows that were read in pieces")
    if isinstance(result, Experiment) and any(cell.verdict is not None for cell in result.cells):
        unproven.append("verdicts on single datasets")
    if isinstance(result, ModelComparison) and not all(
        map(has_saved_predictions, result.judgements, repeat(result.predictions))
    ):
        unproven.append("differences over bootstrap samples")
    if isinstance(result, Selection) and result.corrected.model not in result.predictions.models:
        unproven.append("the score of the repeated search")
    if any(one.estimate.method in NEEDS_FEATURES for one in getattr(result, "findings", ())):
        unproven.append("estimates that look at the features")
    return " and ".join(filter(None, unproven))


def _tables(result: Given) -> Iterator[SavedFindings]:
    """Everything in a result that was made from predictions which it holds."""
    if isinstance(result, Improvement | ModelComparison):
        yield from _tables(result.comparison if isinstance(result, Improvement) else result.assessment)
    elif isinstance(result, Experiment):
        for one in result.assessments.values():
            yield from _tables(one)
    elif isinstance(result, UnpairedComparison):
        for name, table in result.tables.items():
            own = tuple(finding for finding in result.findings if finding.model == name)
            yield SavedFindings(table, own, result.seed, level=result.level)
    elif isinstance(result, Assessment | Diagnosis):
        yield SavedFindings(result.predictions, result.findings, leans=_leans(result), level=result.level)
        yield from _segments(result, getattr(result, "segments", ()))
    elif isinstance(result, Selection):
        corrected = () if result.corrected.estimate.method.startswith(BBC_PREFIX) else (result.corrected,)
        known = tuple(one for one in corrected if one.model in result.predictions.models)
        candidates, by_validation = (*result.findings, result.naive), result.predictions.resamples.keeps_validation
        yield SavedFindings(result.predictions, candidates, leans=_leans(result), chosen_by=by_validation)
        yield SavedFindings(result.predictions, known, leans=_leans(result))
    elif isinstance(result, Score) and result.predictions is not None:
        yield SavedFindings(result.predictions, result.findings, result.seed, level=result.level)
        yield from _segments(result, result.segments)


def _leans(result: Given) -> bool:
    """Whether a flaw of the rows was found that makes estimates look better than they are."""
    all_advice = (*getattr(result, "advice", ()), *getattr(result, "checks", ()))
    return any(getattr(one, "optimistic", False) for one in all_advice)


def _segments(result: Given, segments: Iterable[Segment]) -> Iterator[SavedFindings]:
    for part in segments:
        where = f" in '{part.name}'"
        if isinstance(result, Score) and part.places is not None:
            rows = take_test_rows(result.predictions, part.places)  # type: ignore[arg-type]
            yield SavedFindings(rows, part.findings, result.seed, where, level=result.level)
        elif not isinstance(result, Score) and result.dataset.segments is not None:
            places = np.flatnonzero(result.dataset.segments == part.name)
            yield SavedFindings(
                take_resampled_rows(result.predictions, places),
                part.findings,
                None,
                where,
                _leans(result),
                result.level,
            )


def _faults(figures: SavedFindings) -> Iterator[Fault]:
    for finding in figures.findings:
        what, saved = f"{finding.measure.label} of '{finding.model}'{figures.where}", finding.estimate
        if finding.model not in figures.predictions.models:
            yield Fault(f"there is {what}, and no predictions of that model")
            continue
        scored = ModelScores(figures.predictions, finding.model, finding.measure)
        computed, sure = _on_validation(scored) if figures.chosen_by else _estimate(scored, saved)
        if not alike(computed.value, saved.value, unit_on(finding.measure, figures.predictions)):
            yield Fault(f"{what} is {computed.value:.4g} by its predictions, not {saved.value:.4g}", may_be=not sure)
        elif (computed.fits, computed.undefined) != (saved.fits, saved.undefined):
            ends = f"{saved.fits} fits of which {saved.undefined} have no value"
            yield Fault(
                f"{what} rests on {computed.fits} fits of which {computed.undefined} have no value, not on {ends}"
            )
        elif computed.target != saved.target or (
            computed.bias != saved.bias and not (figures.leans or _is_withheld(finding))
        ):
            yield Fault(
                f"{what} is an estimate of the {computed.target}, {computed.bias}, by its predictions", may_be=not sure
            )
        elif finding.interval is not None and (other := _other_interval(scored, finding.interval, figures.seed)):
            settings = has_settings(interval_method(finding.interval.method))
            yield Fault(f"the {finding.interval.method} interval of {what} is {other}", may_be=settings)
        elif finding.interval is None and figures.level is not None and _hides_interval(scored, finding, figures.level):
            yield Fault(f"there is no interval of {what}, and the reason told is that of one")
        if finding.positive != about_class(scored):
            yield Fault(f"{what} is about the class '{about_class(scored)}', not '{finding.positive:.60}'")


def _is_withheld(saved: Finding) -> bool:
    """Whether a figure has neither an interval nor a direction of bias, as where columns are near the number of rows."""
    return saved.interval is None and saved.estimate.bias is Bias.UNKNOWN


def _estimate(scored: ModelScores, saved: Estimate) -> tuple[Estimate, bool]:
    """The estimate computed again, and whether no setting of its method could give another; as saved where it rests on features."""
    if saved.method == AS_GIVEN:
        return Estimate(scored.value, AS_GIVEN, Target.PROXY, Bias.NONE, 0, int(isnan(scored.value))), True
    method = estimate_method(saved.method)
    if method.name in NEEDS_FEATURES:
        return saved, False
    try:
        return make_estimate(scored, method), not has_settings(method)
    except ValidityError:  # as the baseline is estimated beside models for which the method is valid
        return method.estimate(scored), not has_settings(method)


def _on_validation(scored: ModelScores) -> tuple[Estimate, bool]:
    """The score of a candidate on the rows that choose, which is optimistic."""
    own = ModelScores(scored.predictions, scored.model, scored.measure, Part.VALIDATION)
    return Estimate(own.value, "pooled", Target.PROXY, Bias.OPTIMISTIC, scored.resamples.count), True


def _hides_interval(scored: ModelScores, saved: Finding, level: float) -> bool:
    """Whether an interval is lacking for the reason for which there would be one."""
    try:
        computed, choice = interval_with_choice(scored, "auto", level)
    except ValidityError:
        return False
    return computed is not None and bool(saved.reason) and saved.reason == choice.reason


def _other_interval(scored: ModelScores, saved: Interval, seed: int | None) -> str:
    """The interval computed again, in words; empty where it is the one saved."""
    computed, unit = None, unit_on(scored.measure, scored.predictions)
    for interval in _intervals(scored, saved, seed):
        if interval is not None and interval.method == saved.method:
            ends = (interval.low, saved.low), (interval.high, saved.high)
            same = interval.target == saved.target and all(alike(*end, unit) for end in ends)
            if same and _same_error(interval, saved, unit):
                return ""
            computed = computed or interval
    told = f"not [{saved.low:.4g}, {saved.high:.4g}]"
    return (
        f"{told}: there is none"
        if computed is None
        else f"[{computed.low:.4g}, {computed.high:.4g}] by its predictions, {told}"
    )


def _same_error(computed: Interval, saved: Interval, unit: float) -> bool:
    """Whether two intervals were made from the same standard error, where their method has one."""
    if computed.standard_error is None or saved.standard_error is None:
        return computed.standard_error is saved.standard_error
    return alike(computed.standard_error, saved.standard_error, unit)


def _intervals(scored: ModelScores, saved: Interval, seed: int | None) -> Iterator[Interval | None]:
    """The interval by its method and by the default, each for a fixed number of repeats and for any stopping time."""
    own = interval_method(saved.method)
    if seed is not None and hasattr(own, "seed"):
        own = replace(own, seed=seed)  # type: ignore[type-var]
    for method in (own, "auto"):
        try:
            yield interval_with_choice(scored, method, saved.level, allow_invalid=True)[0]
            wider, _ = interval_with_choice(scored, method, rows_level(saved.level), allow_invalid=True)
            several = wider is not None and unit_values(scored).size > 1
            yield anytime_interval(wider, scored, saved.level) if several else None  # type: ignore[arg-type]
        except ValidityError:
            continue
