"""How often the normal limit of a bootstrap contains the truth: ``python -m studies.scale.bootstrap_limit [repeats]``.

Of 100,000 rows and more that are read in pieces, `interval="bca"`, `"percentile"` and `"basic"` of losses and areas are the limit
of the bootstrap, value ± z·se. Means of skewed losses, and areas with few rows of a class, are the hardest.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import rankdata

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats

__all__ = ["covered", "main"]

ROWS, SEED, HIT = 100_000, 0, float(ndtri(0.975))
GAP = 1.2


def log_losses(rng: np.random.Generator) -> tuple[float, float]:
    """Mean log loss of probabilities that are right, and its standard error, as in a summary."""
    losses = _log_losses(rng, ROWS)
    return float(losses.mean()), float(losses.std(ddof=1) / np.sqrt(ROWS))


def _log_losses(rng: np.random.Generator, n: int) -> Floats:
    p = rng.beta(0.3, 0.6, n)
    right = rng.random(n) < p
    return -np.log(np.maximum(np.where(right, p, 1 - p), np.finfo(float).eps))


def squared_errors(rng: np.random.Generator) -> tuple[float, float]:
    """Mean squared error of residuals with Student's t of nine degrees of freedom."""
    losses = rng.standard_t(9, ROWS) ** 2
    return float(losses.mean()), float(losses.std(ddof=1) / np.sqrt(ROWS))


def area(rng: np.random.Generator, positives: int) -> tuple[float, float]:
    """Area of two normal classes and DeLong's standard error."""
    ups, downs = rng.normal(GAP, 1, positives), rng.normal(0, 1, ROWS - positives)
    ranks = rankdata(np.concatenate([ups, downs]))
    above = (ranks[:positives] - rankdata(ups)) / downs.size
    below = 1 - (ranks[positives:] - rankdata(downs)) / ups.size
    variance = above.var(ddof=1) / ups.size + below.var(ddof=1) / downs.size
    return float(above.mean()), float(np.sqrt(variance))


def covered(
    draw: Callable[[np.random.Generator], tuple[float, float]], truth: float, repeats: int
) -> tuple[float, float]:
    """Share of intervals at 95 % that contain the truth, and its Monte-Carlo error.

    Examples
    --------
    >>> covered(lambda rng: (rng.normal(), 1.0), 0.0, 1000)[0] > 0.9
    True
    """
    rng = np.random.default_rng(SEED)
    hits = [abs(value - truth) <= HIT * error for value, error in (draw(rng) for _ in range(repeats))]
    share = float(np.mean(hits))
    return share, float(np.sqrt(share * (1 - share) / repeats))


def main(repeats: int = 1000) -> None:
    """Print the table."""
    exact = float(_log_losses(np.random.default_rng(1), 40_000_000).mean())
    cases: dict[str, tuple[Callable[[np.random.Generator], tuple[float, float]], float]] = {
        "log loss": (log_losses, exact),
        "mean squared error, t of 9 df": (squared_errors, 9 / 7),
    }
    for positives in (50_000, 1_000, 100, 20):
        cases[f"auc, {positives:,} positives"] = (
            lambda rng, m=positives: area(rng, m),  # type: ignore[misc]
            float(ndtr(GAP / np.sqrt(2))),
        )
    for name, (draw, truth) in cases.items():
        share, error = covered(draw, truth, repeats)
        print(f"{name:<32} {100 * share:5.1f} % (± {100 * error:.1f})", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
