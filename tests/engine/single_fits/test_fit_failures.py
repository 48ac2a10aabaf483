"""Why fits fail, in words."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cross_decomposition import PLSRegression
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import GradientBoostingClassifier, HistGradientBoostingClassifier
from sklearn.linear_model import LassoCV, LogisticRegression
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestCentroid
from sklearn.svm import SVC, LinearSVC, NuSVC

import foldwise
from foldwise.engine.single_fits.fit_failures import in_brief
from foldwise.errors import FitError
from foldwise.learners import MixedNB

N = 40
X = np.abs(np.random.default_rng(0).normal(size=(N, 3)))
CLASSES, VALUES = np.repeat(["u", "v"], N // 2), X @ [1.0, 2.0, 3.0]
CLASSIFIERS = [
    *(LinearDiscriminantAnalysis(), LinearDiscriminantAnalysis(solver="lsqr"), QuadraticDiscriminantAnalysis()),
    *(LogisticRegression(), LinearSVC(), SVC(), NuSVC(), NearestCentroid(), GradientBoostingClassifier(n_estimators=2)),
    HistGradientBoostingClassifier(max_iter=2),
]


class Given:
    """Trained on the rows given, tested on all others."""

    def __init__(self, train):
        self.train = np.asarray(train)

    def split(self, rows, y=None, groups=None):
        yield self.train, np.setdiff1d(np.arange(N), self.train)

    def get_n_splits(self, *_):
        return 1


def failure(model, train, rows=X, target=CLASSES, engine="auto"):
    with pytest.raises(FitError) as told:
        foldwise.assess({"m": model}, rows, target, plan=Given(train), engine=engine, baseline=False)
    return str(told.value)


@pytest.mark.parametrize("engine", ["auto", "generic"])
@pytest.mark.parametrize("model", CLASSIFIERS, ids=lambda model: type(model).__name__)
def test_one_class_is_named_and_nothing_raw_is_said(model, engine):
    told = failure(model, range(20), engine=engine)
    assert told.startswith("model 'm' failed on resample 1 of 1: its 20 training rows are all of class 'u'")
    assert "out of bounds" not in told
    assert "AxisError" not in told


def test_missing_values_are_to_be_imputed():
    told = failure(GaussianNB(), [0, 1, 38, 39], rows=np.where(X > 2, np.nan, X))
    assert told.endswith(
        "; try make_pipeline(SimpleImputer(), model), which imputes missing values from the training rows of each resample"
    )


def test_lda_of_one_class_is_one_sentence():
    assert failure(LinearDiscriminantAnalysis(), range(20)).split("; try")[0] == (
        "model 'm' failed on resample 1 of 1: its 20 training rows are all of class 'u'"
    )


@pytest.mark.parametrize(
    ("model", "target", "said"),
    [
        (KNeighborsClassifier(), CLASSES, "its 1 training row is of class 'u' (ValueError: Expected n_neighbors"),
        (
            GaussianNB(),
            CLASSES,
            "its 1 training row is of class 'u' (it gave scores of NaN or infinity for 39 of 39 rows)",
        ),
        (KNeighborsRegressor(), VALUES, "it has 1 training row (ValueError: Expected n_neighbors"),
        (LassoCV(cv=2), VALUES, "it has 1 training row (ValueError"),
        (PLSRegression(1), VALUES, "it has 1 training row (ValueError"),
    ],
)
def test_one_training_row_is_told(model, target, said):
    assert said in failure(model, [0], target=target)


@pytest.mark.parametrize("engine", ["auto", "generic"])
@pytest.mark.parametrize(
    "model", [LinearDiscriminantAnalysis(), QuadraticDiscriminantAnalysis(), GaussianNB(), NuSVC()]
)
def test_features_that_do_not_vary_are_told(model, engine):
    told = failure(model, [*range(10), *range(30, 40)], rows=np.ones((N, 3)), engine=engine)
    assert "no feature varies in its 20 training rows" in told
    assert "IndexError" not in told


def test_a_category_that_was_not_trained_on_is_told():
    rows = np.arange(N)[:, None] % 7.0
    told = failure(CategoricalNB(), np.flatnonzero(rows[:, 0] < 4), rows=rows)
    assert (
        "rows to predict hold a category beyond those of its training rows, which min_categories= would announce"
        in told
    )


def test_what_has_another_cause_speaks_for_itself():
    class Odd(GaussianNB):
        def fit(self, rows, target, sample_weight=None):
            raise IndexError("odd")

    assert "failed on resample 1 of 1: IndexError: odd" in failure(Odd(), [0, 1, 38, 39])


def test_recommendations_of_a_library_are_left_out():
    text = "Input X contains NaN.\nLDA does not accept missing values. For supervised learning, you might want others."
    assert in_brief(text) == "Input X contains NaN. LDA does not accept missing values."


@pytest.mark.parametrize(("scale", "said"), [(1e-300, "differ by too little"), (1e300, "are too large")])
def test_scales_without_a_variance_are_told(scale, said):
    told = failure(LinearDiscriminantAnalysis(), [*range(10), *range(30, 40)], rows=X * scale)
    assert f"features of its 20 training rows {said} for their variances to be computed" in told


@pytest.mark.parametrize("kind", [np.asarray, pd.DataFrame])
def test_features_that_do_not_vary_within_a_class_are_told(kind):
    rows = kind(np.repeat([[1.0, 2.0], [3.0, 4.0]], N // 2, axis=0))
    told = failure(LinearDiscriminantAnalysis(), [*range(10), *range(30, 40)], rows=rows)
    assert "no feature varies within a class of its 20 training rows" in told
    assert "IndexError" not in told


def test_missing_values_are_not_called_large_ones():
    X = np.arange(24.0).reshape(12, 2)
    X[3, 0] = np.nan
    with pytest.raises(FitError, match=r"of 3: ValueError: Input X contains NaN"):
        foldwise.assess(GaussianNB(), X, [0, 1] * 6, plan="kfold(3)")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (KNeighborsClassifier(n_neighbors="x"), "InvalidParameterError: The 'n_neighbors' parameter"),
        (MixedNB(numeric="entropy"), "InputError: numeric is one of gaussian, kernel, discretised, not 'entropy'"),
    ],
)
def test_settings_are_not_blamed_on_the_rows(model, said):
    told = failure(model, range(15, 35), rows=X * 1e300)
    assert f"failed on resample 1 of 1: {said}" in told


def test_texts_among_the_features_are_told_how_to_encode_them():
    frame = pd.DataFrame({"a": ["x", "y"] * 20, "b": np.arange(40.0)})
    with pytest.raises(
        FitError,
        match=r"could not convert string to float: '[xy]'; try a named model such as 'logistic', which encodes",
    ):
        foldwise.assess(GaussianNB(), frame, np.tile([0, 1], 20))
    assert foldwise.assess("logistic", frame, np.repeat([0, 1], 20)).models


def test_a_sentence_that_ends_with_a_full_stop_goes_on_without_it():
    with pytest.raises(FitError, match=r"Got 'a' instead; try on_failure='record'"):
        foldwise.assess(KNeighborsClassifier("a"), np.arange(40.0)[:, None], np.tile([0, 1], 20))
