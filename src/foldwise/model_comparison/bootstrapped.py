"""Bootstrap samples beside the plan of a comparison, for models that are fitted in batches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.engine import Settings, choose, run
from foldwise.models import BASELINE, as_models, baseline_for
from foldwise.plans import Bootstrap, draw

if TYPE_CHECKING:
    from foldwise.reports import Assessment

__all__ = ["with_replicates"]

PLANS = ("kfold", "subsample")
FEWEST_DRAWS = 500
MOST_ROWS = 2000
"""With more rows the samples that the test needs, half as many as rows, would cost more than its power is worth."""


def with_replicates(models: Any, assessment: Assessment, settings: Settings) -> Assessment:  # noqa: ANN401 - any models
    """Fit the models to bootstrap samples too, where all of them have a batched kernel; keep what they say beside the plan."""
    dataset, resamples = assessment.dataset, assessment.predictions.resamples
    structured = dataset.groups is not None or dataset.order is not None
    if resamples.kind not in PLANS or structured or dataset.n > MOST_ROWS:
        return assessment
    samples = draw(Bootstrap(max(FEWEST_DRAWS, -(-dataset.n // 2))), dataset, settings.seed)
    chosen = as_models(models, dataset)
    if assessment.baseline and BASELINE not in chosen:
        chosen = {**chosen, BASELINE: baseline_for(dataset)}
    if any(choose(model, dataset, samples, settings.engine).kernel is None for model in chosen.values()):
        return assessment
    replicates = run(dataset, chosen, samples, replace(settings, progress=None, store=None))
    return replace(assessment, predictions=replace(assessment.predictions, replicates=replicates))
