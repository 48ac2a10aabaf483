"""A measure held against a given value."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import SHARE_TESTS, share_test, value_test
from foldwise.errors import InputError, UnknownNameError, ValidityError
from foldwise.intervals import clopper_pearson, mid_p, modified_wilson
from foldwise.measures import ModelScores, measure
from foldwise.predictions import Predictions
from tests.comparisons.unpaired_worlds import scores_table

ENDS = {"mid-p": mid_p, "exact": clopper_pearson, "score": modified_wilson}


@pytest.mark.parametrize("side", ["less", "greater"])
def test_the_exact_test_is_that_of_scipy(side):
    found = share_test(85, 100, 0.8, kind="exact")
    assert getattr(found, f"p_{side}") == pytest.approx(stats.binomtest(85, 100, 0.8, alternative=side).pvalue)
    assert found.df is None


def test_the_score_test_is_that_of_a_normal():
    found = share_test(85, 100, 0.8, kind="score")
    assert found.statistic == pytest.approx(0.05 / np.sqrt(0.16 / 100))
    assert found.p_value == pytest.approx(2 * stats.norm.sf(found.statistic))


def test_mid_p_takes_half_of_what_was_observed():
    tail = stats.binom.sf(85, 100, 0.8) + stats.binom.pmf(85, 100, 0.8) / 2
    assert share_test(85, 100, 0.8).p_value == pytest.approx(2 * tail)


@pytest.mark.parametrize("kind", ["mid-p", "exact", "score"])
@given(
    st.integers(1, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.floats(0.02, 0.98),
    st.sampled_from([0.8, 0.95]),
)
def test_the_interval_leaves_out_what_its_test_rejects(kind, counts, share, level):
    p_value = share_test(*counts, share, kind=kind).p_value
    low, high = ENDS[kind](*counts, level)
    if abs(p_value - (1 - level)) > 1e-9:
        assert (low <= share <= high) == (p_value > 1 - level)


def test_enumerated_over_all_samples_the_exact_test_never_exceeds_its_level():
    shares = np.linspace(0.05, 0.95, 19)
    size = {
        kind: [
            sum(stats.binom.pmf(k, 40, p) for k in range(41) if share_test(k, 40, p, kind=kind).p_value <= 0.05)
            for p in shares
        ]
        for kind in ("exact", "mid-p")
    }
    assert max(size["exact"]) <= 0.05
    assert np.mean(size["mid-p"]) == pytest.approx(0.043, abs=0.008)


@pytest.mark.parametrize("n", [30, 300])
def test_enumerated_over_small_shares_the_score_test_stays_near_its_level(n):
    shares = np.geomspace(0.01, 5, 40) / n
    size = [
        sum(stats.binom.pmf(k, n, p) for k in range(15) if share_test(k, n, p, kind="score").p_value <= 0.05)
        for p in shares
    ]
    assert max(size) <= 0.08  # of z alone .16


def test_what_is_no_share_is_refused():
    with pytest.raises(InputError, match=r"between 0 and 1, and it is held against 80; try 0.8"):
        share_test(85, 100, 80)
    with pytest.raises(InputError, match="not 120 of 100"):
        share_test(120, 100, 0.8)
    with pytest.raises(UnknownNameError, match="no test of a share called 'midp'"):
        share_test(85, 100, 0.8, kind="midp")


ROWS = Predictions.build([0, 1] * 50, {"m": [0, 1] * 44 + [1, 0] * 6})
ACCURACY = ModelScores(ROWS, "m", measure("accuracy"))


@pytest.mark.parametrize("method", SHARE_TESTS)
def test_one_share_is_tested_by_what_its_interval_inverts(method):
    found = value_test(ACCURACY, 0.8, method)
    assert found.p_value == share_test(88, 100, 0.8, kind=SHARE_TESTS[method]).p_value
    assert (found.verdict == "above") == (found.p_value <= 0.05)
    assert found.interval.method == method
    assert found.p_less + found.p_greater >= 1 - 1e-12


@pytest.mark.parametrize("name", ["auc", "mcc", "log-loss", "f1", "balanced-error", "average-precision"])
def test_any_measure_is_tested_by_inverting_its_interval(name):
    table = scores_table(np.random.default_rng(3), 120, 1.5, "m")
    scored = ModelScores(table, "m", measure(name))
    plain = value_test(scored, float(np.clip(scored.value, 0.01, 0.99)))
    assert plain.verdict == "undecided"
    for given_value in (plain.interval.low - 0.01, plain.interval.high + 0.01):
        if not scored.measure.low <= given_value <= scored.measure.high:
            continue
        found = value_test(scored, given_value)
        assert found.p_value < 0.05
        assert found.verdict == ("above" if given_value < scored.value else "below")
        assert min(found.p_less, found.p_greater) == pytest.approx(found.p_value / 2, rel=0.02)


def test_a_mean_loss_has_the_p_value_of_t():
    draw = np.random.default_rng(1)
    truth = draw.normal(size=50)
    errors = draw.gamma(2, size=50)
    rows = Predictions.build(truth, {"m": truth + errors})
    found = value_test(ModelScores(rows, "m", measure("mbe")), -1.6)
    assert found.p_value == pytest.approx(stats.ttest_1samp(errors, 1.6).pvalue, rel=1e-5)
    assert found.record()["given"] == -1.6


def test_values_a_measure_cannot_have_and_measures_without_an_interval_are_refused():
    with pytest.raises(InputError, match=r"accuracy lies between 0 and 1, and it is held against 80; try 0.8"):
        value_test(ACCURACY, 80)
    few = Predictions.build([0.5, 1.5, 2.5], {"m": [0.5, 1.5, 2.5]})
    with pytest.raises(ValidityError, match="mae of 'm' cannot be held against 1"):
        value_test(ModelScores(few, "m", measure("mae")), 1.0)
