"""Some rows of resampled predictions."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import foldwise
from foldwise.measures import ModelScores, measure
from foldwise.predictions import take_resampled_rows

CANCER = foldwise.sample("breast-cancer")
ROWS = np.flatnonzero(np.arange(CANCER.n) % 3 == 1)


@pytest.mark.parametrize(
    "plan", ["kfold(5, repeats=2)", "bootstrap(8)", "loo", "subsample(6, test=0.2)", "holdout(1/3)"]
)
def test_rows_keep_their_predictions_and_their_resamples(plan):
    whole = foldwise.assess("gaussian-nb", CANCER, plan=plan, measures="error", baseline=False).predictions
    some = take_resampled_rows(whole, ROWS)
    before, after = whole.of("gaussian-nb"), some.of("gaussian-nb")
    mine = np.isin(before.row, ROWS)
    assert np.array_equal(ROWS[after.row], before.row[mine])
    assert np.array_equal(after.output, before.output[mine])
    assert np.array_equal(some.truth, whole.truth[ROWS])
    wrong = before.output[mine] != whole.truth[before.row[mine]]
    if plan.startswith(("kfold", "loo", "holdout")):  # others test different numbers of rows in each repeat
        assert ModelScores(some, "gaussian-nb", measure("error")).value == pytest.approx(wrong.mean())
    for r in range(some.resamples.count):
        assert set(ROWS[some.resamples.test_rows(r)]) <= set(ROWS)
        assert not set(some.resamples.test_rows(r)) & set(some.resamples.train_rows(r))


def test_a_rank_is_taken_within_the_rows_of_a_resample():
    whole = foldwise.assess("lda", CANCER, plan="kfold(3)", measures="auc", baseline=False).predictions
    some = take_resampled_rows(whole, ROWS)
    found = some.of("lda")
    each = [
        roc_auc_score(some.truth[found.row[found.resample == r]], found.scores[found.resample == r, 1])
        for r in range(3)
    ]
    assert ModelScores(some, "lda", measure("auc")).scores == pytest.approx(each)


def test_resamples_that_test_none_of_the_rows_are_left_out():
    whole = foldwise.assess("gaussian-nb", CANCER, plan="loo", measures="error", baseline=False).predictions
    assert take_resampled_rows(whole, ROWS[:7]).resamples.count == 7


def test_measures_relative_to_the_training_mean_stay_so():
    auto = foldwise.sample("auto-mpg")
    whole = foldwise.assess("baseline", auto, plan="kfold(5)", measures="r2").predictions
    few = take_resampled_rows(whole, np.flatnonzero(auto.X["origin"] == "japan"))
    assert ModelScores(few, "baseline", measure("r2")).value == pytest.approx(0, abs=1e-9)


def test_groups_and_weights_go_with_their_rows():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.arange(60) % 2
    whole = foldwise.assess(
        "gaussian-nb", X, y, groups=np.arange(60) // 5, weights=np.arange(60) + 1.0, measures="error"
    )
    some = take_resampled_rows(whole.predictions, np.arange(20, 40))
    assert sorted(set(some.groups)) == [0, 1, 2, 3]
    assert some.weights.tolist() == list(range(21, 41))
