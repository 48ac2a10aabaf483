"""The test of a difference by the leave-one-out bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, NamedTuple, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.edge import least_loss_variance
from foldwise.comparisons.interactions import counted_twice
from foldwise.comparisons.pair import Pair, once_per_pair
from foldwise.comparisons.posterior import Posterior
from foldwise.estimates import left_out
from foldwise.intervals import MeasureGroup, Validity, enough_draws, oob_error_of
from foldwise.measures import LossMeasure

__all__ = ["LooBootstrapTest", "bootstrap_pair", "pair_error"]

USUAL_LEVEL = 0.95
BOOTSTRAP_SIZE_NOTE = "pairs are tested on models of bootstrap samples, which hold 63 % of the rows"
"""What is said of pairs that are tested on bootstrap samples."""


class PairError(NamedTuple):
    """Difference of the leave-one-out bootstraps of two models, its standard error and their degrees of freedom."""

    value: float
    error: float
    df: float


@final
@dataclass(frozen=True)
class LooBootstrapTest(ComparisonMethod):
    """t = d/SE with d the difference of the leave-one-out bootstraps and SE that of its total influence (METHODS N.8).

    What a row contributes to a resampled difference is what it contributes as a test row and as a training row; the second
    is the covariance between its counts in the samples and the differences found there. No factor for overlapping training
    sets is needed. With dᵢ the mean difference of row i out of bag and q_b = (1/n) Σ of the differences out of bag of
    sample b, Dᵢ = (2 + 1/(n-1))(dᵢ - d)/n + Σ_b (N_bi - N̄ᵢ) q_b / Σ_b 1[N_bi = 0] and
    SE² = max((n/n') Σ Dᵢ² - n e² Var(q)/B, Var(dᵢ)/n), with n - 1 degrees of freedom, G - 1 where G groups are drawn; or SE²
    less what test rows contribute together with training rows, which Σ Dᵢ² counts twice, with Satterthwaite's for the variance of SE², where
    that is shorter.

    Notes
    -----
    Its models are trained on 63 % of the rows. Where that changes who is ahead, `compare` takes `influence` instead.

    References
    ----------
    efron1997, eq. 35-40, for one model; METHODS C.9 for the Monte-Carlo correction.
    """

    name: ClassVar[str] = "loo-bootstrap"
    summary: ClassVar[str] = "t with the influence of each row as test and as training row, from many bootstrap samples"
    plan: ClassVar[str] = "bootstrap(500)"
    cost: ClassVar[str] = "B fits per model, at least 200 and n/2"
    validity: ClassVar[Validity] = Validity(
        plans=("bootstrap", "kfold", "subsample"), measures=MeasureGroup.LOSSES, instead="plan='bootstrap(500)'"
    )

    def compare(self, pair: Pair, level: float) -> Comparison:
        """Compare by the rows left out of bootstrap samples."""
        drawn = bootstrap_pair(pair) or pair
        posterior = Posterior(*pair_error(drawn))
        return self.from_posterior(pair, posterior, level, note=BOOTSTRAP_SIZE_NOTE)

    def further(self, pair: Pair) -> str | None:
        """Bootstrap samples, enough of them, and rows that differ."""
        drawn = bootstrap_pair(pair)
        if drawn is None:
            return "the models were not fitted to bootstrap samples"
        return enough_draws(drawn.a, np.unique(drawn.resample).size)


def bootstrap_pair(pair: Pair) -> Pair | None:
    """The same two models on the bootstrap samples of their table; None where there are none."""
    found = pair if pair.resamples.kind == "bootstrap" else pair.bootstrapped
    return found if found is not None and found.a.outputs.size and found.b.outputs.size else None


@once_per_pair
def pair_error(pair: Pair) -> PairError:
    """Difference of the leave-one-out bootstraps and its standard error; never less than half a row allows."""
    measure, groups = pair.measure, pair.predictions.groups
    most = float((pair.predictions.n if groups is None else np.unique(groups).size) - 1)
    found = oob_error_of(pair.a, pair.losses, pair.row, pair.resample, least=sqrt(least_loss_variance(pair)))
    value = found.value
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        ends = measure.finish(np.array([left_out(pair.a), left_out(pair.b)]))
        value = float(ends[0] - ends[1])
    whole, square = PairError(value, found.error, most), max(found.error**2 - counted_twice(pair), found.floor)
    df = min(most, 2 * square**2 / found.doubt) if found.doubt > 0 else most
    return min(whole, PairError(value, sqrt(square), df), key=_half_width)


def _half_width(found: PairError) -> float:
    """Half of the width of an interval at the usual level."""
    return Posterior(0.0, found.error, found.df).interval(USUAL_LEVEL)[1]
