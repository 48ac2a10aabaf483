"""The interval of the leave-one-out bootstrap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, inf, sqrt
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.estimates import row_means
from foldwise.intervals.influence_steps.copied_rows import extended_by_copies
from foldwise.intervals.interval import Interval, IntervalMethod, MeasureGroup, Validity, bounded
from foldwise.intervals.limits.ends import gamma_ends
from foldwise.intervals.limits.interval_from_ends import interval_from_ends, joined_with_rows
from foldwise.intervals.limits.quantiles import z_quantile
from foldwise.intervals.limits.unseen_row import rests_on_probabilities
from foldwise.intervals.methods.cluster_t import groups_of
from foldwise.measures import unseen_loss
from foldwise.plans import parse

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats, Mask
    from foldwise.measures import ModelScores

__all__ = ["Oob", "OobError", "enough_draws", "oob_error", "oob_error_of"]

COUNTS_IN_CACHE = 200_000
"""Counts looked at together: few enough to stay in cache."""
FEWEST_DRAWS = 200
"""Bootstrap samples from which on the Monte-Carlo error is small beside the standard error."""
SCHEMES = ("ordinary", "balanced", "poisson", "cluster")
"""Ways of drawing for which the derivation holds: every unit is drawn about once, independently of its class."""


@final
@dataclass(frozen=True)
class Oob(IntervalMethod):
    """Err⁽¹⁾ ± z · SE by the delta method after the bootstrap, less its Monte-Carlo variance (METHODS C.9).

    With Eᵢ the mean loss of row i out of bag and q_b = (1/n) Σ of the losses out of bag of fit b,
    Dᵢ = (2 + 1/(n-1))(Eᵢ - Err⁽¹⁾)/n + Σ_b (N_bi - N̄ᵢ) q_b / Σ_b 1[N_bi = 0] and
    SE² = max((n/n') Σ Dᵢ² - n e² Var(q)/B, Var(E)/n).

    Notes
    -----
    Without the subtracted term the interval is 40 % too wide at n = 100 and B = 200. With groups, rows are summed by
    group. Losses of probabilities get the gamma interval with one more row that goes wrong (Fay & Feuer 1997). Centred on
    models of 63 % of the rows, so it covers less where more rows would help much. The error is of first order in the training rows
    and does not see fits that differ as a whole, so the interval is joined with that of the rows (``influence``). Fits to some of the samples
    without copies of rows show what the copies add, and the interval reaches past it (METHODS N.35).

    References
    ----------
    efron1997, eq. 35-40; the correction is derived in METHODS C.9.
    """

    name: ClassVar[str] = "oob"
    summary: ClassVar[str] = "leave-one-out bootstrap with its delta-method error, corrected for Monte-Carlo noise"
    estimate: ClassVar[str] = "loo-bootstrap"
    cost: ClassVar[str] = "B fits, at least 200 and n/2"
    validity: ClassVar[Validity] = Validity(
        plans=("bootstrap",), measures=MeasureGroup.LOSSES, min_resamples=FEWEST_DRAWS, instead="plan='bootstrap(200)'"
    )

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from losses and counts."""
        found = oob_error(scored)
        if rests_on_probabilities(scored.measure) and scored.measure.best == 0 and found.error > 0:
            unseen = found.value + unseen_loss(scored)
            low, high = gamma_ends(found.value, found.error**2, unseen / scored.predictions.n, df=inf, level=level)
            ends = bounded(low, high, scored.measure, classes=len(scored.predictions.classes))
            made = Interval(*ends, level, self.name, self.target, standard_error=found.error)
        else:
            half = z_quantile(level) * found.error
            made = interval_from_ends(self, scored, (found.value - half, found.value + half), level, error=found.error)
        return joined_with_rows(extended_by_copies(made, scored), scored)

    def further(self, scored: ModelScores) -> str | None:
        """Enough draws of the right kind."""
        return enough_draws(scored)


@final
@dataclass(frozen=True)
class OobError:
    """The leave-one-out bootstrap with its standard error, before and after the Monte-Carlo correction.

    `doubt` is the variance of the squared error, by that of squared influences and by Monte-Carlo noise, and `floor` the least squared error.
    """

    value: float
    error: float
    raw: float
    doubt: float = 0.0
    floor: float = 0.0


def enough_draws(scored: ModelScores, draws: int | None = None) -> str | None:
    """Say why the draws are too few or of the wrong kind, or None; `draws` are those that were fitted, by default all."""
    resamples = scored.resamples
    if resamples.overlapping:
        return f"{resamples.plan} tests rows that were trained on"
    scheme = _scheme(resamples.plan)
    if scheme not in SCHEMES:
        return f"its error is derived for the schemes {', '.join(SCHEMES)}, not for {scheme}"
    units = resamples.n if scored.predictions.groups is None else int(scored.predictions.groups.max()) + 1
    fitted = resamples.count if draws is None else draws
    if fitted < FEWEST_DRAWS:
        return f"{fitted} draws are fewer than {FEWEST_DRAWS}"
    if fitted < units / 2:
        return f"{fitted} draws are fewer than half of the {units} units drawn from"
    return None


@lru_cache(maxsize=128)
def _scheme(plan: str) -> str:
    """How a plan draws."""
    return getattr(parse(plan), "scheme", "")


def oob_error(scored: ModelScores) -> OobError:
    """Leave-one-out bootstrap and its standard error."""
    rows, means = row_means(scored)
    edges = scored.sheet.tested.edges
    return _error(scored, rows, means, scored.sums, used=edges[1:] > edges[:-1])


def oob_error_of(scored: ModelScores, losses: Floats, row: Codes, resample: Codes, *, least: float = 0.0) -> OobError:
    """Do as `oob_error` does for other losses of the same predictions, such as differences of two models.

    The standard error is not below `least`: no spread is not certainty.
    """
    n, weights = scored.predictions.n, scored.predictions.weights
    times = np.bincount(row, minlength=n)
    rows = np.flatnonzero(times)
    means = np.bincount(row, weights=losses, minlength=n)[rows] / times[rows]
    own = losses if weights is None else losses * weights[row]
    sums = np.bincount(resample, weights=own, minlength=scored.resamples.count)
    used = np.bincount(resample, minlength=scored.resamples.count) > 0
    found = _error(scored, rows, means, np.asarray(sums, dtype=np.float64), used=used)
    return replace(found, error=max(found.error, least), floor=max(found.floor, least**2))


def _error(scored: ModelScores, rows: Codes, means: Floats, sums: Floats, *, used: Mask) -> OobError:
    """Leave-one-out bootstrap and its error from the mean of each row and the sum over each sample that was used."""
    n = scored.predictions.n
    weights = np.ones(n) if scored.predictions.weights is None else scored.predictions.weights / _mean_weight(scored)
    unit = groups_of(scored)
    units = int(unit.max()) + 1
    value = float(np.average(means, weights=weights[rows]))
    deviation = np.bincount(unit[rows], weights=weights[rows] * (means - value), minlength=units) / n
    q = sums / (n * _mean_weight(scored))
    influence: Floats = (2 + 1 / (units - 1)) * deviation + _covariances(scored, q, used, unit)
    seen = np.bincount(unit[rows], minlength=units) > 0
    squares = influence[seen] ** 2
    raw = units / squares.size * float(squares.sum())
    noise = units * exp(2) * float(q[used].var()) / int(used.sum())
    floor = float((deviation[seen] ** 2).sum())
    doubt = squares.size * float(squares.var()) + 2 * noise**2 / units
    return OobError(value, sqrt(max(raw - noise, floor)), sqrt(raw), doubt, floor)


def _mean_weight(scored: ModelScores) -> float:
    weights = scored.predictions.weights
    return 1.0 if weights is None else float(weights.mean())


def _covariances(scored: ModelScores, q: Floats, used: Mask, unit: Codes) -> Floats:
    """Σ_b (N_bi - N̄ᵢ) q_b / Σ_b 1[N_bi = 0] for every unit, in blocks of draws (units,)."""
    resamples = scored.resamples
    units = int(unit.max()) + 1
    first = None if scored.predictions.groups is None else np.unique(unit, return_index=True)[1]
    centred, everywhere = np.where(used, q - q[used].mean(), 0.0), bool(used.all())
    product, left_out = np.zeros(units), np.zeros(units)
    block = max(1, COUNTS_IN_CACHE // max(1, resamples.n))
    for start in range(0, resamples.count, block):
        stop = min(start + block, resamples.count)
        drawn = resamples.train_counts(start, stop)
        if native.COMPILED and first is None and drawn.dtype == np.uint8:
            native._native.weigh_counts(
                counts=np.ascontiguousarray(drawn),
                weights=centred[start:stop],
                used=used[start:stop],
                products=product,
                zeros=left_out,
            )
            continue
        counts = (drawn if first is None else drawn[:, first]).astype(np.float64)
        product += centred[start:stop] @ counts
        left_out += np.count_nonzero((counts if everywhere else counts[used[start:stop]]) == 0, axis=0)
    return np.divide(product, left_out, out=np.zeros(units), where=left_out > 0)
