"""Neighbours within a radius, from one matrix of who is near whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.neighbours import metric_of, refuse_metric
from foldwise.engine.families.parzen import local_targets
from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.linalg.sums import class_sums, training_sums
from foldwise.engine.neighbourhoods.local_sums import Locality, sum_locally
from foldwise.predictions import Outputs, ScoreKind

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = ["RadiusNeighbours"]

TREE_COLUMNS = 15
"""Columns up to which scikit-learn finds neighbours with trees unless told otherwise."""


@final
class RadiusNeighbours(Family):
    """`RadiusNeighborsClassifier` and `RadiusNeighborsRegressor`.

    Who is near whom is found once, a block of rows at a time. A resample that asks about a row without neighbours is left
    to the generic path, unless `outlier_label` says what to answer.
    """

    name: ClassVar[str] = "radius-neighbours"
    models: ClassVar[tuple[str, ...]] = ("RadiusNeighborsClassifier", "RadiusNeighborsRegressor")

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Other metrics, and weights that are any function of the distance, go the generic way."""
        title = type(model).__name__
        if dataset.is_classification != (title == "RadiusNeighborsClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        if is_weighted(dataset, resamples):
            return f"{title} takes no sample_weight"
        label = getattr(model, "outlier_label", None)
        if label is not None and not isinstance(label, str | int | float):
            return "outlier_label is not a single label"
        if label is not None and label not in ("most_frequent", *dataset.labels.tolist()):
            return "outlier_label is none of the classes"
        return refuse_metric(model) or refuse_features(dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Find who is near, and sum."""
        sums = _sum_near(model, dataset, resamples, test)
        kept = resamples.train_sizes > 0
        lone = sums[:, -1] == 0
        if lone.any():
            named = _outlier_codes(model, dataset, resamples)  # (R,)
            kept[test.resample[lone & (named[test.resample] < 0)]] = False
            sums[lone, named[test.resample[lone]]] = 1.0
            sums[lone, -1] = 1.0
        test, sums = test.keep(kept), sums[kept[test.resample]]
        place = test.resample, test.row
        shares = sums[:, :-1] / sums[:, -1:]
        if not dataset.is_classification:
            return Outputs(*place, shares[:, 0].copy(), None, ScoreKind.NONE, test.part, self.name)
        return Outputs(*place, shares.argmax(axis=1), shares, ScoreKind.PROBABILITY, test.part, self.name)


def _sum_near(model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Floats:  # noqa: ANN401
    """Sums over the neighbours of the row of each question (N, m)."""
    from scipy.spatial.distance import cdist

    X, targets = features(dataset), local_targets(dataset)
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
        return sum_locally(Locality(near, targets), resamples, test)
    same = sum_locally(Locality(equal, targets), resamples, test)
    rest = sum_locally(Locality(closer, targets), resamples, test)
    return np.where(same[:, -1:] > 0, same, rest)


def _outlier_codes(model: Any, dataset: Dataset, resamples: Resamples) -> Codes:  # noqa: ANN401
    """Class that each resample gives to rows without neighbours, or -1 where the generic path must say (R,)."""
    none = np.full(resamples.count, -1)
    label = getattr(model, "outlier_label", None)
    trees = model.algorithm in ("kd_tree", "ball_tree") or (model.algorithm == "auto" and dataset.p <= TREE_COLUMNS)
    if label is None or not trees:
        return none
    counts = training_sums(resamples, class_sums(dataset.codes, len(dataset.classes), None))
    if label == "most_frequent":
        return counts.argmax(axis=1)
    code = dataset.labels.tolist().index(label)
    return np.where(counts[:, code] > 0, code, none)
