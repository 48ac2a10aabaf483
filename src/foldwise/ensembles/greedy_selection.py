"""Greedy ensemble selection: models are added one by one, with replacement, as long as the blend gets better."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from foldwise.ensembles.blend import ClassBlend, ValueBlend, by_weight
from foldwise.ensembles.tables import check_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats
    from foldwise.ensembles.blend import Weigher
    from foldwise.typing import Given

__all__ = ["GreedyClassifier", "GreedyRegressor", "greedy_weights"]


class GreedyClassifier(ClassBlend):
    """Mean of base models that are chosen one by one by the out-of-fold Brier score of the mean (METHODS I.6).

    A model may be chosen several times; the best step of the way is kept.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    steps
        Most models, counted with repetitions.
    plan
        How rows are held out: a plan, its text, a number of folds or a scikit-learn splitter. By default five folds; by
        groups or forward in time where `fit` is given these.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    weights_
        Weight of each.
    risks_
        Out-of-fold Brier score of each.
    out_of_fold_
        `OutOfFold`: the predictions that were weighed.

    References
    ----------
    caruana2004.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> model = GreedyClassifier(random_state=0).fit(iris.X, iris.target)
    >>> round(float(model.weights_.sum()), 9)
    1.0
    """

    def __init__(
        self, estimators: Given = None, *, steps: int = 20, plan: Given = None, random_state: Given = None
    ) -> None:
        super().__init__(estimators, plan=plan, random_state=random_state)
        self.steps = steps

    def _weigher(self) -> Weigher:
        return partial(greedy_weights, steps=check_count(self, "steps"))


class GreedyRegressor(ValueBlend):
    """Mean of base models that are chosen one by one by the out-of-fold squared error of the mean (METHODS I.6).

    A model may be chosen several times; the best step of the way is kept.

    Parameters
    ----------
    estimators
        Base models: (name, model) pairs, ``{name: model}`` or models; a few quick ones by default.
    steps
        Most models, counted with repetitions.
    plan
        How rows are held out: a plan, its text, a number of folds or a scikit-learn splitter. By default five folds; by
        groups or forward in time where `fit` is given these.
    random_state
        Seed of folds and models.

    Attributes
    ----------
    members_
        The base models by name, fitted to all rows.
    weights_
        Weight of each.
    risks_
        Out-of-fold mean squared error of each.
    out_of_fold_
        `OutOfFold`: the predictions that were weighed.

    References
    ----------
    caruana2004.

    Examples
    --------
    >>> X = np.arange(40.0)[:, None]
    >>> model = GreedyRegressor(random_state=0).fit(X, 2 * X[:, 0])
    >>> round(float(model.weights_.sum()), 9)
    1.0
    """

    def __init__(
        self, estimators: Given = None, *, steps: int = 20, plan: Given = None, random_state: Given = None
    ) -> None:
        super().__init__(estimators, plan=plan, random_state=random_state)
        self.steps = steps

    def _weigher(self) -> Weigher:
        return partial(greedy_weights, steps=check_count(self, "steps"))


def greedy_weights(
    columns: Sequence[Floats], truth: Floats, weights: Floats | None = None, *, steps: int = 20
) -> Floats:
    """Share of the steps at which each model was chosen, up to the best step.

    Parameters
    ----------
    columns
        Predictions of each model: (m,) or (m, C).
    truth
        What they should be, of the same shape.
    weights
        Weight of each row (m,); all alike by default.
    steps
        Most models, counted with repetitions.

    Examples
    --------
    >>> columns = [np.array([0.0, 2.0]), np.array([2.0, 2.0]), np.array([9.0, 9.0])]
    >>> greedy_weights(columns, np.array([1.0, 2.0]))
    array([0.5, 0.5, 0. ])
    """
    stacked = np.stack([np.ravel(by_weight(column - truth, weights)) for column in columns])
    total, scale = np.zeros(stacked.shape[1]), float((stacked**2).mean(axis=1).max()) or 1.0
    counts = np.zeros(len(columns))
    best, kept = np.inf, counts
    for step in range(1, steps + 1):
        risks = np.round((((total + stacked) / step) ** 2).mean(axis=1) / scale, 12)
        chosen = int(np.argmin(risks))
        counts, total = counts + (np.arange(len(columns)) == chosen), total + stacked[chosen]
        if risks[chosen] < best:
            best, kept = float(risks[chosen]), counts
    return kept / kept.sum()
