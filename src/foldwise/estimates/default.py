"""Which estimate a plan gets when none is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foldwise.estimates.apparent import Apparent
from foldwise.estimates.averaged import Averaged
from foldwise.estimates.catalogue import estimate_method
from foldwise.estimates.leave_pair_out import LeavePairOutEstimate
from foldwise.estimates.loo_bootstrap import LooBootstrap
from foldwise.estimates.pooled import Pooled
from foldwise.measures import RankMeasure

if TYPE_CHECKING:
    from foldwise.estimates.estimate import Estimate, EstimateMethod
    from foldwise.measures import ModelScores

__all__ = ["choose_estimate", "make_estimate"]

AVERAGED_ESTIMATE, POOLED_ESTIMATE = Averaged(), Pooled()
"""What nearly every measure gets: rank statistics the one, all others the other."""


def choose_estimate(scored: ModelScores) -> EstimateMethod:
    """Take the default: leave-one-out bootstrap for the bootstrap, apparent for resubstitution, else pooled.

    Rank statistics such as the AUC are averaged over resamples instead; left-out pairs are counted.
    """
    kind = scored.resamples.kind
    if kind == "resubstitution":
        return Apparent()
    if kind == "bootstrap" and scored.has_losses and not scored.resamples.overlapping:
        return LooBootstrap()
    if kind == "leave-pair-out" and scored.measure.name == "auc":
        return LeavePairOutEstimate()
    return AVERAGED_ESTIMATE if isinstance(scored.measure, RankMeasure) else POOLED_ESTIMATE


def make_estimate(scored: ModelScores, method: str | EstimateMethod = "auto", *, spare: bool = False) -> Estimate:
    """Make the estimate by the named method, or by the default.

    What is not valid here raises `ValidityError`: a method asked for by name, or a rank statistic of single rows. With `spare`
    the default is taken instead.

    Examples
    --------
    >>> from foldwise.measures import ModelScores, measure
    >>> from foldwise.predictions import Predictions
    >>> table = Predictions.build(["yes", "no", "yes", "no"], {"mine": ["yes", "no", "no", "no"]})
    >>> make_estimate(ModelScores(table, "mine", measure("error"))).value
    0.25
    """
    estimator = choose_estimate(scored) if method == "auto" else estimate_method(method)
    demanding = estimator.plans or estimator.needs_apparent or estimator.needs_train
    if (estimator.refusal if demanding else estimator.further)(scored):
        if spare:
            return choose_estimate(scored).estimate(scored)
        estimator.check(scored)
    return estimator.estimate(scored)
