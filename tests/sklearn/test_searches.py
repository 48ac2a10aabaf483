"""The searches: scikit-learn's own, with candidates that are fitted together."""

import pickle
import re

import numpy as np
import pytest
import sklearn.model_selection as selection
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import foldwise.sklearn as ours
from foldwise.installed import SKLEARN
from tests.sklearn.equal import CANCER, DIABETES, IRIS, difference

SCALED = StandardScaler().fit_transform(CANCER[0]), CANCER[1]
GRIDS = [
    (Ridge(), {"alpha": np.logspace(-3, 3, 9)}, DIABETES),
    (make_pipeline(StandardScaler(), KNeighborsClassifier()), {"kneighborsclassifier__n_neighbors": [1, 5, 9]}, IRIS),
    (DecisionTreeClassifier(random_state=0), {"max_depth": [2, 4, None], "min_samples_leaf": [1, 5]}, CANCER),
    (LogisticRegression(solver="newton-cholesky", tol=1e-10), {"C": [1.0, 0.01, 10.0, 1.0]}, SCALED),
    (GaussianNB(), [{"var_smoothing": [1e-9, 1e-3]}, {"priors": [None, [0.2, 0.3, 0.5]]}], IRIS),
]


@pytest.mark.parametrize(("model", "grid", "rows"), GRIDS, ids=["ridge", "neighbours", "tree", "logistic", "bayes"])
def test_a_grid_has_the_results_of_scikit_learn(model, grid, rows):
    found = ours.GridSearchCV(model, grid, return_train_score=True).fit(*rows)
    wanted = selection.GridSearchCV(model, grid, return_train_score=True).fit(*rows)
    assert found._foldwise.left <= found._foldwise.fits / 5  # neighbours at the same distance
    assert found.best_params_ == wanted.best_params_
    numbers = [key for key in wanted.cv_results_ if "score" in key and "time" not in key]
    assert list(found.cv_results_) == list(wanted.cv_results_)
    assert max(difference(found.cv_results_[key], wanted.cv_results_[key]) for key in numbers) < 1e-12
    assert np.array_equal(found.predict(rows[0]), wanted.predict(rows[0]))


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")  # scikit-learn 1.5 itself
def test_random_and_halving_searches():
    space = {"n_neighbors": range(1, 30, 2)}
    searches = {
        "RandomizedSearchCV": {"n_iter": 6, "random_state": 0},
        "HalvingGridSearchCV": {"random_state": 0, "min_resources": 60},
        "HalvingRandomSearchCV": {"random_state": 0, "min_resources": 60},
    }
    model = make_pipeline(StandardScaler(), KNeighborsClassifier())
    for name, options in searches.items():
        given = {f"kneighborsclassifier__{key}": value for key, value in space.items()}
        pair = [getattr(module, name)(model, given, **options).fit(*CANCER) for module in (ours, selection)]
        scores = [one.cv_results_["mean_test_score"] for one in pair]
        assert np.array_equal(*scores)
        assert pair[0].best_params_ == pair[1].best_params_
        assert pair[0]._foldwise is not None


def test_several_scorers():
    options = {"scoring": ["accuracy", "neg_log_loss"], "refit": "neg_log_loss"}
    pair = [
        module.GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-2]}, **options).fit(*IRIS)
        for module in (ours, selection)
    ]
    assert pair[0].best_score_ == pytest.approx(pair[1].best_score_, abs=1e-12)
    assert pair[0].best_index_ == pair[1].best_index_
    assert pair[0].honest_score_ < 0


def test_candidates_that_no_family_takes_are_fitted_by_scikit_learn():
    grid = {"weights": ["uniform", lambda distance: 1 / (1 + distance)]}
    pair = [module.GridSearchCV(KNeighborsClassifier(), grid).fit(*CANCER) for module in (ours, selection)]
    assert pair[0]._foldwise.left == 5
    assert np.array_equal(*[one.cv_results_["mean_test_score"] for one in pair])


def test_the_honest_score_is_below_the_best():
    search = ours.GridSearchCV(DecisionTreeClassifier(random_state=0), {"max_depth": range(1, 9)}, cv=5).fit(*CANCER)
    assert 0.85 < search.honest_score_ <= search.best_score_ + 1e-9
    assert search.foldwise.assessment("error").models[0] == "DecisionTreeClassifier(max_depth=1)"


def test_a_search_that_was_not_batched_has_no_honest_score():
    search = ours.GridSearchCV(SVC(), {"C": [1, 2]}, cv=2).fit(*IRIS)
    assert not {"foldwise", "honest_score_"} & set(dir(search))
    with pytest.raises(AttributeError, match="were not batched"):
        _ = search.honest_score_
    assert not hasattr(search, "honest_score_")


def test_it_is_a_search_of_scikit_learn():
    search = ours.GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]})
    assert isinstance(search, selection.GridSearchCV)
    assert repr(search) == repr(selection.GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}))
    assert clone(search).get_params().keys() == search.get_params().keys()
    search.fit(*IRIS)
    again = pickle.loads(pickle.dumps(search))
    assert np.array_equal(again.predict(IRIS[0]), search.predict(IRIS[0]))
    assert again._foldwise is None


def test_fits_that_are_left_are_told_of_as_scikit_learn_tells(capsys):
    told = []
    for module in (ours, selection):
        module.GridSearchCV(SVC(), {"C": [1.0, 2.0]}, cv=2, verbose=10).fit(*IRIS)
        told.append(re.sub(r"total time=.*", "", capsys.readouterr().out))
    assert told[0] == told[1]
    assert "[CV 2/2; 2/2] START C=2.0" in told[0]


@pytest.mark.skipif(SKLEARN < (1, 9), reason="callbacks came with 1.9")
def test_callbacks_are_told_of_every_fit():
    from sklearn.callback import ScoringMonitor

    monitor = ScoringMonitor(scoring="accuracy")
    model = LogisticRegression(C=1e-4).set_callbacks(monitor)
    ours.GridSearchCV(model, {"tol": [1e-2, 1e-3]}, cv=2, refit=False).fit(*IRIS)
    fits = {(told["estimator_name"], told["task_id_path"][:3]) for told in monitor.get_logs().data}
    assert fits >= {("LogisticRegression", (0, 0, number)) for number in range(4)}


def test_candidates_that_rounding_ranks_are_left_to_scikit_learn():
    model = make_pipeline(
        PolynomialFeatures(2), LinearRegression()
    )  # which have a constant column, and need no intercept
    grid, found = {"linearregression__fit_intercept": [True, False]}, []
    X, y = DIABETES[0][:80, :3], DIABETES[1][:80]
    for module in (ours, selection):
        search = module.GridSearchCV(model, grid, cv=3, scoring="neg_mean_squared_error").fit(X, y)
        found.append((search.cv_results_["rank_test_score"].tolist(), search.best_params_))
        left = search.foldwise.record.left if module is ours else 6
        assert left == 6
    assert found[0] == found[1]
    search = ours.GridSearchCV(Ridge(), {"alpha": [0.1, 1.0, 10.0]}, cv=3).fit(X, y)
    assert search.foldwise.record.left == 0
    search = ours.GridSearchCV(Ridge(), {"alpha": [0.1, 0.1, 10.0]}, cv=3).fit(X, y)
    assert search.foldwise.record.left == 6
