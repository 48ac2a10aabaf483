"""How often the interval of a selected configuration contains what it is worth: naive, BBC, and BBC after elimination.

500 configurations whose true error rates are known; each row of the dataset is right or wrong for each configuration.
Run with ``python -m studies.selection [simulations]``.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.timing import table
from foldwise.estimates.bbc import bbc_of_rows, draw_counts_by_stratum
from foldwise.intervals import wilson
from foldwise.measures import measure
from studies.publication import publish
from studies.selection.areas import simulate_areas
from studies.selection.worlds import PLAN, RATES, of_discriminants, of_neighbours, of_systems

if TYPE_CHECKING:
    from collections.abc import Callable

    from studies.selection.worlds import Losses

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
    found = bbc_of_rows(tables, share_of_sums, ERROR, rng, strata=strata, draws=DRAWS)
    return found.interval(LEVEL)


def eliminated(repeats: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Configurations left when the hopeless are dropped after every repeat but the last (METHODS B.9)."""
    left = np.arange(CONFIGURATIONS)
    n = len(repeats[0])
    for done in range(1, REPEATS):
        losses = np.mean([one[:, left] for one in repeats[:done]], axis=0)
        drawn = draw_counts_by_stratum(n, DRAWS, np.zeros(n, dtype=np.intp), rng) @ losses
        best = int(losses.mean(axis=0).argmin())
        left = left[np.mean(drawn <= drawn[:, [best]], axis=0) >= HOPELESS]
    return left


def verdict(interval: tuple[float, float], truth: float) -> tuple[bool, bool]:
    """Whether the interval contains the truth, and whether its upper end, the promise that it is no worse, is kept."""
    low, high = interval
    return bool(low <= truth <= high), bool(truth <= high)


def grid(simulations: int, draws: int = 200) -> str:
    """How BBC does over worlds, numbers of configurations and rows."""
    rows = []
    for n in (50, 100, 300):
        for world in RATES:
            for count in (10, 51, 500):
                make = partial(of_systems, world, n, count)
                rows.append([str(n), world, str(count), *figures(make, simulations, draws)])
    for n in (50, 100, 300):
        for name, one in (
            ("5-NN, none is better", partial(of_neighbours, n, 51)),
            ("LDA, none is better", partial(of_discriminants, 0.0, n, 51)),
            ("LDA, weak", partial(of_discriminants, 0.3, n, 51)),
            ("LDA, strong", partial(of_discriminants, 0.8, n, 51)),
        ):
            if n < 300 or "NN" not in name:
                rows.append([str(n), f"{name}, `{PLAN}`", "51", *figures(one, simulations, draws)])
        print(table(HEADS, rows[-4:]), flush=True)
    text = (
        "Fixed systems on independent rows, and learners under cross-validation, of which the best is chosen. Bias is the "
        f"estimate less the true error of the chosen one, also in standard errors of BBC, over {simulations} simulations "
        "each, with Monte-Carlo errors. The width is relative to an oracle that knows the spread of the estimate.\n\n"
    )
    after = (
        "\n\nBBC is nearly unbiased for fixed systems, and pessimistic by up to half a standard error where some are better "
        "than others. Under cross-validation it is optimistic where none is better, by up to three quarters of a standard "
        "error: luck that lies in the training sets is common to all rows. The interval has room for that, which makes it "
        "wider than need be for fixed systems of which none is better."
    )
    return text + table(HEADS, rows) + after


HEADS = ["n", "world", "configurations", "bias", "in standard errors", "contains the truth", "upper end holds", "width"]


def figures(make: Callable[[np.random.Generator], Losses], simulations: int, draws: int) -> list[str]:
    """Bias, coverage, how often the upper end holds, and width against the oracle's, in words."""
    rng = np.random.default_rng(7)
    found = np.array([outcome(make(rng), rng, draws) for _ in range(simulations)])
    value, error, low, high, true = found.T
    miss = value - true
    inside = float(np.mean((low <= true) & (true <= high)))
    return [
        f"{miss.mean():+.4f} ± {miss.std() / np.sqrt(simulations):.4f}",
        f"{miss.mean() / error.mean():+.2f}",
        f"{inside:.3f} ± {np.sqrt(inside * (1 - inside) / simulations):.3f}",
        f"{np.mean(true <= high):.3f}",
        f"{np.mean(high - low) / (2 * 1.96 * miss.std()):.2f}",
    ]


def outcome(losses: Losses, rng: np.random.Generator, draws: int) -> tuple[float, ...]:
    """Estimate, standard error, ends of the interval, and the true error of the chosen configuration."""
    tables = np.stack([losses.table, np.ones(losses.table.shape)], axis=2)
    found = bbc_of_rows(tables, share_of_sums, ERROR, rng, strata=losses.strata, draws=draws)
    n = losses.table.shape[1]
    own = wilson(losses.table[found.winner].sum(), n, LEVEL)
    error = found.scale * float(found.draws.std())
    return found.value, error, *found.interval(LEVEL, own), float(losses.true[found.winner])


def share_of_sums(sums: np.ndarray) -> np.ndarray:
    """Mean loss from sums."""
    return sums[..., 0] / sums[..., 1]


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
        + "\n\n## Worlds, configurations and rows\n\n"
        + grid(simulations)
        + "\n\n## Measures that may not be pooled\n\n"
        + areas(simulations)
    )
    publish("selection", "What a selected model is worth", text)


if __name__ == "__main__":
    main()
