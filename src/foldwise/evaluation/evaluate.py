"""From predictions to findings: every measure of every model, each with its estimate, its interval and the reason for its method."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.cached import filled_at_once
from foldwise.errors import InputError
from foldwise.estimates import make_estimate
from foldwise.evaluation.drift import drift
from foldwise.evaluation.heavy_tails import heavy_tails
from foldwise.intervals import (
    FEWEST_OF_A_CLASS,
    FEWEST_UNITS,
    IntervalChoice,
    anytime_interval,
    rows_level,
    too_small,
    unguarded_interval,
    unit_values,
)
from foldwise.measures import (
    FEWEST_FITS,
    ModelScores,
    class_of,
    reversed_scores_note,
)
from foldwise.models import BASELINE
from foldwise.phrases import count_of, listed
from foldwise.reports import BY_DEFINITION, Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from foldwise.estimates import Estimate, EstimateMethod
    from foldwise.intervals import Interval, IntervalMethod
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions

__all__ = ["Request", "about_class", "evaluate", "notes_on", "remark_of"]

FREED_AT_ONCE = 20_000
"""Predictions up to whose number the scores of a model do not wait for the garbage collector.

Of more of them memory that is freed at once goes back to the system, and the next call waits until it is cleared: with 1,000 bootstrap
samples of 569 rows for a third of its time.
"""
MEASURED_TOGETHER = 100_000
"""Predictions of all models up to whose number a measure is computed for all of them before the next one is: it takes less time while its
instructions are still in the nearest caches. More of them are freed model by model.
"""
VALUES_OF_THE_MEAN = {"r2": 0.0, "rse": 1.0, "rrse": 1.0, "rae": 1.0}
"""Measures that compare the errors with those of the mean of the training rows, and their value for that mean."""
MEAN_NOTE = "it is held against the mean of the training rows, which is what this model predicts"
LEAST_WIDTH = 1e-8
"""Width below which an interval shows only rounding."""
LEAST_SHIFT_BY_GROUPS = 0.005
"""Least change of an area by the pairs of rows of one group that is worth a note."""


@final
@filled_at_once
@dataclass(frozen=True)
class Request:
    """The methods that were asked for.

    Parameters
    ----------
    method
        Interval method, ``auto`` or ``careful``.
    estimate
        Estimate method, or ``auto`` for the one that belongs to the interval.
    level
        Level of the intervals.
    allow_invalid
        Give intervals that are known to be wrong.
    spare
        Models and measures that were added without being asked for: methods that are not valid for them are left out, not refused.
    anytime
        Whether the plan was repeated until an interval was short enough, so that intervals must hold at any stopping time.
    """

    method: str | IntervalMethod = "auto"
    estimate: str | EstimateMethod = "auto"
    level: float = 0.95
    allow_invalid: bool = False
    spare: frozenset[str] = frozenset()
    anytime: bool = False

    def sparing(self, measures: Iterable[Measure]) -> Request:
        """Ask for the same, but leave out what is not valid for these measures."""
        spare = self.spare | {one.name for one in measures}
        return Request(self.method, self.estimate, self.level, self.allow_invalid, spare, self.anytime)


@np.errstate(over="ignore", invalid="ignore")  # what is no number is found in the intervals
def evaluate(
    predictions: Predictions, measures: Iterable[Measure], request: Request | None = None
) -> tuple[Finding, ...]:
    """Estimate every measure of every model, each with its interval."""
    asked, request = tuple(measures), request or Request()
    few = sum([outputs.row.size for outputs in predictions.outputs.values()]) <= MEASURED_TOGETHER
    findings: list[Finding] = []
    tested = None
    for names in [predictions.models] if few else [(name,) for name in predictions.models]:
        looks = []
        for name in names:
            looks.append(ModelScores.together(predictions, name, asked, tested=tested))
            tested = looks[-1][0].sheet.tested
        findings += _by_measure([look for look in looks if look[0].outputs.row.size], request)
        for scored, *_ in looks:
            if scored.outputs.row.size <= FREED_AT_ONCE:
                scored.sheet.looks.clear()  # which refer to their sheet
    if not findings:
        failure = predictions.failures[0]
        message = f"every fit failed; the first, '{failure.model}' on resample {failure.resample + 1}: {failure.cause}"
        raise InputError(message)
    return tuple(findings)


def _by_measure(looks: Sequence[Sequence[ModelScores]], request: Request) -> list[Finding]:
    """Findings, one measure of all models after the other, in the order of the models; `looks` are those of each model."""
    found = [
        [_evaluate_one(one, request, spare=one.model in request.spare) for one in same]
        for same in zip(*looks, strict=True)
    ]
    return [finding for of_model in zip(*found, strict=True) for finding in of_model]


def _evaluate_one(scored: ModelScores, request: Request, *, spare: bool) -> Finding:
    """Estimate one measure of one model; `spare` says that the model was added without being asked for."""
    measure, model, asked = scored.measure, scored.model, request.estimate
    spare = spare or measure.name in request.spare
    if request.anytime:
        interval, choice = _at_any_time(scored, request, spare=spare)
    else:
        invalid = request.allow_invalid
        interval, choice = unguarded_interval(scored, request.method, request.level, allow_invalid=invalid, spare=spare)
    own = "auto" if choice.method is None else choice.method.estimate
    estimate = make_estimate(scored, own if asked == "auto" else asked, spare=spare)
    if measure.name in VALUES_OF_THE_MEAN and is_by_definition(scored, interval):
        interval, choice = None, IntervalChoice(None, f"{BY_DEFINITION}: {MEAN_NOTE}")
    if interval is not None and asked != "auto":
        interval = _naming_its_estimate(interval, estimate, make_estimate(scored, own, spare=True))
    remark = "" if model == BASELINE else remark_of(scored, estimate.value, interval)
    about = class_of(measure, scored.predictions.classes, scored.predictions.positive)
    return Finding(model, measure, estimate, interval, choice.reason, remark, about)


def is_by_definition(scored: ModelScores, interval: Interval | None) -> bool:
    """Whether a model predicts the very mean that its measure compares with: the value is constant by definition.

    Examples
    --------
    >>> import foldwise
    >>> result = foldwise.assess("ridge", foldwise.sample("auto-mpg"), plan="kfold(5)", measures="r2")
    >>> result.finding("baseline", "r2").interval, result.finding("baseline", "r2").reason[:13]
    (None, 'by definition')
    """
    spread = 0.0 if interval is None else interval.width
    return spread <= LEAST_WIDTH and abs(scored.value - VALUES_OF_THE_MEAN[scored.measure.name]) <= LEAST_WIDTH


def about_class(scored: ModelScores) -> str:
    """Name of the class that the measure is about, or empty."""
    predictions = scored.predictions
    return class_of(scored.measure, predictions.classes, predictions.positive)


def remark_of(scored: ModelScores, value: float, interval: Interval | None) -> str:
    """Remarks of the measure on the predictions it was given; none that the baseline ranks nothing, which it does by design."""
    measure = scored.measure
    if (
        measure.chance is not None
        and interval is not None
        and (turned := reversed_scores_note(measure, value, interval.high))
    ):
        return turned
    if measure.remark is None:
        return ""
    if measure.told is not None and scored.tally is not None:
        return measure.told(scored.tally, value)
    return measure.remark(scored.outcomes, value)


def _naming_its_estimate(interval: Interval, shown: Estimate, own: Estimate) -> Interval:
    """Say to which estimate the interval belongs, where another one is shown beside it."""
    if own.method == shown.method:
        return interval
    told = f"the interval belongs to the {own.method} estimate, {own.value:.4g}"
    return replace(interval, note="; ".join(text for text in (interval.note, told) if text))


def _at_any_time(scored: ModelScores, request: Request, *, spare: bool) -> tuple[Interval | None, IntervalChoice]:
    """The interval that holds at any stopping time; with very few repeats, at which nobody stops, the ordinary one."""
    stopped = unit_values(scored).size >= FEWEST_UNITS
    level = rows_level(request.level) if stopped else request.level
    found = unguarded_interval(scored, request.method, level, allow_invalid=request.allow_invalid, spare=spare)
    if not stopped or found[0] is None:
        return found
    return anytime_interval(found[0], scored, request.level), found[1]


def notes_on(predictions: Predictions, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Notes on these figures."""
    notes = []
    if too_small(predictions):
        notes.append("too few rows to assess a model: the intervals only say how little is known")
    if predictions.resamples.note:
        notes.append(predictions.resamples.note)
    notes += without_value(predictions, findings)
    notes += remarks(findings)
    if not predictions.is_classification:
        notes += heavy_tails(predictions, findings)
    if predictions.groups is not None:
        notes += areas_of_groups(predictions, findings)
    if predictions.time is not None:
        notes += drift(predictions)
    if predictions.failures:
        failed = len(predictions.failures)
        notes.append(f"{count_of(failed, 'fit')} failed and {'is' if failed == 1 else 'are'} left out")
    beside = predictions.sampled if predictions.bootstrapped is None else predictions.bootstrapped
    if beside is not None and (lost := len(beside.failures)):
        are = "is" if lost == 1 else "are"
        notes.append(f"{count_of(lost, 'fit')} to bootstrap samples beside the plan failed and {are} left out")
    notes += [] if predictions.sampled is None else on_samples(predictions, predictions.sampled)
    return tuple(notes)


def areas_of_groups(predictions: Predictions, findings: tuple[Finding, ...]) -> list[str]:
    """Say what an area would be with the pairs of rows of one group, as other tools count them, where that differs."""
    told: dict[str, list[str]] = {}
    for finding in findings:
        scored = ModelScores(predictions, finding.model, finding.measure)
        if scored.apart is None:
            continue
        plain = scored.measure.aggregate(scored.outcomes, scored.resample, scored.resamples.repeat)
        if abs(plain - scored.value) >= LEAST_SHIFT_BY_GROUPS:
            told.setdefault(finding.measure.label, []).append(f"{plain:.3f} of {finding.model}")
    return [
        f"{name} compares rows of different groups, as new rows mostly are; with those of one group it would be {listed(values)}"
        for name, values in told.items()
    ]


def on_samples(predictions: Predictions, sampled: Predictions) -> list[str]:
    """Say which models were fitted to bootstrap samples beside the plan, and of which that failed."""
    copies = predictions.resamples.kind == "bootstrap"
    least = 1 if copies else FEWEST_FITS
    fitted = [name for name in sampled.models if np.unique(sampled.of(name).resample).size >= least]
    notes = []
    if fitted:
        count = sampled.resamples.count
        told = (
            f"the rows of {count} of the samples without copies, which shows what copies do"
            if copies
            else f"{count} bootstrap samples, which show how much fits differ between samples of rows"
        )
        notes.append(f"{listed(fitted)}: also fitted to {told}")
    if unknown := [name for name in sampled.models if name not in fitted]:
        resamples = predictions.resamples
        several = resamples.count * resamples.test_size > 1.5 * resamples.n
        shown = "shown by the fits of the plan alone" if several else "not known and not in the intervals"
        why = f"fewer than {FEWEST_FITS} fits to bootstrap samples succeeded, so how much fits differ is {shown}"
        why = "no fit without copies of rows succeeded, so what copies do is not in the intervals" if copies else why
        notes.append(f"{listed(unknown)}: {why}")
    return notes


def without_value(predictions: Predictions, findings: tuple[Finding, ...]) -> list[str]:
    """Say which measures have no value in how many resamples, and why; once for all measures and models it is true of."""
    models: dict[tuple[str, int, str], list[str]] = {}
    for finding in findings:
        if count := finding.estimate.undefined:
            why = _lacking(ModelScores(predictions, finding.model, finding.measure))
            models.setdefault((finding.measure.label, count, why), []).append(finding.model)
    if not models:
        return []
    measures: dict[tuple[tuple[str, ...], int, str], list[str]] = {}
    for (name, count, why), named in models.items():
        measures.setdefault((tuple(named), count, why), []).append(name)
    total = predictions.resamples.count
    return [
        f"{listed(names)} of {listed(named)} {'has' if len(names) == 1 else 'have'} no value"
        f"{f' in {count} of {total} resamples' if total > 1 else ''}{why}"
        for (named, count, why), names in measures.items()
    ]


def _lacking(scored: ModelScores) -> str:
    """Say that the resamples without a value lack a class, and which plan would not; nothing where they do not."""
    predictions, resamples = scored.predictions, scored.resamples
    if not predictions.is_classification:
        return ""
    classes = len(predictions.classes)
    pairs = np.unique(scored.resample * classes + predictions.truth.astype(np.intp)[scored.row])
    held = np.bincount(pairs // classes, minlength=resamples.count)
    used = np.ones(resamples.count, dtype=bool) if resamples.main is None else resamples.main
    short = (held > 0) & (held < classes)  # a resample without any predictions is one whose fit failed
    if not short[used & np.isnan(scored.scores)].all():
        return ""
    said = ", which lacks a class" if resamples.count == 1 else ", each of which lacks a class"
    rarest = int(predictions.class_counts.min())
    parts = resamples.kind == "kfold" and short[used].all() and rarest >= FEWEST_OF_A_CLASS
    return f"{said}; with plan='kfold({rarest}, repeats=3)' no part would" if parts else said


def remarks(findings: tuple[Finding, ...]) -> list[str]:
    """Remarks of the measures on the predictions they were given, each once for all models it is true of."""
    told: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        if finding.remark:
            told.setdefault((finding.measure.label, finding.remark), []).append(finding.model)
    return [f"{measure} of {', '.join(models)}: {text}" for (measure, text), models in told.items()]
