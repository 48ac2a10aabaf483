"""McNemar's tests, on published numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import bonett_price, choose_comparison, compare_pair, mcnemar
from foldwise.errors import ValidityError
from tests.comparisons.pairs import error_pair, of_errors
from tests.worlds import fixed

# METHODS L.5: b, c, χ² and p, with continuity χ² and p, exact, mid-p.
TABLE = [
    (10, 25, 6.4286, 0.01123, 5.6, 0.01796, 0.016674, 0.011331),
    (3, 12, 5.4, None, 4.2667, None, 0.035156, 0.021271),
    (1, 9, 6.4, None, 4.9, None, 0.021484, 0.011719),
]


@pytest.mark.parametrize(("b", "c", "chi2", "p", "corrected", "p_corrected", "exact", "mid_p"), TABLE)
def test_published_numbers(b, c, chi2, p, corrected, p_corrected, exact, mid_p):
    assert mcnemar(b, c, kind="asymptotic").statistic == pytest.approx(chi2, abs=5e-5)
    assert mcnemar(b, c, kind="continuity").statistic == pytest.approx(corrected, abs=5e-5)
    assert mcnemar(b, c, kind="exact").p_value == pytest.approx(exact, abs=5e-7)
    assert mcnemar(b, c).p_value == pytest.approx(mid_p, abs=5e-7)
    if p is not None:
        assert mcnemar(b, c, kind="asymptotic").p_value == pytest.approx(p, abs=5e-6)
        assert mcnemar(b, c, kind="continuity").p_value == pytest.approx(p_corrected, abs=5e-6)


def test_an_even_split_says_nothing():
    assert mcnemar(5, 5, kind="exact").p_value == 1
    assert mcnemar(5, 5).p_value == pytest.approx(1)


@pytest.mark.parametrize("kind", ["mid-p", "exact", "asymptotic", "continuity"])
def test_without_a_difference_there_is_nothing_to_test(kind):
    assert mcnemar(0, 0, kind=kind).p_value == 1


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_exact_test_is_the_binomial_one(b, c):
    if b + c:
        assert mcnemar(b, c, kind="exact").p_value == pytest.approx(stats.binomtest(b, b + c).pvalue)
    assert mcnemar(b, c).p_value <= mcnemar(b, c, kind="exact").p_value + 1e-12


def wrong(rows, n=100):
    return np.isin(np.arange(n), rows)


def test_the_default_for_the_error_on_one_test_set():
    pair = error_pair(of_errors(wrong(range(25)), wrong(range(20, 35)), fixed(100)))
    assert choose_comparison(pair).method.name == "mcnemar"
    result = compare_pair(pair)
    assert result.difference == pytest.approx(0.1)
    assert result.p_value == pytest.approx(mcnemar(20, 10).p_value)
    assert (result.low, result.high) == pytest.approx(bonett_price(20, 10, 100, 0.95))
    assert result.note == "a alone is right on 10 rows, b alone on 20"


def test_accuracy_is_the_same_test_the_other_way_round():
    predictions = of_errors(wrong(range(25)), wrong(range(20, 35)), fixed(100))
    error, accuracy = (compare_pair(error_pair(predictions, name)) for name in ("error", "accuracy"))
    assert accuracy.p_value == pytest.approx(error.p_value)
    assert (accuracy.low, accuracy.high) == pytest.approx((-error.high, -error.low))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"groups": np.arange(100) // 4}, "rows come in groups"),
        ({"weights": np.tile([1.0, 2.0], 50)}, "these are weighted"),
    ],
)
def test_rows_that_are_not_plain_are_refused(more, message):
    pair = error_pair(of_errors(wrong(range(25)), wrong(range(9)), fixed(100), **more))
    with pytest.raises(ValidityError, match=message):
        compare_pair(pair, "mcnemar")


def test_it_holds_its_level():
    """Equal error rates of .3, half of the errors shared, 80 rows."""
    rng = np.random.default_rng(0)
    draws = rng.multinomial(80, [0.15, 0.15, 0.15, 0.55], 4000)
    rejected = {
        kind: np.mean([mcnemar(b, c, kind=kind).p_value <= 0.05 for b, c, *_ in draws]) for kind in ("mid-p", "exact")
    }
    assert 0.03 <= rejected["mid-p"] <= 0.06
    assert rejected["exact"] <= rejected["mid-p"]


def test_the_difference_keeps_its_sign_and_degrees_of_freedom_go_with_chi2():
    assert (mcnemar(3, 12).difference, mcnemar(12, 3).difference) == (-9, 9)
    assert [mcnemar(3, 12, kind=kind).df for kind in ("mid-p", "exact", "asymptotic", "continuity")] == [
        None,
        None,
        1,
        1,
    ]
    found = mcnemar(3, 12, kind="asymptotic")
    assert found.p_value == pytest.approx(stats.chi2.sf(found.statistic, found.df))
