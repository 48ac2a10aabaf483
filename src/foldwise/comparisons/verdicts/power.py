"""How small a difference could have been seen, and how many rows or repeats would decide a question that is open."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, sqrt
from typing import TYPE_CHECKING, final

from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.comparisons.posterior import Posterior

__all__ = ["DEFAULT_POWER", "Needed", "detectable", "mcnemar_rows", "needed", "rows_for_width"]

DEFAULT_POWER = 0.8
"""Chance of deciding, if the difference is what it seems to be, that a planned study should have."""


@final
@dataclass(frozen=True)
class Needed:
    """What it would take to decide.

    Parameters
    ----------
    detectable
        Smallest difference that this comparison would have found with a chance of 80 % (the MDD).
    rows
        Rows of data that would decide, if the difference is as observed; infinite where it is exactly 0.
    repeats
        Repeats of the plan that would decide on these rows; None where no number of them would.
    """

    detectable: float
    rows: float
    repeats: int | None


def detectable(posterior: Posterior, level: float = 0.95, power: float = DEFAULT_POWER) -> float:
    """Minimum detectable difference: (t(1 - α/2) + t(power)) · standard error (METHODS D.15).

    Examples
    --------
    >>> from foldwise.comparisons.posterior import Posterior
    >>> round(detectable(Posterior(0.01, 0.02, 29)), 4)
    0.058
    """
    return _multiple(posterior.df, level, power) * posterior.scale


def needed(
    posterior: Posterior, rows: int, *, rope: float, level: float = 0.95, repeats: int = 1, share: float | None = None
) -> Needed:
    """Rows or repeats that would decide: for a difference, or for equivalence, whichever comes first.

    A difference δ is found when MDD ≤ |δ|; equivalence when the interval fits into the ROPE, (t(level) + t(power)) · se ≤
    rope - |δ|. The standard error falls with the root of the rows. More repeats lower only its share that comes from the
    draw of the parts: `share` is n₂/n₁ ÷ (1/J + n₂/n₁), what would be left after infinitely many; None where repeats do
    not count at all.

    Examples
    --------
    >>> from foldwise.comparisons.posterior import Posterior
    >>> answer = needed(Posterior(0.03, 0.02, 29), 500, rope=0.01, repeats=3, share=10 / 13)
    >>> answer.rows, answer.repeats
    (1869, None)
    """
    if rows < 1:
        message = f"the number of rows must be at least 1, not {rows}"
        raise InputError(message)
    smallest = detectable(posterior, level)
    seen = abs(posterior.centre)
    goals = [
        _ratio(smallest, seen),
        _ratio(_multiple(posterior.df, 2 * level - 1, DEFAULT_POWER) * posterior.scale, rope - seen),
    ]
    ratio = min(goals)  # by how much the standard error has to shrink
    return Needed(smallest, ceil(rows * ratio**2) if ratio < inf else inf, _repeats(ratio, repeats, share))


def mcnemar_rows(only_a_wrong: float, only_b_wrong: float, level: float = 0.95, power: float = DEFAULT_POWER) -> float:
    """Test rows for which McNemar's test finds such shares of discordant rows: (z√ψ + z√(ψ - Δ²))²/Δ² (METHODS D.15).

    Examples
    --------
    >>> mcnemar_rows(0.10, 0.05)
    469
    """
    from scipy.special import ndtri

    discordant, difference = only_a_wrong + only_b_wrong, abs(only_a_wrong - only_b_wrong)
    if difference == 0:
        return inf
    z_level, z_power = float(ndtri((1 + level) / 2)), float(ndtri(power))
    root = z_level * sqrt(discordant) + z_power * sqrt(discordant - difference**2)
    return ceil((root / difference) ** 2)


def rows_for_width(half_width: float, error: float, level: float = 0.95) -> int:
    """Test rows for an interval of an error rate of this half width: z² p(1 - p)/w² (METHODS D.15).

    Examples
    --------
    >>> rows_for_width(0.02, 0.1)
    865
    """
    from scipy.special import ndtri

    return ceil(float(ndtri((1 + level) / 2)) ** 2 * error * (1 - error) / half_width**2)


def _multiple(df: float, level: float, power: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2) + stdtrit(df, power))


def _ratio(half: float, room: float) -> float:
    """By how much a half width has to shrink to fit into a room; infinite where there is none."""
    return half / room if room > 0 else inf


def _repeats(ratio: float, repeats: int, share: float | None) -> int | None:
    """Repeats r for which (1 - share) · repeats/r + share ≤ 1/ratio²; None where even infinitely many are too few."""
    if share is None or not ratio < inf or 1 / ratio**2 <= share:
        return None
    return max(repeats, ceil(repeats * (1 - share) / (1 / ratio**2 - share) - 1e-9))
