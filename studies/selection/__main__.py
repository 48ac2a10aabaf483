"""How often the interval of a selected configuration contains what it is worth: naive, BBC, and BBC after elimination.

500 configurations whose true error rates are known; each row of the dataset is right or wrong for each configuration.
Run with ``python -m studies.selection [simulations]``.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.timing import table
from foldwise.estimates.bbc import bbc_of_rows, draw_counts
from foldwise.intervals import wilson
from foldwise.measures import measure
from studies.publication import publish
from studies.selection.areas import simulate_areas

CONFIGURATIONS, DRAWS, LEVEL, REPEATS, HOPELESS = 500, 500, 0.95, 3, 0.01
ERROR = measure("error")


def simulate(n: int, rng: np.random.Generator) -> dict[str, tuple[bool, bool]]:
    """Whether each method's interval, and its bound against optimism, holds for the configuration chosen on one dataset."""
    true = np.clip(rng.normal(0.3, 0.02, CONFIGURATIONS), 0.05, 0.95)
    # A row that is hard for one configuration is hard for the others too: half of the variance is shared.
    shared, own = rng.normal(size=(n, 1)), rng.normal(size=(n, CONFIGURATIONS))
    threshold = np.sqrt(2) * normal_quantile(true)
    repeats = [
        ((shared + own * np.sqrt(0.9) + rng.normal(size=own.shape) * np.sqrt(0.1)) < threshold).astype(np.float64)
        for _ in range(REPEATS)
    ]
    losses = np.mean(repeats, axis=0)
    winner = int(losses.mean(axis=0).argmin())
    naive = wilson(losses[:, winner].sum(), n, LEVEL)
    kept = eliminated(repeats, rng)
    survivor = kept[int(losses[:, kept].mean(axis=0).argmin())]
    return {
        "winner's own (Wilson)": verdict(naive, true[winner]),
        "BBC": verdict(corrected(losses, rng), true[winner]),
        "BBC after elimination (BBCD)": verdict(corrected(losses[:, kept], rng), true[survivor]),
    }


def normal_quantile(p: np.ndarray) -> np.ndarray:
    """Φ⁻¹."""
    from scipy.special import ndtri

    return np.asarray(ndtri(p))


def corrected(losses: np.ndarray, rng: np.random.Generator) -> tuple[float, float]:
    """Interval of BBC from a matrix of losses (n, C)."""
    tables = np.stack([losses.T, np.ones(losses.T.shape)], axis=2)
    strata = np.zeros(len(losses), dtype=np.intp)
    found = bbc_of_rows(tables, lambda sums: sums[..., 0] / sums[..., 1], ERROR, rng, strata=strata, draws=DRAWS)
    return found.interval(LEVEL)


def eliminated(repeats: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Configurations left when the hopeless are dropped after every repeat but the last (METHODS B.9)."""
    left = np.arange(CONFIGURATIONS)
    n = len(repeats[0])
    for done in range(1, REPEATS):
        losses = np.mean([one[:, left] for one in repeats[:done]], axis=0)
        drawn = draw_counts(n, DRAWS, np.zeros(n, dtype=np.intp), rng) @ losses
        best = int(losses.mean(axis=0).argmin())
        left = left[np.mean(drawn <= drawn[:, [best]], axis=0) >= HOPELESS]
    return left


def verdict(interval: tuple[float, float], truth: float) -> tuple[bool, bool]:
    """Whether the interval contains the truth, and whether its upper end, the promise that it is no worse, is kept."""
    low, high = interval
    return bool(low <= truth <= high), bool(truth <= high)


def areas(simulations: int) -> str:
    """How often intervals of the area under the ROC curve contain that of the chosen discriminant."""
    rows = []
    for n, plan in ((100, "kfold(10)"), (100, "kfold(10, repeats=3)"), (300, "kfold(10, repeats=3)")):
        found = [simulate_areas(n, plan, seed) for seed in range(simulations)]
        for method in found[0]:
            low, high, truth = np.array([one[method] for one in found]).T
            inside, kept = float(np.mean((low <= truth) & (truth <= high))), float(np.mean(low <= truth))
            error = np.sqrt(inside * (1 - inside) / simulations)
            rows.append([str(n), f"`{plan}`", method, f"{inside:.3f} ± {error:.3f}", f"{kept:.3f}"])
    text = (
        "Areas under the ROC curve of linear discriminants on the best of 15 pairs of columns; the true area is known. BBC-F "
        "draws resamples instead of rows, and spreads its draws for the rows that resamples share.\n\n"
    )
    return text + table(["n", "plan", "method", "contains the truth", "lower end holds"], rows)


def main() -> None:
    """Simulate and publish."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rows = []
    for n in (50, 100, 500):
        rng = np.random.default_rng(n)
        found = [simulate(n, rng) for _ in range(simulations)]
        for method in found[0]:
            inside, kept = np.mean([one[method] for one in found], axis=0)
            error = np.sqrt(inside * (1 - inside) / simulations)
            rows.append([str(n), method, f"{inside:.3f} ± {error:.3f}", f"{kept:.3f}"])
        print(table(["n", "method", "contains the truth", "upper end holds"], rows[-3:]), flush=True)
    text = (
        f"{CONFIGURATIONS} configurations with true error rates around 0.3 (sd 0.02) and correlated mistakes; the best of "
        f"{REPEATS} repeats is chosen. Share of {simulations} simulations in which the 95 % interval contains the true "
        "error of the chosen configuration, with its Monte-Carlo error, and in which the error is not above its upper end.\n\n"
        + table(["n", "method", "contains the truth", "upper end holds"], rows)
        + "\n\n## Measures that may not be pooled\n\n"
        + areas(simulations)
    )
    publish("selection", "What a selected model is worth", text)


if __name__ == "__main__":
    main()
