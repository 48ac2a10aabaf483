"""The permutation test against chance, beside scikit-learn's."""

import json

import numpy as np
import pytest
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, permutation_test_score
from sklearn.naive_bayes import GaussianNB

import foldwise
from foldwise.errors import InputError, ValidityError
from foldwise.evaluation.permuted import permute_target

rng = np.random.default_rng(0)
X = rng.normal(size=(60, 3))
NOISE = rng.integers(0, 2, 60)
SIGNAL = (X[:, 0] + 0.5 * rng.normal(size=60) > 0).astype(int)


def test_a_value_is_that_of_cross_val_score():
    """With the same rows in the parts, also after a permutation of the targets."""
    found = foldwise.permutation_test(GaussianNB(), X, SIGNAL, plan=KFold(5), measure="accuracy", permutations=5)
    assert found.value == pytest.approx(cross_val_score(GaussianNB(), X, SIGNAL, cv=KFold(5)).mean())
    assert len(found.null) == 5
    assert found.p_value == (found.as_good + 1) / 6


def test_permuted_targets_are_scored_as_cross_val_score_does():
    """The same permutations of the targets through scikit-learn give the same values, to rounding."""
    found = foldwise.permutation_test(GaussianNB(), X, NOISE, plan=KFold(5), measure="accuracy", permutations=9, seed=4)
    draw = np.random.default_rng(np.random.SeedSequence(4, spawn_key=(7,)))
    targets = [permute_target(NOISE, None, "rows", draw) for _ in range(9)]
    theirs = [cross_val_score(GaussianNB(), X, one, cv=KFold(5)).mean() for one in targets]
    assert found.null == pytest.approx(theirs)


@pytest.mark.parametrize("target", [NOISE, SIGNAL], ids=["noise", "signal"])
def test_it_says_what_scikit_learn_says(target):
    found = foldwise.permutation_test(GaussianNB(), X, target, plan="kfold(5)", measure="accuracy", permutations=59)
    _, null, p_value = permutation_test_score(
        GaussianNB(), X, target, cv=StratifiedKFold(5, shuffle=True, random_state=0), n_permutations=59, random_state=0
    )
    assert found.p_value == pytest.approx(p_value, abs=0.2)
    assert np.mean(found.null) == pytest.approx(null.mean(), abs=0.05)


def test_signal_is_found_and_lower_may_be_better():
    found = foldwise.permutation_test("lda", X, SIGNAL, measure="log-loss", permutations=99)
    assert (found.p_value, found.better_than_chance, found.as_good) == (0.01, True, 0)
    assert found.value < min(found.null)
    assert found.statistic == found.value
    assert found.df is None


def test_without_signal_it_stops_early():
    found = foldwise.permutation_test("gaussian-nb", X, NOISE, permutations=999, stop_after=5)
    assert len(found.null) < 999
    assert found.p_value == 5 / len(found.null)
    assert "stopped at the 5th" in " ".join(str(found).split())


def test_the_same_seed_gives_the_same_bits():
    one, other = (foldwise.permutation_test("lda", X, NOISE, permutations=9, seed=3) for _ in range(2))
    assert one.null == other.null


def test_whole_groups_are_permuted_where_they_have_one_target():
    groups = np.repeat(np.arange(12), 5)
    target = np.repeat(np.arange(12) % 2, 5)
    shifted = X + rng.normal(size=(12, 3))[groups]
    found = foldwise.permutation_test("gaussian-nb", shifted, target, groups=groups, permutations=19)
    assert found.shuffle == "groups"
    assert foldwise.permutation_test("lda", X, NOISE, groups=groups, permutations=3).shuffle == "within"


def test_values_are_permuted_too():
    values = X @ [1.0, 0.5, 0.0] + 0.1 * rng.normal(size=60)
    found = foldwise.permutation_test("ridge", X, values, permutations=49)
    assert (found.measure.name, found.p_value) == ("rmse", 0.02)


def test_the_report_fits_the_page_and_the_json_holds_the_values():
    found = foldwise.permutation_test("lda", X, SIGNAL, permutations=19)
    assert max(map(len, str(found).split("\n"))) <= 80
    assert len(json.loads(found.to_json())["null"]) == 19
    assert repr(found) == f"<PermutationTest of lda on data: error {found.value:.4g}, p ≤ 0.05 over 19 permutations>"
    assert found.to_frame().shape == (19, 2)


def test_what_cannot_be_tested_is_refused_in_a_sentence():
    with pytest.raises(ValidityError, match="rows in time order are not exchangeable"):
        foldwise.permutation_test("lda", X, SIGNAL, order=np.arange(60))
    with pytest.raises(InputError, match="permutation_test takes one model, and 2 were given: lda, knn"):
        foldwise.permutation_test(["lda", "knn"], X, SIGNAL)
    with pytest.raises(InputError, match="one measure"):
        foldwise.permutation_test("lda", X, SIGNAL, measure="error,auc")
    with pytest.raises(InputError, match="multi-label and multi-output targets are out of scope"):
        foldwise.permutation_test("lda", X, np.stack([SIGNAL, NOISE], axis=1))


@pytest.mark.slow
def test_noise_is_called_better_than_chance_in_one_of_twenty():
    draw, found = np.random.default_rng(2), 0
    for seed in range(300):
        table, target = draw.normal(size=(40, 3)), draw.integers(0, 2, 40)
        found += (
            foldwise.permutation_test("gaussian-nb", table, target, plan="kfold(5)", permutations=39, seed=seed).p_value
            <= 0.05
        )
    assert found / 300 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


def test_rows_without_a_target_are_left_out_where_asked():
    target = np.where(np.arange(60) < 5, np.nan, SIGNAL)
    with pytest.raises(InputError, match="target"):
        foldwise.permutation_test("lda", X, target, task="classification", permutations=1)
    asked = {"task": "classification", "permutations": 1, "drop_missing_target": True}
    found = foldwise.permutation_test("lda", X, target, **asked)
    assert found.rows == 55
