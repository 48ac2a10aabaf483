"""`SelectCV` is an ordinary scikit-learn estimator."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import foldwise
from foldwise.errors import FitError
from foldwise.progress import Meter
from tests.learners.checks import complaints

IRIS = foldwise.sample("iris")


# One setting each: a row of weight two and two copies of it are dealt differently, so with several settings another one
# may win, and scikit-learn's check that weights are as good as copies would fail for a reason that is not a defect.
CHECKED = [
    foldwise.SelectCV(Ridge(), {"alpha": [1.0]}, plan="kfold(3)"),
    foldwise.SelectCV(LogisticRegression(), {"C": [1.0]}, plan="kfold(3)"),
]


@pytest.mark.filterwarnings("ignore")
def test_scikit_learns_own_checks():
    assert complaints(*CHECKED) == []


def test_it_keeps_both_scores():
    chosen = foldwise.SelectCV(LogisticRegression(max_iter=500), {"C": [0.01, 1.0]}).fit(IRIS.X, IRIS.target)
    assert chosen.best_params_["C"] in {0.01, 1.0}
    assert chosen.corrected_low_ <= chosen.corrected_score_ <= chosen.corrected_high_
    assert 0 <= chosen.naive_score_ < 0.2
    assert chosen.predict_proba(IRIS.X).shape == (150, 3)


def test_it_can_be_piped_and_resampled():
    model = make_pipeline(
        StandardScaler(), foldwise.SelectCV(LogisticRegression(), {"C": [0.01, 1.0]}, plan="kfold(3)")
    )
    assert cross_val_score(model, IRIS.X.to_numpy(), IRIS.target, cv=3).mean() > 0.85


def test_groups_and_weights_reach_the_inner_plan():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.tile([0, 1], 30)
    groups = np.repeat(np.arange(12), 5)
    model = foldwise.SelectCV(LogisticRegression(), {"C": [0.1, 1.0]}, plan="group-kfold(4)")
    assert model.fit(X, y, groups=groups, sample_weight=np.ones(60)).best_name_ in {"C=0.1", "C=1"}


def test_frames_keep_their_names():
    chosen = foldwise.SelectCV(Ridge(), {"alpha": [1.0, 2.0]}).fit(
        pd.DataFrame({"a": np.arange(30.0), "b": np.arange(30.0) ** 2}), np.arange(30.0)
    )
    assert chosen.feature_names_in_.tolist() == ["a", "b"]


def test_the_default_plan_never_cuts_a_group():
    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.tile([0, 1], 30)
    groups = np.repeat(np.arange(4), 15)
    model = foldwise.SelectCV(LogisticRegression(), {"C": [0.1, 1.0]})
    assert model.fit(X, y, groups=groups).n_splits_ == 4
    found = foldwise.assess(model, X, y, groups=groups, plan="group-kfold(4)", measures="error")
    assert not found.failures


def test_the_search_inside_shows_no_bar_of_its_own(monkeypatch):
    shown = []
    monkeypatch.setattr("foldwise.evaluation.settings.Meter", lambda things: shown.append(things) or Meter(things))
    foldwise.SelectCV(LogisticRegression(), {"C": [0.1, 1.0]}, plan="kfold(3)").fit(IRIS.X, IRIS.target)
    assert not shown


def test_a_candidate_that_fails_is_left_out_where_asked():
    model = foldwise.SelectCV(KNeighborsClassifier(), {"n_neighbors": [5, 140]}, plan="kfold(3)", on_failure="record")
    assert model.fit(IRIS.X, IRIS.target).best_params_ == {"n_neighbors": 5}
    with pytest.raises(FitError):
        model.set_params(on_failure="raise").fit(IRIS.X, IRIS.target)
