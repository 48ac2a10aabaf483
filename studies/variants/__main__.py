"""How often `improve` calls one of several equal variants better or worse.

Run with ``python -m studies.variants``. The models are naive Bayes on one of nine columns each, and the columns have the same
distribution, so that the first is as good as the other eight: every verdict is an error. The columns share a part of their
noise, more or less of it, as variants of one model do.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
from scipy.stats import beta
from sklearn.compose import ColumnTransformer
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import foldwise
from foldwise.improvement import judge_variants
from studies.publication import publish

MODELS, PLAN, LEVEL = 9, "kfold(5)", 0.95
WAYS = ("max-t", "holm", "none")
"""Ways to adjust p-values; the last for what happens without."""


@dataclass(frozen=True)
class Size:
    """Shares of the worlds with a verdict, by way of adjustment."""

    rows: int
    shared: float
    worlds: int
    found: dict[str, float]

    @property
    def monte_carlo_error(self) -> float:
        """Standard error of a share of 5 %."""
        return float(np.sqrt(0.05 * 0.95 / self.worlds))


def world(rows: int, shared: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Columns of one distribution in two classes, with a common part of the noise."""
    rng = np.random.default_rng([seed, rows, int(100 * shared)])
    y = np.arange(rows) % 2
    noise = np.sqrt(shared) * rng.normal(size=(rows, 1)) + np.sqrt(1 - shared) * rng.normal(size=(rows, MODELS))
    return y[:, None] * 1.0 + noise, y


def verdicts(X: np.ndarray, y: np.ndarray, seed: int) -> dict[str, bool]:
    """Whether any of the equal models is called better or worse than the first."""
    models = {
        f"m{at}": make_pipeline(ColumnTransformer([("own", "passthrough", [at])]), GaussianNB()) for at in range(MODELS)
    }
    found = foldwise.assess(models, X, y, plan=PLAN, measures="error", seed=seed, progress=None, jobs=1)
    held = {way: judge_variants(found, "m0", adjust=way)[0] for way in WAYS}
    return {way: any(one.p_adjusted <= 1 - LEVEL for one in judged) for way, judged in held.items()}


def size_of(rows: int, shared: float, worlds: int) -> Size:
    """Count verdicts over worlds."""
    told = [verdicts(*world(rows, shared, seed), seed) for seed in range(worlds)]
    return Size(rows, shared, worlds, {way: float(np.mean([one[way] for one in told])) for way in WAYS})


def page(sizes: list[Size]) -> str:
    """The table, and what it says."""
    text = [
        "`python -m studies.variants` draws worlds in which naive Bayes on each of nine columns of one distribution is held against",
        f"naive Bayes on the first, by {PLAN}, as `improve` holds variants against a model. All are equally good, so that every",
        "verdict at 95 % is an error. The family-wise error is the share of the worlds with at least one.",
        "",
        "| rows | common part of the noise | worlds | max-t, % | Holm, % | not adjusted, % | Monte-Carlo error, % |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in sizes:
        cells = " | ".join(f"{100 * one.found[way]:.1f}" for way in WAYS)
        text.append(
            f"| {one.rows} | {one.shared:.0%} | {one.worlds} | {cells} | {100 * one.monte_carlo_error:.1f} |".replace(
                "%", " %"
            )
        )
    worlds = sum(one.worlds for one in sizes)
    errors = round(sum(one.worlds * one.found["max-t"] for one in sizes))
    text += [
        "",
        f"With max-t, {errors} of {worlds} worlds: no more than {100 * most(errors, worlds):.1f} % at 95 %. The test of each variant allows",
        "for training sets and test rows and is itself on the safe side, which is why even eight tests without adjustment stay below 5 %.",
    ]
    return "\n".join(text)


def most(errors: int, worlds: int) -> float:
    """Upper limit of a share by Clopper and Pearson, one-sided at 95 %."""
    return float(beta.ppf(0.95, errors + 1, worlds - errors)) if errors < worlds else 1.0


def main() -> None:
    """Simulate; the number of worlds may be given."""
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    sizes = []
    for rows, shared in ((60, 0.3), (60, 0.8), (200, 0.3), (200, 0.8)):
        sizes.append(size_of(rows, shared, worlds))
        print(sizes[-1], flush=True)
    publish("variants", "Family-wise error of improve", page(sizes))


if __name__ == "__main__":
    main()
