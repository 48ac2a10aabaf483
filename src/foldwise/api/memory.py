"""Which models memorise their training rows, found out by one more fit of each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.comparisons import memorises
from foldwise.engine import Settings, run
from foldwise.models import as_models
from foldwise.plans import RowLists

if TYPE_CHECKING:
    from foldwise.reports import Assessment

__all__ = ["find_memorisers"]

ENOUGH_ROWS = 200
"""As many of its own rows tell whether a model memorises them; asking all would cost as much as a third of a plan."""
PLANS = ("kfold", "subsample", "group-kfold", "stratified-group")
"""Plans whose repeats say too much about models that memorise."""


def find_memorisers(models: Any, assessment: Assessment, settings: Settings) -> frozenset[str]:  # noqa: ANN401 - any models
    """Fit each model once to all rows and see whether it errs on them; a plan without repeats does not need to know."""
    dataset, resamples = assessment.dataset, assessment.predictions.resamples
    if resamples.kind not in PLANS or resamples.repeats == 1:
        return frozenset()
    n = dataset.n
    asked = np.unique(np.linspace(0, n - 1, min(n, max(ENOUGH_ROWS, n // 10))).astype(np.intp))
    everything = RowLists((np.arange(n),), (asked,), n, plan="resubstitution", overlap=True)
    chosen = {name: model for name, model in as_models(models, dataset).items() if name != assessment.baseline}
    own = run(dataset, chosen, everything, settings)
    answered = {name: answers for name, answers in own.outputs.items() if answers.size}
    predictions = replace(assessment.predictions, apparent=answered)
    return frozenset(name for name in answered if name in assessment.models and memorises(predictions, name))
