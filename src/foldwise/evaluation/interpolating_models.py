"""Intervals that are withheld: models that nearly interpolate their training rows, since a few rows change their error much (METHODS N.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, inf, isnan
from typing import TYPE_CHECKING, final

from foldwise.estimates import Bias
from foldwise.evaluation.prediction_variance import fitted_twice, largest_share, share_between_fits
from foldwise.evaluation.unpenalised import is_linear_or_kernel, rank_of_columns, unpenalised_model
from foldwise.intervals import interval_with_choice
from foldwise.measures import ASSOCIATIONS, CountMeasure, ModelScores, RankMeasure, base_name, measure
from foldwise.phrases import percent
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data import Dataset
    from foldwise.evaluation.unpenalised import UnpenalisedModel
    from foldwise.intervals import Interval
    from foldwise.predictions import Predictions
    from foldwise.reports import Assessment, Finding, Segment
    from foldwise.typing import Estimator

__all__ = ["ROWS_PER_COLUMN", "loss_ratio", "untestable", "withhold_overparametrised"]

ROWS_PER_COLUMN = 4
"""Rows per column from which on a fit to nine tenths of the rows is nearly as good as one to all of them."""
BOOTSTRAP_SHARE = 1 - exp(-1)
"""Share of the rows that a bootstrap sample holds."""
LARGEST_BIAS = 0.35
"""Largest bias of an interval, as a share of its half-width: with more, less than 93 % covered in simulations."""
LOSS_POWERS = {"rmse": 0.5, "log-loss": 2.0}
"""Power of the ratio of squared errors with which these grow: probabilities from too many columns are over-confident."""
OTHER_MODELS = "fewer columns, or a model with shrinkage such as ridge, can be assessed"
LARGER_PENALTY = "a larger penalty, fewer columns or more rows can be assessed"
TELLS_LITTLE = "too much to tell of a fit to all of them"
BASE_MEASURES = {True: "log-loss", False: "rmse"}
"""The measure by which a model is judged here: a classifier's labels and ranks change little, its probabilities do."""


def withhold_overparametrised(
    findings: tuple[Finding, ...],
    parts: tuple[Segment, ...],
    *,
    models: Mapping[str, Estimator],
    dataset: Dataset,
    predictions: Predictions,
) -> tuple[tuple[Finding, ...], tuple[Segment, ...]]:
    """Withhold the intervals of models whose error differs between a fit of the plan and one to all rows, in segments too (METHODS N.10).

    Examples
    --------
    >>> import numpy as np, foldwise
    >>> rng = np.random.default_rng(0)
    >>> X, y = rng.normal(size=(60, 48)), rng.normal(size=60)
    >>> found = foldwise.assess("linear", X, y, measures="rmse").finding("linear", "rmse")
    >>> found.interval is None, found.reason[:14]
    (True, 'not assessable')
    """
    reasons = {name: _reason_to_withhold(name, model, dataset, predictions) for name, model in models.items()}
    if not any(reasons.values()):
        return findings, parts
    held = tuple(_withheld(finding, reasons.get(finding.model)) for finding in findings)
    return held, tuple(
        replace(
            part,
            findings=tuple(
                finding if finding.interval is None else _withheld(finding, reasons.get(finding.model))
                for finding in part.findings
            ),
        )
        for part in parts
    )


def untestable(assessment: Assessment, measure: str, *models: str) -> str:
    """Say that fits of one of the models nearly interpolate their rows; else empty.

    Its interval was withheld for that, and tests of it do not hold their level either: equal ones were called different in .09 of samples
    (METHODS N.10).
    """
    known = [assessment.finding(name, measure) for name in models]
    return next((one.reason for one in known if one.interval is None and TELLS_LITTLE in one.reason), "")


@final
@dataclass(frozen=True)
class Withheld:
    """Why the intervals of a model are withheld; `beyond` where fits to fewer rows may even be better."""

    reason: str
    beyond: bool


def loss_ratio(columns: float, rows: float, fewer: float) -> float:
    """Expected squared error of least squares fitted to fewer rows, over that of a fit to all of them.

    With normal columns it is n/(n - p) times that of the noise, and p/(p - n) times where there are more columns than rows and
    the shortest solution is taken (hastie2022).

    Examples
    --------
    >>> loss_ratio(50, 100, 90)
    1.125
    >>> loss_ratio(240, 200, 180)
    0.6666666666666666
    """
    if fewer > columns:
        return (1 - columns / rows) / (1 - columns / fewer)
    if rows < columns:
        return (columns - rows) / (columns - fewer)
    return inf


def _withheld(finding: Finding, withheld: Withheld | None) -> Finding:
    """A finding without its interval, where the measure depends on the size of the errors or of the probabilities."""
    measured = finding.measure
    ranked = isinstance(measured, RankMeasure) or base_name(measured) in ASSOCIATIONS
    bounded = isinstance(measured, CountMeasure) or (measured.low >= -1 and measured.high <= 1)
    if withheld is None or ranked or bounded:
        return finding
    estimate = replace(finding.estimate, bias=Bias.UNKNOWN) if withheld.beyond else finding.estimate
    return replace(finding, interval=None, reason=withheld.reason, estimate=estimate)


def _reason_to_withhold(name: str, model: Estimator, dataset: Dataset, predictions: Predictions) -> Withheld | None:
    """Why the intervals of a model cannot be trusted; None where they can."""
    if name not in predictions.models:
        return None
    few = dataset.n / ROWS_PER_COLUMN
    unpenalised = unpenalised_model(model, dataset, few=few)
    withheld = (
        None
        if unpenalised is None or unpenalised.columns <= few
        else _overparametrised(name, unpenalised, dataset, predictions)
    )
    if withheld is not None or dataset.is_classification or not is_linear_or_kernel(model):
        return withheld
    return _interpolating(name, model, dataset, predictions)


def _interpolating(name: str, model: Estimator, dataset: Dataset, predictions: Predictions) -> Withheld | None:
    """Why fits to nearly all rows tell little of one to all of them, whatever the penalty; None where they do."""
    resamples, few = predictions.resamples, dataset.n / ROWS_PER_COLUMN
    share = share_between_fits(predictions, name)
    if resamples.count == 1 or share <= largest_share(resamples) or rank_of_columns(model, dataset, few=few) <= few:
        return None
    once = isnan(share)
    repeated = fitted_twice(name, model, dataset, predictions) if once else predictions
    share = share_between_fits(predictions if repeated is None else repeated, name)
    if repeated is None or not share > largest_share(repeated.resamples, once=once):
        return None
    reason = (
        f"not assessable: predictions of fits to {_different_rows(repeated):,.0f} of {dataset.n:,} rows differ by "
        f"{percent(share)} of the squared error, {TELLS_LITTLE}, as where a fit nearly interpolates its rows"
    )
    return Withheld(f"{reason}; {LARGER_PENALTY}", beyond=True)


def _overparametrised(
    name: str, unpenalised: UnpenalisedModel, dataset: Dataset, predictions: Predictions
) -> Withheld | None:
    """Why a fit without a penalty to fewer rows does worse or better than one to all of them; None where it hardly does."""
    scored = ModelScores(predictions, name, measure(BASE_MEASURES[dataset.is_classification]))
    interval = _interval(scored)
    if interval is None:
        return None
    fewer = _different_rows(predictions)
    reason = f"not assessable: with {unpenalised.columns:,} columns and {fewer:,.0f} training rows"
    beyond = unpenalised.columns >= fewer
    if not scored.sheet.tested.tests.again:
        once = f"rows that are tested once do not show how much fits of {unpenalised.kind} differ"
        return Withheld(f"{reason}, {once}; {OTHER_MODELS}", beyond=beyond)
    ratio = loss_ratio(unpenalised.columns, dataset.n, fewer) ** LOSS_POWERS[scored.measure.name]
    if abs(1 - 1 / ratio) * abs(scored.value) <= LARGEST_BIAS * interval.width / 2:
        return None
    than = f"does much {'worse' if ratio > 1 else 'better'} than with all {dataset.n:,} rows"
    return Withheld(f"{reason} {unpenalised.kind} {than}; {OTHER_MODELS}", beyond=beyond)


def _interval(scored: ModelScores) -> Interval | None:
    """The interval of the measure by which a model is looked at; None where its predictions have none."""
    known = scored.measure.name == BASE_MEASURES[False] or scored.outputs.score_kind is ScoreKind.PROBABILITY
    return interval_with_choice(scored, spare=True)[0] if known and scored.outputs.row.size else None


def _different_rows(predictions: Predictions) -> float:
    """Rows of a training set, each counted once however often it was drawn."""
    resamples = predictions.resamples
    return BOOTSTRAP_SHARE * resamples.train_size if resamples.kind == "bootstrap" else resamples.train_size
