"""From trials to coverage: one figure per cell, method and target."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from foldwise.intervals.simulations.coverage import Coverage
from studies.coverage.cells import TEST_SET, all_cells

if TYPE_CHECKING:
    from studies.coverage.store import Store

FEWEST = 50
"""Replications below which a figure is not published."""

Key = tuple[str, str, int, str, str]


def summarise(store: Store) -> tuple[list[Coverage], dict[Key, float]]:
    """Coverage of risk and expected risk for every cell and method, and the share of requests refused."""
    trials: dict[Key, list[tuple[float | None, float | None, float]]] = defaultdict(list)
    risks: dict[tuple[str, str, int, str], dict[int, float]] = defaultdict(dict)
    for name, learner, n, plan, method, seed, low, high, risk in store.trials():
        trials[name, learner, n, plan, method].append((low, high, risk))
        risks[name, learner, n, asked(plan)][seed] = risk
    expected = {key: float(np.mean(list(found.values()))) for key, found in risks.items()}
    wanted = [(c.problem, c.learner, c.n, c.label, method) for c in all_cells() for method in c.methods]
    figures: list[Coverage] = []
    refused: dict[Key, float] = {}
    for key in wanted:
        made = [trial for trial in trials.get(key, []) if trial[0] is not None]
        if len(made) >= FEWEST:
            name, learner, n, plan, _ = key
            figures += figures_of(key, np.array(made, dtype=float), expected[name, learner, n, asked(plan)])
            refused[key] = 1 - len(made) / len(trials[key])
    return figures, refused


def asked(plan: str) -> str:
    """The measure that a test set was asked for; empty for the loss of the problem."""
    return plan.partition(", ")[2] if plan.startswith(f"{TEST_SET}, ") else ""


def figures_of(key: Key, made: np.ndarray, expected: float) -> list[Coverage]:
    """Coverage of the two targets."""
    name, learner, n, plan, method = key
    low, high, risk = made.T
    width = float(np.median(high - low))
    figures = []
    for target, truth in (("risk", risk), ("expected risk", expected)):
        share = float(np.mean((low <= truth) & (truth <= high)))
        figures.append(Coverage(method, name, learner, n, plan, target, len(made), round(share, 4), round(width, 4)))
    return figures
