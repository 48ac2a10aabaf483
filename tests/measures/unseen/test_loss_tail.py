"""The largest losses: the same from pieces of a table, and what they say of rows that were not seen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.intervals.limits.mean_loss import unbounded_ends
from foldwise.measures.unseen.loss_tail import (
    MOST_TAIL_ROWS,
    largest_losses,
    looks_heavy,
    square_kurtosis,
    tail_factor,
    tail_index,
    tail_rows,
)

LOSSES = st.lists(st.floats(0, 1e6), min_size=1, max_size=400).map(np.array)


@given(LOSSES, LOSSES)
def test_the_largest_of_two_pieces_are_those_of_all_rows(first, second):
    together = largest_losses(np.concatenate([largest_losses(first), largest_losses(second)]))
    whole = np.concatenate([first, second])
    assert together.tolist() == np.sort(whole)[-(MOST_TAIL_ROWS + 1) :].tolist()
    assert tail_index(together, whole.size) == tail_index(whole)
    assert tail_factor(together, whole.size) == tail_factor(whole)


@given(LOSSES, st.floats(1e-3, 1e3))
def test_the_unit_of_the_losses_does_not_matter(losses, unit):
    assert tail_factor(losses * unit) == pytest.approx(tail_factor(losses), rel=1e-6, abs=1e-6)


def test_a_tail_has_a_tenth_of_the_rows_within_limits():
    assert [tail_rows(size) for size in (10, 80, 1000, 50_000)] == [5, 8, 100, 100]


def test_losses_like_squares_of_normal_errors_are_met_by_the_worst_seen():
    rng = np.random.default_rng(0)
    assert np.mean([tail_factor(rng.normal(size=1000) ** 2) for _ in range(50)]) < 1.05
    assert tail_factor(np.full(50, 2.0)) == 1


def test_losses_that_are_mostly_0_have_the_heaviest_tail_that_is_supposed():
    assert tail_factor(np.r_[np.zeros(98), 1.0, 5.0]) == 1 + 2 * (3 - 0.45)


@pytest.mark.parametrize(("degrees", "plain", "now"), [(3, 0.81, 0.88), (1e9, 0.96, 0.97)])
def test_heavy_tails_are_covered_more_often_and_normal_errors_as_often(degrees, plain, now):
    """Mean squared errors of 100 rows, 95 %; the expected rates are those of 800 samples."""
    rng, truth = np.random.default_rng(1), 3.0 if degrees == 3 else 1.0
    held = np.zeros(2)
    for _ in range(400):
        losses = rng.standard_t(degrees, size=100) ** 2
        for at, largest in enumerate([None, losses]):
            low, high = unbounded_ends(losses.mean(), losses.var(ddof=1), n=100, level=0.95, largest=largest)
            held[at] += low <= truth <= high
    assert held / 400 == pytest.approx([plain, now], abs=0.05)


@pytest.mark.parametrize(("n", "wolf"), [(150, 0.1), (300, 0.03), (1000, 0.01)])
def test_the_kurtosis_tells_normal_errors_from_those_without_a_fourth_moment(n, wolf):
    rng = np.random.default_rng(2)
    light, heavy = (
        np.mean([looks_heavy(draw(n) ** 2) for _ in range(300)])
        for draw in (lambda n: rng.normal(size=n), lambda n: rng.standard_t(3, size=n))
    )
    assert light <= wolf
    assert heavy >= 0.97


def test_the_kurtosis_does_not_depend_on_the_unit_and_needs_some_error():
    losses = np.random.default_rng(3).normal(size=50) ** 2
    assert square_kurtosis(1e-18 * losses) == pytest.approx(square_kurtosis(1e18 * losses))
    assert not looks_heavy(np.zeros(20))
