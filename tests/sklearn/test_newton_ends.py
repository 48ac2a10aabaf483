"""Logistic regressions are batched where scikit-learn's Newton solver ends at the optimum, and no score hangs on the rest."""

import warnings

import numpy as np
import pytest
import sklearn.model_selection as selection
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import foldwise.sklearn as ours
from foldwise.sklearn.newton_ends import newton_margin, squared_reach
from foldwise.sklearn.record import LOG
from tests.sklearn.equal import CANCER, IRIS, both
from tests.worlds import classes

SCALED = StandardScaler().fit_transform(CANCER[0]), CANCER[1]
NEWTON = {"solver": "newton-cholesky", "tol": 1e-9}


def raw_scores(model, X, y):
    """Scores of a fit; the optimum is where a tiny tolerance ends."""
    with warnings.catch_warnings(action="ignore"):
        return model.fit(X, y).decision_function(X)


@pytest.mark.parametrize("strength", [0.001, 0.1, 10.0])
@pytest.mark.parametrize("tol", [1e-4, 1e-6, 1e-8])
def test_scikit_learn_ends_within_the_margin(strength, tol):
    dataset = classes(n=80, k=2, spread=0.8)
    model = LogisticRegression(C=strength, solver="newton-cholesky", tol=tol)
    far = np.abs(
        raw_scores(model, dataset.X, dataset.target)
        - raw_scores(LogisticRegression(C=strength, solver="newton-cholesky", tol=1e-13), dataset.X, dataset.target)
    )
    margin = newton_margin(model, squared_reach(model, dataset), dataset.n, model.predict_proba(dataset.X))
    assert far.max() <= margin


def test_a_margin_that_is_not_known_is_infinite():
    dataset = classes(n=80, k=2)
    even = np.full((80, 2), 0.5)
    weak = LogisticRegression(C=1e12, **NEWTON)
    assert newton_margin(weak, squared_reach(weak, dataset), 80, even) == np.inf
    other = make_pipeline(MinMaxScaler(), LogisticRegression(**NEWTON))
    assert squared_reach(other, dataset) == np.inf
    assert newton_margin(LogisticRegression(**NEWTON), 1.0, 80, np.array([[0.0, 1.0]])) == np.inf


@pytest.mark.parametrize("name", ["neg_log_loss", "neg_brier_score", "average_precision"])
def test_scores_that_hang_on_the_last_step_are_left_to_scikit_learn(name):
    far, note = both("cross_val_score", LogisticRegression(C=10, **NEWTON), *SCALED, cv=3, scoring=name)
    assert far == 0.0
    assert "depend on where its solver stops" in note.reason
    far, note = both("cross_val_predict", LogisticRegression(**NEWTON), *SCALED, cv=3, method="predict_proba")
    assert far == 0.0
    assert "depend on where its solver stops" in note.reason


def test_labels_and_ranks_are_batched():
    far, note = both("cross_validate", LogisticRegression(**NEWTON), *SCALED, cv=5, scoring=["accuracy", "roc_auc"])
    assert far < 1e-12
    assert note.left < note.fits


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"max_iter": 2}, "max_iter=2"),
        ({"tol": 1e-4}, "may stop before the optimum"),
        ({"tol": 1e-13}, "may stop before the optimum"),
        ({"solver": "lbfgs"}, "stops at a point that depends on its steps"),
    ],
)
def test_fits_that_end_elsewhere_go_to_scikit_learn(settings, reason):
    with warnings.catch_warnings(action="ignore"):
        far, note = both("cross_val_score", LogisticRegression(**{**NEWTON, **settings}), *IRIS, cv=3)
    assert reason in note.reason
    assert far == 0.0


def test_weak_penalties_warn_as_in_scikit_learn():
    X, y = IRIS[0] * [1e4, 1.0, 1e-3, 1.0], IRIS[1]
    grid, found = {"C": [1e-6, 1.0, 1e12]}, []
    for module in (ours, selection):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            search = module.GridSearchCV(LogisticRegression(**NEWTON), grid, cv=3, refit=False).fit(X, y)
        found.append((search.cv_results_["mean_test_score"].tolist(), sorted(str(one.message) for one in caught)))
    assert found[0] == found[1]


def test_groups_that_every_repeat_warns_of_are_left_to_scikit_learn():
    folds, found = selection.RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0), []
    LOG.notes.clear()
    for module in (ours, selection):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with pytest.raises(ValueError, match="bad"):
                module.cross_val_score(
                    LogisticRegression(**NEWTON),
                    *IRIS,
                    cv=folds,
                    groups=IRIS[1],
                    scoring=bad_scorer,
                    error_score="raise",
                )
        found.append([str(one.message) for one in caught])
    assert found[0] == found[1]


def bad_scorer(*_):
    """Fails at once."""
    raise ValueError("bad")
