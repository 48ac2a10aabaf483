"""The interval of a mean recall: posteriors of the classes, convolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.estimates import Target
from foldwise.intervals.interval import Interval, IntervalMethod, Validity
from foldwise.intervals.limits.share import effective_trials
from foldwise.intervals.methods.proportion import FEW_COUNTED
from foldwise.intervals.refusals.one_test_set import ONE_TEST_SET, rows_refusal
from foldwise.measures import base_name

if TYPE_CHECKING:
    from foldwise.arrays import Floats
    from foldwise.measures import ModelScores, Outcomes

__all__ = ["BetaConvolution", "beta_convolution", "modified_beta_convolution"]

GRID_STEPS = 4096
"""Steps of the grid a recall is put on; the error of an end is at most half a step."""
GRID_DEVIATIONS = 12
"""Standard deviations of the widest posterior that the grid spans, where they lie within 0 and 1."""
FEWEST_ROWS = 5
"""With fewer rows of a class the tails of its posterior are too short: 95 % covered 89 to 92 %."""
RECALL_MEANS = ("balanced-accuracy", "balanced-error")


@final
@dataclass(frozen=True)
class BetaConvolution(IntervalMethod):
    """Equal tails of the mean of Beta(k + ½, n - k + ½) over the classes, k of the n rows of a class being right.

    The classes are sampled apart, so the posterior of their mean recall is the convolution of their posteriors. It keeps
    its level with few rows of a class, where the normal interval does not: with 8 % of 100 rows in one class a level of
    95 % covers 95 % against 91 %. A class without rows is known by its prior alone: the mean of the others is the value, and
    the interval allows for any recall of it. The posterior of a class in which all rows are right lies below 1, which the recall may be:
    for the upper limit such a class has a recall of 1, for the lower one a class without a right row has 0, and where one to three
    rows are wrong or right in all, the limit is that of a Poisson count if it is further out.

    References
    ----------
    brodersen2010; brown2001 for the limits of few counted rows.
    """

    name: ClassVar[str] = "beta-convolution"
    summary: ClassVar[str] = "posterior of the mean recall over the classes"
    validity: ClassVar[Validity] = Validity(
        plans=ONE_TEST_SET, only=RECALL_MEANS, max_resamples=1, any_size=True, instead="interval='delta'"
    )
    target: ClassVar[Target] = Target.PROXY
    cost: ClassVar[str] = "1 fit"

    def interval(self, scored: ModelScores, level: float) -> Interval:
        """Make the interval from the recall of each class that has rows."""
        seen = scored.outcomes
        weights = np.ones(seen.size) if seen.weights is None else seen.weights
        mass = np.bincount(seen.truth, weights=weights, minlength=seen.classes).astype(np.float64)
        right = np.bincount(seen.truth, weights=weights * (seen.output == seen.truth), minlength=seen.classes)
        sizes = mass if seen.weights is None else _sizes(seen)
        there = mass > 0
        successes = np.divide(right, mass, where=there, out=np.zeros(mass.size)) * sizes
        low, high = modified_beta_convolution(successes, sizes, level)
        if base_name(scored.measure) == "balanced-error":
            low, high = 1 - high, 1 - low
        note = "" if there.all() else "a class has no rows, so that its recall may be anything"
        return Interval(min(low, scored.value), max(high, scored.value), level, self.name, self.target, note)

    def further(self, scored: ModelScores) -> str | None:
        """It is for independent rows, five of every class that has any."""
        rows = np.bincount(scored.outcomes.truth, minlength=1)
        if rows.all() and rows.min() < FEWEST_ROWS:
            return f"it needs {FEWEST_ROWS} rows of every class, and there is a class with {rows.min()}"
        return rows_refusal(scored)


def _sizes(seen: Outcomes) -> Floats:
    """Effective number of rows of each class (C,)."""
    weights = np.ones(seen.size) if seen.weights is None else seen.weights
    own = [seen.truth == code for code in range(seen.classes)]
    return np.array(
        [effective_trials((seen.output == seen.truth)[rows], weights[rows]) if rows.any() else 0.0 for rows in own]
    )


def beta_convolution(successes: Floats, sizes: Floats, level: float) -> tuple[float, float]:
    """Limits of the interval for the mean of proportions sampled apart.

    Examples
    --------
    >>> low, high = beta_convolution(np.array([45.0, 8.0]), np.array([50.0, 10.0]), 0.95)
    >>> round(low, 2), round(high, 2)
    (0.68, 0.93)
    """
    from scipy.special import betainc

    alpha, beta = successes + 0.5, sizes - successes + 0.5
    centre = alpha / (alpha + beta)
    spread = GRID_DEVIATIONS * np.sqrt(centre * (1 - centre) / (alpha + beta + 1))
    start = np.maximum(0, centre - spread)
    step = float(np.max(np.minimum(1, centre + spread) - start)) / GRID_STEPS
    length = 1 << int(np.ceil(np.log2(successes.size * GRID_STEPS + 1)))
    spectrum = np.ones(length // 2 + 1, dtype=np.complex128)
    for a, b, first in zip(alpha, beta, start, strict=True):
        edges = np.minimum(1, first + step * np.arange(GRID_STEPS + 1))
        spectrum *= np.fft.rfft(np.diff(betainc(a, b, edges)), length)
    mass = np.clip(np.fft.irfft(spectrum, length)[: successes.size * GRID_STEPS], 0, None)
    # Cell i of a sum of C cells is centred on (i + C/2) steps.
    share = np.cumsum(mass) / mass.sum()
    centres = (start.sum() + step * (np.arange(mass.size) + successes.size / 2)) / successes.size
    tail = (1 - level) / 2
    low, high = np.interp([tail, 1 - tail], share, centres)
    everything, nothing = bool(np.all(successes >= sizes)), bool(np.all(successes <= 0))
    return (0.0 if nothing else float(low)), (1.0 if everything else float(high))


def modified_beta_convolution(successes: Floats, sizes: Floats, level: float) -> tuple[float, float]:
    """Limits of the interval for the mean of proportions sampled apart, where some of them are 0 or 1, or few rows count in all.

    Examples
    --------
    >>> known = np.array([45.0, 8.0]), np.array([50.0, 10.0])
    >>> modified_beta_convolution(*known, 0.95) == beta_convolution(*known, 0.95)
    True
    >>> one_wrong = np.array([16.0, 16.0]), np.array([17.0, 16.0])
    >>> [round(ends(*one_wrong, 0.95)[1], 4) for ends in (beta_convolution, modified_beta_convolution)]
    [0.9927, 0.9985]
    """
    low, high = beta_convolution(successes, sizes, level)
    wrong = sizes - successes
    if _few_count(successes):
        low = min(low, _low_limit(successes, sizes, level))
    if _few_count(wrong):
        high = max(high, 1 - _low_limit(wrong, sizes, level))
    return low, high


def _few_count(counts: Floats) -> bool:
    """Whether a class has no counted row, or all of them together have few."""
    return bool(counts.min() <= 0 or counts.sum() <= FEW_COUNTED)


def _low_limit(counts: Floats, sizes: Floats, level: float) -> float:
    """Lower limit of a mean share in which classes without a counted row have a share of 0; that of a Poisson count for one to three rows."""
    from scipy.special import gammaincinv

    found, total = counts > 0, float(counts.sum())
    if not found.any():
        return 0.0
    low = float(found.mean()) * beta_convolution(counts[found], sizes[found], level)[0]
    if 0 < total <= FEW_COUNTED:
        low = min(
            low,
            float(np.mean(counts[found] / sizes[found]) * found.mean()) * float(gammaincinv(total, 1 - level)) / total,
        )
    return low
