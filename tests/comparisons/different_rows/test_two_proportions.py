"""Two proportions on different rows, against published figures, scipy, and all samples there are."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize, stats

from foldwise.comparisons import (
    TwoProportions,
    miettinen_nurminen,
    newcombe,
    several_proportions,
    two_proportions,
)
from foldwise.errors import ValidityError
from foldwise.measures import measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import UnpairedPair, compared_by, counts_pair

COUNTS = st.tuples(st.integers(2, 40), st.integers(2, 40)).flatmap(
    lambda n: st.tuples(st.integers(0, n[0]), st.just(n[0]), st.integers(0, n[1]), st.just(n[1]))
)
NEWCOMBE = [
    ((56, 70, 48, 80), (0.0524, 0.3339), (0.0528, 0.3382)),
    ((9, 10, 3, 10), (0.1705, 0.8090), (0.1700, 0.8406)),
    ((5, 56, 0, 29), (-0.0381, 0.1926), (-0.0326, 0.1933)),
    ((10, 10, 0, 20), (0.6791, 1.0000), (0.7156, 1.0000)),
]
"""Table II of Newcombe (1998): his method 10, and that of Miettinen and Nurminen (method 5)."""


@pytest.mark.parametrize(("counts", "hybrid", "score"), NEWCOMBE)
def test_intervals_are_those_of_newcombes_table(counts, hybrid, score):
    assert newcombe(*counts, level=0.95) == pytest.approx(hybrid, abs=6e-5)
    assert miettinen_nurminen(*counts, level=0.95) == pytest.approx(score, abs=6e-5)


def test_the_statistic_is_pearsons_with_one_row_less():
    found = two_proportions(25, 100, 40, 110)
    theirs = stats.chi2_contingency([[25, 75], [40, 70]], correction=False)
    assert found.statistic**2 == pytest.approx(theirs.statistic * 209 / 210)
    assert found.p_value == pytest.approx(stats.chi2.sf(found.statistic**2, 1))
    assert found.statistic < 0
    assert several_proportions([(25, 100), (40, 110)]).statistic == pytest.approx(found.statistic**2)


@given(COUNTS, st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_the_interval_leaves_out_zero_where_the_score_test_rejects(counts, level):
    found = two_proportions(*counts)
    z_p_value = 2 * stats.norm.sf(abs(found.statistic))
    assume(abs(z_p_value - (1 - level)) > 1e-6)
    low, high = miettinen_nurminen(*counts, level=level)
    assert low <= found.difference <= high
    assert (low <= 0 <= high) == (z_p_value > 1 - level)


@given(COUNTS)
def test_turned_systems_turn_the_interval(counts):
    k1, n1, k2, n2 = counts
    low, high = miettinen_nurminen(k1, n1, k2, n2, level=0.95)
    assert miettinen_nurminen(k2, n2, k1, n1, level=0.95) == pytest.approx((-high, -low), abs=1e-9)
    assert two_proportions(k2, n2, k1, n1).p_value == pytest.approx(two_proportions(k1, n1, k2, n2).p_value)


def test_the_restricted_proportions_are_the_most_likely():
    """The ends are where |d - δ| is z restricted standard errors, with the likelihood maximised by a search."""
    k1, n1, k2, n2 = 7, 25, 3, 31
    low, _ = miettinen_nurminen(k1, n1, k2, n2, level=0.95)

    def unlikely(second):
        return -stats.binom.logpmf(k1, n1, second + low) - stats.binom.logpmf(k2, n2, second)

    second = optimize.minimize_scalar(unlikely, bounds=(max(0, -low), min(1, 1 - low)), method="bounded").x
    first, total = second + low, n1 + n2
    error = np.sqrt((first * (1 - first) / n1 + second * (1 - second) / n2) * total / (total - 1))
    assert (k1 / n1 - k2 / n2 - low) / error == pytest.approx(stats.norm.ppf(0.975), abs=1e-4)


def test_few_expected_successes_get_fishers_mid_p():
    found = two_proportions(0, 20, 3, 60)
    drawn = stats.hypergeom(80, 3, 20)
    assert found.exact
    assert found.p_value == pytest.approx(min(1, 2 * (drawn.cdf(0) - drawn.pmf(0) / 2)))
    assert two_proportions(0, 20, 0, 30).p_value == 1


@pytest.mark.parametrize(("n1", "n2"), [(5, 5), (10, 10), (20, 50), (10, 100)])
def test_enumerated_over_all_samples_it_keeps_its_level(n1, n2):
    """Share of samples of two equal systems that are called different at 5 %, the largest over 40 shares."""
    p = np.array([[two_proportions(a, n1, b, n2).p_value for b in range(n2 + 1)] for a in range(n1 + 1)])
    worst = 0.0
    for share in np.linspace(0.01, 0.5, 40):
        chance = np.outer(*(stats.binom.pmf(np.arange(n + 1), n, share) for n in (n1, n2)))
        worst = max(worst, float(chance[p <= 0.05].sum()))
    assert worst < 0.055


def test_a_pair_of_systems_is_compared_by_its_errors():
    result = compared_by(counts_pair(20, 100, 40, 100))
    assert (result.method, result.difference) == ("two-proportions", pytest.approx(-0.2))
    assert (result.low, result.high) == pytest.approx(miettinen_nurminen(20, 100, 40, 100, level=0.95))
    assert result.p_value == pytest.approx(two_proportions(20, 100, 40, 100).p_value)


def test_where_fishers_p_value_does_not_reject_the_interval_holds_zero():
    pair = counts_pair(3, 10, 2, 100)
    result = TwoProportions().compare(pair, 0.95)
    assert "Fisher's mid-p" in result.note
    assert (result.low <= 0 <= result.high) == (result.p_value > 0.05)


def test_recall_and_precision_are_proportions_and_f1_is_not():
    rng = np.random.default_rng(1)
    tables = []
    for name, n in (("a", 150), ("b", 220)):
        truth = rng.integers(0, 2, n)
        tables.append(Predictions.build(truth, {name: np.where(rng.random(n) < 0.2, 1 - truth, truth)}))
    for name in ("recall", "precision", "specificity"):
        pair = UnpairedPair.of(*tables, measure(name))
        result = compared_by(pair, "two-proportions")
        assert result.difference == pytest.approx(pair.a.value - pair.b.value)
        assert result.low < result.difference < result.high
    with pytest.raises(ValidityError, match="f1 is a function of a share"):
        compared_by(UnpairedPair.of(*tables, measure("f1")), "two-proportions")


def test_rows_in_groups_are_refused():
    truth = np.tile([0, 1], 30)
    table = Predictions.build(truth, {"a": 1 - truth}, groups=np.repeat(np.arange(10), 6))
    other = Predictions.build(truth, {"b": truth}, groups=np.repeat(np.arange(10), 6))
    with pytest.raises(ValidityError, match="rows of one group are alike; try test='welch-t'"):
        compared_by(UnpairedPair.of(table, other, measure("error")), "two-proportions")
