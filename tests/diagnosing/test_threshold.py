import numpy as np
import pytest

from foldwise.diagnosing.threshold import better_threshold, cheapest_cut


def test_the_cut_with_the_fewest_errors():
    p = np.array([0.1, 0.2, 0.6, 0.7, 0.8, 0.9])
    assert cheapest_cut(np.array([0, 0, 0, 0, 1, 1], dtype=bool), p) == pytest.approx(0.75)


def test_a_tie_goes_to_one_half():
    assert cheapest_cut(np.array([0, 1], dtype=bool), np.array([0.3, 0.9])) == pytest.approx(0.6)


def test_calibrated_probabilities_have_nothing_to_gain():
    rng = np.random.default_rng(1)
    p = rng.uniform(size=2000)
    assert better_threshold(rng.random(2000) < p, p).low <= 0


def test_few_rows_or_one_class_keep_one_half():
    assert better_threshold([True] * 100, np.full(100, 0.3)).threshold == 0.5
    assert better_threshold([True, False], [0.1, 0.9]).gain == 0
