"""Every model that has a batched kernel, with the parameters it knows. A new kernel adds its models here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.feature_selection import SelectKBest, f_regression
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, RidgeClassifier
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neighbors import (
    KNeighborsClassifier,
    KNeighborsRegressor,
    NearestCentroid,
    RadiusNeighborsClassifier,
    RadiusNeighborsRegressor,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, PolynomialFeatures, StandardScaler

from foldwise.installed import SKLEARN
from foldwise.learners import KernelDensityClassifier, NadarayaWatson
from foldwise.testing.kernels import Tolerance
from tests.conformance.kernel_worlds import class_worlds, value_worlds
from tests.releases import shrunk_qda

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


@dataclass(frozen=True)
class Case:
    """A model, the worlds it is tried in, how far it may be from the generic path, and whether it may refuse some data."""

    model: Any
    worlds: SearchStrategy[Any]
    tolerance: Tolerance = field(default_factory=Tolerance)
    picky: bool = False

    def __str__(self) -> str:
        return str(self.model)


EXACT_LOGISTIC = LogisticRegression(solver="newton-cholesky", tol=1e-12, max_iter=1000)
TO_EIGHT_DIGITS = Tolerance(absolute=1e-8, tie=1e-7)
TO_FOUR_DIGITS = Tolerance(absolute=1e-4, tie=2e-4)
OF_SIZE_ONE = Tolerance(floor=1e-12)

CASES = [
    Case(DummyClassifier(), class_worlds()),
    Case(DummyClassifier(strategy="most_frequent"), class_worlds()),
    Case(DummyRegressor(), value_worlds()),
    Case(GaussianNB(), class_worlds()),
    Case(GaussianNB(var_smoothing=0.1), class_worlds()),
    Case(GaussianNB(var_smoothing=0), class_worlds()),
    Case(NearestCentroid(), class_worlds(weighted=False)),
    *([Case(NearestCentroid(priors="empirical"), class_worlds(weighted=False))] if SKLEARN >= (1, 6) else []),
    Case(NearestCentroid(shrink_threshold=0.3), class_worlds(weighted=False)),
    Case(LinearDiscriminantAnalysis(), class_worlds(weighted=False)),
    Case(LinearDiscriminantAnalysis(tol=0.2), class_worlds(weighted=False)),
    Case(LinearDiscriminantAnalysis(solver="lsqr"), class_worlds(weighted=False), picky=True),
    Case(LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.3), class_worlds(weighted=False), picky=True),
    Case(LinearDiscriminantAnalysis(solver="eigen", shrinkage=0.1), class_worlds(weighted=False), picky=True),
    Case(QuadraticDiscriminantAnalysis(), class_worlds(weighted=False)),
    Case(QuadraticDiscriminantAnalysis(reg_param=0.2), class_worlds(weighted=False)),
    Case(QuadraticDiscriminantAnalysis(tol=0.2), class_worlds(weighted=False)),
    Case(shrunk_qda(0.2), class_worlds(weighted=False), picky=True),
    Case(BernoulliNB(), class_worlds()),
    Case(BernoulliNB(alpha=0.1, binarize=1.5, fit_prior=False), class_worlds(counts=True)),
    Case(BernoulliNB(alpha=0), class_worlds()),
    Case(MultinomialNB(), class_worlds(counts=True)),
    Case(MultinomialNB(alpha=0.01, fit_prior=False), class_worlds(counts=True)),
    Case(MultinomialNB(alpha=0), class_worlds(counts=True)),
    Case(ComplementNB(), class_worlds(counts=True)),
    Case(ComplementNB(alpha=0.3, norm=True), class_worlds(counts=True)),
    Case(CategoricalNB(), class_worlds(counts=True)),
    Case(CategoricalNB(alpha=0.5, fit_prior=False, min_categories=30), class_worlds(counts=True)),
    Case(EXACT_LOGISTIC, class_worlds(), TO_EIGHT_DIGITS),
    Case(make_pipeline(StandardScaler(), EXACT_LOGISTIC), class_worlds(), TO_EIGHT_DIGITS),
    Case(make_pipeline(MinMaxScaler(), EXACT_LOGISTIC), class_worlds(), TO_EIGHT_DIGITS),
    Case(
        make_pipeline(StandardScaler(), LogisticRegression(tol=1e-8, max_iter=10_000)), class_worlds(), TO_FOUR_DIGITS
    ),
    Case(make_pipeline(StandardScaler(), SelectKBest(k=1), EXACT_LOGISTIC), class_worlds(), TO_EIGHT_DIGITS),
    Case(make_pipeline(StandardScaler(), PCA(1), EXACT_LOGISTIC), class_worlds(), TO_EIGHT_DIGITS),
    Case(make_pipeline(StandardScaler(), RidgeClassifier()), class_worlds()),
    Case(make_pipeline(StandardScaler(), Ridge()), value_worlds()),
    Case(make_pipeline(MinMaxScaler(), LinearRegression()), value_worlds()),
    Case(make_pipeline(StandardScaler(), SelectKBest(f_regression, k=1), Ridge()), value_worlds()),
    Case(LinearRegression(), value_worlds()),
    Case(LinearRegression(fit_intercept=False), value_worlds()),
    Case(Ridge(), value_worlds()),
    Case(Ridge(0.001, fit_intercept=False), value_worlds()),
    Case(RidgeClassifier(), class_worlds(), OF_SIZE_ONE),
    Case(RidgeClassifier(alpha=0.1, class_weight="balanced"), class_worlds(), OF_SIZE_ONE),
    Case(make_pipeline(PolynomialFeatures(2), Ridge()), value_worlds()),
    Case(make_pipeline(PolynomialFeatures(2), LinearRegression()), value_worlds()),
    Case(KernelRidge(kernel="rbf", gamma=0.3), value_worlds(), OF_SIZE_ONE),
    Case(KernelRidge(0.1, kernel="poly", degree=2), value_worlds()),
    Case(GaussianProcessRegressor(RBF(2.0) + WhiteKernel(0.5), optimizer=None, normalize_y=True), value_worlds()),
    Case(KNeighborsClassifier(3), class_worlds(weighted=False)),
    Case(KNeighborsClassifier(4, weights="distance"), class_worlds(weighted=False)),
    Case(KNeighborsRegressor(2, p=1), value_worlds(weighted=False)),
    Case(make_pipeline(StandardScaler(), KNeighborsClassifier(3)), class_worlds(weighted=False)),
    Case(make_pipeline(MinMaxScaler(), KNeighborsRegressor(2, weights="distance")), value_worlds(weighted=False)),
    Case(RadiusNeighborsClassifier(2.0, outlier_label="most_frequent"), class_worlds(weighted=False)),
    Case(RadiusNeighborsRegressor(2.0, weights="distance"), value_worlds(weighted=False)),
    Case(NadarayaWatson(0.5), value_worlds()),
    Case(NadarayaWatson(1.0, kernel="epanechnikov"), value_worlds()),
    Case(KernelDensityClassifier(0.5), class_worlds()),
    Case(make_pipeline(StandardScaler(), GaussianNB(var_smoothing=1e-3)), class_worlds()),
    Case(
        make_pipeline(StandardScaler(), shrunk_qda(0.1)),
        class_worlds(weighted=False),
    ),
    Case(make_pipeline(StandardScaler(), LinearDiscriminantAnalysis()), class_worlds(weighted=False)),
]
