"""What the winner of a selection is really worth: bootstrap bias-corrected cross-validation (BBC-CV and BBC-F).

The best of many cross-validated configurations looks better than it is: it was chosen for its luck too. BBC repeats the
*choice* on bootstrap samples of the rows and scores each choice on the rows left out, from the predictions that are
already there. Not one more fit is needed.

The estimate is nearly unbiased where rows are independent given the models. It is a little pessimistic where some
configurations are better than others, because a draw chooses with twice the noise. In a cross-validation it is optimistic
where none is better: luck that lies in the training sets is shared by all rows, and no draw of rows shows it
(docs/studies/selection gives the figures).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import e, inf, isfinite, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.errors import ValidityError
from foldwise.measures import CountMeasure, Direction, LossMeasure, SumMeasure
from foldwise.phrases import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.measures import Measure, ModelScores

__all__ = ["Corrected", "bbc", "bbc_of_resamples", "bbc_of_rows", "best_of"]

DRAWS = 1000
"""Bootstrap samples of the rows."""
LEFT_OUT_VARIANCE = e - 1
"""J times the variance, in units of the scores', of the mean of the 1/e of J scores that a draw leaves out: (1 - 1/e)/(1/e)."""
NUMBERS_HELD = 20_000_000
"""Numbers held at a time: the draws are done in blocks."""


class OwnInterval(Protocol):
    """What is asked of the winner's own interval."""

    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def standard_error(self) -> float | None: ...


@final
class _Ends(NamedTuple):
    low: float
    high: float
    standard_error: float | None = None


@final
@dataclass(frozen=True, eq=False)
class Corrected:
    """The score of the selection itself, one per bootstrap draw.

    Parameters
    ----------
    draws
        Score, on rows left out, of the configuration chosen on the rows drawn (B,).
    chosen
        Which configuration was chosen (B,).
    method
        ``bbc`` over rows or ``bbc-f`` over resamples.
    seen
        Score of the winner on all rows.
    winners
        Score of that winner on the rows left out, in the same draws (B,).
    winner
        Which configuration it is.
    scale
        What the spread of the draws is multiplied by to be that of the estimate: a mean of the rows left out has e - 1
        times the variance of a mean of all rows.
    limits
        The range of the measure.
    """

    draws: Floats
    chosen: Codes
    method: str
    seen: float
    winners: Floats
    winner: int = 0
    scale: float = 1.0
    limits: tuple[float, float] = (-inf, inf)

    @property
    def value(self) -> float:
        """Mean over the draws of the choice, less how far the winner's own mean over them is from its score.

        Left-out rows of a finite number of draws are a little better or worse than all rows, for the winner as for the
        choice. What is left is what choosing costs, and nothing where all draws choose the winner.
        """
        return self.seen + float((self.draws - self.winners).mean())

    @property
    def share(self) -> float:
        """Share of the draws that choose the winner: low where nothing sets it apart."""
        return float(np.mean(self.chosen == self.winner))

    @property
    def error(self) -> float:
        """Standard error of the estimate, by the draws."""
        return self.scale * float(self.draws.std())

    def at_least(self, error: float) -> Corrected:
        """Widen the spread to an error that is known of the winner alone.

        Draws of rows show what other rows would have changed. What other training sets would have, which the error of the
        winner's own estimate holds, they do not show.

        Examples
        --------
        >>> draws = np.array([0.1, 0.2, 0.3])
        >>> found = Corrected(draws, np.zeros(3, dtype=int), "bbc", 0.2, draws)
        >>> round(found.at_least(0.4).error, 12), found.at_least(0.01) is found
        (0.4, True)
        """
        if self.error >= error or self.error == 0:
            return self
        return replace(self, scale=self.scale * error / self.error)

    def interval(self, level: float, own: OwnInterval | None = None) -> tuple[float, float]:
        """Percentiles of the draws, scaled about the estimate, and the score interval with the same error: their hull.

        The error is at least that of the winner's `own` interval, and the ends are at least as far from the estimate as those of
        that are from the winner's score: choosing a model makes nothing known of it that its own interval leaves open.
        Percentiles alone are too short where errors are rare. A percentile at the end of the range stays there. Where all
        draws are alike, as without a single error, nothing is known but the winner's own ends.
        """
        if own is not None and own.standard_error is not None:
            return self.at_least(own.standard_error).interval(level, _Ends(own.low, own.high))
        drawn = np.quantile(self.draws, [(1 - level) / 2, (1 + level) / 2])
        if np.ptp(self.draws) <= ROUNDING_TOLERANCE * float(np.abs(self.draws).max(initial=0.0)):
            return self.limits if own is None else (own.low, own.high)
        ends = self.value + self.scale * (drawn - self.draws.mean())
        ends = np.where(np.isin(drawn, self.limits), drawn, ends)
        score, moved = self._score_interval(level), self.value - self.seen
        first, last = score if own is None else (min(score[0], own.low + moved), max(score[1], own.high + moved))
        low, high = np.clip([min(ends[0], first), max(ends[1], last)], *self.limits)
        return float(low), float(high)

    def _score_interval(self, level: float) -> tuple[float, float]:
        """Wilson's interval for a value between two ends whose error is that of the scaled draws; of others, ± z errors."""
        from scipy.special import ndtri

        z, error = float(ndtri((1 + level) / 2)), self.error
        low, high = self.limits
        share = (self.value - low) / (high - low) if isfinite(high - low) else nan
        if not 0 < share < 1:
            return self.value - z * error, self.value + z * error
        per = (z * error / (high - low)) ** 2 / (share * (1 - share))  # z²/n, n rows of a share with this error
        middle, half = share + per / 2, sqrt(per * share * (1 - share) + per**2 / 4)
        first, last = ((middle + side * half) / (1 + per) for side in (-1, 1))
        return low + (high - low) * first, low + (high - low) * last


def bbc(scored: Sequence[ModelScores], rng: np.random.Generator, draws: int = DRAWS) -> Corrected:
    """Correct the winner's score for the selection, over rows where the measure may be pooled, else over resamples.

    References
    ----------
    tsamardinos2018.
    """
    measure, resamples = scored[0].measure, scored[0].resamples
    if resamples.kind == "resubstitution":
        message = f"{resamples.plan} tests the rows it trains on, so what is chosen by it cannot be corrected"
        raise ValidityError(message, hint="plan='kfold(10, repeats=3)'")
    # What was seen is what the table of candidates shows, also where the plan tests some rows more often than others.
    seen = np.array([one.value for one in scored])
    if isinstance(measure, LossMeasure | CountMeasure | SumMeasure):
        tables = np.stack([row_summands(one) for one in scored])
        predictions = scored[0].predictions
        strata = predictions.truth if predictions.is_classification else np.zeros(predictions.n, dtype=np.intp)
        if predictions.groups is not None:
            tables = summed_by_group(tables, predictions.groups)
            strata = np.zeros(tables.shape[1], dtype=np.intp)
        return bbc_of_rows(
            tables, lambda sums: values_of_sums(scored[0], sums), measure, rng, strata=strata, seen=seen, draws=draws
        )
    overlap = resamples.test_size / resamples.train_size if resamples.count > 1 else 0.0
    return bbc_of_resamples(
        np.stack([one.scores for one in scored], axis=1), measure, rng, overlap=overlap, seen=seen, draws=draws
    )


def bbc_of_rows(
    tables: Floats,
    finished: Callable[[Floats], Array],
    measure: Measure,
    rng: np.random.Generator,
    *,
    strata: Codes,
    seen: Floats | None = None,
    draws: int = DRAWS,
) -> Corrected:
    """BBC-CV: choose on rows drawn with replacement, score on the rows left out.

    Parameters
    ----------
    tables
        Summands of the measure for every configuration and row (C, n, m).
    finished
        From sums of summands (…, m) to values (…).
    measure
        Which way is better.
    rng
        Draws the rows.
    strata
        Class of each row; a draw that lacks a class on either side is drawn again (n,).
    seen
        Score of every configuration as it is shown (C,); by default over all rows alike.
    draws
        Number of bootstrap samples.
    """
    configurations, n, width = tables.shape
    block = max(1, NUMBERS_HELD // (n + configurations * width))
    flat = np.moveaxis(tables, 0, 1).reshape(n, configurations * width)
    overall = finished(flat.sum(axis=0).reshape(1, configurations, width))[0] if seen is None else seen
    best = int(best_of(overall, measure))
    values, chosen = [], []
    for start in range(0, draws, block):
        counts = draw_counts_by_stratum(n, min(block, draws - start), strata, rng)
        inside = finished((counts @ flat).reshape(-1, configurations, width))
        outside = finished(((counts == 0).astype(np.float64) @ flat).reshape(-1, configurations, width))
        winner = best_of(inside, measure)
        values.append(outside[np.arange(len(outside)), [winner, np.full(len(outside), best)]].T)
        chosen.append(winner)
    scores = np.concatenate(values)
    defined = ~np.isnan(scores).any(axis=1)
    return Corrected(
        scores[defined, 0],
        np.concatenate(chosen)[defined],
        "bbc",
        float(overall[best]),
        scores[defined, 1],
        best,
        1 / sqrt(LEFT_OUT_VARIANCE),
        (measure.low, measure.high),
    )


def bbc_of_resamples(
    scores: Floats,
    measure: Measure,
    rng: np.random.Generator,
    *,
    overlap: float = 0.0,
    seen: Floats | None = None,
    draws: int = DRAWS,
) -> Corrected:
    """BBC-F: draw resamples instead of rows, for measures that may not be pooled.

    Parameters
    ----------
    scores
        Score of every configuration in every resample (R, C).
    measure
        Which way is better, and between which ends.
    rng
        Draws the resamples.
    overlap
        n₂/n₁, test rows to training rows. Resamples share training rows, and those of several repeats test the same rows,
        so that drawing them as if they were independent makes the draws too much alike. Their spread is scaled by
        √((1/J + n₂/n₁) / (1.72/J)): the corrected t-test's variance over that of the mean of the 37 % of J left out.
    seen
        Score of every configuration as it is shown (C,); by default the mean over the resamples.
    draws
        Number of bootstrap samples.

    References
    ----------
    tsamardinos2018; nadeau2003 for the overlap.
    """
    table = scores[~np.isnan(scores).any(axis=1)]
    count = len(table)
    if count < 2:
        message = (
            f"the winner's {measure.name} cannot be corrected: it has a value in {count_of(count, 'resample')} only"
        )
        raise ValidityError(message, hint="plan='kfold(10, repeats=3)'")
    counts = draw_counts_by_stratum(count, draws, np.zeros(count, dtype=np.intp), rng)
    inside = counts @ table / count
    left = (counts == 0).astype(np.float64)
    outside = (left @ table) / left.sum(axis=1, keepdims=True)
    winner, overall = best_of(inside, measure), table.mean(axis=0) if seen is None else seen
    best = int(best_of(overall, measure))
    scale = sqrt((1 + count * overlap) / LEFT_OUT_VARIANCE)
    scores_out = outside[np.arange(draws), winner], outside[:, best]
    return Corrected(
        scores_out[0], winner, "bbc-f", float(overall[best]), scores_out[1], best, scale, (measure.low, measure.high)
    )


def best_of(values: Array, measure: Measure) -> Codes:
    """Position of the best value along the last axis; the first of equals, and never one without a value."""
    if measure.direction is Direction.HIGHER:
        return np.where(np.isnan(values), -np.inf, values).argmax(axis=-1)
    distance = np.abs(values - measure.best) if measure.direction is Direction.NONE else values
    return np.where(np.isnan(distance), np.inf, distance).argmin(axis=-1)


def draw_counts_by_stratum(n: int, draws: int, strata: Codes, rng: np.random.Generator) -> Floats:
    """Bootstrap counts (draws, n) such that every stratum is on both sides; what cannot be is let be."""
    counts = np.zeros((draws, n))
    membership = np.eye(int(strata.max()) + 1)[strata]
    sizes = membership.sum(axis=0)
    waiting: Mask = np.ones(draws, dtype=np.bool_)
    for _ in range(100):
        if not waiting.any():
            break
        counts[waiting] = rng.multinomial(n, np.full(n, 1 / n), size=int(waiting.sum()))
        inside = (counts > 0) @ membership
        split = (inside > 0) & (inside < sizes)
        waiting = ~split[:, sizes > 1].all(axis=1) | ~np.any(counts == 0, axis=1)
    return counts


def row_summands(scored: ModelScores) -> Floats:
    """Summands of the measure for each row of the dataset, averaged over the repeats (n, m)."""
    measure, n = scored.measure, scored.predictions.n
    outcomes = measure.view(scored.outcomes)
    weights = np.ones(outcomes.size) if outcomes.weights is None else outcomes.weights
    if isinstance(measure, LossMeasure):
        summands = np.stack([scored.losses, np.ones(outcomes.size)], axis=1)
    elif isinstance(measure, CountMeasure):
        cell = outcomes.truth * (outcomes.classes + 1) + np.where(
            outcomes.output < 0, outcomes.classes, outcomes.output
        )
        summands = np.eye(outcomes.classes * (outcomes.classes + 1))[cell]
    elif isinstance(measure, SumMeasure):
        summands = measure.rows(outcomes)
    else:
        message = f"{measure.name} is not made of sums over rows"
        raise ValidityError(message, hint="resamples instead of rows: BBC-F")
    times = np.maximum(np.bincount(scored.row, minlength=n), 1)
    columns = [np.bincount(scored.row, weights=column * weights, minlength=n) / times for column in summands.T]
    return np.stack(columns, axis=1)


def summed_by_group(tables: Floats, groups: Codes) -> Floats:
    """Summands added up by group: rows of a group are drawn and left out together (C, G, m).

    Examples
    --------
    >>> summed_by_group(np.array([[[1.0], [2.0], [4.0]]]), np.array([5, 5, 7])).tolist()
    [[[3.0], [4.0]]]
    """
    place = np.unique(groups, return_inverse=True)[1]
    summed = np.zeros((len(tables), int(place.max()) + 1, tables.shape[2]))
    for at, table in enumerate(tables):
        np.add.at(summed[at], place, table)
    return summed


def values_of_sums(scored: ModelScores, sums: Floats) -> Array:
    """From sums of summands (…, m) to values (…)."""
    measure = scored.measure
    if isinstance(measure, LossMeasure):
        total = sums[..., 1]
        return measure.finish(np.divide(sums[..., 0], total, where=total > 0, out=np.full(total.shape, np.nan)))
    if isinstance(measure, CountMeasure):
        outcomes = measure.view(scored.outcomes)
        shape = (*sums.shape[:-1], outcomes.classes, outcomes.classes + 1)
        return measure.of_table(sums.reshape(shape), outcomes.positive)
    if isinstance(measure, SumMeasure):
        return measure.of_sums(sums)
    message = f"{measure.name} is not made of sums over rows"
    raise ValidityError(message, hint="resamples instead of rows: BBC-F")
