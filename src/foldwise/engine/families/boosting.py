"""AdaBoost of stumps: every round walks each sorted column once for eight resamples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.trees import refuse_growth, refuse_seed, refuse_table, sorted_table
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.seeds import states
from foldwise.engine.threads import blocks, thread_count
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["Boosting"]

WEIGHTS = 8_000_000
"""Weights of rows held at once."""
BUSY = 4e9
"""Rows times columns times rounds that are gone through in one call."""
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
    """`AdaBoostClassifier` of stumps, for two classes."""

    name: ClassVar[str] = "boosting"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    models: ClassVar[tuple[str, ...]] = ("AdaBoostClassifier",)

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401, ARG002
        """Other estimators than stumps, and other than two classes, go the generic way."""
        if not dataset.is_classification or len(dataset.labels) != 2:
            return "AdaBoost has a batched kernel for two classes"
        if not is_stump(model.estimator):
            return "AdaBoost has a batched kernel for trees of depth 1"
        return refuse_growth() or refuse_seed(model) or refuse_table(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> BoostedStumps:
        """Sort the columns when they are needed."""
        return BoostedStumps(models[0], data)


def is_stump(estimator: Any) -> bool:  # noqa: ANN401 - an estimator or None
    """Whether an estimator is the tree of depth 1 that AdaBoost takes where none is given."""
    if estimator is None:
        return True
    if type(estimator).__name__ != "DecisionTreeClassifier" or not type(estimator).__module__.startswith("sklearn."):
        return False
    given = estimator.get_params(deep=False)
    return all(given[name] == value for name, value in STUMP.items())


@final
class BoostedStumps(BlockFit):
    """Stumps of all resamples, eight at a time."""

    def __init__(self, model: Any, data: Resampled) -> None:  # noqa: ANN401
        self.model, self.data = model, data
        self.kind = ScoreKind.PROBABILITY

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """What the stumps of each resample decide (N, 1)."""
        table = sorted_table(self.data.dataset)
        n, p = table.rows.shape
        columns, rounds = np.ascontiguousarray(table.rows.T), int(self.model.n_estimators)
        together = 8 * max(1, int(min(WEIGHTS / n, BUSY / (n * p * rounds)) / 8))
        decisions, done = np.zeros(test.size), np.zeros(test.count, dtype=np.bool_)
        for start, stop in blocks(test.count, together):
            block = test.block(start, stop)
            native._native.boost_stumps(
                keys=table.keys,
                sorted=table.values,
                values=columns,
                codes=table.codes,
                weights=self._weights(start, stop),
                seeds=states(self.model, self.data, start, stop),
                rounds=rounds,
                rate=float(self.model.learning_rate),
                rows=np.ascontiguousarray(block.row, dtype=np.int64),
                starts=np.ascontiguousarray(block.starts, dtype=np.int64),
                threads=thread_count(rounds * n * p * (stop - start)),
                decisions=decisions[test.starts[start] : test.starts[stop]],
                done=done[start:stop],
            )
        return decisions[:, None], done

    def _weights(self, start: int, stop: int) -> Floats:
        """Weights of the training rows (B, n)."""
        weights, own = self.data.training.counts(start, stop).astype(np.float64), self.data.dataset.weights
        return weights if own is None else weights * own

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats | None]:  # noqa: ARG002
        """The second class where it has more votes, and both probabilities."""
        second = 1.0 / (1.0 + np.exp(-scores[:, 0]))
        return (scores[:, 0] > 0).astype(label_type(2)), np.stack([1.0 - second, second], axis=1)
