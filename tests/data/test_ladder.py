"""The Ladder of Blum and Hardt (METHODS K.1) and the margin of K.3."""

from itertools import pairwise
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.data.ladder import ladder, ladder_step, reuse_margin


def test_the_trace_of_the_methods_reference():
    assert ladder([0.500, 0.495, 0.480, 0.485, 0.468], step=0.01) == [0.50, 0.50, 0.48, 0.48, 0.47]


@given(st.lists(st.floats(0, 1), min_size=1), st.sampled_from([0.001, 0.01, 0.1]))
def test_released_scores_never_rise_and_move_by_whole_steps(scores, step):
    released = ladder(scores, step)
    assert all(after <= before for before, after in pairwise(released))
    assert all(abs(score / step - round(score / step)) < 1e-6 for score in released)


def test_the_first_losses_are_released_as_they_are():
    losses = np.array([0.123456, 0.2, 0.3])
    assert ladder_step(None, losses).score == losses.mean()


def test_a_step_must_be_larger_than_its_standard_error():
    """100 rows, best 0.30: two rows better is 0.02 < s/√n = 0.0141 away, one row is not."""
    best = ladder_step(None, np.repeat([1.0, 0.0], [30, 70]))
    two_better = np.repeat([1.0, 0.0], [28, 72])
    error = np.std(two_better - best.losses, ddof=1) / 10
    assert error == pytest.approx(0.01407, abs=1e-5)
    assert ladder_step(best, two_better).score == 0.28
    assert ladder_step(best, np.repeat([1.0, 0.0], [29, 71])).score == 0.30


def test_the_same_mean_by_luck_on_other_rows_is_no_step():
    best = ladder_step(None, np.repeat([1.0, 0.0], [30, 70]))
    other = np.roll(np.repeat([1.0, 0.0], [26, 74]), 50)  # better by 0.04, but s/√n = 0.07
    assert ladder_step(best, other) is best


def test_a_step_is_released_in_units_of_one_row():
    best = ladder_step(None, np.full(8, 10.0))
    assert ladder_step(best, np.linspace(1, 2, 8) ** 2).score * 8 == round(
        ladder_step(best, np.linspace(1, 2, 8) ** 2).score * 8
    )


def attack(answer, rng, n=500, k=1000):
    """Send random labels, and vote over those whose answer was good news: the truth of the vote is an error of 1/2."""
    truth = rng.integers(0, 2, n)
    lucky = [labels for labels in rng.integers(0, 2, (k, n)) if answer((labels != truth).astype(float))]
    vote = np.mean(lucky, axis=0) > 0.5
    return float(np.mean(vote != truth))


def test_the_ladder_withstands_an_attack_that_exact_answers_do_not():
    """Blum and Hardt's boosting attack: by exact answers 0.5 looks like less than 0.3, through the Ladder it stays above 0.4."""
    best = None

    def climbed(losses):
        nonlocal best
        before, best = best, ladder_step(best, losses)
        return before is not best

    assert attack(lambda losses: losses.mean() < 0.5, np.random.default_rng(0)) < 0.3
    assert attack(climbed, np.random.default_rng(0)) > 0.4


def test_the_margin_grows_with_the_logarithm_of_the_looks():
    assert reuse_margin(1, 200, 0.95) == pytest.approx(sqrt(log(40) / 400))
    assert reuse_margin(10, 200) ** 2 - reuse_margin(1, 200) ** 2 == pytest.approx(log(10) / 400)
