"""Draws are the same with and without a compiler, and those of a multinomial."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native


@given(st.integers(1, 300), st.integers(0, 2**63), st.integers(0, 50), st.integers(0, 3))
def test_the_draws_do_not_depend_on_the_compiler(size, seed, first, stratum):
    expected = np.stack([native.draws._draw(size, r, seed, stratum) for r in range(first, first + 2)])
    np.testing.assert_array_equal(native.draw_counts(size, range(first, first + 2), seed, stratum), expected)


def test_draws_have_the_variance_of_a_multinomial():
    counts = native.draw_counts(50, range(4000), seed=3).astype(float)
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.08)
    assert counts.var(axis=0).mean() == pytest.approx(1 - 1 / 50, abs=0.01)
    covariance = np.cov(counts.T)
    assert covariance[~np.eye(50, dtype=bool)].mean() == pytest.approx(-1 / 50, abs=0.001)


def test_strata_and_resamples_are_drawn_apart():
    draws = [native.draw_counts(200, range(r, r + 1), 5, s)[0] for r in (0, 1) for s in (0, 1)]
    correlation = np.corrcoef(np.stack(draws))
    assert np.abs(correlation[~np.eye(4, dtype=bool)]).max() < 0.3


def test_wins_are_pairs_counted_by_hand(monkeypatch):
    positive = np.array([False, True, False, True, False, True, False])
    scores = np.array([[0.1, 0.3, 0.3, 0.9, 0.3, 0.5, 0.8], [0.7, 0.1, 0.2, 0.2, 0.2, 0.6, 0.4]])
    found = native.bootstrap_wins(scores, positive, resamples=20, seed=7)
    for r, wins in enumerate(found):
        n, p = native.draws._draw(4, r, 7, 0), native.draws._draw(3, r, 7, 1)
        for s, system in enumerate(scores):
            ups, downs = zip(system[positive], p, strict=True), list(zip(system[~positive], n, strict=True))
            pairs = [(a, b, int(i) * int(j)) for a, i in ups for b, j in downs]
            assert wins[s] == sum(times * (2 * (a > b) + (a == b)) for a, b, times in pairs)
    monkeypatch.setattr(native, "COMPILED", False)
    np.testing.assert_array_equal(found, native.bootstrap_wins(scores, positive, resamples=20, seed=7))


def test_wins_do_not_depend_on_the_number_of_threads(monkeypatch):
    rng = np.random.default_rng(0)
    scores, positive = rng.normal(size=(1, 500)), rng.random(500) < 0.4
    found = []
    for threads in (1, 2, 7):
        monkeypatch.setattr(native, "cores", lambda threads=threads: threads)
        found.append(native.bootstrap_wins(scores, positive, resamples=40, seed=1))
    assert all(np.array_equal(found[0], other) for other in found[1:])


def test_a_seed_draws_the_same_line_wherever_it_stands(monkeypatch):
    seeds = np.array([3, 2**40, 3])
    found = native.draw_seeded(30, seeds, attempt=2, stratum=1)
    np.testing.assert_array_equal(found[0], found[2])
    assert (found.sum(axis=1) == 30).all()
    monkeypatch.setattr(native, "COMPILED", False)
    np.testing.assert_array_equal(found, native.draw_seeded(30, seeds, attempt=2, stratum=1))


def test_words_are_those_of_splitmix64():
    """The first two outputs of the published generator with seed 0."""
    words = native.mix(np.arange(1, 3, dtype=np.uint64) * native.STEP)
    assert [int(word) for word in words] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4]
