"""Quantiles by which standard errors are multiplied, each computed once."""

from __future__ import annotations

from functools import lru_cache

__all__ = ["t_quantile", "z_quantile"]


@lru_cache(maxsize=1024)
def t_quantile(freedom: float, level: float) -> float:
    """Two-sided critical value of Student's t at a level.

    Examples
    --------
    >>> round(t_quantile(9, 0.95), 4)
    2.2622
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


@lru_cache(maxsize=1024)
def z_quantile(level: float) -> float:
    """Two-sided critical value of the standard normal distribution at a level.

    Examples
    --------
    >>> round(z_quantile(0.95), 4)
    1.96
    """
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
