"""Two areas on different rows."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from foldwise.comparisons import UnpairedDeLong, UnpairedPair
from foldwise.errors import ValidityError
from foldwise.measures import measure
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, scores_table


def by_hand(table, name):
    """Area, and DeLong's variance from the placements, as published."""
    scores, truth = table.of(name).scores[:, 1], table.truth
    up, down = scores[truth == 1], scores[truth == 0]
    wins = (up[:, None] > down).astype(float) + 0.5 * (up[:, None] == down)
    return wins.mean(), np.var(wins.mean(axis=1), ddof=1) / up.size + np.var(wins.mean(axis=0), ddof=1) / down.size


def test_the_variance_is_the_sum_of_delongs():
    rng = np.random.default_rng(0)
    tables = scores_table(rng, 80, 1.0, "a"), scores_table(rng, 120, 1.6, "b")
    result = compared_by(UnpairedPair.of(*tables, measure("auc")))
    (first, s1), (second, s2) = by_hand(tables[0], "a"), by_hand(tables[1], "b")
    assert first == pytest.approx(roc_auc_score(tables[0].truth, tables[0].of("a").scores[:, 1]))
    assert (result.method, result.difference) == ("unpaired-delong", pytest.approx(first - second))
    assert result.posterior.scale == pytest.approx(np.sqrt(s1 + s2))
    assert result.statistic == pytest.approx((first - second) / np.sqrt(s1 + s2))


def test_gini_is_twice_as_far_apart_with_the_same_p_value():
    rng = np.random.default_rng(1)
    tables = scores_table(rng, 60, 1.0, "a"), scores_table(rng, 70, 1.6, "b")
    auc, gini = (compared_by(UnpairedPair.of(*tables, measure(name))) for name in ("auc", "gini"))
    assert (gini.difference, gini.p_value) == pytest.approx((2 * auc.difference, auc.p_value))


def test_an_area_of_one_is_not_certain():
    rng = np.random.default_rng(2)
    tables = scores_table(rng, 40, 30.0, "a"), scores_table(rng, 40, 30.0, "b")
    result = compared_by(UnpairedPair.of(*tables, measure("auc")))
    assert (result.difference, result.p_value) == (0, 1)
    assert result.high - result.low > 0.02


def test_other_measures_are_refused():
    with pytest.raises(ValidityError, match="valid for auc and gini, and error is not one"):
        compared_by(counts_pair(5, 40, 9, 40), "unpaired-delong")


@pytest.mark.slow
@pytest.mark.parametrize(("n1", "n2"), [(40, 40), (30, 200)])
def test_of_equal_systems_one_in_twenty_is_called_different(n1, n2):
    rng, rejected = np.random.default_rng(7), 0
    for _ in range(2000):
        tables = scores_table(rng, n1, 1.2, "a"), scores_table(rng, n2, 1.2, "b")
        rejected += UnpairedDeLong().compare(UnpairedPair.of(*tables, measure("auc")), 0.95).p_value <= 0.05
    assert rejected / 2000 == pytest.approx(0.05, abs=3 * np.sqrt(0.05 * 0.95 / 2000) + 0.005)
