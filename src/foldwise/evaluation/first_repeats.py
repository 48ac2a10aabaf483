"""Predictions of the first repeats of a plan that is still running, as a shorter run would have given them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.engine import is_same
from foldwise.plans import draw

if TYPE_CHECKING:
    from foldwise.data import Dataset
    from foldwise.plans import Plan
    from foldwise.predictions import Predictions

__all__ = ["first_repeats"]


def first_repeats(
    predictions: Predictions, plan: Plan, dataset: Dataset, repeats: int, *, seed: int
) -> Predictions | None:
    """Predictions of the first repeats of a plan; None where a shorter plan would have drawn others.

    Examples
    --------
    >>> import foldwise
    >>> from foldwise.plans import as_plan
    >>> iris = foldwise.sample("iris")
    >>> whole = foldwise.assess("lda", iris, plan="kfold(5, repeats=3)").predictions
    >>> first_repeats(whole, as_plan("kfold(5, repeats=3)"), iris, 1, seed=0)
    <Predictions of lda, baseline: 150 rows, kfold(5)>
    """
    changed: dict[str, Any] = {"repeats": repeats}
    shorter = draw(replace(plan, **changed), dataset, seed)  # type: ignore[type-var]
    if not all(is_same(predictions.resamples, shorter, r) for r in range(shorter.count)):
        return None
    outputs = {name: found.where(found.resample < shorter.count) for name, found in predictions.outputs.items()}
    failures = tuple(failure for failure in predictions.failures if failure.resample < shorter.count)
    return replace(predictions, outputs=outputs, resamples=shorter, failures=failures)
