"""Out-of-bag predictions of an ensemble, their error, and an interval that is valid for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.intervals import check_level, wilson

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats, Mask
    from foldwise.typing import Given

__all__ = ["OutOfBag", "out_of_bag_classes", "out_of_bag_values"]

HALVINGS = 4
"""Times the members are split in two halves to see how the error falls with their number."""
PRIOR = 1.4
"""Variance of the out-of-bag error by that of independent losses, as simulated for forests of 100 rows (studies/ensembles)."""


@final
@dataclass(frozen=True, eq=False)
class OutOfBag:
    """What the members of an ensemble predict of the training rows that they were not fitted to.

    Parameters
    ----------
    predictions
        Prediction of each row by the members that did not see it (n,): vote shares or mean probabilities (n, C) for classes.
    losses
        0 or 1 for classes, squared error for values (n,); NaN where every member saw the row.
    error
        Mean loss of the rows that have one. A row is predicted by about 37 % of the members, so with few of them the error is
        that of a smaller ensemble: take some hundred.
    standard_error
        Of the error: the spread of the losses, and what the training rows do to all of them through the members, by the
        infinitesimal jackknife.
    row_error
        Standard error by the spread of the losses alone, which is too small.
    members
        Mean number of members that predict a row.
    pessimism
        How much of the error is due to that number: all members together would do better by about as much.

    Notes
    -----
    With tᵦᵢ the margin of row i by member b (true class less its strongest rival; for values the prediction itself), mᵢ its
    mean over the Bᵢ members that did not see the row and ℓ'ᵢ the slope of the loss at mᵢ,
    g_b = (1/n) Σᵢ ℓ'ᵢ 1[N_bi = 0] (tᵦᵢ - mᵢ)/Bᵢ, U_k = (ℓ_k - ē)/n + Σ_b (N_bk - 1) g_b and
    V = Σ U_k² - n Σ_b g_b², at least Var(ℓ)/n. The slope of a 0-1 loss is that of Φ(-mᵢ/sᵢ), the probability that as many
    members with the same spread get the row wrong. The second term of V removes Monte-Carlo noise; with s its share of the
    first, SE² = s · 1.4 · Var(ℓ)/n + (1 - s) V: with few members the data say little, and the prior comes from simulations.
    With p the share of the members that predict a row and ē_½ the error of half of the members, the pessimism is
    (1 - p)(ē_½ - ē), at least 0: what fewer members cost goes with one over their number. For values it is the mean over rows of
    the variance of the members times (1/Bᵢ - 1/B).

    References
    ----------
    efron1997; wager2014; janitza2018.

    Examples
    --------
    >>> votes = np.array([[0, 1, 1], [0, 0, 1], [0, 1, 0]])
    >>> counts = np.array([[2, 1, 0], [0, 2, 1], [1, 0, 2]])
    >>> out_of_bag_classes(votes, counts, np.array([0, 0, 1]), classes=2).losses
    array([0., 1., 0.])
    """

    predictions: Floats
    losses: Floats
    error: float
    standard_error: float
    row_error: float
    members: float
    pessimism: float = 0.0

    @property
    def rows(self) -> int:
        """Number of rows that some member did not see."""
        return int(np.isfinite(self.losses).sum())

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Interval for the error of the ensemble on new rows; its lower end allows for the pessimism.

        Parameters
        ----------
        level
            Confidence level.

        Examples
        --------
        >>> found = OutOfBag(np.zeros((100, 2)), np.repeat([0.0, 1.0], [80, 20]), 0.2, 0.047, 0.04, 37.0)
        >>> low, high = found.interval()
        >>> round(low, 2), round(high, 2)
        (0.12, 0.31)
        """
        low, _ = self._ends(max(self.error - self.pessimism, 0.0), self.standard_error, level)
        return low, self._ends(self.error, self.standard_error, level)[1]

    def row_interval(self, level: float = 0.95) -> tuple[float, float]:
        """Interval by the losses of the rows alone, as bootstrapping them gives; its coverage is too low.

        Parameters
        ----------
        level
            Confidence level.
        """
        return self._ends(self.error, self.row_error, level)

    def _ends(self, value: float, error: float, level: float) -> tuple[float, float]:
        level = check_level(level)
        if self.predictions.ndim == 2:
            return _share_ends(value, error, self.rows, level)
        from scipy.special import stdtrit

        half = float(stdtrit(max(self.rows - 1, 1), (1 + level) / 2)) * error
        return max(value - half, 0.0), value + half


def _share_ends(value: float, error: float, rows: int, level: float) -> tuple[float, float]:
    """Wilson's interval for as many rows as the standard error is worth, at most those there are."""
    smoothed = (value * rows + 0.5) / (rows + 1)
    worth = smoothed * (1 - smoothed) / error**2 if error > 0 else np.inf
    size = max(min(float(rows), worth), 1.0)
    low, high = wilson(value * size, size, level)
    return float(low), float(high)


def out_of_bag_classes(votes: Given, counts: Counts, codes: Codes, *, classes: int) -> OutOfBag:
    """Out-of-bag record of a classifier.

    Parameters
    ----------
    votes
        Class code that each member gives each training row (B, n), or its probabilities (B, n, C).
    counts
        How often each row is in the training sample of each member (B, n).
    codes
        True class of each row (n,).
    classes
        Number of classes.
    """
    votes = np.asarray(votes)
    scores = votes if votes.ndim == 3 else np.asarray(votes[:, :, None] == np.arange(classes), dtype=np.float32)
    out = np.asarray(counts) == 0
    rows = np.arange(codes.size)
    times = out.sum(axis=0)
    shares, losses = _voted(scores, out, codes)
    rivals = shares.copy()
    rivals[rows, codes] = -1.0
    rival = rivals.argmax(axis=1)
    margins = np.asarray(scores[:, rows, codes], dtype=np.float64) - scores[:, rows, rival]
    means = shares[rows, codes] - shares[rows, rival]
    used = np.maximum(times, 1)
    spread = np.where(out, (margins - means) ** 2, 0).sum(axis=0) / np.maximum(times - 1, 1)
    widths = np.sqrt(np.maximum(spread, 1 / len(out)) / used)
    slopes = -np.exp(-0.5 * (means / widths) ** 2) / (np.sqrt(2 * np.pi) * widths)
    halves = [_voted(scores[own], out[own], codes)[1] for own in _halves(len(out))]
    told = [float(np.nanmean(half)) for half in halves if np.isfinite(half).any()]
    extra = (1 - float(out.mean())) * (float(np.mean(told)) - float(np.nanmean(losses))) if told else 0.0
    return _record(shares, losses, extra, _Members(counts, out, margins - means, slopes / used))


def out_of_bag_values(values: Floats, counts: Counts, y: Floats) -> OutOfBag:
    """Out-of-bag record of a regressor.

    Parameters
    ----------
    values
        Prediction of each training row by each member (B, n).
    counts
        How often each row is in the training sample of each member (B, n).
    y
        True value of each row (n,).
    """
    out = np.asarray(counts) == 0
    times = out.sum(axis=0)
    means = np.where(out, values, 0.0).sum(axis=0) / np.maximum(times, 1)
    losses = np.where(times > 0, (means - y) ** 2, np.nan)
    slopes = 2 * (means - y) / np.maximum(times, 1)
    spread = np.where(out, (values - means) ** 2, 0.0).sum(axis=0) / np.maximum(times - 1, 1)
    fewer = np.where(times > 1, spread * (1 / np.maximum(times, 1) - 1 / len(out)), 0.0)
    extra = float(fewer[times > 0].mean()) if (times > 0).any() else 0.0
    return _record(np.where(times > 0, means, np.nan), losses, extra, _Members(counts, out, values - means, slopes))


@final
@dataclass(frozen=True, eq=False)
class _Members:
    """Counts (B, n), who is out of bag (B, n), deviations from the mean of a row (B, n), slopes by members of a row (n,)."""

    counts: Counts
    out: Mask
    deviations: Floats
    slopes: Floats

    def indirect(self) -> tuple[Floats, float]:
        """What each row does to the error through the members (n,), and the Monte-Carlo variance of its sum of squares."""
        n = self.out.shape[1]
        pull = np.where(self.out, self.deviations, 0.0) @ self.slopes / n
        centred = np.asarray(self.counts, dtype=np.float64) - np.mean(self.counts, axis=0)
        spread = float(np.mean(centred.var(axis=0)))
        return pull @ centred, n * spread * float((pull**2).sum())


def _voted(scores: Array, out: Mask, codes: Codes) -> tuple[Floats, Floats]:
    """Mean scores of each row by the members that did not see it, and whether they are wrong; NaN where all saw it."""
    times = out.sum(axis=0)
    shares = np.einsum("bnc,bn->nc", scores, out, dtype=np.float64) / np.maximum(times, 1)[:, None]
    wrong = (np.round(shares, 9).argmax(axis=1) != codes) | ~shares.any(axis=1)  # a row without votes is an error
    return shares, np.where(times > 0, wrong.astype(np.float64), np.nan)


def _halves(members: int) -> list[Codes]:
    """Both halves of the members, split some times; all of them, where they cannot be split."""
    if members < 4:
        return [np.arange(members)]
    rng = np.random.default_rng(0)
    return [part for _ in range(HALVINGS) for part in np.array_split(rng.permutation(members), 2)]


def _record(predictions: Floats, losses: Floats, pessimism: float, members: _Members) -> OutOfBag:
    seen = np.isfinite(losses)
    if not seen.any():
        nan = float("nan")
        return OutOfBag(predictions, losses, nan, nan, nan, 0.0)
    known = losses[seen]
    error = float(known.mean())
    rows = float(known.var(ddof=1 if known.size > 1 else 0)) / known.size
    indirect, noise = members.indirect()
    raw = float(((np.where(seen, losses - error, 0.0) / known.size + indirect) ** 2).sum())
    share = min(noise / raw, 1.0) if raw > 0 else 1.0
    variance = share * PRIOR * rows + (1 - share) * max(raw - noise, rows)
    times, spread = float(members.out.sum(axis=0).mean()), sqrt(max(variance, rows))
    return OutOfBag(predictions, losses, error, spread, sqrt(rows), times, max(pessimism, 0.0))
