"""The trials of a selection in scikit-learn's shape."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KNeighborsClassifier

import foldwise
from foldwise.selection import cv_results

IRIS = foldwise.sample("iris")


def test_shapes_and_values_are_those_of_a_grid_search() -> None:
    """The witness deals the same parts of the same size, so that its means are ours."""
    space = {"n_neighbors": [1, 5], "weights": ["uniform", "distance"]}
    folds = KFold(5, shuffle=True, random_state=3)
    X, y = IRIS.X.to_numpy(), IRIS.target
    theirs = GridSearchCV(KNeighborsClassifier(), space, cv=folds).fit(X, y)
    ours = foldwise.SelectCV(KNeighborsClassifier(), space, plan=folds, measure="accuracy").fit(X, y)
    assert set(ours.cv_results_) == {
        name for name in theirs.cv_results_ if not (name.startswith("std") and "time" in name)
    }
    assert (ours.cv_results_["mean_fit_time"] > 0).all()
    for name in ("mean_test_score", "std_test_score", "split0_test_score", "split4_test_score"):
        assert ours.cv_results_[name] == pytest.approx(theirs.cv_results_[name])
    assert ours.cv_results_["rank_test_score"].tolist() == theirs.cv_results_["rank_test_score"].tolist()
    assert ours.cv_results_["params"] == theirs.cv_results_["params"]
    assert ours.cv_results_["param_weights"].tolist() == theirs.cv_results_["param_weights"].tolist()
    assert ours.best_score_ == pytest.approx(theirs.best_score_)
    assert (ours.best_index_, ours.n_splits_) == (theirs.best_index_, 5)
    assert ours.best_params_ == ours.cv_results_["params"][ours.best_index_]


def test_a_measure_of_which_less_is_better_has_a_minus_sign() -> None:
    X = np.random.default_rng(0).normal(size=(60, 3))
    chosen = foldwise.SelectCV(Ridge(), {"alpha": [1e4, 1.0]}, measure="mae").fit(X, X @ [1.0, 2.0, 0.0])
    assert chosen.best_index_ == 1
    assert chosen.best_score_ == -chosen.naive_score_ < 0
    assert chosen.cv_results_["rank_test_score"].tolist() == [2, 1]


def test_a_parameter_that_a_candidate_does_not_set_is_masked() -> None:
    space = [{"n_neighbors": [1]}, {"weights": ["distance"]}]
    table = cv_results(foldwise.select("knn", space, IRIS, plan="kfold(5)"))
    assert table["param_n_neighbors"].mask.tolist() == [False, True]


def test_models_without_a_space_have_their_names() -> None:
    found = foldwise.select("lda,knn", None, IRIS, plan="kfold(5)")
    assert cv_results(found)["params"] == [{"model": "lda"}, {"model": "knn"}]


def test_what_was_dropped_has_no_value_and_the_last_rank() -> None:
    found = foldwise.select(
        "knn", {"n_neighbors": [5, 1, 79, 97, 101]}, IRIS, plan="kfold(5, repeats=3)", search="halving", measure="error"
    )
    table, names = cv_results(found), list(found.settings)
    gone = [names.index(name) for name in found.dropped]
    assert gone
    assert np.isnan(table["mean_test_score"][gone]).all()
    assert table["rank_test_score"][gone].min() > table["rank_test_score"][names.index(found.chosen)]
