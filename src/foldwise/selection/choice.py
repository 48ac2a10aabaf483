"""Which candidate is chosen, and whether anything sets it apart from the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.errors import InputError
from foldwise.estimates import best_of
from foldwise.measures import ModelScores
from foldwise.predictions import Part

if TYPE_CHECKING:
    from foldwise.estimates import Corrected
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions

__all__ = ["RULES", "best_candidates", "choose_candidate", "note_on_luck"]

RULES = ("best", "one-se")
SETTLED_SHARE = 0.9
"""Share of the draws that must choose the winner for it to stand out."""


def choose_candidate(predictions: Predictions, measure: Measure, rule: str) -> str:
    """Name of the best candidate, or of the first listed within one standard error of it."""
    part = Part.VALIDATION if predictions.resamples.keeps_validation else Part.TEST
    names = [name for name in predictions.models if predictions.of(name, part).size]
    scored = [ModelScores(predictions, name, measure, part) for name in names]
    values = np.array([one.value for one in scored])
    if np.isnan(values).all():
        message = f"{measure.name} has no value for any of the {len(names)} candidates on these rows"
        raise InputError(message, hint="another measure, such as 'log-loss' or 'mae', or other candidates")
    best = int(best_of(values, measure))
    if rule == "best":
        return names[best]
    bound = values[best] + (1 if measure.better(0.0, 1.0) else -1) * error_of_one_repeat(scored[best])
    close = values <= bound if measure.better(0.0, 1.0) else values >= bound
    return names[int(np.flatnonzero(close)[0])]


def best_candidates(predictions: Predictions, measure: Measure) -> list[str]:
    """Names of the best candidate and of those that do exactly as well."""
    part = Part.VALIDATION if predictions.resamples.keeps_validation else Part.TEST
    names = [name for name in predictions.models if predictions.of(name, part).size]
    values = np.array([ModelScores(predictions, name, measure, part).value for name in names])
    best = values[int(best_of(values, measure))]
    return [name for name, value in zip(names, values, strict=True) if value == best]


def error_of_one_repeat(scored: ModelScores) -> float:
    """Spread of the resample scores over √(resamples of one repeat): repeats are not new evidence."""
    scores = scored.scores[~np.isnan(scored.scores)]
    once = max(1, scores.size // max(1, scored.resamples.repeats))
    return float(np.std(scores, ddof=1) / np.sqrt(once)) if scores.size > 1 else 0.0


def note_on_luck(corrected: Corrected) -> str:
    """Say so where nothing sets the winner apart: luck of the training sets is not seen then (docs/studies/selection)."""
    if corrected.share >= SETTLED_SHARE:
        return ""
    return (
        f"{100 * corrected.share:.0f} % of the draws choose the same: where no candidate is truly better, the corrected figure is "
        "optimistic by up to three quarters of its standard error"
    )
