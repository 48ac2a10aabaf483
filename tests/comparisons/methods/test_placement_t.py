"""The t-test of two areas."""

import numpy as np
import pytest
from scipy import stats

from foldwise.comparisons import Pair, compare_pair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions


def pair(truth, a, b, name="auc", **more):
    table = Predictions.build(list(truth), {"a": list(truth), "b": list(truth)}, scores={"a": a, "b": b}, **more)
    return Pair.of(table, "a", "b", measure(name))


def world(seed, positives=8, negatives=92):
    rng = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [positives, negatives])
    return truth, *(1 / (1 + np.exp(-rng.normal(size=truth.size) - 0.5 * truth)) for _ in range(2))


def test_by_hand():
    truth, a, b = world(0)
    right = [one[truth == 1][:, None] > one[truth == 0][None, :] for one in (a, b)]
    apart = right[0].astype(float) - right[1]
    parts = [apart.mean(axis=axis).var(ddof=1) / n for axis, n in ((1, 8), (0, 92))]
    df = sum(parts) ** 2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 91)
    t = apart.mean() / np.sqrt(sum(parts))
    found = compare_pair(pair(truth, a, b), "placement-t")
    assert found.statistic == pytest.approx(t)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), df))


def test_a_system_against_itself_is_not_equal_for_certain():
    truth, a, _ = world(1)
    found = compare_pair(pair(truth, a, a), "placement-t")
    assert (found.difference, found.p_value) == (0, 1)
    assert found.low < 0 < found.high


def test_it_keeps_its_level_with_few_positives():
    rejected = [compare_pair(pair(*world(seed)), "placement-t").p_value <= 0.05 for seed in range(300)]
    assert np.mean(rejected) <= 0.09  # .05 and three Monte-Carlo errors; DeLong's z-test has .085


def test_a_measure_of_labels_is_refused():
    with pytest.raises(ValidityError, match="valid for auc and gini, and f1 is not one"):
        compare_pair(pair(*world(2), "f1"), "placement-t")
