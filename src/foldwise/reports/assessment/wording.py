"""The sentences of a report: how it was done, what the figures are about, and what went wrong."""

from __future__ import annotations

from collections import Counter
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import FoldwiseError
from foldwise.estimates import Bias, Target
from foldwise.intervals import INTERVALS, too_few
from foldwise.phrases import count_of, listed
from foldwise.plans import parse
from foldwise.reports.shared.wording import measures_with_models, methods_of

if TYPE_CHECKING:
    from foldwise.plans import Resamples
    from foldwise.reports.assessment.assessment import Assessment
    from foldwise.reports.shared.finding import Finding

__all__ = [
    "all_remarks",
    "failed_fits",
    "intervals_used",
    "missing_intervals",
    "plan_and_fits",
    "plan_and_seed",
    "target_and_bias",
]

METHODS = frozenset(method.name for method in INTERVALS)
UNEQUAL = 1.25
"""Training sets of which the largest is so many times the smallest are told by both."""
NO_METHOD = "no method is valid here (foldwise.explain('methods'), or foldwise methods, tells where each is)"


def plan_and_fits(assessment: Assessment) -> tuple[str, str]:
    """Plan with what else decides the resamples, and the number of fits."""
    models = len(assessment.predictions.models)
    plan_text = plan_and_seed(assessment.plan, assessment.seed)
    return plan_text, count_of(models * assessment.predictions.resamples.count, "fit")


def plan_and_seed(text: str, seed: int) -> str:
    """A plan with what else decides the resamples.

    Examples
    --------
    >>> plan_and_seed("kfold(5)", 0), plan_and_seed("loo", 0)
    ('kfold(5), stratified, seed 0', 'loo')
    """
    parts = [text]
    try:
        plan = parse(text)
    except FoldwiseError:  # a splitter of another library has no text form
        plan = None
    if getattr(plan, "stratify", False):
        parts.append("stratified")
    if plan is None or plan.random:
        parts.append(f"seed {seed}")
    return ", ".join(parts)


def intervals_used(assessment: Assessment) -> str:
    """Names of the interval methods with the level, each once; which measure has which, where they differ."""
    return methods_of(_of_models(assessment), assessment.level)


def _of_models(assessment: Assessment) -> list[Finding]:
    """Findings of the models that were asked for; of the baseline only where it is alone."""
    return [
        finding
        for finding in assessment.findings
        if finding.model != assessment.baseline or len(assessment.models) == 1
    ]


def target_and_bias(assessment: Assessment) -> str:
    """What the estimates are for and in which direction they are biased."""
    finding, resamples = assessment.findings[0], assessment.predictions.resamples
    new = (
        "new rows" if assessment.predictions.time is None else "rows that follow, as long as nothing changes with time"
    )
    trained = _trained(resamples)
    intervals = [finding.interval for finding in assessment.findings if finding.interval is not None]
    proxies = [interval for interval in intervals if interval.target is Target.PROXY]
    one_fit = resamples.count == 1
    if not resamples.overlapping and (one_fit or (proxies and len(proxies) == len(intervals))):
        return _about_these_fits(assessment, trained.removeprefix("about ") if one_fit else trained, new)
    bias = {
        Bias.PESSIMISTIC: f"They tend to be pessimistic: each fit was trained on {trained} of the rows.",
        Bias.OPTIMISTIC: "They are optimistic: the models were tested on rows they were trained on."
        if resamples.overlapping or finding.estimate.method == "apparent"
        else "They tend to be optimistic.",
        Bias.NONE: "",
        Bias.UNKNOWN: "The direction of their bias is not known.",
    }[finding.estimate.bias]
    proxy = "The intervals are for the models fitted here, not for one fitted to all rows." if proxies else ""
    subject = f"These figures estimate how each model, fitted to all {resamples.n:,} rows, performs on {new}."
    return " ".join(part for part in (subject, bias, _unknown_bias(assessment), proxy) if part)


def _about_these_fits(assessment: Assessment, trained: str, new: str) -> str:
    """The same where figures and intervals are about the models that were fitted: to one training set, or to few of the rows."""
    rows, bias = assessment.predictions.resamples.n, assessment.findings[0].estimate.bias
    of_all = {
        Bias.PESSIMISTIC: "One fitted to all rows mostly does better.",
        Bias.OPTIMISTIC: "They tend to be optimistic.",
        Bias.NONE: "",
        Bias.UNKNOWN: "The direction of their bias for one fitted to all rows is not known.",
    }[bias]
    subject = f"These figures and their intervals are about the models fitted here, to {trained} of the {rows:,} rows, on {new}."
    return " ".join(part for part in (subject, of_all, _unknown_bias(assessment)) if part)


def _trained(resamples: Resamples) -> str:
    """On how many different rows fits were trained: about so many, or from the fewest to the most where these differ by a quarter.

    A bootstrap sample has as many rows as there are, but only those that are not tested are different ones.

    Examples
    --------
    >>> import foldwise
    >>> _trained(foldwise.assess("lda", foldwise.sample("iris"), plan="kfold(10)").predictions.resamples)
    'about 135'
    """
    sizes = resamples.train_sizes
    if not resamples.overlapping:
        sizes = np.minimum(sizes, resamples.n - resamples.test_sizes)
    sizes = sizes if resamples.main is None else sizes[resamples.main]
    least, most = round(float(sizes.min())), round(float(sizes.max()))
    return f"{least:,} to {most:,}" if most > UNEQUAL * least else f"about {round(float(sizes.mean())):,}"


def _unknown_bias(assessment: Assessment) -> str:
    """Name the measures the direction of whose bias is not known, where it is known of the first."""
    unknown = dict.fromkeys(
        finding.measure.label for finding in assessment.findings if finding.estimate.bias is Bias.UNKNOWN
    )
    if not unknown or assessment.findings[0].estimate.bias is Bias.UNKNOWN:
        return ""
    names = list(unknown)
    return f"The direction of the bias of {listed(names)} is not known."


def missing_intervals(assessment: Assessment) -> list[str]:
    """Which measures have a value and no interval, for which models if not for all, and why.

    The refusals of every single method are in the records.
    """
    asked = _of_models(assessment)
    models: dict[tuple[str, str], list[str]] = {}
    for one in asked:
        if one.interval is None and not isnan(one.estimate.value):
            why = too_few(assessment.predictions, one.measure) or _refusal(one.reason)
            models.setdefault((why, one.measure.label), []).append(one.model)
    labels: dict[tuple[str, str], list[str]] = {}
    for (why, label), names in models.items():
        every = len(names) == sum(one.measure.label == label for one in asked)
        labels.setdefault((why, "" if every else f" of {listed(names)}"), []).append(label)
    return [f"no interval for {listed(measures)}{of_some}: {why}" for (why, of_some), measures in labels.items()]


def _refusal(reason: str) -> str:
    """Why there is no interval, in brief: what one method lacks, or that none is valid where several have reasons of their own.

    Examples
    --------
    >>> _refusal("influence: all resamples have the same value"), _refusal("by definition: 0")
    ('all resamples have the same value', 'by definition: 0')
    >>> _refusal("influence: it has no derivative; corrected-t: it is a median") == NO_METHOD
    True
    """
    method, _, lacking = reason.partition(": ")
    if method not in METHODS:
        return reason
    several = any(part.partition(": ")[0] in METHODS for part in lacking.split("; ")[1:])
    return NO_METHOD if several else lacking


def all_remarks(assessment: Assessment) -> list[str]:
    """Everything the reader should know: missing intervals, notes on intervals, notes, failures."""
    notes = missing_intervals(assessment)
    return [*notes, *_on_intervals(assessment), *assessment.notes, *_failures(assessment)]


def _on_intervals(assessment: Assessment) -> list[str]:
    """Notes on intervals, each with the measures it is about, and with the models where it is not about all of them.

    That the baseline scores the same everywhere is its nature and no news.
    """
    models_by_reason: dict[str, dict[str, list[str]]] = {}
    findings = _of_models(assessment)
    measure_counts = Counter(finding.measure.label for finding in findings if finding.interval is not None)
    for one in findings:
        if one.interval is not None and one.interval.note:
            models_by_reason.setdefault(one.interval.note, {}).setdefault(one.measure.label, []).append(one.model)
    return [
        f"{', '.join(measures_with_models(where, measure_counts))}: {note}" for note, where in models_by_reason.items()
    ]


def failed_fits(assessment: Assessment) -> list[str]:
    """Say of which models fits failed, where the verdict is read.

    Examples
    --------
    >>> import foldwise
    >>> failed_fits(foldwise.assess("lda", foldwise.sample("iris"), measures="error"))
    []
    """
    counts = Counter(failure.model for failure in assessment.failures)
    total = assessment.predictions.resamples.count
    return [
        f"{count} of {count_of(total, 'fit')} of {name} failed, and its figures rest on the others."
        for name, count in counts.items()
    ]


def _failures(assessment: Assessment) -> list[str]:
    counts = Counter(failure.model for failure in assessment.failures)
    total = assessment.predictions.resamples.count
    first = {failure.model: failure for failure in reversed(assessment.failures)}
    return [
        f"{count} of {count_of(total, 'fit')} of '{name}' failed; the first, resample {first[name].resample + 1}: {first[name].cause}"
        for name, count in counts.items()
    ]
