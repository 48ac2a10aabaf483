"""Fixed systems of equal worth on one test set: the tests that fit nothing, and Cochran's Q for three."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from foldwise.comparisons import (
    Pair,
    bonett_price,
    cochran_q,
    compare_at_fpr,
    compare_pair,
    confidence_set,
    newcombe_paired,
)
from foldwise.measures import measure
from foldwise.predictions import Predictions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from studies.comparisons.trials import Trial
    from studies.comparisons.world import World

LEVEL = 0.95
SET = "model-confidence-set"
AT = 0.2
"""The false-positive rate at which recalls are compared."""


def draw_systems(world: World, seed: int) -> Predictions:
    """Three systems whose scores are normal around ±μ given the class, independently of each other; Bayes error .2 each."""
    rng = np.random.default_rng([7, seed])
    y = rng.integers(0, 2, world.n)
    scores = {name: rng.normal(size=world.n) - ndtri(world.bayes[0]) * (2 * y - 1) for name in "abc"}
    answers = {name: (score > 0).astype(np.intp) for name, score in scores.items()}
    return Predictions.build(y, answers, scores=scores)


def system_p_values(world: World, seed: int, wanted: Sequence[Trial]) -> dict[Trial, float]:
    """P-value of every trial on the same test set."""
    table = draw_systems(world, seed)
    found = {}
    for trial in wanted:
        if trial.test == SET:
            found[trial] = by_confidence_set(world, seed, int(trial.plan.partition(" ")[0]))
            continue
        if trial.test in SPECIAL:
            found[trial] = SPECIAL[trial.test](table)
            continue
        result = compare_pair(Pair.of(table, "a", "b", measure(trial.measure)), trial.test)
        found[trial] = float("nan") if result is None else result.p_value
    return found


def by_confidence_set(world: World, seed: int, systems: int) -> float:
    """Smallest p-value of a model confidence set of so many equal systems that err on the same difficult rows."""
    rng = np.random.default_rng([10, systems, seed])
    ease = np.sqrt(1 / 2) * (rng.normal(size=(world.n, 1)) + rng.normal(size=(world.n, systems)))
    wrong = (ease < ndtri(world.bayes[0])).astype(np.float64)
    found = confidence_set(wrong, [str(at) for at in range(systems)], LEVEL, rng=rng, least=1.0, draws=2000)
    return min(found.p_values.values())


def right(table: Predictions) -> np.ndarray:
    """Who is right on which row (n, systems)."""
    return np.stack([table.of(name).output == table.truth[table.of(name).row] for name in table.models], axis=1)


def leaves_out_zero(ends: tuple[float, float]) -> float:
    """An interval has no p-value: 0 where it leaves out 0, else 1."""
    return float(ends[0] <= 0 <= ends[1])


def by_bonett_price(table: Predictions) -> float:
    """Whether Bonett and Price's interval leaves out 0."""
    a, b, _ = right(table).T
    return leaves_out_zero(bonett_price(float((a & ~b).sum()), float((b & ~a).sum()), a.size, LEVEL))


def by_newcombe(table: Predictions) -> float:
    """Whether Newcombe's interval leaves out 0."""
    a, b, _ = right(table).T
    cells = [float(one.sum()) for one in (a & b, a & ~b, b & ~a, ~a & ~b)]
    return leaves_out_zero(newcombe_paired(*cells, level=LEVEL))


SPECIAL: dict[str, Callable[[Predictions], float]] = {
    "cochran-q": lambda table: cochran_q(right(table)).p_value,
    "bonett-price": by_bonett_price,
    "newcombe": by_newcombe,
    "matched-fpr": lambda table: compare_at_fpr(table, "a", "b", fpr=AT).p_value,
}
