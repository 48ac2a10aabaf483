"""Out-of-bag predictions of a forest or of bagged trees: every row by the trees that have not drawn it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise.data import as_dataset
from foldwise.engine.compiled.trees import Bags, TreeSamples, grow_and_predict, sorted_table
from foldwise.engine.families.bagging import BagFit, Bagging
from foldwise.engine.families.forests import ForestFit, Forests, balances_bags
from foldwise.engine.family import Resampled
from foldwise.engine.pipelines.pipeline import is_sklearn
from foldwise.engine.rows import TestRows
from foldwise.engine.storage import all_rows
from foldwise.engine.threads import blocks
from foldwise.errors import InputError

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.typing import ColumnLike, Estimator, TableLike

__all__ = ["out_of_bag"]

PREDICTIONS_HELD = 16_000_000
"""Predictions of single trees that are held at once."""


def out_of_bag(
    model: Estimator,
    X: TableLike,
    y: ColumnLike | None = None,
    *,
    weights: ColumnLike | None = None,
    seed: int = 0,
) -> Floats:
    """Fit a forest or bagged trees on all rows, and predict each row by the trees that have not drawn it.

    These are scikit-learn's `oob_decision_function_` or `oob_prediction_`, by the compiled kernel where the model has
    one, and by scikit-learn where it has not.

    Parameters
    ----------
    model
        `RandomForest*`, `ExtraTrees*` or `Bagging*`, with ``bootstrap=True``.
    X, y, weights
        The rows, what is to be predicted, and weights of the rows.
    seed
        Seed of a model whose `random_state` is left open.

    Returns
    -------
    Floats
        Shares of the classes in their order (n, C), or values (n,). A row that every tree has drawn is NaN.

    Raises
    ------
    InputError
        The model is no forest and no bagging, or draws without replacement.

    Examples
    --------
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X, y = np.arange(40.0)[:, None], np.arange(40) // 20
    >>> votes = out_of_bag(RandomForestClassifier(50, random_state=0), X, y)
    >>> votes.shape, bool((votes.argmax(axis=1) == y)[[*range(15), *range(25, 40)]].all())
    ((40, 2), True)
    """
    dataset = as_dataset(X, y, weights=weights)
    if not getattr(model, "bootstrap", False) or type(model).__name__ not in Forests.models + Bagging.models:
        message = f"out-of-bag predictions need a forest or bagging with bootstrap=True, not {model}"
        raise InputError(message, hint="RandomForestClassifier, RandomForestRegressor or BaggingClassifier")
    seeded_model = model if model.random_state is not None else _with_seed(model, seed)
    drawn = all_rows(dataset.n).resamples
    family = Forests() if type(model).__name__ in Forests.models else Bagging()
    known = is_sklearn(model) and family.refusal(seeded_model, dataset, drawn) is None
    sums, votes = _compiled(seeded_model, Resampled.of(dataset, drawn)) if known else _generic(seeded_model, dataset)
    with np.errstate(invalid="ignore"):
        shares = np.where(votes[:, None] > 0, sums / votes[:, None], np.nan)
    return shares if dataset.is_classification else shares[:, 0]


def _with_seed(model: Estimator, seed: int) -> Estimator:
    from sklearn.base import clone

    return clone(model).set_params(random_state=seed)


def _compiled(model: Estimator, data: Resampled) -> tuple[Floats, Codes]:
    """Sums of the votes (n, C), in the order of the trees, and their number (n,): a tree is a resample of its own."""
    fit = ForestFit([model], data) if type(model).__name__ in Forests.models else BagFit([model], data)
    table = sorted_table(data.dataset)
    n, p = table.rows.shape
    bags = fit.bags(p) if isinstance(fit, BagFit) else Bags(balanced=balances_bags(model))
    whole, _ = fit.training(0, 1)
    sums, votes = np.zeros((n, table.classes)), np.zeros(n, dtype=np.int64)
    for start, stop in blocks(fit.trees, max(1, PREDICTIONS_HELD // (n * table.classes))):
        count = stop - start
        samples, voted = _one_tree_each(whole, start, stop), np.empty(n * count, dtype=np.int64)
        found = grow_and_predict(table, fit.growths[0], samples, _all_rows(n, count), bags=bags, votes=voted)
        for t in range(count):
            sums += found[t * n : (t + 1) * n]
            votes += voted[t * n : (t + 1) * n]
    return sums, votes


def _one_tree_each(whole: TreeSamples, start: int, stop: int) -> TreeSamples:
    """The samples of trees start … stop-1 as resamples of one tree each."""
    count = stop - start
    return TreeSamples(
        np.repeat(whole.copies, count, axis=0),
        np.repeat(whole.weights, count, axis=0) if whole.weights.size else whole.weights,
        np.ascontiguousarray(whole.seeds[0, start:stop, None]),
        np.repeat(whole.drawn, count),
    )


def _all_rows(n: int, count: int) -> TestRows:
    """Every row of every one of `count` resamples."""
    rows = np.tile(np.arange(n), count)
    return TestRows(np.repeat(np.arange(count), n), rows, np.zeros(rows.size, dtype=np.uint8), count)


def _generic(model: Estimator, dataset: Dataset) -> tuple[Floats, Codes]:
    """The same by scikit-learn; a vote stands for all of them."""
    from warnings import catch_warnings, simplefilter

    from sklearn.base import clone

    fitted = clone(model).set_params(oob_score=True)
    target = dataset.codes if dataset.is_classification else dataset.truth
    with catch_warnings():
        simplefilter("ignore")  # rows without a vote are NaN here
        fitted.fit(dataset.X, target, **({} if dataset.weights is None else {"sample_weight": dataset.weights}))
    if not dataset.is_classification:
        return fitted.oob_prediction_.reshape(dataset.n, 1), _has_votes(fitted, dataset.n)
    return fitted.oob_decision_function_, _has_votes(fitted, dataset.n)


def _has_votes(fitted: Estimator, n: int) -> Codes:
    """1 for rows that some tree has not drawn."""
    drawn_by_all = np.ones(n, dtype=np.bool_)
    for rows in fitted.estimators_samples_:
        drawn_by_all &= np.isin(np.arange(n), rows)
    return (~drawn_by_all).astype(np.int64)
