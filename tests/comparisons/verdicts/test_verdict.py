"""Verdicts in one word."""

import numpy as np
import pytest

from foldwise.comparisons import Verdict, compare_pair, judge
from tests.comparisons.pairs import error_pair, fold_differences, of_errors, of_losses
from tests.comparisons.unpaired_worlds import compared_by, counts_pair, values_pair
from tests.worlds import fixed

rng = np.random.default_rng(0)
NOISE = rng.normal(0, 0.01, 30)
NOISE -= NOISE.mean()


def judged(pair, rope=0.01, method="auto", how="holm", times=1):
    compared = [(pair, compare_pair(pair, method))] * times
    return judge(compared, {pair.measure.name: rope}, how=how)[0]


@pytest.mark.parametrize(
    ("shift", "rope", "verdict"),
    [(0.05, 0.01, "worse"), (-0.05, 0.01, "better"), (0.001, 0.02, "equivalent"), (0.004, 0.001, "undecided")],
)
def test_the_four_verdicts(shift, rope, verdict):
    assert judged(fold_differences(NOISE + shift, repeats=3), rope, "corrected-t").verdict == verdict


def test_a_real_difference_that_does_not_matter_is_equivalence():
    one = judged(fold_differences(NOISE / 10 + 0.005, repeats=3), method="corrected-t")
    assert one.comparison.p_value < 0.001
    assert one.verdict is Verdict.EQUIVALENT


def test_higher_is_better_for_an_accuracy():
    predictions = of_errors(np.zeros(200), rng.random(200) < 0.3)
    assert judged(error_pair(predictions, "accuracy")).verdict is Verdict.BETTER
    assert judged(error_pair(predictions, "error")).verdict is Verdict.BETTER
    assert judged(error_pair(predictions, "accuracy").turned()).verdict is Verdict.WORSE


def test_many_comparisons_need_more_evidence():
    pair = fold_differences(NOISE + 0.009, repeats=3)
    assert judged(pair, 0.0, "corrected-t").verdict is Verdict.WORSE
    assert judged(pair, 0.0, "corrected-t", times=50).verdict is Verdict.UNDECIDED
    assert judged(pair, 0.0, "corrected-t", times=50, how="none").verdict is Verdict.WORSE


def test_an_open_question_says_what_would_close_it():
    alone = judged(fold_differences(NOISE + 0.004, repeats=3), 0.001, "corrected-t")
    assert alone.needed.rows > 900
    assert alone.needed.detectable > 0.004
    among_many = judged(fold_differences(NOISE + 0.004, repeats=3), 0.001, "corrected-t", times=10)
    assert among_many.needed.rows > alone.needed.rows


def test_repeats_are_said_to_help_only_where_they_count():
    pair = fold_differences(NOISE + 0.0062, repeats=3)
    usual, once = (judged(pair, 0.0, method, times=2) for method in ("corrected-t", "corrected-t-once"))
    assert usual.verdict is once.verdict is Verdict.UNDECIDED
    assert once.needed.repeats is None


def test_identical_models_that_cannot_be_decided_need_no_number():
    pair = fold_differences(np.zeros(10))
    assert judged(pair, 0.0).needed is None


def test_tests_without_posterior_judge_too():
    d = rng.normal(1, 1, 60)
    pair = error_pair(of_losses(fixed(60), 10 + d, 10.0), "mae")
    one = judged(pair, method="wilcoxon")
    assert one.verdict is Verdict.WORSE
    assert np.isnan(one.record()["p_equivalent"])
    assert judged(error_pair(of_errors([1, 0] * 500, [0, 1] * 500)), 0.2, "wald-cv").verdict is Verdict.EQUIVALENT


def test_an_interval_is_enough_to_say_what_would_close_an_open_question():
    pair = error_pair(of_errors([1] * 12 + [0] * 88, [0] * 92 + [1] * 8, fixed(100)))
    one = judged(pair, method="mcnemar")
    assert one.verdict is Verdict.UNDECIDED
    assert one.needed.rows > 100


def test_draws_that_are_all_alike_are_no_proof_of_equivalence():
    silent = error_pair(of_errors(np.zeros(40), np.zeros(40), fixed(40)), "f1")
    one = judged(silent, method="permutation")
    assert one.comparison.low < 0 < one.comparison.high
    assert one.verdict is Verdict.UNDECIDED


def test_the_same_values_for_all_rows_are_the_same_model():
    same = error_pair(of_losses(fixed(40), np.full(40, 10.0), 10.0), "mae")
    assert judged(same, method="permutation").verdict is Verdict.EQUIVALENT


def test_a_test_that_is_wrong_does_not_plan_the_next():
    pair = fold_differences(NOISE + 0.001, repeats=3)
    (one,) = judge([(pair, compare_pair(pair, "naive-t", allow_invalid=True))], {"mae": 0.0})
    assert one.verdict is Verdict.UNDECIDED
    assert one.needed is None


def test_the_record_has_what_the_frame_promises():
    record = judged(fold_differences(NOISE + 0.004, repeats=3), 0.001).record()
    promised = ["a", "b", "measure", "difference", "low", "high", "p_value", "p_adjusted", "verdict"]
    assert list(record)[:9] == promised
    assert record["p_lower"] + record["p_equivalent"] + record["p_higher"] == pytest.approx(1)


def test_verdicts_turn_round():
    assert [verdict.turned for verdict in Verdict] == ["worse", "better", "equivalent", "undecided"]


def test_different_rows_are_judged_by_the_same_rule():
    pair = values_pair(np.abs(rng.normal(size=400)), np.abs(rng.normal(size=400)))
    comparison = compared_by(pair, "welch-t")
    spread = (comparison.high - comparison.low) / 2
    for rope in (0.5 * spread, 3 * spread):
        (found,) = judge([(pair, comparison)], {"mae": rope})
        enough = comparison.posterior.shares(rope).rope >= comparison.level
        assert (found.verdict is Verdict.EQUIVALENT) == enough


def test_different_rows_say_how_many_of_both_are_needed():
    pair = counts_pair(20, 100, 26, 200)
    (found,) = judge([(pair, compared_by(pair))], {"error": 0.01})
    assert (found.verdict, found.needed.repeats) == (Verdict.UNDECIDED, None)
    more = counts_pair(*(round(one * found.needed.rows / pair.rows) for one in (20, 100, 26, 200)))
    assert compared_by(more).p_value < 0.05
    assert judge([(more, compared_by(more))], {"error": 0.01})[0].verdict is Verdict.WORSE
