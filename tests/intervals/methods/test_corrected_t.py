"""The corrected t interval, on worked numbers and properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from foldwise.errors import ValidityError
from foldwise.intervals import CorrectedT, corrected_t, make_interval
from foldwise.intervals.methods.corrected_t import overlap_of
from foldwise.measures import ModelScores, measure
from foldwise.plans import Partition
from tests.worlds import fixed, losses_of, partition, predictions_of

score_lists = st.lists(st.floats(0, 1), min_size=5, max_size=40, unique=True).map(np.array)


def five_folds(errors=(8, 4, 7, 11, 5), size=30):
    """Predictions with this many errors in each of five parts."""
    parts = np.repeat(np.arange(5), size)
    wrong = np.concatenate([np.arange(size) < count for count in errors])
    truth = np.zeros(parts.size, dtype=int)
    return predictions_of(truth, wrong.astype(int), Partition(parts[None, :], 5, plan="kfold(5)"))


def test_five_folds_worked_by_hand():
    """Errors 8, 4, 7, 11, 5 of 30 give [.0633, .4034] (METHODS L.5)."""
    interval = CorrectedT().interval(ModelScores(five_folds(), "m", measure("error")), 0.95)
    assert (interval.low, interval.high) == pytest.approx((0.0633, 0.4034), abs=5e-5)


def test_without_overlap_it_is_students_t():
    """[.1200, .3467] is the textbook interval for the same folds (METHODS L.5)."""
    scores = np.array([8, 4, 7, 11, 5]) / 30
    assert corrected_t(scores, 0, 0.95) == pytest.approx((0.1200, 0.3467), abs=5e-5)
    assert corrected_t(scores, 0, 0.9) == pytest.approx(stats.t.interval(0.9, 4, scores.mean(), stats.sem(scores)))


@given(score_lists, st.floats(0.01, 0.5))
def test_a_higher_level_contains_a_lower_one(scores, overlap):
    narrow, wide = (corrected_t(scores, overlap, level) for level in (0.8, 0.99))
    assert wide[0] <= narrow[0] <= narrow[1] <= wide[1]


def test_the_interval_of_rmse_is_that_of_mse_carried_through_the_root():
    rng = np.random.default_rng(0)
    y = rng.normal(size=60)
    predictions = predictions_of(y, y + rng.normal(size=60), partition(n=60, k=10, repeats=3), n_classes=0)
    mse, rmse = (make_interval(ModelScores(predictions, "m", measure(name)), "corrected-t") for name in ("mse", "rmse"))
    assert (rmse.low**2, rmse.high**2) == pytest.approx((mse.low, mse.high))


def test_it_stays_inside_the_range_of_the_measure():
    truth = np.zeros(100, dtype=int)
    output = truth.copy()
    output[:2] = 1
    scored = ModelScores(predictions_of(truth, output, partition(n=100, k=10)), "m", measure("error"))
    assert make_interval(scored, "corrected-t").low == 0


def test_equal_scores_fall_back_to_the_rows():
    truth = np.tile([0, 1], 50)
    predictions = predictions_of(truth, truth, partition(n=100, k=10))
    interval = make_interval(ModelScores(predictions, "m", measure("error")), "corrected-t")
    assert interval.low == 0
    assert interval.high == pytest.approx(0.0370, abs=5e-5)  # Wilson, 0 of 100
    assert "pooled rows" in interval.note


def test_equal_scores_of_a_value_fall_back_to_the_rows():
    y = np.arange(100.0)
    scored = ModelScores(predictions_of(y, y + 1, partition(n=100, k=10), n_classes=0), "m", measure("mae"))
    interval = make_interval(scored, "corrected-t")
    assert (interval.low, interval.high) == pytest.approx((1, 1))
    assert "pooled rows" in interval.note


def test_large_test_sets_are_flagged():
    assert "80 % of the rows" in CorrectedT().interval(ModelScores(five_folds(), "m", measure("error")), 0.95).note


def test_naive_use_is_refused_with_the_way_out():
    loo = Partition(np.arange(30)[None, :], 30, plan="loo")
    scored = ModelScores(predictions_of(np.tile([0, 1], 15), np.zeros(30, dtype=int), loo), "m", measure("error"))
    with pytest.raises(
        ValidityError, match=r"no valid corrected-t interval .* plan loo; try plan='kfold\(10, repeats=3\)'"
    ):
        make_interval(scored, "corrected-t")


def test_too_few_resamples_are_refused():
    scored = ModelScores(
        predictions_of(np.tile([0, 1], 30), np.zeros(60, dtype=int), partition(n=60, k=3)), "m", measure("error")
    )
    with pytest.raises(ValidityError, match="needs 5 resamples with a score, and there are 3"):
        make_interval(scored, "corrected-t")


def test_half_the_rows_in_the_test_set_are_refused():
    resamples = partition(n=60, k=2, repeats=5)
    scored = ModelScores(predictions_of(np.tile([0, 1], 30), np.zeros(60, dtype=int), resamples), "m", measure("error"))
    with pytest.raises(ValidityError, match="at most 40 % of the rows, and these have 50 %"):
        make_interval(scored, "corrected-t")


def test_one_test_set_is_refused():
    scored = ModelScores(predictions_of(np.tile([0, 1], 30), np.zeros(60, dtype=int), fixed(60)), "m", measure("error"))
    with pytest.raises(ValidityError, match="not valid for the plan fixed"):
        make_interval(scored, "corrected-t")


def test_overlap_is_counted_in_groups_where_groups_were_dealt():
    """Twelve groups in four parts: n₂/n₁ is 3/9, though the parts have 10, 8, 6 and 24 rows."""
    groups = np.repeat(np.arange(12), [8, 1, 1, 6, 1, 1, 4, 1, 1, 22, 1, 1])
    resamples = Partition((groups // 3)[None, :], 4, plan="group-kfold(4)", unit="group")
    one = ModelScores(losses_of(resamples, lambda r, rows: rows + r, groups=groups), "m", measure("mae"))
    assert overlap_of(one) == pytest.approx(3 / 9)
    ungrouped = ModelScores(losses_of(partition(n=48, k=4), lambda r, rows: rows + r), "m", measure("mae"))
    assert overlap_of(ungrouped) == pytest.approx(12 / 36)
