"""Fingerprints are the same for the same bytes, whatever they are computed with, and differ otherwise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise import native
from foldwise.fingerprints import MIXED_BYTES, digest, hash_words


@given(st.binary(min_size=8, max_size=400).map(lambda some: some[: len(some) - len(some) % 8]))
def test_the_words_are_mixed_the_same_without_a_compiler(some):
    plain = np.frombuffer(some, dtype=np.uint8)
    found = hash_words(plain)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "COMPILED", False)
        np.testing.assert_array_equal(found, hash_words(plain))


def test_a_view_that_starts_between_two_words_has_the_fingerprint_of_a_copy():
    plain = np.random.default_rng(0).integers(0, 255, 10 * MIXED_BYTES, dtype=np.uint8)
    for start in (1, 3, 8):
        assert digest([plain[start:-8]]) == digest([plain[start:-8].copy()])


def test_threads_change_nothing(monkeypatch):
    numbers, found = np.random.default_rng(0).normal(size=300_000), []
    for cores in (1, 7):
        monkeypatch.setattr(native, "cores", lambda cores=cores: cores)
        found.append(digest([numbers]))
    assert found[0] == found[1]


@given(st.integers(0, 999), st.integers(0, 999))
def test_one_changed_number_and_two_that_change_places_are_noticed(one, other):
    numbers = np.arange(1000.0)
    changed = numbers.copy()
    changed[one] += 1e-9 if one else 1e-300
    assert digest([changed]) != digest([numbers])
    swapped = numbers.copy()
    swapped[[one, other]] = swapped[[other, one]]
    assert (digest([swapped]) == digest([numbers])) == (one == other)


def test_type_shape_and_the_end_that_is_no_word_count():
    numbers = np.arange(2000)
    assert digest([numbers]) != digest([numbers.reshape(2, 1000)])
    assert digest([numbers]) != digest([numbers.view(np.float64)])
    odd = np.zeros(MIXED_BYTES + 3, dtype=np.uint8)
    other = odd.copy()
    other[-1] = 1
    assert digest([odd]) != digest([other])
    assert digest([odd]) != digest([odd[:-1]])


def test_ten_thousand_tables_that_differ_in_one_bit_have_ten_thousand_fingerprints():
    numbers = np.zeros(625, dtype=np.uint64)
    found = set()
    for at in range(10_000):
        some = numbers.copy()
        some[at // 16] = 1 << (at % 16 * 4)
        found.add(digest([some]))
    assert len(found) == 10_000
