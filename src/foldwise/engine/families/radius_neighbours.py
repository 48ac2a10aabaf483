"""Neighbours within a radius, from one matrix of the pairs of rows within it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.neighbours import refuse_neighbours
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import features, refuse_features
from foldwise.engine.linalg.sums import count_classes
from foldwise.engine.neighbourhoods.local_sums import Locality, local_targets, sum_locally
from foldwise.engine.neighbourhoods.search import metric_of
from foldwise.predictions import ScoreKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["RadiusNeighbours"]

TREE_COLUMNS = 15
"""Columns up to which scikit-learn finds neighbours with trees unless told otherwise."""


@final
class RadiusNeighbours(Family):
    """`RadiusNeighborsClassifier` and `RadiusNeighborsRegressor`.

    Who is near whom is found once, a block of rows at a time. A resample with a test row without neighbours is left
    to the generic path, unless `outlier_label` is given.
    """

    name: ClassVar[str] = "radius-neighbours"
    models: ClassVar[tuple[str, ...]] = ("RadiusNeighborsClassifier", "RadiusNeighborsRegressor")

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Other metrics, and weights that are any function of the distance, go the generic way."""
        if refusal := refuse_neighbours(model, dataset, resamples):
            return refusal
        label = getattr(model, "outlier_label", None)
        if label is not None and not isinstance(label, str | int | float):
            return "outlier_label is not a single label"
        if label is not None and label not in ("most_frequent", *dataset.labels.tolist()):
            return "outlier_label is none of the classes"
        return refuse_features(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> RadiusFit:
        """Keep the model and the resamples."""
        return RadiusFit(models[0], data)


@final
class RadiusFit(BlockFit):
    """Sums over the neighbours of each test row."""

    def __init__(self, model: Estimator, data: Resampled) -> None:
        self.model, self.data = model, data
        self.kind = ScoreKind.PROBABILITY if data.dataset.is_classification else ScoreKind.NONE

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Shares of the classes (N, C), or the mean (N, 1)."""
        sums = _sum_near(self.model, self.data)
        kept = self.data.training.sizes > 0
        lone = sums[:, -1] == 0
        if lone.any():
            named = _outlier_codes(self.model, self.data)  # (R,)
            kept[test.resample[lone & (named[test.resample] < 0)]] = False
            sums[lone, named[test.resample[lone]]] = 1.0
            sums[lone, -1] = 1.0
        return sums[:, :-1] / sums[:, -1:], kept

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with the largest share."""
        return scores.argmax(axis=1), scores


def _sum_near(model: Estimator, data: Resampled) -> Floats:
    """Sums over the neighbours of each test row (N, m)."""
    from scipy.spatial.distance import cdist

    X, targets = features(data.dataset), local_targets(data.dataset)
    # Squares are compared, and added up column by column, as in scikit-learn's trees.
    squared = metric_of(model) == "euclidean"
    limit = float(model.radius) ** (2 if squared else 1)

    def distances(rows: Codes) -> Floats:
        return np.asarray(cdist(X[rows], X, "sqeuclidean" if squared else "cityblock"), dtype=np.float64)

    def near(rows: Codes) -> Floats:
        return (distances(rows) <= limit).astype(np.float64)

    def equal(rows: Codes) -> Floats:
        return (distances(rows) == 0).astype(np.float64)

    def closer(rows: Codes) -> Floats:
        apart = distances(rows)
        inside = (apart <= limit) & (apart > 0)
        return np.where(inside, 1.0 / np.where(inside, np.sqrt(apart) if squared else apart, 1.0), 0.0)

    if model.weights != "distance":
        return sum_locally(Locality(near, targets), data.training, data.test)
    same = sum_locally(Locality(equal, targets), data.training, data.test)
    rest = sum_locally(Locality(closer, targets), data.training, data.test)
    return np.where(same[:, -1:] > 0, same, rest)


def _outlier_codes(model: Estimator, data: Resampled) -> Codes:
    """Class that each resample gives to rows without neighbours, or -1 where that is left to the generic path (R,)."""
    dataset = data.dataset
    none = np.full(data.training.count, -1)
    label = getattr(model, "outlier_label", None)
    trees = model.algorithm in ("kd_tree", "ball_tree") or (model.algorithm == "auto" and dataset.p <= TREE_COLUMNS)
    if label is None or not trees:
        return none
    counts = count_classes(data)
    if label == "most_frequent":
        return counts.argmax(axis=1)
    code = dataset.labels.tolist().index(label)
    return np.where(counts[:, code] > 0, code, none)
