"""What a falling threshold takes in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldwise.measures.tallies.sweep import ThresholdSweep


def test_rows_with_equal_scores_are_taken_together():
    sweep = ThresholdSweep.of(np.array([0.5, 0.9, 0.5, 0.1]), np.array([True, True, False, False]))
    assert sweep.threshold.tolist() == [np.inf, 0.9, 0.5, 0.1]
    assert (sweep.tp.tolist(), sweep.fp.tolist()) == ([0, 1, 2, 2], [0, 0, 1, 2])
    assert sweep.depth.tolist() == [0, 0.25, 0.75, 1]
    assert sweep.precision[1:] == pytest.approx([1, 2 / 3, 0.5])


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(1, 3)), min_size=1, max_size=12))
def test_a_weight_is_as_good_as_repeated_rows(rows):
    score, hit, weight = (np.array(column) for column in zip(*rows, strict=True))
    weighted = ThresholdSweep.of(score.astype(float), hit, weight.astype(float))
    repeated = ThresholdSweep.of(np.repeat(score.astype(float), weight), np.repeat(hit, weight))
    assert weighted.tp.tolist() == repeated.tp.tolist()
    assert weighted.fp.tolist() == repeated.fp.tolist()


def test_one_class_alone_has_no_rates_of_the_other():
    sweep = ThresholdSweep.of(np.array([0.2, 0.7]), np.array([True, True]))
    assert not sweep.defined
    assert np.isnan(sweep.fpr).all()
    assert sweep.tpr.tolist() == [0, 0.5, 1]


def test_nothing_at_all_is_one_vertex():
    assert ThresholdSweep.of(np.zeros(0), np.zeros(0, dtype=bool)).threshold.tolist() == [np.inf]


def test_many_rows_are_counted_as_few_are():
    rng = np.random.default_rng(0)
    scores, positive = rng.integers(0, 5000, 20_000) / 5000, rng.random(20_000) < 0.3
    found, weighed = ThresholdSweep.of(scores, positive), ThresholdSweep.of(scores, positive, np.ones(20_000))
    for name in ("threshold", "tp", "fp"):
        assert np.array_equal(getattr(found, name), getattr(weighed, name))
