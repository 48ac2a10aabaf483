"""The sentences of a report."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from foldwise.api import assess
from foldwise.data import sample
from foldwise.reports.assessment.wording import all_remarks, intervals_used, plan_and_fits, target_and_bias
from tests.reports.findings import of_classes, of_failures, of_values, without_interval


def test_the_plan_is_told_with_all_that_decides_the_resamples() -> None:
    assert plan_and_fits(of_classes()) == ("kfold(10, repeats=3), stratified, seed 0", "120 fits")
    result = assess("lda", sample("iris"), plan="loo", measures="error", baseline=False)
    assert plan_and_fits(result) == ("loo", "150 fits")


def test_the_methods_are_told_once_or_with_their_measures() -> None:
    assert intervals_used(of_classes()) == "influence, 95 %"
    assert intervals_used(of_values()) == "holdout-t (rmse), delta (r2), 95 %"
    assert intervals_used(without_interval()) == "influence (rmse), no interval (median-absolute-error), 95 %"


def test_the_target_and_the_bias_are_put_in_words() -> None:
    assert target_and_bias(of_classes()) == (
        "These figures estimate how each model, fitted to all 150 rows, performs on new rows. "
        "They tend to be pessimistic: each fit was trained on about 135 of the rows."
    )


def test_one_test_set_is_about_the_models_that_were_fitted() -> None:
    result = assess("lda", sample("iris"), plan="holdout", measures="error")
    assert target_and_bias(result) == (
        "These figures and their intervals are about the models fitted here, to 100 of the 150 rows, on new rows. "
        "One fitted to all rows mostly does better."
    )
    assert target_and_bias(of_values()).startswith(
        "These figures and their intervals are about the models fitted here, to "
    )


def test_fits_to_half_of_the_rows_are_not_said_to_be_about_all() -> None:
    result = assess("lda", sample("iris"), plan="kfold(2, repeats=5)", measures="error")
    assert target_and_bias(result) == (
        "These figures and their intervals are about the models fitted here, to about 75 of the 150 rows, on new rows. "
        "One fitted to all rows mostly does better."
    )


def test_training_sets_of_unequal_sizes_are_told_by_their_range() -> None:
    rows = sample("iris")
    groups = np.where(np.arange(150) % 5 < 3, 0, 1 + np.arange(150) % 9)
    result = assess("lda", rows.X, rows.codes, groups=groups, plan="leave-group-out", measures="error")
    assert "each fit was trained on 60 to 144 of the rows" in target_and_bias(result)


def test_a_measure_that_small_parts_flatter_is_not_called_pessimistic() -> None:
    rows = sample("breast-cancer")
    alone = assess("gaussian-nb", rows, plan="kfold(10)", measures="average-precision", baseline=False)
    assert target_and_bias(alone).endswith("on new rows. The direction of their bias is not known.")
    beside = assess("gaussian-nb", rows, plan="kfold(10)", measures="error,average-precision", baseline=False)
    assert target_and_bias(beside).endswith("of the rows. The direction of the bias of average-precision is not known.")


def test_a_bootstrap_sample_counts_every_row_once() -> None:
    result = assess("lda", sample("iris"), plan="bootstrap(20)", measures="error")
    assert "fitted here, to about 95 of the 150 rows" in target_and_bias(result)


def test_resubstitution_is_called_optimistic() -> None:
    result = assess("tree", sample("iris"), plan="resubstitution", measures="error")
    assert "optimistic: the models were tested on rows they were trained on" in target_and_bias(result)


def test_a_measure_without_an_interval_is_told_once() -> None:
    told = (
        "no interval for median-absolute-error: not assessable: median-absolute-error has no derivative, and values of parts of the same "
        "rows differ less than those of new rows; mae, or one test set as of plan='holdout(1/3)', can be assessed"
    )
    assert all_remarks(without_interval()).count(told) == 1


def test_the_reason_of_the_only_method_that_was_looked_at_is_told() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    result = assess("linear", X, X.sum(axis=1), measures="r2", baseline=False)
    assert "no interval for r2: all resamples have the same value, which leaves no spread to judge from" in all_remarks(
        result
    )


def test_models_without_an_interval_are_named_where_others_have_one() -> None:
    result = assess(
        ["gaussian-nb", "tree"], sample("breast-cancer"), plan="subsample(10, test=1/3)", measures="log-loss"
    )
    assert all_remarks(result)[0].startswith(
        "no interval for log-loss of tree: not assessable: probabilities of 0 were met"
    )


def test_a_reason_that_holds_for_every_method_is_told_itself() -> None:
    result = assess("gaussian-nb", sample("breast-cancer"), plan="kfold(10)", measures="ks", baseline=False)
    assert all_remarks(result)[0].startswith(
        "no interval for ks: the largest gap of test sets with 24.1 rows of a class leans"
    )


def test_a_note_on_an_interval_names_the_measure_or_the_model() -> None:
    result = assess(["lda", "tree"], sample("iris"), plan="kfold(5)", measures="auc", interval="corrected-t")
    assert "auc: models were trained on 80 % of the rows only" in all_remarks(result)


def test_failures_are_counted_and_the_first_is_told() -> None:
    failures = of_failures().failures
    assert 0 < len(failures) < 8
    first = f"resample {failures[0].resample + 1}: ValueError: not today"
    assert f"{len(failures)} of 8 fits of 'moody' failed; the first, {first}" in all_remarks(of_failures())


def test_models_with_intervals_of_their_own_are_named() -> None:
    result = of_classes()
    first, *rest = result.findings
    odd = replace(first, interval=replace(first.interval, method="oob"))
    told = intervals_used(replace(result, findings=(odd, *rest)))
    assert told == "oob (error of tree), influence (auc, error of lda and gaussian-nb), 95 %"
