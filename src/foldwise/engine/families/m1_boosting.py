"""AdaBoost.M1 of trees: every round draws rows by their weights, as numpy does, and a tree that is wrong too often is left out."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    Growth,
    refuse_growth,
    refuse_seed,
    refuse_table,
    tree_arguments,
)
from foldwise.engine.families.trees import TreeFit, refuse_boosted
from foldwise.engine.family import Family
from foldwise.engine.features import is_weighted
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.compiled.trees import SortedTable, TreeSamples
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = ["BoostingM1", "VotedRounds", "refuse_m1"]

M1_FORMS = ("resampling", "reweighting")
TREE_CLASSES = ("DecisionTreeClassifier", "ExtraTreeClassifier")
LARGEST_ERROR = 0.5 - 1e-12
"""Weighted error from which up a tree does not vote, unless there is no other."""


@final
class BoostingM1(Family):
    """`AdaBoostM1` of trees.

    Draws, restarts and trees are those of its own fit. By resampling, weights are whole numbers, and so the trees are the same
    to the last bit; by reweighting, ties of rounding may fall otherwise.
    """

    name: ClassVar[str] = "boosting-m1"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    members: ClassVar[str] = "n_estimators"
    models: ClassVar[tuple[str, ...]] = ("AdaBoostM1",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Other estimators than trees, and weights of rows, go the generic way."""
        return refuse_m1(model, dataset, resamples) or refuse_table(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> VotedRounds:
        """Sort the columns when they are needed."""
        return VotedRounds(models, data)


def refuse_m1(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say why trees cannot be boosted by the kernel, whatever the table, or None."""
    if not dataset.is_classification or len(dataset.labels) < 2:
        return "AdaBoostM1 needs two classes"
    if is_weighted(dataset, resamples):
        return "AdaBoostM1 takes no weights of rows"
    if not (_is_count(model.n_estimators, 1) and _is_count(model.max_restarts, 0) and model.form in M1_FORMS):
        return "AdaBoostM1 refuses a parameter"
    refusal = None if model.estimator is None else refuse_boosted(model.estimator, TREE_CLASSES)
    return refusal or refuse_growth() or refuse_seed(model)


def _is_count(given: Given, least: int) -> bool:
    return not isinstance(given, bool) and isinstance(given, Integral) and int(given) >= least


@final
class VotedRounds(TreeFit):
    """Boosted trees for every resample, and several numbers of them."""

    single: ClassVar[bool] = False

    def read(self, model: Estimator) -> Growth:
        """How trees are grown."""
        from sklearn.tree import DecisionTreeClassifier

        return Growth.of(DecisionTreeClassifier(max_depth=3) if model.estimator is None else model.estimator)

    def training(self, start: int, stop: int) -> tuple[TreeSamples, Mask]:
        """Samples of resamples start … stop-1, and which have two classes: others are left to the model itself."""
        samples, trusted = super().training(start, stop)
        several = np.count_nonzero(self.class_samples(samples.copies), axis=1) > 1
        return samples, trusted & several

    def grown(self, table: SortedTable, training: TreeSamples, test: TestRows) -> Floats:
        """Votes for the classes of the test rows of a block, for each model (K, N, C)."""
        said = np.zeros((test.size, self.trees), dtype=np.uint8)
        errors, kept = np.ones((test.count, self.trees)), np.zeros(test.count, dtype=np.int64)
        native._native.boost_votes(
            **tree_arguments(table, self.growths[:1], training, test),
            classes=table.classes,
            rounds=self.trees,
            restarts=int(self.model.max_restarts) if self.model.form == "resampling" else 0,
            resampling=self.model.form == "resampling",
            said=said,
            errors=errors,
            kept=kept,
        )
        votes = _votes(errors, kept, training.copies.sum(axis=1))
        return _added_up(said, votes[test.resample], self.sizes, table.classes)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with most votes, the first of several up to rounding, and the shares of the votes."""
        labels = np.round(scores, 12).argmax(axis=1).astype(label_type(scores.shape[1]))
        total = scores.sum(axis=1, keepdims=True)
        return labels, np.divide(scores, total, out=np.zeros_like(scores), where=total > 0)


def _votes(errors: Floats, kept: Codes, sizes: Codes) -> Floats:
    """Vote of every tree (B, T) by its weighted error: log((1 - ε)/ε), and 0 behind the last.

    A tree without error votes as one with ε = 1/(2n), and one that is alone because no other was right more often has one vote.

    Examples
    --------
    >>> _votes(np.array([[0.25, 0.0], [0.5, 1.0]]), np.array([2, 1]), np.array([10, 10])).round(3)
    array([[1.099, 2.944],
           [1.   , 0.   ]])
    """
    finite = np.where(errors > 0, errors, 1 / (2 * sizes[:, None]))
    used = np.arange(errors.shape[1]) < kept[:, None]
    votes = np.log((1 - np.minimum(finite, LARGEST_ERROR)) / np.minimum(finite, LARGEST_ERROR))
    return np.where(used, np.where(errors >= LARGEST_ERROR, 1.0, votes), 0.0)


def _added_up(said: Array, votes: Floats, marks: list[int], classes: int) -> Floats:
    """Votes for each class (K, N, C) of the first trees, for each of several numbers of them, added up tree by tree."""
    total, rows = np.zeros((len(said), classes)), np.arange(len(said))
    found = np.zeros((len(marks), len(said), classes))
    for at in range(said.shape[1]):
        total[rows, said[:, at]] += votes[:, at]
        for k, mark in enumerate(marks):
            if mark == at + 1:
                found[k] = total
    return found
