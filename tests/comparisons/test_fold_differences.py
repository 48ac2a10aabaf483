"""Tests on given fold differences, against the formulas by hand and SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.comparisons import CorrectedTTest, compare_differences
from foldwise.comparisons.fold_differences import DIFFERENCE_TESTS
from foldwise.errors import InputError, UnknownNameError, ValidityError
from tests.comparisons.pairs import fold_differences

DRAWN = np.random.default_rng(5).normal(-0.02, 0.04, 30)
HALVES = np.array([[0.05, 0.03], [0.02, 0.04], [0.01, 0.05], [0.04, 0.00], [0.03, 0.02]])
SIZES = {"train_rows": 90, "test_rows": 10}
many = st.lists(st.floats(-1, 1), min_size=10, max_size=10, unique=True).map(np.array)


def test_corrected_t_is_nadeau_and_bengios_formula():
    error = DRAWN.std(ddof=1) * np.sqrt(1 / 30 + 10 / 90)
    t = DRAWN.mean() / error
    found = compare_differences(DRAWN, **SIZES)
    half = stats.t.ppf(0.975, 29) * error
    assert t < 0
    assert (found.statistic, found.standard_error, found.df) == pytest.approx((t, error, 29))
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), 29))
    assert (found.low, found.high) == pytest.approx((DRAWN.mean() - half, DRAWN.mean() + half))
    assert (found.difference, found.method, found.note) == (pytest.approx(DRAWN.mean()), "corrected-t", "")


def test_it_is_the_test_that_compare_makes_of_the_same_folds():
    pair = fold_differences(DRAWN, repeats=3)
    made = CorrectedTTest().compare(pair, 0.9)
    sizes = {"train_rows": pair.resamples.train_size, "test_rows": pair.resamples.test_size}
    found = compare_differences(pair.scores, level=0.9, **sizes)
    assert (found.statistic, found.p_value) == pytest.approx((made.statistic, made.p_value))
    assert (found.low, found.high) == pytest.approx((made.low, made.high))


def test_naive_t_is_scipys_one_sample_test():
    expected = stats.ttest_1samp(DRAWN, 0)
    found = compare_differences(DRAWN, test="naive-t", allow_invalid=True)
    assert (found.statistic, found.p_value, found.df) == pytest.approx((*expected, expected.df))
    assert (found.low, found.high) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert found.note.startswith("not valid")


def test_repeats_that_count_as_one_use_one_over_k():
    error = DRAWN.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    assert compare_differences(DRAWN, test="corrected-t-once", **SIZES).standard_error == pytest.approx(error)


def test_five_by_two_by_hand():
    """t 2.4693 with 5 degrees of freedom and F 2.6585 with 10 and 5."""
    t, f = (compare_differences(HALVES, test=name) for name in ("5x2cv-t", "5x2cv-f"))
    assert (t.statistic, t.df, t.difference) == (pytest.approx(2.4693, abs=5e-5), 5, 0.05)
    assert t.p_value == pytest.approx(2 * stats.t.sf(t.statistic, 5))
    assert (f.statistic, f.df, f.difference) == (pytest.approx(2.6585, abs=5e-5), (10, 5), pytest.approx(0.029))
    assert f.p_value == pytest.approx(stats.f.sf(f.statistic, 10, 5))
    assert f.low < 0 < f.high


@given(many, st.sampled_from([name for name in DIFFERENCE_TESTS if name != "5x2cv-f"]))
def test_the_other_order_of_the_models_turns_the_sign(d, test):
    there, back = (compare_differences(one, test=test, allow_invalid=True, **SIZES) for one in (d, -d))
    assert back.p_value == pytest.approx(there.p_value)
    assert (back.difference, back.low, back.high) == pytest.approx(
        (-there.difference, -there.high, -there.low), nan_ok=True
    )
    assert back.statistic == pytest.approx(-there.statistic, nan_ok=True)


@pytest.mark.parametrize("test", DIFFERENCE_TESTS)
@pytest.mark.parametrize("value", [0.0, 0.1])
def test_no_spread_is_not_certainty(test, value):
    found = compare_differences(np.full(10, value), test=test, allow_invalid=True, **SIZES)
    assert found.p_value == 1
    assert np.isnan([found.low, found.high]).all()
    assert found.statistic == 0 if value == 0 else np.isnan(found.statistic)
    assert "folds differ by the same amount" in found.note


@pytest.mark.parametrize(
    ("differences", "more", "message"),
    [
        ([0.1, 0.2, 0.3, 0.1], SIZES, "corrected-t needs at least 5 differences, and there are 4"),
        (DRAWN[:9], {"test": "5x2cv-t"}, "5x2cv-t needs exactly 10 differences, and there are 9"),
        (DRAWN[:10], {"train_rows": 50, "test_rows": 50}, "at most 40 % of the rows, and these are 50 %"),
        (DRAWN, {"test": "naive-t"}, "it takes resamples that share their training rows for independent ones"),
    ],
)
def test_what_does_not_hold_its_level_is_refused(differences, more, message):
    with pytest.raises(ValidityError, match=message):
        compare_differences(differences, **more)


def test_bad_input_is_named():
    with pytest.raises(InputError, match="train_rows=None, test_rows=10"):
        compare_differences(DRAWN, test_rows=10)
    with pytest.raises(InputError, match="finite numbers, and 1 of these is not"):
        compare_differences([*DRAWN, np.nan], **SIZES)
    with pytest.raises(InputError, match="one number for each fold"):
        compare_differences(["a", "b"], **SIZES)
    with pytest.raises(UnknownNameError, match="mcnemar"):
        compare_differences(DRAWN, test="mcnemar")
