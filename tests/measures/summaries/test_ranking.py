"""The order of scores, exact and in bins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures import measure
from foldwise.measures.definitions.scores import area
from foldwise.measures.summaries import Ranking
from foldwise.measures.summaries.ranking import bit_lengths, order_keys

rows = st.lists(
    st.tuples(st.floats(-10, 10) | st.sampled_from([0.0, -0.0, 0.5, 1.0, 1e-300]), st.integers(0, 1)),
    min_size=1,
    max_size=60,
)


def split(pairs):
    return np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])


def same(a, b):
    return a.bits == b.bits and np.array_equal(a.keys, b.keys) and np.array_equal(a.counts, b.counts)


@given(rows, st.integers(2, 40), st.data())
def test_merging_is_associative_and_commutative(pairs, budget, data):
    scores, codes = split(pairs)
    first, second = sorted(data.draw(st.tuples(st.integers(0, len(pairs)), st.integers(0, len(pairs)))))
    pieces = [slice(0, first), slice(first, second), slice(second, None)]
    a, b, c = (Ranking.of(scores[piece], codes[piece], 2, budget=budget) for piece in pieces)
    whole = Ranking.of(scores, codes, 2, budget=budget)
    assert same((a + b) + c, whole)
    assert same(a + (b + c), whole)
    assert same(c + (b + a), whole)


@given(rows, st.integers(2, 40))
def test_the_error_of_a_binned_area_is_within_its_bound(pairs, budget):
    scores, codes = split(pairs)
    found = Ranking.of(scores, codes, 2, budget=budget)
    assert found.keys.size <= budget
    exact = area(scores, codes == 1)
    if not np.isnan(exact):
        assert abs(found.area(1, 0) - exact) <= found.error(1, 0) + 1e-12
        assert found.area(1, 0) == pytest.approx(exact) or not found.exact


@given(rows, st.integers(4, 40))
def test_reading_to_fewer_bits_at_once_changes_nothing(pairs, budget):
    scores, codes = split(pairs)
    fine = Ranking.of(scores, codes, 2, budget=budget)
    for bits in (fine.bits, max(1, fine.bits - 3)):
        assert same(Ranking.of(scores, codes, 2, budget=budget, bits=bits), fine._coarser(bits)._within_budget())


@pytest.mark.parametrize("name", ["average-precision", "ks", "partial-auc", "lift", "gain", "recall-at-fpr", "auc"])
def test_ranking_measures_lie_between_the_extreme_orders(name):
    rng = np.random.default_rng(1)
    codes = (rng.random(400) < 0.3).astype(int)
    scores = rng.normal(size=400) + codes
    from tests.worlds import outcomes

    exact = measure(name).value(outcomes(codes, codes, np.stack([-scores, scores], axis=1)))
    coarse = Ranking.of(scores, codes, 2, budget=40)
    low, high = coarse.bracket(measure(name), 1)
    assert low - 1e-12 <= exact <= high + 1e-12
    assert high > low
    fine = Ranking.of(scores, codes, 2).bracket(measure(name), 1)
    assert fine == pytest.approx((exact, exact))


def test_many_scores_in_few_bins_keep_the_digits_of_the_area():
    rng = np.random.default_rng(2)
    codes = (rng.random(300_000) < 0.5).astype(int)
    scores = rng.random(300_000)
    found = Ranking.of(scores, codes, 2, budget=1 << 15)
    assert not found.exact
    assert found.error(1, 0) < 5e-5


def test_a_class_without_rows_has_no_area():
    assert np.isnan(Ranking.of(np.array([0.1, 0.2]), np.array([0, 0]), 2).area(1, 0))


@given(st.lists(st.floats(allow_nan=False), min_size=2, max_size=20))
def test_keys_are_in_the_order_of_the_scores(values):
    scores = np.sort(np.array(values))
    keys = order_keys(scores)
    assert all((a < b) == (x < y) for a, b, x, y in zip(scores[:-1], scores[1:], keys[:-1], keys[1:], strict=True))


@given(st.integers(0, 2**64 - 1))
def test_bit_lengths_are_pythons(word):
    assert bit_lengths(np.array([word], dtype=np.uint64))[0] == word.bit_length()
