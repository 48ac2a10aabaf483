"""Intervals for the difference of two proportions on the same rows."""

from __future__ import annotations

from math import sqrt

from foldwise.intervals import wilson

__all__ = ["bonett_price", "newcombe_paired"]


def bonett_price(more: float, less: float, n: float, level: float) -> tuple[float, float]:
    """Ends for (more - less)/n, where only a succeeded on `more` rows and only b on `less` of n (METHODS C.13).

    One row is added on either side: (c - b)/(n + 2) ± z√((b + c) - (c - b)²/(n + 2))/(n + 2) with b = less + 1, c = more + 1.

    References
    ----------
    bonett2012.

    Examples
    --------
    >>> low, high = bonett_price(25, 10, 200, 0.95)
    >>> round(low, 4), round(high, 4)
    (0.0161, 0.1324)
    """
    from scipy.special import ndtri

    b, c, size = less + 1, more + 1, n + 2
    middle = (c - b) / size
    half = float(ndtri((1 + level) / 2)) * sqrt((b + c) - (c - b) ** 2 / size) / size
    return max(-1.0, middle - half), min(1.0, middle + half)


def newcombe_paired(both: float, more: float, less: float, neither: float, *, level: float) -> tuple[float, float]:
    """Ends for the same difference by Newcombe's method 10: Wilson's intervals squared and added, with their correlation.

    References
    ----------
    newcombe1998.

    Examples
    --------
    >>> low, high = newcombe_paired(36, 12, 2, 0, level=0.95)
    >>> round(low, 4), round(high, 4)
    (0.0569, 0.3404)
    """
    n = both + more + less + neither
    p, q = (both + more) / n, (both + less) / n
    (low_p, high_p), (low_q, high_q) = wilson(both + more, n, level), wilson(both + less, n, level)
    phi = _correlation(both, more, less, neither)
    below = (p - low_p) ** 2 - 2 * phi * (p - low_p) * (high_q - q) + (high_q - q) ** 2
    above = (high_p - p) ** 2 - 2 * phi * (high_p - p) * (q - low_q) + (q - low_q) ** 2
    return p - q - sqrt(max(0.0, below)), p - q + sqrt(max(0.0, above))


def _correlation(both: float, more: float, less: float, neither: float) -> float:
    """Correlation of the two predictions, moved towards 0 where it is positive (Newcombe's continuity correction)."""
    n = both + more + less + neither
    margins = (both + more) * (less + neither) * (both + less) * (more + neither)
    if margins == 0:
        return 0.0
    product = both * neither - more * less
    if product > 0:
        product = max(0.0, product - n / 2)
    return product / sqrt(margins)
