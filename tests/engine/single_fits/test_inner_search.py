"""Groups reach a search within a model."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import config_context
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, PredefinedSplit, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import foldwise
from foldwise.engine.single_fits.generic import takes_groups
from foldwise.errors import FoldwiseWarning

N = 60
GROUPS = np.repeat(np.arange(12), 5)
RNG = np.random.default_rng(0)
X, Y = np.column_stack([np.arange(N), RNG.normal(size=N)]), np.arange(N) % 2
SPACE = {"C": [0.1, 1.0]}
SEEN: list[tuple[list[float], list[float]]] = []


class Watched(GroupKFold):
    """Writes down which rows it was asked about, by their first feature, and the groups of both sides."""

    def split(self, X, y=None, groups=None):
        for train, test in super().split(X, y, groups):
            rows = np.asarray(X)[:, 0].round().astype(int)
            assert np.array_equal(GROUPS[rows], groups)
            SEEN.append((sorted(set(GROUPS[rows[train]])), sorted(set(GROUPS[rows[test]]))))
            yield train, test


def check(model: object) -> None:
    """No fold of the inner search cuts a group, and each looks at training rows of the outer plan only."""
    SEEN.clear()
    asked = {"groups": GROUPS, "plan": "group-kfold(3, repeats=2)", "measures": "error", "jobs": 1}
    foldwise.assess(model, X, Y, interval="cluster-t", **asked)  # which looks at no bootstrap samples beside the plan
    assert len(SEEN) >= 18
    assert all(not set(train) & set(test) for train, test in SEEN)
    assert all(len(train) + len(test) == 8 for train, test in SEEN)


def test_a_grid_search_gets_the_groups_of_its_training_rows() -> None:
    check(GridSearchCV(LogisticRegression(), SPACE, cv=Watched(3)))


def test_so_does_a_random_search_behind_a_step_that_keeps_the_first_column() -> None:
    keep = StandardScaler(with_mean=False, with_std=False)
    check(make_pipeline(keep, RandomizedSearchCV(LogisticRegression(), SPACE, n_iter=2, cv=Watched(3), random_state=0)))


def test_and_with_metadata_routing_switched_on() -> None:
    with config_context(enable_metadata_routing=True):
        check(GridSearchCV(LogisticRegression(), SPACE, cv=Watched(3)))


def test_and_a_selection_of_our_own() -> None:
    check(foldwise.SelectCV(LogisticRegression(), SPACE, plan=Watched(3)))


def test_folds_that_cut_groups_are_told_of() -> None:
    model = GridSearchCV(LogisticRegression(), SPACE, cv=KFold(3))
    told = r"the search within model 'grid-search-cv' puts rows of one group .*; try cv=GroupKFold\(5\)"
    with pytest.warns(FoldwiseWarning, match=told):
        assert not takes_groups("grid-search-cv", model)
    with pytest.warns(FoldwiseWarning, match="puts rows of one group into different folds"):
        foldwise.assess({"m": model}, X, Y, groups=GROUPS, plan="group-kfold(3, repeats=2)", measures="error")


def test_without_groups_nothing_is_said() -> None:
    foldwise.assess(GridSearchCV(LogisticRegression(), SPACE, cv=3), X, Y, plan="holdout(1/3)", measures="error")


def test_another_model_takes_none() -> None:
    assert not takes_groups("m", LogisticRegression())
    with pytest.warns(FoldwiseWarning, match="puts rows of one group"):
        assert not takes_groups("m", GridSearchCV(LogisticRegression(), SPACE, cv=PredefinedSplit([0, 1])))
