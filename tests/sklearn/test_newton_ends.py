"""Logistic regressions are batched where scikit-learn's Newton solver ends at the optimum, and no score hangs on the rest."""

import warnings

import numpy as np
import pytest
import sklearn.model_selection as selection
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import foldwise.sklearn as ours
from foldwise.sklearn.newton_ends import newton_margin, own_margins, squared_reach
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


@pytest.mark.parametrize("strength", [0.01, 1.0, 100.0])
@pytest.mark.parametrize(
    "settings", [{}, {"class_weight": "balanced"}, {"class_weight": {0: 3}}, {"fit_intercept": False}]
)
@pytest.mark.parametrize("scaler", [None, StandardScaler(), StandardScaler(with_std=False)])
def test_scikit_learn_ends_within_the_margins_of_the_curvature(strength, settings, scaler):
    dataset, train = classes(n=90, k=2, spread=0.8), np.arange(60)
    found, crude = [], np.inf
    for tol in (1e-7, 1e-13):
        last = LogisticRegression(C=strength, solver="newton-cholesky", tol=tol, **settings)
        model = last if scaler is None else make_pipeline(scaler, last)
        with warnings.catch_warnings(action="ignore"):
            model.fit(dataset.X[train], dataset.codes[train])
        found.append(model.decision_function(dataset.X))
        if tol == 1e-7:
            margins = own_margins(model, dataset, train)
            crude = newton_margin(model, squared_reach(model, dataset), dataset.n, model.predict_proba(dataset.X))
    assert margins.max() < crude
    assert np.all(np.abs(found[0] - found[1]) <= margins)


def test_fits_in_doubt_are_settled_by_their_own_curvature():
    model, grid = LogisticRegression(solver="newton-cholesky", tol=1e-10), {"C": np.logspace(-3, 2, 50)[[36, 43, 49]]}
    search = ours.GridSearchCV(model, grid, cv=10, scoring=["accuracy", "roc_auc"], refit=False).fit(*SCALED)
    wanted = selection.GridSearchCV(model, grid, cv=10, scoring=["accuracy", "roc_auc"], refit=False).fit(*SCALED)
    record = search.foldwise.record
    assert record.left < len(record.batch.margins)
    for name in ("mean_test_accuracy", "mean_test_roc_auc"):
        np.testing.assert_allclose(search.cv_results_[name], wanted.cv_results_[name], rtol=0, atol=1e-15)


def test_where_there_is_no_optimum_or_several_classes_a_fit_has_no_margins_of_its_own():
    assert np.isinf(own_margins(LogisticRegression(**NEWTON), classes(n=60, k=3), np.arange(60))).all()
    weak, dataset = LogisticRegression(C=1e9, **NEWTON), classes(n=60, k=2, spread=50.0)
    assert np.isinf(own_margins(weak, dataset, np.arange(60))).all()


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
