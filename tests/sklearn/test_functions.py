"""The functions: the numbers of scikit-learn, batched where they can be."""

import contextlib
import inspect
import io
import re
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.model_selection as selection
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import FitFailedWarning
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeClassifier
from sklearn.metrics import f1_score, make_scorer
from sklearn.model_selection import KFold, RepeatedStratifiedKFold, ShuffleSplit, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import foldwise.sklearn as ours
from foldwise.installed import SKLEARN
from foldwise.sklearn.record import LOG
from tests.sklearn.equal import CANCER, DIABETES, IRIS, both

CLASSIFIERS = [
    GaussianNB(),
    LinearDiscriminantAnalysis(),
    RidgeClassifier(),
    KNeighborsClassifier(7),
    DecisionTreeClassifier(random_state=0),
    make_pipeline(StandardScaler(), GaussianNB()),
    make_pipeline(StandardScaler(), LogisticRegression(solver="newton-cholesky", tol=1e-9)),
]
NAMES = [
    "cross_val_predict",
    "cross_val_score",
    "cross_validate",
    "learning_curve",
    "permutation_test_score",
    "validation_curve",
]


@pytest.mark.parametrize(
    "model", CLASSIFIERS, ids=lambda model: type(getattr(model, "steps", [[0, model]])[-1][1]).__name__
)
def test_classifiers_are_batched_with_the_numbers_of_scikit_learn(model):
    far, note = both("cross_validate", model, *IRIS, cv=5, return_train_score=True)
    assert far < 1e-12
    if "of this release of scikit-learn" in note.reason:
        assert SKLEARN < (1, 9)
        return
    assert (note.reason, note.fits) == ("", 5)
    names = ["accuracy", "f1_macro", "balanced_accuracy"]
    far, note = both("cross_validate", model, *IRIS, cv=ShuffleSplit(4, random_state=0), scoring=names)
    assert note.reason == ""
    assert far < 1e-12
    far, note = both("cross_val_predict", model, IRIS[0], np.array(["a", "b", "c"])[IRIS[1]], cv=5)
    assert (note.reason, far) == ("", 0.0)


@pytest.mark.parametrize(
    "model", [Ridge(), LinearRegression(), KNeighborsRegressor()], ids=lambda model: type(model).__name__
)
def test_regressors_are_batched_with_the_numbers_of_scikit_learn(model):
    names = ["r2", "neg_mean_squared_error", "neg_mean_absolute_error", "explained_variance"]
    far, note = both("cross_validate", model, *DIABETES, cv=5, scoring=names, return_train_score=True)
    assert note.reason == ""
    assert far < 1e-12
    far, note = both("cross_val_predict", model, *DIABETES)
    assert note.reason == ""
    assert far < 1e-12


def test_folds_of_repeated_splitters_are_drawn_as_scikit_learn_draws_them():
    folds = RepeatedStratifiedKFold(n_splits=10, n_repeats=10, random_state=0)
    far, note = both("cross_val_score", GaussianNB(), *CANCER, cv=folds)
    assert (note.fits, note.left, far) == (100, 0, 0.0)
    # A stream that goes on from call to call goes on by as much.
    streams = [np.random.RandomState(5), np.random.RandomState(5)]
    for module, stream in zip((ours, selection), streams, strict=True):
        module.cross_val_score(GaussianNB(), *IRIS, cv=StratifiedKFold(3, shuffle=True, random_state=stream))
    assert streams[0].randint(1000) == streams[1].randint(1000)


def test_curves_and_permutations():
    far, note = both("learning_curve", GaussianNB(), *CANCER, cv=5, shuffle=True, random_state=3)
    assert (note.fits, far) == (25, 0.0)
    far, note = both("validation_curve", Ridge(), *DIABETES, param_name="alpha", param_range=np.logspace(-3, 3, 7))
    assert note.fits == 35
    assert far < 1e-12
    far, note = both("permutation_test_score", GaussianNB(), *IRIS, n_permutations=8)
    assert note.reason == "" or SKLEARN < (1, 6)
    assert far < 1e-12


def test_an_estimator_that_was_fitted_is_cloned_as_scikit_learn_clones_it():
    fitted = make_pipeline(PolynomialFeatures(), LinearRegression()).fit(*DIABETES)
    far, note = both("cross_val_score", fitted, *DIABETES)
    assert note.reason == ""
    assert far < 1e-9


def test_probabilities_and_decisions():
    far, note = both("cross_val_predict", GaussianNB(), *IRIS, method="predict_proba")
    assert note.reason == ""
    assert far < 1e-10
    far, note = both("cross_val_predict", RidgeClassifier(), *CANCER, method="decision_function")
    assert note.reason == ""
    assert far < 1e-10


@pytest.mark.parametrize(
    "scoring", ["roc_auc", "neg_log_loss", "average_precision", make_scorer(f1_score, average="macro")]
)
def test_scorers_of_scores_and_scorers_that_are_not_known(scoring):
    model = LinearDiscriminantAnalysis() if SKLEARN >= (1, 9) else GaussianNB()
    far, note = both("cross_val_score", model, *CANCER, scoring=scoring)
    assert note.reason == ""
    assert far < 1e-9


def test_frames_and_series():
    frame = pd.DataFrame(IRIS[0], columns=list("abcd"))
    far, note = both(
        "cross_validate", GaussianNB(), frame, pd.Series(IRIS[1]).map(str), scoring=["accuracy", "f1_macro"]
    )
    assert (note.reason, far) == ("", 0.0)


def test_a_split_where_rounding_or_a_warning_decides_is_left_to_scikit_learn():
    far, note = both("cross_val_score", GaussianNB(), *CANCER, scoring="roc_auc")
    assert 0 < note.left < note.fits
    assert far < 1e-12
    rows = np.r_[0:50, 50:54]  # a class of four rows in five folds
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        ours.cross_validate(GaussianNB(), IRIS[0][rows], IRIS[1][rows], cv=KFold(5), scoring="precision")
    with warnings.catch_warnings(record=True) as wanted:
        warnings.simplefilter("always")
        selection.cross_validate(GaussianNB(), IRIS[0][rows], IRIS[1][rows], cv=KFold(5), scoring="precision")
    assert [str(one.message) for one in heard] == [str(one.message) for one in wanted]
    assert len(wanted) > 0


class Own(ClassifierMixin, BaseEstimator):
    """Predicts the most frequent class of the first rows."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.first_ = y[0]
        return self

    def predict(self, X):
        return np.full(len(X), self.first_)


class Subclass(GaussianNB):
    """May change anything."""


def with_output():
    return make_pipeline(StandardScaler().set_output(transform="pandas"), GaussianNB())


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (SVC(), "no batched kernel for SVC"),
        (Own(), "no batched kernel for Own"),
        (Subclass(), "no batched kernel for Subclass"),
        (with_output(), "StandardScaler has sklearn_output_config beside its parameters"),
        (LogisticRegression(max_iter=3000), "depends on its steps"),
        (DecisionTreeClassifier(), "draws from a stream that others share"),
        (RandomForestClassifier(5, random_state=0, class_weight="balanced"), "weights of classes"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_uncertain_goes_to_scikit_learn(model, reason):
    far, note = both("cross_val_score", model, *IRIS, cv=3)
    assert reason in note.reason or (SKLEARN < (1, 9) and "of this release of scikit-learn" in note.reason)
    assert far == 0.0 or "stream" in reason


def test_a_seed_of_all_numpy_gives_the_same_trees_as_scikit_learn():
    found = []
    for module in (ours, selection):
        np.random.seed(7)  # noqa: NPY002 - the stream that scikit-learn draws from
        found.append(module.cross_val_score(DecisionTreeClassifier(), *CANCER, cv=3))
    assert np.array_equal(*found)


@pytest.mark.parametrize(
    ("model", "X", "y", "reason"),
    [
        (GaussianNB(), IRIS[0].astype(np.float32), IRIS[1], "float32"),
        (GaussianNB(), IRIS[0].tolist(), IRIS[1], "X is a list"),
        (
            GaussianNB(),
            pd.DataFrame(IRIS[0]).assign(x=pd.Series([1, 2] * 75, dtype="Int64")).rename(columns=str),
            IRIS[1],
            "plain",
        ),
        (DecisionTreeRegressor(random_state=0), *DIABETES, "other rounding"),
        (RidgeClassifier(), IRIS[0], IRIS[1].tolist(), "y is a list"),
    ],
)
def test_rows_of_other_kinds_go_to_scikit_learn(model, X, y, reason):
    far, note = both("cross_val_score", model, X, y, cv=3)
    assert reason in note.reason
    assert far == 0.0


def test_a_scorer_of_the_estimator_is_called_as_scikit_learn_calls_it():
    seen = []

    def scorer(estimator, X, y):  # noqa: ARG001 - as scikit-learn calls it
        seen.append(type(estimator))
        return estimator.theta_[0, 0]

    ours.cross_val_score(GaussianNB(), *IRIS, cv=3, scoring=scorer)
    assert seen == [GaussianNB] * 3


def test_what_is_asked_for_beside_scores_comes_from_scikit_learn():
    found = ours.cross_validate(GaussianNB(), *IRIS, cv=3, return_estimator=True, return_indices=True)
    wanted = selection.cross_validate(GaussianNB(), *IRIS, cv=3, return_indices=True)
    assert all(hasattr(one, "theta_") for one in found["estimator"])
    assert all(map(np.array_equal, found["indices"]["train"], wanted["indices"]["train"]))
    weights = {"sample_weight": np.linspace(1, 2, 150)}
    assert both("cross_val_score", GaussianNB(), *IRIS, params=weights)[0] == 0.0


@pytest.mark.parametrize("name", NAMES)
def test_signatures_are_those_of_scikit_learn(name):
    assert str(inspect.signature(getattr(ours, name))) == str(inspect.signature(getattr(selection, name)))
    assert getattr(ours, name).__doc__ == getattr(selection, name).__doc__


@pytest.mark.parametrize(
    "wrong",
    [{"cv": 1}, {"n_jobs": "two"}, {"scoring": "no-such"}, {"verbose": -1}, {"cv": 500}, {"error_score": "other"}],
    ids=str,
)
def test_errors_are_those_of_scikit_learn(wrong):
    errors = []
    for module in (ours, selection):
        with pytest.raises(ValueError, match=r".") as raised:
            module.cross_val_score(GaussianNB(), *IRIS, **wrong)
        errors.append((type(raised.value), str(raised.value)))
    assert errors[0] == errors[1]


def test_fits_that_fail_are_told_as_scikit_learn_tells_them():
    X = np.array(IRIS[0])
    X[0, 0] = np.nan
    for module in (ours, selection):
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            scores = module.cross_val_score(GaussianNB(), X, IRIS[1], cv=KFold(5))
        failed = [one for one in heard if one.category is FitFailedWarning]
        assert [str(one.message).strip().splitlines()[0] for one in failed] == ["4 fits failed out of a total of 5."]
        assert np.isnan(scores).all()


def outcome(module, name, *args, **kwargs):
    """Result or error of a call, what it printed, and its warnings."""
    told, caught = io.StringIO(), []
    with (
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(told),
        warnings.catch_warnings(record=True) as seen,
    ):
        warnings.simplefilter("always")
        try:
            found = getattr(module, name)(*args, **kwargs)
        except (AttributeError, ValueError) as error:
            found = type(error), str(error)
        caught = [str(one.message) for one in seen]
    return found, re.sub(r"[\d.]+m?(s|in)\b", "", told.getvalue()), caught


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("cross_val_predict", {"method": "decision_function"}),
        ("cross_val_predict", {"verbose": 1}),
        ("permutation_test_score", {"cv": [], "n_permutations": 2}),
        ("permutation_test_score", {"cv": [(range(100), range(100, 150))], "n_permutations": 2, "random_state": 0}),
        ("cross_val_score", {"cv": [(range(100), range(100, 150))]}),
        ("cross_val_score", {"cv": [(np.arange(100), np.array([-1, -2, 101]))]}),
        ("cross_val_score", {"cv": [(IRIS[1] < 2, IRIS[1] == 2)]}),
        ("cross_val_score", {"groups": IRIS[1]}),
    ],
)
def test_odd_calls_end_as_in_scikit_learn(name, kwargs):
    LOG.reporting = True
    try:
        found = outcome(ours, name, GaussianNB(), *IRIS, **kwargs)
    finally:
        LOG.reporting = False
        LOG.notes.clear()
    wanted = outcome(selection, name, GaussianNB(), *IRIS, **kwargs)
    assert str(found) == str(wanted)


def test_permutations_of_which_some_are_left_to_scikit_learn_do_not_warn():
    X, y = np.round(IRIS[0]), IRIS[1]
    forest = RandomForestClassifier(5, random_state=0)
    scorer = make_scorer(share_of_right)
    settings = {"cv": 3, "n_permutations": 20, "random_state": 0, "scoring": scorer}
    found, wanted = (
        outcome(module, "permutation_test_score", forest, X, y, **settings) for module in (ours, selection)
    )
    assert str(found) == str(wanted)


def share_of_right(truth, predicted):
    """A metric of the caller's."""
    return np.mean(truth == predicted)


@pytest.mark.parametrize("model", [*CLASSIFIERS, DummyClassifier()], ids=lambda model: str(model)[:12])
@pytest.mark.parametrize("kind", ["text", "objects", "pandas", "nullable", "bool"])
def test_predicted_labels_have_the_type_of_scikit_learns(model, kind):
    text = np.array(["no", "yes"])[CANCER[1]]
    y = {
        "text": text,
        "objects": text.astype(object),
        "pandas": pd.Series(text),
        "nullable": pd.Series(CANCER[1], dtype="Int64"),
        "bool": CANCER[1] > 0,
    }[kind]
    far, _ = both("cross_val_predict", model, CANCER[0][:, :4], y, cv=3)
    assert far == 0.0


def test_a_metric_of_the_caller_is_called_as_often_as_by_scikit_learn():
    calls = []

    def counted(truth, predicted):
        calls.append(truth.size)
        return np.mean(truth == predicted)

    far, note = both("cross_val_score", GaussianNB(), *IRIS, cv=5, scoring=make_scorer(counted))
    assert (far, note.reason, len(calls)) == (0.0, "", 10)
