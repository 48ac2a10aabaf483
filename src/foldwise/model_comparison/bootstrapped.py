"""Bootstrap samples beside the plan of a comparison."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.evaluation import FEW_DRAWS, SamplesBeside, few_samples, fit_samples, unsteady
from foldwise.measures import CountMeasure
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data import Dataset
    from foldwise.engine import Settings
    from foldwise.measures import Measure
    from foldwise.reports import Assessment
    from foldwise.typing import Estimator

__all__ = ["COUNTED_DRAWS", "samples_beside", "with_bootstrapped"]

PLANS = ("kfold", "subsample", "group-kfold", "stratified-group", "leave-group-out", "leave-p-groups-out")
UNSTEADY_PLANS = ("loo", "forward", "purged")
"""Plans whose tests hold their level for steady models: samples are fitted where others are compared."""
FEWEST_DRAWS = 500
MOST_ROWS = 2000
"""With more rows the samples that the test needs, half as many as rows, would cost more than its power is worth."""
COUNTED_DRAWS = 30
"""Samples that show how much a difference of counts varies between models: counts jump, so that it takes about as many as a plan has fits."""


def samples_beside(
    dataset: Dataset, kind: str, models: Mapping[str, Estimator], measures: Sequence[Measure] = ()
) -> SamplesBeside | None:
    """Bootstrap samples that the default tests of the measures look at beside a kind of plan; None where there is no use of them.

    Many samples are for the test of mean losses, `loo-bootstrap`, and cost little where models are fitted in batches; a few are
    enough for the variance between models. Of groups whole ones are drawn. Without measures they are those for the default ones.

    Examples
    --------
    >>> import foldwise
    >>> beside = samples_beside(foldwise.sample("iris"), "kfold", {})
    >>> str(beside.many), str(beside.few)
    ('bootstrap(500)', 'bootstrap(30)')
    """
    in_time = dataset.order is not None
    if kind not in PLANS + UNSTEADY_PLANS or ((in_time or kind in UNSTEADY_PLANS) and not unsteady(models, dataset)):
        return None
    counts = any(isinstance(measure, CountMeasure) for measure in measures)
    few = COUNTED_DRAWS if counts or (not measures and dataset.is_classification) else FEW_DRAWS
    alone = dataset.groups is None and not in_time and kind in PLANS and dataset.n <= MOST_ROWS
    many = Bootstrap(max(FEWEST_DRAWS, -(-dataset.n // 2))) if alone else None
    return SamplesBeside(many, few_samples(dataset, few))


def with_bootstrapped(
    models: Estimator, assessment: Assessment, measures: Sequence[Measure], settings: Settings
) -> Assessment:
    """Fit the models to the bootstrap samples that tests of the measures look at; keep what they say beside the plan."""
    dataset = assessment.dataset
    model_by_name = as_models(models, dataset)
    beside = samples_beside(dataset, assessment.predictions.resamples.kind, model_by_name, measures)
    if beside is None:
        return assessment
    if assessment.baseline and BASELINE not in model_by_name:
        model_by_name = {**model_by_name, BASELINE: baseline_for(dataset)}
    bootstrapped = fit_samples(dataset, model_by_name, beside, settings)
    return replace(assessment, predictions=replace(assessment.predictions, bootstrapped=bootstrapped))
