"""What tests need in other words on other releases of scikit-learn."""

import warnings
from contextlib import nullcontext

import numpy as np
import pytest
from sklearn import metrics
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression

from foldwise.engine.choose import CHANGED_RELEASES
from foldwise.engine.pipelines.pipeline import steps_of
from foldwise.installed import SAMME, SKLEARN


def is_batched(model):
    """Whether the installed release fits a model as its family does."""
    return CHANGED_RELEASES.get(type(steps_of(model).final).__name__, SKLEARN) <= SKLEARN


def leave_to_release(reason):
    """End the test of a kernel that steps aside because the installed release fits in another way, as its route says."""
    if SKLEARN < (1, 9) and "of this release of scikit-learn" in reason:
        pytest.skip(reason)


def shrunk_qda(shrinkage):
    """A quadratic discriminant with shrunk covariance matrices."""
    if SKLEARN >= (1, 9):
        return QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage)
    return QuadraticDiscriminantAnalysis(reg_param=shrinkage)


def exact_logistic(classes, **settings):
    """A logistic regression that is solved to the last digits: Newton's method takes several classes since 1.7."""
    solver = "newton-cholesky" if classes == 2 or SKLEARN >= (1, 7) else "newton-cg"
    return LogisticRegression(solver=solver, **settings)


def adaboost(estimator=None, **settings):
    """AdaBoost by SAMME, the only algorithm since 1.6."""
    return AdaBoostClassifier(estimator, **settings, **SAMME)


def brier_score(truth, shares, *, halved):
    """The Brier score over all classes; since 1.7 scikit-learn has it for more than two."""
    classes = range(shares.shape[1])
    if SKLEARN >= (1, 7):
        return metrics.brier_score_loss(truth, shares, labels=classes, scale_by_half=halved)
    half = 2 if halved is True or (halved == "auto" and len(classes) == 2) else 1
    return len(classes) / half * metrics.mean_squared_error(np.equal.outer(truth, classes), shares)


def likelihood_ratios(truth, output):
    """Both likelihood ratios, nan where one has no value."""
    if SKLEARN >= (1, 7):
        return metrics.class_likelihood_ratios(truth, output, replace_undefined_by=np.nan)
    with warnings.catch_warnings(action="ignore"):  # nan, and a warning of it
        return metrics.class_likelihood_ratios(truth, output)


def warned_of_collinear_columns(name):
    """Before 1.9 the quadratic discriminant warns of columns that are constant within a class, however it is shrunk."""
    return pytest.warns(UserWarning, match="collinear") if name == "qda" and SKLEARN < (1, 9) else nullcontext()
