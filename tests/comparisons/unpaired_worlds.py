"""Two systems on rows of their own."""

from __future__ import annotations

import numpy as np

from foldwise.comparisons import Comparison, UnpairedPair, choose_unpaired, unpaired_method
from foldwise.measures import measure
from foldwise.predictions import Predictions


def counts_pair(k1: int, n1: int, k2: int, n2: int, name: str = "error") -> UnpairedPair:
    """Systems that are wrong on k of n rows."""
    tables = []
    for system, k, n in (("a", k1, n1), ("b", k2, n2)):
        truth = np.arange(n) % 2
        tables.append(Predictions.build(truth, {system: np.where(np.arange(n) < k, 1 - truth, truth)}))
    return UnpairedPair.of(*tables, measure(name))


def compared_by(pair: UnpairedPair, test: str = "auto", level: float = 0.95) -> Comparison:
    """The comparison by a test, refused where it is not valid, or by the default."""
    method = choose_unpaired(pair).method if test == "auto" else unpaired_method(test)
    method.check(pair)
    return method.compare(pair, level)


def values_pair(first, second, name: str = "mae", **details) -> UnpairedPair:
    """Systems whose errors are these."""
    tables = [
        Predictions.build(np.linspace(0.5, 9.5, len(one)), {system: np.linspace(0.5, 9.5, len(one)) + one}, **more)
        for system, one, more in (("a", first, details.get("a", {})), ("b", second, details.get("b", {})))
    ]
    return UnpairedPair.of(*tables, measure(name))


def scores_table(rng: np.random.Generator, n: int, apart: float, system: str, **details) -> Predictions:
    """Scores of two classes whose means are so far apart."""
    truth = np.arange(n) % 2
    scores = 1 / (1 + np.exp(-(rng.normal(size=n) + apart * (truth - 0.5))))
    return Predictions.build(truth, {system: (scores > 0.5).astype(int)}, scores={system: scores}, **details)
