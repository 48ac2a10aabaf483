"""What is known of a model from its training rows: likelihood, parameters, residuals and leverages, family by family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.diagnoses import (
    NO_LIKELIHOOD,
    InSampleFit,
    categorical_log_likelihood,
    leverages,
    maximal_linear_evidence,
    poisson_log_likelihood,
    tree_bits,
    two_part_bits,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.diagnosing.subject import Subject

__all__ = ["FAMILIES", "InSampleFacts", "in_sample_facts"]

FAMILIES_WITHOUT = {
    "KNeighbors": "knn",
    "SVC": "svm",
    "SVR": "svm",
    "LinearSV": "svm",
    "DecisionTree": "tree",
    "C45": "c45",
    "RandomForest": "random-forest",
    "ExtraTrees": "extra-trees",
    "AdaBoost": "adaboost",
    "GradientBoosting": "hist-gradient-boosting",
    "LGBM": "hist-gradient-boosting",
    "XGB": "hist-gradient-boosting",
    "MLP": "mlp",
}
"""Key of `NO_LIKELIHOOD` by what the name of the class has in it."""
MOST_COLUMNS = 2000
"""Columns up to which criteria are computed: their matrices have the square of that many numbers."""


@final
@dataclass(frozen=True, eq=False)
class InSampleFacts:
    """The fit for the criteria, how its parameters were counted, and further values by name with their units."""

    fit: InSampleFit
    how: str
    further: tuple[tuple[str, float, str], ...] = ()


def in_sample_facts(subject: Subject) -> InSampleFacts:
    """Look at the model fitted to all rows."""
    kind = type(subject.last).__name__
    known = FAMILIES.get(kind)
    if known is not None and subject.dataset.weights is None and subject.design.shape[1] <= MOST_COLUMNS:
        return known(subject)
    key = next((name for part, name in FAMILIES_WITHOUT.items() if part in kind), "")
    reason = NO_LIKELIHOOD.get(key, f"no likelihood is known for {kind}")
    further = _tree_code(subject) if hasattr(subject.last, "tree_") and subject.dataset.is_classification else ()
    residuals = None if subject.dataset.is_classification else _residuals(subject)
    return InSampleFacts(
        InSampleFit(subject.dataset.n, float("nan"), residuals=residuals, reason=reason), "not known", further
    )


def _residuals(subject: Subject) -> Floats:
    fitted = np.asarray(subject.final.predict(subject.dataset.X), dtype=np.float64).reshape(-1)
    return np.asarray(subject.dataset.truth, dtype=np.float64) - fitted


def _noise(subject: Subject) -> float | None:
    """σ² of least squares on all columns, where there are twice as many rows."""
    X, y = subject.design, np.asarray(subject.dataset.truth, dtype=np.float64)
    full = np.column_stack([np.ones(len(X)), X])
    rank = int(np.linalg.matrix_rank(full))
    if len(y) < 2 * rank:
        return None
    left = y - full @ np.linalg.lstsq(full, y, rcond=None)[0]
    return float(left @ left / (len(y) - rank))


def _linear(subject: Subject) -> InSampleFacts:
    """Least squares and ridge regression: the trace of the hat matrix."""
    last = subject.last
    penalty = float(np.max(getattr(last, "alpha", 0.0))) if type(last).__name__ == "Ridge" else 0.0
    h = leverages(subject.design, ridge=penalty, intercept=bool(last.fit_intercept))
    fit = InSampleFit.of_residuals(
        _residuals(subject), float(h.sum()), leverages=h, noise_variance=_noise(subject), approximate=penalty > 0
    )
    return InSampleFacts(fit, "trace of the hat matrix", _evidence(subject))


def _evidence(subject: Subject) -> tuple[tuple[str, float, str], ...]:
    """Log evidence of the Bayesian linear model on scaled columns, at its best precisions."""
    X, y = subject.design, np.asarray(subject.dataset.truth, dtype=np.float64)
    spread = X.std(axis=0)
    scaled = (X[:, spread > 0] - X[:, spread > 0].mean(axis=0)) / spread[spread > 0]
    if not y.std() > 0:
        return ()
    found = maximal_linear_evidence(np.column_stack([np.ones(len(y)), scaled]), y - y.mean())
    return (("evidence", found.value, "nats, linear model with normal weights, exact"),)


def _lasso(subject: Subject) -> InSampleFacts:
    d = float(np.count_nonzero(subject.last.coef_)) + bool(subject.last.fit_intercept)
    fit = InSampleFit.of_residuals(_residuals(subject), d, noise_variance=_noise(subject), approximate=True)
    return InSampleFacts(fit, "coefficients that are not 0")


def _logistic(subject: Subject) -> InSampleFacts:
    """Logistic regression; a penalised fit of two classes has the trace of H(H + λ)⁻¹, of more all coefficients."""
    last, X, codes = subject.last, subject.design, np.asarray(subject.dataset.truth, dtype=np.intp)
    p = np.asarray(subject.final.predict_proba(subject.dataset.X), dtype=np.float64)
    classes = p.shape[1]
    penalty = 0.0 if getattr(last, "penalty", "l2") is None or np.isinf(last.C) else 1.0 / float(last.C)
    full = float((X.shape[1] + bool(last.fit_intercept)) * (classes - 1))
    d, how = full, "all coefficients"
    if classes == 2 and penalty > 0:
        d, how = _shrunk(X, p[:, 1], penalty, intercept=bool(last.fit_intercept)), "trace of H(H + λ)⁻¹"
    likelihood = categorical_log_likelihood(codes, p)
    fit = InSampleFit(subject.dataset.n, d, likelihood if np.isfinite(likelihood) else None, approximate=penalty > 0)
    return InSampleFacts(fit, how)


def _shrunk(X: Floats, p: Floats, penalty: float, *, intercept: bool) -> float:
    """Effective parameters of a penalised logistic regression; the intercept is not penalised."""
    full = np.column_stack([X, np.ones(len(X))]) if intercept else X
    hessian = full.T @ (full * (p * (1 - p))[:, None])
    ridge = np.full(full.shape[1], penalty)
    ridge[-1] = 0.0 if intercept else penalty
    return float(np.trace(np.linalg.lstsq(hessian + np.diag(ridge), hessian, rcond=None)[0]))


def _poisson(subject: Subject) -> InSampleFacts:
    last, y = subject.last, np.asarray(subject.dataset.truth, dtype=np.float64)
    means = np.asarray(subject.final.predict(subject.dataset.X), dtype=np.float64)
    d = float(subject.design.shape[1] + bool(last.fit_intercept))
    fit = InSampleFit(len(y), d, poisson_log_likelihood(y, means), y - means, approximate=last.alpha > 0)
    return InSampleFacts(fit, "all coefficients")


def _naive_bayes(subject: Subject) -> InSampleFacts:
    """Likelihood of features and class together: means and variances of each class, and the shares of the classes."""
    last, X, codes = subject.last, subject.design, np.asarray(subject.dataset.truth, dtype=np.intp)
    means, variances = last.theta_[codes], last.var_[codes]
    logs = -0.5 * (np.log(2 * np.pi * variances) + (X - means) ** 2 / variances).sum(axis=1)
    value = float((logs + np.log(last.class_prior_)[codes]).sum())
    classes, p = last.theta_.shape
    fit = InSampleFit(len(X), float(2 * p * classes + classes - 1), value)
    return InSampleFacts(fit, "means, variances and shares; likelihood of features and class together")


def _tree_code(subject: Subject) -> tuple[tuple[str, float, str], ...]:
    """Two-part code of a tree: its splits, and the rows it gets wrong."""
    tree, X = subject.last.tree_, subject.design
    splits = int((tree.children_left >= 0).sum())
    cuts = float(np.mean([max(1, np.unique(column).size - 1) for column in X.T]))
    classes = max(2, len(subject.dataset.classes))
    wrong = int((np.asarray(subject.final.predict(subject.dataset.X)) != subject.dataset.target).sum())
    bits = tree_bits(splits, columns=X.shape[1], cuts=cuts, classes=classes)
    return (("mdl-two-part", two_part_bits(bits, wrong, len(X), classes=classes), "bits"),)


FAMILIES: dict[str, Callable[[Subject], InSampleFacts]] = {
    "LinearRegression": _linear,
    "Ridge": _linear,
    "Lasso": _lasso,
    "ElasticNet": _lasso,
    "LogisticRegression": _logistic,
    "PoissonRegressor": _poisson,
    "GaussianNB": _naive_bayes,
}
"""Families of which likelihood and parameters are known, by the class of the last step."""
