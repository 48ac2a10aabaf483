"""Decision trees: the columns are sorted once for all resamples."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    PATH_PARAMETERS,
    TREE_CLASSES,
    Growth,
    TreeSamples,
    copies_and_weights,
    grow_and_predict,
    grow_paths,
    growth_arguments,
    refuse_growth,
    refuse_table,
    resamples_per_call,
    sorted_table,
)
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import refuse_task
from foldwise.engine.pipelines.pipeline import is_sklearn
from foldwise.engine.single_fits.seeds import random_states
from foldwise.engine.threads import blocks, thread_count
from foldwise.installed import SKLEARN
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.compiled.trees import SortedTable
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = ["TreeFit", "Trees", "refuse_boosted", "refuse_missing", "refuse_tree"]


WORK_PER_CALL = 8e9
"""Rows left out times rows times columns in one call, so that Ctrl-C does not wait for long."""


def leaves_out(model: Estimator, growth: Growth, data: Resampled) -> bool:
    """Whether every row is left out once, of rows that weigh the same, by trees that try all columns at every node."""
    plain = data.dataset.is_classification and not data.weighted and model.class_weight is None
    limited = growth.max_leaf_nodes is not None or growth.ccp_alpha > 0
    tried = not growth.random and growth.columns(data.dataset.p) == data.dataset.p
    return plain and tried and not limited and data.training.leaves_one_out and data.test.only_tested


def leave_out(table: SortedTable, growth: Growth, seed: int) -> Floats:
    """Class shares of every row in the tree that is grown without it (n, C)."""
    n, p = table.rows.shape
    split, leaf = growth.least(np.array([n - 1]))[0].tolist()
    shares = np.empty((n, table.classes))
    for start, stop in blocks(n, int(WORK_PER_CALL / (n * p))):
        native._native.leave_one_out(
            **growth_arguments(table, growth),
            split=split,
            leaf=leaf,
            seed=seed,
            rows=np.arange(start, stop),
            threads=thread_count(100 * n * p),
            scores=shares,
        )
    return shares


@final
class Trees(Family):
    """`DecisionTreeClassifier` and `DecisionTreeRegressor`, `ExtraTreeClassifier` and `ExtraTreeRegressor`.

    A tree is grown as scikit-learn grows it, with the same draws: without weights and with classes it is the same tree.
    Where sums depend on the order in which rows are added up, ties of rounding may fall otherwise.
    """

    name: ClassVar[str] = "trees"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    models: ClassVar[tuple[str, ...]] = TREE_CLASSES

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Other criteria, constraints, and tables that are not dense numbers go the generic way."""
        return refuse_tree(model, dataset) or refuse_missing(model, dataset, random=model.splitter == "random")

    def differing(self, model: Estimator) -> tuple[str, ...]:  # noqa: ARG002
        """Limits of the growth: nodes of several trees are searched once."""
        return PATH_PARAMETERS

    def prepare(self, models: Sequence[Any], data: Resampled) -> TreeFit:
        """Sort the columns when they are needed."""
        return TreeFit(models, data)


class TreeFit(BlockFit):
    """One tree for every resample, or several that differ in their limits.

    `wholes` are the pipelines that the trees are at the end of, where they are: their seeds were left open there.
    """

    single: ClassVar[bool] = True
    """Whether each model is one tree on all of the training rows."""
    held: ClassVar[int] = 2_000_000
    """Counts of rows held at once."""
    own_threads = True

    def __init__(self, models: Sequence[Any], data: Resampled, wholes: Sequence[Any] = ()) -> None:
        self.models, self.data, self.wholes = models, data, wholes or models
        self.model = models[0]
        self.sizes = [int(getattr(model, "n_estimators", 1)) for model in models]
        self.trees = len(models) if self.single else max(self.sizes)
        self.growths = [self.read(model) for model in models]
        self.kind = ScoreKind.PROBABILITY if data.dataset.is_classification else ScoreKind.NONE

    @cached_property
    def together(self) -> int:  # type: ignore[override]
        """Resamples that are grown in one call; all of them where each leaves out one row of the same tree."""
        return 0 if self._leaves_one_out else resamples_per_call(self.table, self.trees, held=self.held)

    @property
    def table(self) -> SortedTable:
        """The rows, with their columns in order."""
        return sorted_table(self.data.dataset)

    def read(self, model: Estimator) -> Growth:
        """How trees are grown."""
        return Growth.of(model)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Shares of the classes (N, C), or values (N, 1); of several models (K, N, C)."""
        if self._leaves_one_out:
            return self._leave_out(self.table, test), np.ones(test.count, dtype=np.bool_)
        training, trusted = self.training(test.first, test.last)
        return self.of_models(self.grown(self.table, training, test)), trusted

    def of_models(self, scores: Floats) -> Floats:
        """Scores of several models (K, N, C), or of the one there is (N, C)."""
        return scores if len(self.models) > 1 else scores[0]

    def grown(self, table: SortedTable, training: TreeSamples, test: TestRows) -> Floats:
        """Scores of the test rows of a block of resamples, for each model (K, N, C)."""
        if len(self.models) == 1:
            return grow_and_predict(table, self.growths[0], training, test)[None]
        return grow_paths(table, self.growths, training, test)

    @cached_property
    def _leaves_one_out(self) -> bool:
        each = zip(self.models, self.growths, strict=True)
        return self.single and not self.table.missing and all(leaves_out(*one, self.data) for one in each)

    def _leave_out(self, table: SortedTable, test: TestRows) -> Floats:
        """Every row by the tree that is grown without it."""
        seeds = self.seeds(0, 1)[0].tolist()
        found = [leave_out(table, growth, seed) for growth, seed in zip(self.growths, seeds, strict=True)]
        return self.of_models(np.stack([shares[test.row] for shares in found]))

    def training(self, start: int, stop: int) -> tuple[TreeSamples, Mask]:
        """Samples of resamples start … stop-1, their weights and seeds; and which have any weight."""
        copies, own = copies_and_weights(self.data, start, stop)
        weights = self._weights(own, copies)
        with np.errstate(over="ignore"):
            total = (copies if weights is None else copies * weights).sum(axis=1)
        shown = np.zeros((0, 0)) if weights is None else np.ascontiguousarray(weights, dtype=np.float64)
        trusted = (total > 0) & np.isfinite(total) & self._has_values(copies)
        return TreeSamples(copies, shown, self.seeds(start, stop), self.drawn(copies)), trusted

    def _has_values(self, copies: Array) -> Mask:
        """Where scikit-learn does not refuse the values: Poisson counts must not all be zero (B,)."""
        if self.growths[0].criterion != "poisson":
            return np.ones(len(copies), dtype=np.bool_)
        positive = self.data.dataset.truth > 0
        found: Mask = np.any(copies[:, positive] > 0, axis=1)
        return found

    @property
    def class_weight(self) -> Given:
        """Weights of the classes that are known before rows are drawn."""
        return getattr(self.model, "class_weight", None)

    def seeds(self, start: int, stop: int) -> Array:
        """Seeds of the trees (B, K): each model has those of its own name."""
        names = self.data.names or [self.data.name] * len(self.models)
        named = [replace(self.data, name=name) for name in names]
        found = [random_states(whole, data, start, stop) for whole, data in zip(self.wholes, named, strict=True)]
        return np.stack(found, axis=1)

    def drawn(self, copies: Array) -> Array:
        """Samples that each tree draws (B,): here none."""
        return np.zeros(len(copies), dtype=np.int64)

    def _weights(self, weights: Floats | None, copies: Array) -> Floats | None:
        """Weight of one sample of each row, times that of its class (B, n), or None where all weigh the same."""
        chosen = self.class_weight
        if chosen is not None:
            factors = self._class_weights(chosen, copies)[:, self.data.dataset.codes]
            with np.errstate(over="ignore"):
                weights = factors if weights is None else weights * factors
        if weights is None:
            return None
        # A training set with a weight that is too large is left to scikit-learn: here it weighs nothing.
        sound = np.isfinite(weights).all(axis=-1, keepdims=True)
        return np.broadcast_to(np.where(sound, weights, 0.0), copies.shape)

    def class_samples(self, copies: Array) -> Floats:
        """Samples of each class in each resample of a block (B, C)."""
        codes, classes = self.data.dataset.codes, len(self.data.dataset.labels)
        return np.stack([copies[:, codes == c].sum(axis=1) for c in range(classes)], axis=1).astype(np.float64)

    def _class_weights(self, chosen: Given, copies: Array) -> Floats:
        """Weight of each class in each resample (B, C)."""
        labels = self.data.dataset.labels.tolist()
        if isinstance(chosen, dict):
            return np.tile([float(chosen[label]) for label in labels], (len(copies), 1))
        counts = self.class_samples(copies)
        there = np.count_nonzero(counts, axis=1)[:, None]
        rows = counts.sum(axis=1, keepdims=True)
        return np.divide(rows, there * counts, out=np.zeros_like(counts), where=counts > 0)

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with the largest share, the first of several."""
        return scores.argmax(axis=1).astype(label_type(scores.shape[1])), scores


def refuse_tree(model: Estimator, dataset: Dataset) -> str | None:
    """Say why a tree cannot be grown by the kernel, whatever the table, or None."""
    if refusal := refuse_task(model, dataset) or refuse_growth(model):
        return refusal
    if model.criterion == "poisson" and not dataset.is_classification and bool((dataset.truth < 0).any()):
        return "criterion='poisson' takes no negative values"
    return refuse_class_weight(model, dataset)


def refuse_boosted(tree: Estimator, titles: Sequence[str]) -> str | None:
    """Say why trees cannot be boosted by the kernel, or None: it grows those of these classes, and no weights of classes."""
    title = type(tree).__name__
    if not (is_sklearn(tree) and title in titles):
        return f"AdaBoost of {title} has no batched kernel"
    if getattr(tree, "class_weight", None) is not None:
        return "AdaBoost of trees with class_weight has no batched kernel"
    return refuse_growth(tree)


def refuse_missing(model: Estimator, dataset: Dataset, *, random: bool) -> str | None:
    """Say why a table must have all values, or None: cuts that are drawn need them, and so do trees of former releases."""
    plain = random or SKLEARN < (1, 9) or model.criterion == "absolute_error"
    if plain and refuse_table(dataset, missing=True) is None and refuse_table(dataset):
        former = "" if SKLEARN >= (1, 9) else " of this release of scikit-learn"
        return f"{type(model).__name__}{former} with missing values has no batched kernel"
    return refuse_table(dataset, missing=True)


def refuse_class_weight(model: Estimator, dataset: Dataset) -> str | None:
    """Say why the weights of classes are better left to scikit-learn, or None."""
    chosen = getattr(model, "class_weight", None)
    if chosen is None or (isinstance(chosen, str) and chosen.startswith("balanced")):
        return None
    if not isinstance(chosen, dict) or set(chosen) != set(dataset.labels.tolist()):
        return "class_weight does not name every class"
    if not all(isinstance(weight, Real) and 0 <= float(weight) < np.inf for weight in chosen.values()):
        return "a weight of class_weight is no finite number from 0 on"
    return None
