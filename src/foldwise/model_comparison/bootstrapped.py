"""Bootstrap samples beside the plan of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.data import Task
from foldwise.evaluation import SamplesBeside, fit_samples
from foldwise.measures import CountMeasure, LossMeasure
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.measures import Measure
    from foldwise.reports import Assessment
    from foldwise.typing import Estimator

__all__ = ["FEW_DRAWS", "samples_beside", "with_bootstrapped"]

PLANS = ("kfold", "subsample")
FEWEST_DRAWS = 500
MOST_ROWS = 2000
"""With more rows the samples that the test needs, half as many as rows, would cost more than its power is worth."""
FEW_DRAWS = 30
"""Samples that show how much a difference of counts varies between models, about as many as the fits of a plan."""


def samples_beside(dataset: Dataset, kind: str, measures: Sequence[Measure] = ()) -> SamplesBeside | None:
    """Bootstrap samples that the default tests of the measures look at beside a kind of plan; None where there is no use of them.

    Many samples are for the test of mean losses, `loo-bootstrap`; a few are enough for the variance of counts between models.
    Without measures they are those for the default ones.

    Examples
    --------
    >>> import foldwise
    >>> beside = samples_beside(foldwise.sample("iris"), "kfold")
    >>> str(beside.many), str(beside.few)
    ('bootstrap(500)', 'bootstrap(30)')
    """
    structured = dataset.groups is not None or dataset.order is not None
    counts = any(isinstance(one, CountMeasure) for one in measures)
    counts = counts or (not measures and dataset.task is Task.CLASSIFICATION)
    losses = not measures or any(isinstance(one, LossMeasure) for one in measures)
    if kind not in PLANS or structured or not (counts or losses):
        return None
    many = Bootstrap(max(FEWEST_DRAWS, -(-dataset.n // 2))) if dataset.n <= MOST_ROWS else None
    return SamplesBeside(many, Bootstrap(FEW_DRAWS) if counts else None)


def with_bootstrapped(
    models: Estimator, assessment: Assessment, measures: Sequence[Measure], settings: Settings
) -> Assessment:
    """Fit the models to the bootstrap samples that tests of the measures look at; keep what they say beside the plan."""
    dataset = assessment.dataset
    beside = samples_beside(dataset, assessment.predictions.resamples.kind, measures)
    if beside is None:
        return assessment
    chosen = as_models(models, dataset)
    if assessment.baseline and BASELINE not in chosen:
        chosen = {**chosen, BASELINE: baseline_for(dataset)}
    bootstrapped = fit_samples(dataset, chosen, beside, settings)
    return replace(assessment, predictions=replace(assessment.predictions, bootstrapped=bootstrapped))
