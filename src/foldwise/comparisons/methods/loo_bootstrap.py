"""The test of a difference by the leave-one-out bootstrap."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.comparisons.comparison import Comparison, ComparisonMethod
from foldwise.comparisons.pair import Pair, once_per_pair
from foldwise.comparisons.posterior import Posterior
from foldwise.comparisons.variance_floor import least_loss_variance
from foldwise.estimates import left_out
from foldwise.intervals import MeasureGroup, Validity, enough_draws, oob_error_of
from foldwise.measures import LossMeasure

if TYPE_CHECKING:
    from foldwise.arrays import Floats

__all__ = ["LooBootstrapTest", "bootstrap_pair", "interaction_variance", "pair_error"]

USUAL_LEVEL = 0.95
"""Level at which half the widths of two intervals are held against each other, whatever level was asked for."""
BOOTSTRAP_SIZE_NOTE = "pairs are tested on models of bootstrap samples, which hold 63 % of the rows"
"""What is said of pairs that are tested on bootstrap samples."""
INTERACTION_DRAWS = 200
"""Samples from which the interaction is estimated: its noise is then .1 to .3 of it, .03 to .06 of the variance of the difference."""
PRESENT = -np.e
"""Less the indicator that a row was not drawn, over its probability: what moves by 1 where a row is there, as its count does."""


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
    units_df = float((pair.predictions.n if groups is None else np.unique(groups).size) - 1)
    found = oob_error_of(pair.a, pair.losses, pair.row, pair.resample, least=sqrt(least_loss_variance(pair)))
    value = found.value
    if isinstance(measure, LossMeasure) and measure.transform is not None:
        values = measure.finish(np.array([left_out(pair.a), left_out(pair.b)]))
        value = float(values[0] - values[1])
    variance = max(found.error**2 - interaction_variance(pair), found.floor)
    df = min(units_df, 2 * variance**2 / found.doubt) if found.doubt > 0 else units_df
    return min(PairError(value, found.error, units_df), PairError(value, sqrt(variance), df), key=_half_width)


def interaction_variance(pair: Pair) -> float:
    """Variance of the difference that comes from test rows together with training rows, which Σ Dᵢ² counts twice (METHODS N.8).

    c_ij = Cov(N_bj, d_bi | N_bi = 0) is what training row j contributes to the loss of test row i. It is in the variance of the rows
    as test rows, and again in that of the rows as training rows: the influence of single rows has Σᵢⱼ cᵢⱼ(cᵢⱼ + cⱼᵢ)/n² too much
    (Efron & Stein 1981). Products are of covariances in two halves of the samples, so that their noise is 0 on average. Losses that
    depend on whether a row is there and not on how often, as those of one nearest neighbour, have slopes that are too small by as
    much as squares differ: with λ² the ratio of both, 2 − λ² of it is taken, and never less than nothing.
    """
    n = pair.predictions.n
    if pair.predictions.groups is not None:
        return 0.0
    half = min(INTERACTION_DRAWS, pair.resamples.count) // 2
    counts = pair.resamples.train_counts(0, 2 * half).astype(np.float64)
    losses = _centred_losses(pair, half)
    first, second = counts[:half] - 1, counts[half:] - 1
    loss_products = losses[0] @ losses[1].T
    squares = float(((first @ second.T) * loss_products).sum())
    if squares <= 0:
        return 0.0
    mutual = float(((losses[0] @ second.T) * (first @ losses[1].T)).sum())
    present = PRESENT * (counts == 0) + 1
    ratio = float(((present[:half] @ present[half:].T) * loss_products).sum()) / squares
    return max(0.0, squares + mutual) * float(np.clip(2 - ratio, 0, 1)) / n**2


def _centred_losses(pair: Pair, half: int) -> tuple[Floats, Floats]:
    """Differences less the mean of their row, over its number of samples less one, in either half (half, n); 0 where a row was drawn."""
    n, weights = pair.predictions.n, pair.predictions.weights
    edges = np.searchsorted(pair.resample, [0, half, 2 * half])
    tables = []
    for start, stop, first in zip(edges[:-1], edges[1:], (0, half), strict=True):
        row, losses = pair.row[start:stop], pair.losses[start:stop]
        times = np.bincount(row, minlength=n)
        means = np.bincount(row, weights=losses, minlength=n) / np.maximum(times, 1)
        centred = (losses - means[row]) / np.maximum(times - 1, 1)[row]
        if weights is not None:
            centred = centred * (weights / weights.mean())[row]
        table = np.zeros((half, n))
        table[pair.resample[start:stop] - first, row] = centred
        tables.append(table)
    return tables[0], tables[1]


def _half_width(found: PairError) -> float:
    """Half of the width of an interval at the usual level."""
    return Posterior(0.0, found.error, found.df).interval(USUAL_LEVEL)[1]
