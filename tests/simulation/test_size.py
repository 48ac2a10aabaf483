"""A small version of the study of comparisons: equal learners are called different as rarely as promised.

Seeds other than those of the study, and fixed, so that a green commit stays green. The study itself
(`python -m studies.comparisons`) has the figures with their Monte-Carlo errors.
"""

from math import sqrt

import pytest

from studies.comparisons.trials import TEN, Trial, p_values
from studies.comparisons.world import World, draw_world

SEED = 100_000


def share(world, trial, simulations):
    """Share of equal learners that are called different at 5 %."""
    found = [p_values(draw_world(world, SEED + at), [trial])[trial] for at in range(simulations)]
    return sum(p <= 0.05 for p in found) / simulations


def slack(rate, simulations):
    """Three Monte-Carlo errors."""
    return 3 * sqrt(rate * (1 - rate) / simulations)


@pytest.mark.parametrize(
    "world", [World("lda"), pytest.param(World("1-nn", p=3), marks=pytest.mark.slow)], ids=lambda one: one.name
)
def test_the_default_calls_equal_learners_different_in_at_most_seven_percent(world):
    assert share(world, Trial("auto", TEN, first=3), 120) <= 0.07 + slack(0.07, 120)


def test_the_naive_test_calls_them_different_in_more_than_forty_percent():
    assert share(World("lda"), Trial("naive-t", TEN), 150) > 0.4


@pytest.mark.parametrize("learner", ["lda", "1-nn"])
def test_groups_are_not_called_different_too_often_either(learner):
    trial = Trial("auto", "group-kfold(10)", structure="groups")
    assert share(World(learner, p=3, structure="groups"), trial, 200) <= 0.07 + slack(0.07, 200)


def test_learners_that_differ_are_told_apart():
    world = World("lda", n=300, bayes=(0.2, 0.35))
    assert share(world, Trial("auto", TEN, first=3), 40) > 0.7
