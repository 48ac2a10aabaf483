"""The shape of a learning curve: whether it falls everywhere and ever more slowly, or has a peak or a dip."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, final

import numpy as np
from scipy.optimize import isotonic_regression

from foldwise.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from foldwise.arrays import Floats

__all__ = ["CurveShape", "check_curve", "curve_shape"]

DRAWS = 4000
"""Flat curves that are drawn to see what noise alone does."""


@final
@dataclass(frozen=True, eq=False)
class CurveShape:
    """Whether a curve is monotone and convex, as far as its errors can tell.

    Parameters
    ----------
    rise
        Sizes between which the error rises most, relative to its standard error.
    rise_p
        How often a curve that never rises would seem to rise as much.
    bend
        Three sizes between which it is least convex.
    bend_p
        How often a convex curve would seem to bend as much.
    monotone
        The closest curve that never rises (S,).
    level
        Level of the verdicts.
    """

    rise: tuple[float, float]
    rise_p: float
    bend: tuple[float, float, float]
    bend_p: float
    monotone: Floats
    level: float = 0.95

    @property
    def is_monotone(self) -> bool:
        """Whether a rise of the error with more rows is not shown."""
        return self.rise_p > 1 - self.level

    @property
    def is_convex(self) -> bool:
        """Whether a bend the wrong way is not shown."""
        return self.bend_p > 1 - self.level

    @property
    def notes(self) -> tuple[str, ...]:
        """What is wrong with the shape, in words."""
        said = []
        if not self.is_monotone:
            said.append(
                f"the error rises between {self.rise[0]:g} and {self.rise[1]:g} rows (p = {self.rise_p:.2g}): a peak or a dip"
            )
        if not self.is_convex:
            low, middle, high = self.bend
            said.append(
                f"the error at {middle:g} rows lies above the line from {low:g} to {high:g} (p = {self.bend_p:.2g}): "
                "the curve is not convex"
            )
        return tuple(said)


def curve_shape(
    sizes: ArrayLike,
    errors: ArrayLike,
    standard_errors: ArrayLike,
    *,
    shared: float = 0.0,
    level: float = 0.95,
    seed: int = 0,
) -> CurveShape:
    """Test whether the error falls with more rows, and falls ever more slowly.

    The largest rise over all pairs of sizes, and the largest distance above a chord over all triples, each in standard
    errors, are held against what noise alone does to a curve that is flat, or straight: the curves on the border of being
    monotone, or convex.

    Parameters
    ----------
    sizes
        Training sizes (S,), at least three.
    errors
        Error at each (S,).
    standard_errors
        Their standard errors (S,).
    shared
        Share of their variance that is common to all sizes, as with the same test rows; it cancels in differences.
    level
        Level of the verdicts.
    seed
        Seed of the draws.

    References
    ----------
    viering2022.

    Examples
    --------
    >>> sizes, errors = [10, 20, 40, 80], [0.5, 0.3, 0.45, 0.2]
    >>> found = curve_shape(sizes, errors, [0.01] * 4)
    >>> found.is_monotone, found.rise
    (False, (20.0, 40.0))
    """
    s, e, se = check_curve(sizes, errors, standard_errors)
    own = se * np.sqrt(1 - shared)
    pairs = np.array(list(combinations(range(s.size), 2)))
    triples = np.array(list(combinations(range(s.size), 3)))
    noise = np.random.default_rng(seed).normal(size=(DRAWS, s.size)) * own
    rises, rise_p = _tested(_rises(pairs, s.size), e, (own, noise))
    bends, bend_p = _tested(_bends(triples, s), e, (own, noise))
    monotone = isotonic_regression(e, weights=1 / se**2, increasing=False).x
    first, last = s[pairs[rises]].tolist()
    low, middle, high = s[triples[bends]].tolist()
    return CurveShape((first, last), rise_p, (low, middle, high), bend_p, monotone, level)


def _rises(pairs: Floats, size: int) -> Floats:
    """Contrasts e_j - e_i (pairs, S)."""
    table = np.zeros((len(pairs), size))
    rows = np.arange(len(pairs))
    table[rows, pairs[:, 0]], table[rows, pairs[:, 1]] = -1, 1
    return table


def _bends(triples: Floats, s: Floats) -> Floats:
    """Contrasts e_j - λe_i - (1 - λ)e_k, how far the middle lies above the chord (triples, S)."""
    table, rows = np.zeros((len(triples), s.size)), np.arange(len(triples))
    i, j, k = triples.T
    share = (s[k] - s[j]) / (s[k] - s[i])
    table[rows, i], table[rows, j], table[rows, k] = -share, 1, share - 1
    return table


def _tested(contrasts: Floats, e: Floats, noise: tuple[Floats, Floats]) -> tuple[int, float]:
    """The largest contrast in standard errors, and how often noise alone has one as large."""
    own, drawn = noise
    spread = np.sqrt((contrasts**2) @ own**2)
    z = contrasts @ e / spread
    null = (drawn @ contrasts.T / spread).max(axis=1)
    return int(z.argmax()), float((1 + (null >= z.max()).sum()) / (1 + len(null)))


def check_curve(sizes: ArrayLike, errors: ArrayLike, standard_errors: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Check a learning curve, and put it in the order of the sizes."""
    s, e, se = (np.asarray(one, dtype=np.float64) for one in (sizes, errors, standard_errors))
    if not s.shape == e.shape == se.shape or s.ndim != 1 or s.size < 3:
        message = f"sizes, errors and standard errors are at least three each, not {s.shape}, {e.shape} and {se.shape}"
        raise InputError(message)
    if not (np.isfinite(e).all() and np.isfinite(se).all() and (s >= 1).all() and (se > 0).all()):
        message = (
            "sizes are 1 or more, errors are numbers and standard errors are above 0: no spread is never certainty"
        )
        raise InputError(message, hint="the standard error of a share, √(e(1 - e)/n), as the least")
    if (e < 0).any():
        message = f"errors are 0 or more, and the smallest is {e.min():g}"
        raise InputError(message, hint="a loss, or 1 minus a score")
    order = np.argsort(s)
    if (np.diff(s[order]) == 0).any():
        message = "every size comes once"
        raise InputError(message, hint="the mean of the errors at a size")
    return s[order], e[order], se[order]
