"""Blends with fixed weights: base models refitted to all rows, their predictions averaged by weights of out-of-fold rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.utils import check_random_state

from foldwise.ensembles.fold_predictions import out_of_fold
from foldwise.ensembles.library import fit_library
from foldwise.ensembles.members import probabilities
from foldwise.ensembles.tables import fit_labels, fit_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.arrays import Floats
    from foldwise.typing import Given

__all__ = ["blend_probabilities", "blend_values", "fit_class_blend", "fit_value_blend", "risks_of"]


def fit_class_blend(
    blend: Given,
    X: Given,
    y: Given,
    *,
    groups: Given,
    order: Given,
    weigh: Callable[[Sequence[Floats], Floats], Floats],
) -> Given:
    """Fit the base models of a classifier, and weigh their out-of-fold probabilities.

    `weigh` is given the columns of each model (m, C) and the indicators of the classes (m, C).
    """
    X, labels, codes = fit_labels(blend, X, y)
    rng = check_random_state(blend.random_state)
    models = blend._library()
    blend.members_ = fit_library(models, X, labels, rng=rng)
    found = out_of_fold(
        models,
        X,
        codes,
        classes=blend.classes_,
        plan=blend.plan,
        groups=groups,
        order=order,
        seed=int(rng.randint(2**31 - 1)),
    )
    truth = np.asarray(codes[found.rows, None] == np.arange(blend.classes_.size), dtype=np.float64)
    blend.out_of_fold_, blend.risks_ = found, risks_of(found.columns, truth)
    blend.weights_ = weigh(found.columns, truth)
    return blend


def fit_value_blend(
    blend: Given,
    X: Given,
    y: Given,
    *,
    groups: Given,
    order: Given,
    weigh: Callable[[Sequence[Floats], Floats], Floats],
) -> Given:
    """Fit the base models of a regressor, and weigh their out-of-fold predictions."""
    X, values = fit_values(blend, X, y)
    rng = check_random_state(blend.random_state)
    models = blend._library()
    blend.members_ = fit_library(models, X, values, rng=rng)
    found = out_of_fold(
        models, X, values, classes=None, plan=blend.plan, groups=groups, order=order, seed=int(rng.randint(2**31 - 1))
    )
    blend.out_of_fold_, blend.risks_ = found, risks_of(found.columns, values[found.rows])
    blend.weights_ = weigh(found.columns, values[found.rows])
    return blend


def risks_of(columns: Sequence[Floats], truth: Floats) -> Floats:
    """Mean squared error of each model, summed over classes: the Brier score of probabilities.

    Examples
    --------
    >>> risks_of([np.array([1.0, 2.0]), np.array([0.0, 2.0])], np.array([1.0, 4.0]))
    array([2. , 2.5])
    """
    return np.array([float(np.mean(((one - truth) ** 2).reshape(len(truth), -1).sum(axis=1))) for one in columns])


def blend_probabilities(blend: Given, X: Given) -> Floats:
    """Weighted mean of the probabilities of the base models."""
    used = zip(blend.members_.values(), blend.weights_, strict=True)
    total = sum(weight * probabilities(member, X, blend.classes_) for member, weight in used if weight > 0)
    return np.asarray(total, dtype=np.float64)


def blend_values(blend: Given, X: Given) -> Floats:
    """Weighted mean of the predictions of the base models."""
    used = zip(blend.members_.values(), blend.weights_, strict=True)
    return np.asarray(sum(weight * member.predict(X) for member, weight in used if weight > 0), dtype=np.float64)
