"""AdaBoost of stumps: every round walks each sorted column once for eight resamples."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import (
    Growth,
    TreeSamples,
    copies_and_weights,
    refuse_growth,
    refuse_seed,
    refuse_table,
    resamples_per_call,
    sorted_table,
    tree_arguments,
)
from foldwise.engine.families.trees import refuse_boosted
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.pipelines.pipeline import is_sklearn
from foldwise.engine.single_fits.seeds import member_seeds, random_states
from foldwise.engine.threads import thread_count
from foldwise.installed import SAMME
from foldwise.native import cores
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["Boosting"]

WEIGHTS_HELD = 8_000_000
"""Weights of rows held at once."""
WORK_PER_CALL = 4e9
"""Rows times columns times rounds that are gone through in one call."""
RESAMPLES_PER_VECTOR = 8
"""Resamples that are boosted side by side."""
STUMP = {
    "criterion": "gini",
    "splitter": "best",
    "max_depth": 1,
    "min_samples_split": 2,
    "min_samples_leaf": 1,
    "min_weight_fraction_leaf": 0.0,
    "max_features": None,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "class_weight": None,
    "ccp_alpha": 0.0,
    "monotonic_cst": None,
}
"""Parameters of the trees that AdaBoost boosts by itself."""


@final
class Boosting(Family):
    """`AdaBoostClassifier` of trees; stumps of two classes are boosted for eight resamples side by side."""

    name: ClassVar[str] = "boosting"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    divisible: ClassVar[bool] = True
    members: ClassVar[str] = "n_estimators"
    models: ClassVar[tuple[str, ...]] = ("AdaBoostClassifier",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Other estimators than trees go the generic way."""
        if not dataset.is_classification or len(dataset.labels) < 2:
            return "AdaBoostClassifier needs two classes"
        if getattr(model, "algorithm", "deprecated") != SAMME.get("algorithm", "deprecated"):
            return f"algorithm='{model.algorithm}' has no batched kernel"
        if not is_stump(model.estimator):
            refusal = refuse_boosted(model.estimator, ("DecisionTreeClassifier",))
            if refusal:
                return refusal
        return refuse_growth() or refuse_seed(model) or refuse_table(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> BoostedStumps | BoostedTrees:
        """Sort the columns when they are needed."""
        pairs = len(data.dataset.labels) == 2 and is_stump(models[0].estimator)
        return BoostedStumps(models, data) if pairs else BoostedTrees(models, data)


def is_stump(estimator: Estimator) -> bool:
    """Whether an estimator is the tree of depth 1 that AdaBoost takes where none is given."""
    if estimator is None:
        return True
    if not is_sklearn(estimator) or type(estimator).__name__ != "DecisionTreeClassifier":
        return False
    given = estimator.get_params(deep=False)
    return all(given[name] == value for name, value in STUMP.items())


@final
class BoostedStumps(BlockFit):
    """Stumps of all resamples, eight at a time."""

    own_threads = True

    def __init__(self, models: Sequence[Any], data: Resampled) -> None:
        self.model, self.data = models[0], data
        self.marks = np.array([int(model.n_estimators) for model in models], dtype=np.int64)
        self.rounds, self.table = int(self.marks.max()), sorted_table(data.dataset)
        n, p = self.table.rows.shape
        many = int(min(WEIGHTS_HELD / n, WORK_PER_CALL / (n * p * self.rounds)) / RESAMPLES_PER_VECTOR)
        self.together = RESAMPLES_PER_VECTOR * max(cores(), many)

    @cached_property
    def columns(self) -> Array:
        """The numbers, column after column (p, n)."""
        return np.ascontiguousarray(self.table.rows.T)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """What the stumps of each resample decide (N, 1), for each of several models (K, N, 1)."""
        decisions, done = np.zeros((self.marks.size, test.size)), np.zeros(test.count, dtype=np.bool_)
        native._native.boost_stumps(
            keys=self.table.keys,
            values=self.columns,
            codes=self.table.codes,
            weights=self.data.row_weights(test.first, test.last),
            seeds=random_states(self.model, self.data, test.first, test.last),
            rounds=self.rounds,
            rate=float(self.model.learning_rate),
            marks=self.marks,
            rows=np.ascontiguousarray(test.row, dtype=np.int64),
            starts=np.ascontiguousarray(test.starts, dtype=np.int64),
            threads=thread_count(self.rounds * self.columns.size * test.count),
            decisions=decisions,
            done=done,
        )
        return (decisions if self.marks.size > 1 else decisions[0])[..., None], done

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The second class where it has more votes, and both probabilities."""
        return two_classes(scores[:, 0])


@final
class BoostedTrees(BlockFit):
    """Any trees and any number of classes, each resample by itself."""

    own_threads = True

    def __init__(self, models: Sequence[Any], data: Resampled) -> None:
        from sklearn.tree import DecisionTreeClassifier

        self.model, self.data, self.table = models[0], data, sorted_table(data.dataset)
        self.marks = [int(model.n_estimators) for model in models]
        chosen = self.model.estimator
        self.growth = Growth.of(DecisionTreeClassifier(max_depth=1) if chosen is None else chosen)
        rounds = 10 * max(self.marks)
        self.together = resamples_per_call(self.table, rounds, held=WEIGHTS_HELD, work=WORK_PER_CALL)

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Votes for the classes (N, C), for each of several models (K, N, C)."""
        seeds = member_seeds(random_states(self.model, self.data, test.first, test.last), max(self.marks))
        samples = TreeSamples.as_they_are(*copies_and_weights(self.data, test.first, test.last), seeds)
        votes = np.empty((len(self.marks), test.size, self.table.classes))
        done = np.zeros(test.count, dtype=np.bool_)
        native._native.boost_trees(
            **tree_arguments(self.table, [self.growth], samples, test),
            rate=float(self.model.learning_rate),
            marks=np.array(self.marks, dtype=np.int64),
            votes=votes,
            done=done,
        )
        return (votes if len(self.marks) > 1 else votes[0]), done

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with most votes, and probabilities that grow with them."""
        if scores.shape[1] == 2:
            return two_classes(scores[:, 1] - scores[:, 0])
        powers = np.exp((scores - scores.max(axis=1, keepdims=True)) / (scores.shape[1] - 1))
        labels = scores.argmax(axis=1).astype(label_type(scores.shape[1]))
        return labels, powers / powers.sum(axis=1, keepdims=True)


def two_classes(decisions: Floats) -> tuple[Array, Floats]:
    """The second class where it has more votes, and both probabilities."""
    second = 1.0 / (1.0 + np.exp(-decisions))
    return (decisions > 0).astype(label_type(2)), np.stack([1.0 - second, second], axis=1)
