"""Which variant to use, and what it is worth once the choice is taken into account."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from foldwise.comparisons import Verdict
from foldwise.errors import ValidityError
from foldwise.estimates import Bias, Estimate, Target, bbc
from foldwise.intervals import Interval, too_few
from foldwise.measures import ModelScores

if TYPE_CHECKING:
    from foldwise.reports import Finding, ModelComparison

__all__ = ["choose_variant", "corrected_finding"]


def choose_variant(comparison: ModelComparison, original: str) -> str:
    """The best of the variants that are significantly better than the model; the model itself, where none is.

    Significantly better means that the test against the model, adjusted for the number of variants, says so.
    """
    for name in comparison.ranking():
        held = None if name == original else comparison.judgement(name, original)
        if held is not None and held.verdict is Verdict.BETTER:
            return name
    return original


def corrected_finding(comparison: ModelComparison, chosen: str, original: str) -> Finding:
    """What the chosen one is worth: bootstrap bias-corrected over the model and all variants no better than it.

    A model that is kept was not chosen for its figures, which stand as they are.
    """
    goal = comparison.measures[0]
    own = comparison.finding(chosen, goal.name)
    ranking = comparison.ranking()
    candidates = ranking[ranking.index(chosen) :] if chosen in ranking else ()
    if chosen == original or len(candidates) < 2:
        return own
    scored = [ModelScores(comparison.predictions, name, goal) for name in candidates]
    seed = comparison.assessment.seed
    try:
        corrected = bbc(scored, np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,))))
    except ValidityError:
        return own
    estimate = Estimate(corrected.value, corrected.method, Target.RISK, Bias.UNKNOWN, own.estimate.fits)
    interval = None
    if not (too_few(comparison.predictions, goal) or own.not_assessable):
        low, high = corrected.interval(comparison.level, own.interval)
        interval = Interval(low, high, comparison.level, corrected.method)
    return replace(own, estimate=estimate, interval=interval)
