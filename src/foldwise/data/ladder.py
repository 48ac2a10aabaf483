"""How to answer repeated looks at one test set without giving the test set away.

References
----------
blum2015: Blum and Hardt, "The Ladder: a reliable leaderboard for machine learning competitions", ICML 2015.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import TYPE_CHECKING, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from foldwise.arrays import Floats

__all__ = ["BestSoFar", "ladder", "ladder_step", "reuse_margin"]


@final
@dataclass(frozen=True, eq=False)
class BestSoFar:
    """The best answer so far: the `score` that was released for it and its `losses` (n,), which are kept private."""

    score: float
    losses: Floats


def ladder(scores: Iterable[float], step: float) -> list[float]:
    """Answer each score of a series by the best one so far, unless it is better by more than `step`.

    R₀ = ∞; if score < Rₜ₋₁ - η then Rₜ is the score rounded to a multiple of η, else Rₜ = Rₜ₋₁.

    Examples
    --------
    >>> ladder([0.500, 0.495, 0.480, 0.485, 0.468], step=0.01)
    [0.5, 0.5, 0.48, 0.48, 0.47]
    """
    released: list[float] = []
    best = inf
    for score in scores:
        if score < best - step:
            best = _rounded(score, step)
        released.append(best)
    return released


def ladder_step(best: BestSoFar | None, losses: Floats) -> BestSoFar:
    """Take one step of the Ladder without a parameter: the losses must be better by more than one standard error.

    With s the standard deviation of the differences to the best losses, the new mean is released, rounded to 1/n, if it is
    below the best by more than s/√n; otherwise the best stays. The first losses are always taken, as they are.

    Examples
    --------
    >>> first = ladder_step(None, np.array([1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0]))
    >>> ladder_step(first, np.array([1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0])).score  # a luck of one row
    0.75
    >>> ladder_step(first, np.array([0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])).score
    0.125
    """
    score = float(losses.mean())
    if best is None:
        return BestSoFar(score, losses)
    n = losses.size
    error = float(np.std(losses - best.losses, ddof=1)) / sqrt(n)
    return BestSoFar(_rounded(score, 1 / n), losses) if score < best.score - error else best


def reuse_margin(looks: int, rows: int, level: float = 0.95) -> float:
    """Half-width that holds for all of k looks at once: √((ln k + ln(2/δ)) / (2n)), δ = 1 - level.

    Valid for losses between 0 and 1 and for models that were not chosen by earlier looks (Hoeffding and Bonferroni).

    Examples
    --------
    >>> round(reuse_margin(1, 1000), 4), round(reuse_margin(100, 1000), 4)
    (0.0429, 0.0644)
    """
    return sqrt((log(looks) + log(2 / (1 - level))) / (2 * rows))


def _rounded(score: float, step: float) -> float:
    """Round to the nearest multiple, written without the noise of binary fractions."""
    return round(round(score / step) * step, 12)
