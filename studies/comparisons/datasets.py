"""Four learners of equal expected error on ten datasets of different difficulty: the tests over datasets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from foldwise.comparisons import (
    adjust,
    bayes_hierarchical,
    bayes_sign,
    bayes_signed_rank,
    bonferroni_dunn,
    count_signs,
    friedman,
    nemenyi,
    rank_z,
    signed_rank,
)
from studies.comparisons.trials import ROPE
from studies.comparisons.world import lda

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Floats
    from foldwise.comparisons import DrawnPosterior
    from studies.comparisons.trials import Trial
    from studies.comparisons.world import World

DATASETS, MODELS, PARTS = 10, 4, 10
DRAWS = 10_000


def draw_errors(world: World, seed: int) -> Floats:
    """Error of each part of a 10-fold cross-validation of linear discriminants (datasets, models, parts)."""
    rng = np.random.default_rng([8, seed])
    errors = np.empty((DATASETS, MODELS, PARTS))
    y = np.arange(world.n) % 2
    part = np.arange(world.n) // 2 % PARTS
    for at in range(DATASETS):
        bayes = rng.uniform(0.1, 0.4)
        for model in range(MODELS):
            X = rng.normal(size=(world.n, world.p))
            X[:, 0] -= ndtri(bayes) * (2 * y - 1)
            wrong = lda(X, y, part != np.arange(PARTS)[:, None])[0] != y
            errors[at, model] = [wrong[k, part == k].mean() for k in range(PARTS)]
    return errors


def dataset_p_values(world: World, seed: int, wanted: Sequence[Trial]) -> dict[Trial, float]:
    """P-value of every trial on the same ten datasets."""
    errors = draw_errors(world, seed)
    return {trial: TESTS[trial.test](errors) for trial in wanted}


def any_pair(losses: Floats) -> float:
    """Smallest p-value of all pairs of models by signed ranks, adjusted by Holm."""
    p_values = [signed_rank(losses[:, a] - losses[:, b]).p_value for a, b in combinations(range(MODELS), 2)]
    return float(adjust(p_values, "holm").min())


def farther_than(gap: float, critical: float) -> float:
    """A critical difference has no p-value: 0 where it is exceeded, else 1."""
    return float(gap <= critical)


def by_nemenyi(losses: Floats) -> float:
    """Whether any two mean ranks are farther apart than Nemenyi's critical difference."""
    return farther_than(float(np.ptp(friedman(losses).ranks)), nemenyi(MODELS, DATASETS).value)


def by_dunn(losses: Floats) -> float:
    """Whether any mean rank is farther from the first than Bonferroni's and Dunn's critical difference."""
    ranks = np.array(friedman(losses).ranks)
    return farther_than(float(np.abs(ranks - ranks[0]).max()), bonferroni_dunn(MODELS, DATASETS).value)


def by_rank_z(losses: Floats) -> float:
    """Smallest p-value of all mean ranks against the first, adjusted by Holm."""
    return float(adjust(rank_z(friedman(losses).ranks, 0, DATASETS).p_value[1:].tolist(), "holm").min())


def unsure(posterior: DrawnPosterior) -> float:
    """One minus the larger of the probabilities that either model is better by more than the ROPE."""
    shares = posterior.shares()
    return 1 - max(shares.left, shares.right)


def gaps(losses: Floats) -> Floats:
    """First model minus second."""
    return losses[:, 0] - losses[:, 1]


def by_hierarchy(errors: Floats) -> float:
    """What the hierarchical model expects of a new dataset."""
    found = bayes_hierarchical(
        list(errors[:, 0] - errors[:, 1]), [1 / (PARTS - 1)] * DATASETS, np.random.default_rng(0)
    )
    return unsure(found.on_new(ROPE))


TESTS: dict[str, Callable[[Floats], float]] = {
    "friedman": lambda errors: friedman(errors.mean(axis=2)).p_value,
    "iman-davenport": lambda errors: friedman(errors.mean(axis=2)).p_value_f,
    "nemenyi": lambda errors: by_nemenyi(errors.mean(axis=2)),
    "bonferroni-dunn": lambda errors: by_dunn(errors.mean(axis=2)),
    "rank-z-holm": lambda errors: by_rank_z(errors.mean(axis=2)),
    "wilcoxon-holm": lambda errors: any_pair(errors.mean(axis=2)),
    "wilcoxon": lambda errors: signed_rank(gaps(errors.mean(axis=2))).p_value,
    "sign": lambda errors: count_signs(gaps(errors.mean(axis=2))).p_value,
    "bayes-sign": lambda errors: unsure(
        bayes_sign(gaps(errors.mean(axis=2)), ROPE, np.random.default_rng(0), draws=DRAWS)
    ),
    "bayes-signed-rank": lambda errors: unsure(
        bayes_signed_rank(gaps(errors.mean(axis=2)), ROPE, np.random.default_rng(0), draws=DRAWS)
    ),
    "bayes-hierarchical": by_hierarchy,
}
