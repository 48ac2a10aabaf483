"""Bootstrap samples beside the plan of a comparison, for models that are fitted in batches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foldwise.engine import Settings, choose, run
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import Bootstrap, draw

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Plan
    from foldwise.reports import Assessment
    from foldwise.typing import Estimator

__all__ = ["samples_beside", "with_bootstrapped"]

PLANS = ("kfold", "subsample")
FEWEST_DRAWS = 500
MOST_ROWS = 2000
"""With more rows the samples that the test needs, half as many as rows, would cost more than its power is worth."""


def samples_beside(dataset: Dataset, kind: str) -> Plan | None:
    """Bootstrap samples that the default test of mean losses looks at beside a kind of plan; None where it is not valid.

    Examples
    --------
    >>> import foldwise
    >>> str(samples_beside(foldwise.sample("iris"), "kfold"))
    'bootstrap(500)'
    """
    structured = dataset.groups is not None or dataset.order is not None
    if kind not in PLANS or structured or dataset.n > MOST_ROWS:
        return None
    return Bootstrap(max(FEWEST_DRAWS, -(-dataset.n // 2)))


def with_bootstrapped(models: Estimator, assessment: Assessment, settings: Settings) -> Assessment:
    """Fit the models to bootstrap samples too, where that costs little for all of them; keep what they say beside the plan."""
    dataset = assessment.dataset
    beside = samples_beside(dataset, assessment.predictions.resamples.kind)
    if beside is None:
        return assessment
    samples = draw(beside, dataset, settings.seed)
    chosen = as_models(models, dataset)
    if assessment.baseline and BASELINE not in chosen:
        chosen = {**chosen, BASELINE: baseline_for(dataset)}
    if not all(choose(model, dataset, samples, settings.engine).cheap for model in chosen.values()):
        return assessment
    bootstrapped = run(dataset, chosen, samples, replace(settings, progress=None, store=None))
    return replace(assessment, predictions=replace(assessment.predictions, bootstrapped=bootstrapped))
