"""The checks of one call (`foldwise.advice`): of its rows, its resamples, its request and its intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.advice import Case, Severity, look_at, spoils
from foldwise.estimates import Bias
from foldwise.evaluation.class_never_found import MOST_ROWS, withhold_unfound_class
from foldwise.evaluation.interpolating_models import ROWS_PER_COLUMN, withhold_overparametrised

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from foldwise.advice import Advice
    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions
    from foldwise.reports import Finding, Segment
    from foldwise.typing import Estimator

__all__ = ["check_rows", "check_search", "check_tests", "mark_bias", "withhold_intervals"]

MOST_KEPT = 256
_CLEAN: dict[str, None] = {}
"""Fingerprints of rows in which nothing was found, which are not checked twice."""


def check_rows(
    verb: str, dataset: Dataset, resamples: Resamples | None = None, measures: Iterable[Measure] = ()
) -> tuple[Advice, ...]:
    """Check rows and resamples; rows in which nothing was found before are not checked again.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> check_rows("assess", sample("breast-cancer"))
    ()
    """
    clean = dataset.fingerprint in _CLEAN
    advice = look_at(Case(verb, None if clean and verb != "certify" else dataset, resamples, measures=tuple(measures)))
    if not advice:
        if len(_CLEAN) >= MOST_KEPT:
            del _CLEAN[next(iter(_CLEAN))]
        _CLEAN[dataset.fingerprint] = None
    return advice


def check_tests(verb: str, measures: Iterable[Measure], tested: int) -> tuple[Advice, ...]:
    """Check the tests between models."""
    return look_at(Case(verb, measures=tuple(measures), tested=tested))


def check_search(tried: Mapping[str, Sequence[Any]], winners: Iterable[Mapping[str, Any]]) -> tuple[Advice, ...]:
    """Check where the best settings lie among those that were tried.

    Examples
    --------
    >>> [one.code for one in check_search({"max_depth": [2, 4, 8]}, [{"max_depth": 8}])]
    ['FW303']
    """
    return look_at(Case("select", tried=tried, winners=tuple(winners)))


def mark_bias(findings: tuple[Finding, ...], advice: tuple[Advice, ...]) -> tuple[Finding, ...]:
    """Mark every estimate as optimistic, or its bias as unknown, where a check of the rows says so."""
    if not advice:
        return findings
    causes = [spoil.severity for spoil in spoils(advice) if spoil.optimistic]
    if not causes:
        return findings
    bias = Bias.OPTIMISTIC if Severity.INVALID in causes else Bias.UNKNOWN
    return tuple(
        finding
        if finding.estimate.bias is Bias.OPTIMISTIC
        else replace(finding, estimate=replace(finding.estimate, bias=bias))
        for finding in findings
    )


def withhold_intervals(
    findings: tuple[Finding, ...],
    parts: tuple[Segment, ...],
    *,
    models: Mapping[str, Estimator],
    dataset: Dataset,
    predictions: Predictions,
) -> tuple[tuple[Finding, ...], tuple[Segment, ...]]:
    """Findings of all rows and of segments, without the intervals that would not hold their level for these models on these rows."""
    prepared = [model for model in models.values() if hasattr(model, "named_steps") or hasattr(model, "regressor")]
    if prepared or ROWS_PER_COLUMN * len(dataset.columns) > dataset.n:
        findings, parts = withhold_overparametrised(
            findings, parts, models=models, dataset=dataset, predictions=predictions
        )
    if predictions.resamples.count > 1 and dataset.is_classification and dataset.class_counts.min() <= MOST_ROWS:
        findings = withhold_unfound_class(findings, models, predictions)
    return findings, parts
