"""A small version of the coverage study: what is promised, with fixed seeds and an honest binomial tolerance.

A method that covers as promised fails a test once in a thousand choices of seeds; the seeds are fixed, so a green commit
stays green. The study itself (`python -m studies.coverage`) has the figures with their Monte-Carlo errors.
"""

import pytest
from scipy.stats import binom

from foldwise.intervals.simulations.coverage import contains
from studies.coverage.cells import BOOTSTRAP, CAREFUL, DEFAULT, TEN, Cell
from studies.coverage.simulate import replicate

RARELY = 0.001
PROMISED = 0.93


def covered(cell, methods, simulations, *, seed=10_000):
    """How many intervals of each method contain the risk; seeds other than those of the study."""
    found = [one for at in range(simulations) for one in replicate(cell, seed + at)]
    return {
        method: sum(bool(contains(one.low, one.high, one.risk)) for one in found if one.method == method)
        for method in methods
    }


@pytest.mark.parametrize(
    ("cell", "methods", "simulations"),
    [
        (Cell("normal", "lda", 100, DEFAULT), ("influence", "corrected-t"), 300),
        (Cell("unbalanced", "lda", 100, DEFAULT), ("influence", "corrected-t"), 200),
        (Cell("unbalanced", "majority", 100, DEFAULT), ("influence", "corrected-t"), 200),
        (Cell("normal", "lda", 100, CAREFUL), ("nested-cv",), 200),
        (Cell("normal", "1-nn", 100, CAREFUL), ("nested-cv",), 100),
        pytest.param(Cell("normal", "tree", 100, CAREFUL), ("nested-cv",), 200, marks=pytest.mark.slow),
        (Cell("normal", "1-nn", 100, BOOTSTRAP), ("oob",), 100),
        (Cell("regression", "linear", 100, DEFAULT), ("influence", "corrected-t"), 200),
    ],
    ids=lambda one: f"{one.problem} {one.learner} {one.plan}" if isinstance(one, Cell) else str(one),
)
def test_an_interval_covers_the_risk_as_often_as_promised(cell, methods, simulations):
    assert min(covered(cell, methods, simulations).values()) >= binom.ppf(RARELY, simulations, PROMISED)


def test_the_naive_interval_over_ten_repeats_is_as_bad_as_its_note_says():
    inside = covered(Cell("normal", "lda", 100, TEN), ("naive-t",), 100)["naive-t"]
    assert inside <= binom.ppf(1 - RARELY, 100, 0.6)


def test_stopping_at_a_short_interval_costs_no_coverage():
    inside = covered(Cell("normal", "lda", 100, "kfold(10)", until=0.09), ("corrected-t",), 150)["corrected-t"]
    assert inside >= binom.ppf(RARELY, 150, 0.95)
