"""Nearest neighbours: one search for all resamples, and all numbers of neighbours at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import features, is_weighted, refuse_features, refuse_task
from foldwise.engine.neighbourhoods.counting import VoteCount
from foldwise.engine.neighbourhoods.search import TREE_COLUMNS, Search, metric_of, refuse_metric
from foldwise.engine.neighbourhoods.voting import ARBITRARY, TOO_FEW, Counted, Voting
from foldwise.predictions import ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["NEGLIGIBLE_DISTANCE", "NeighbourFit", "Neighbours", "refuse_neighbours"]

NEGLIGIBLE_DISTANCE = 1e-6
"""Share of the largest distance of a list below which a distance may be nothing but rounding."""

SHARED_SEARCH_PAYS = 0.25
"""Share of all n² pairs of rows from which on one search for all resamples costs less than one among the training rows of each."""


@final
class Neighbours(Family):
    """`KNeighborsClassifier` and `KNeighborsRegressor`.

    The neighbours of each row are listed once; each resample takes the first k of the list that it trains on, a row drawn
    twice counting twice. Where a list is too short for some resample, a longer one is made. A resample in which it is
    arbitrary which of several rows at the same distance votes is left to the generic path.
    """

    name: ClassVar[str] = "neighbours"
    models: ClassVar[tuple[str, ...]] = ("KNeighborsClassifier", "KNeighborsRegressor")
    path: ClassVar[str] = "n_neighbors"

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """Other metrics, and weights that are any function of the distance, go the generic way."""
        return refuse_neighbours(model, dataset, resamples) or refuse_features(dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> NeighbourFit:
        """Search once for all numbers of neighbours."""
        return SharedSearch(models, data)


def refuse_neighbours(model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """Say why neighbours are not counted here, whatever the features: the task, weights of rows, or the metric; or None."""
    if is_weighted(dataset, resamples):
        return refuse_task(model, dataset) or f"{type(model).__name__} takes no sample_weight"
    return refuse_task(model, dataset) or refuse_metric(model)


class NeighbourFit(BlockFit):
    """What fits by votes of neighbours have in common: models that differ in their number of neighbours.

    `negligible` is the share of the longest distance of a list below which one over a distance is rounding alone.
    """

    def __init__(self, models: Sequence[Any], data: Resampled, negligible: float = 0.0) -> None:
        dataset, weighted = data.dataset, models[0].weights == "distance"
        self.model, self.data = models[0], data
        self.numbers = [int(model.n_neighbors) for model in models]
        ks = np.array(sorted(set(self.numbers)), dtype=np.int64)
        if dataset.is_classification:
            said = dataset.codes.astype(np.int32), np.zeros(0), len(dataset.classes)
        else:
            said = np.zeros(0, dtype=np.int32), np.ascontiguousarray(dataset.truth), 1
        self.voting = Voting(ks, weighted, *said, negligible)
        self.kind = ScoreKind.PROBABILITY if dataset.is_classification else ScoreKind.NONE

    @property
    def enough(self) -> Mask:
        """Resamples that train on as many rows as the largest number of neighbours (R,)."""
        return self.data.training.sizes >= self.voting.ks[-1]

    def of_models(self, votes: Floats) -> Floats:
        """Votes of each model (K, N, C) from those of each number of neighbours."""
        ks = self.voting.ks.tolist()
        return votes if ks == self.numbers else votes[[ks.index(number) for number in self.numbers]]

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with most votes, and their shares."""
        scores /= scores.sum(axis=1, keepdims=True) if self.voting.weighted else self.numbers[at]
        # The first of the largest: of two classes, the second where it has more.
        labels = scores[:, 1] > scores[:, 0] if scores.shape[1] == 2 else scores.argmax(axis=1)
        return labels.astype(label_type(scores.shape[1])), scores

    def votes_among(self, search: Search, r: int, rows: Codes, voting: Voting | None = None) -> Floats | None:
        """Votes of resample r for some rows (K, N, C), from neighbours searched among its training rows; None where unsure.

        Lists grow where their last rows are as far away as the last that votes; where they hold all training rows, the
        nearest of all rows are listed.
        """
        voting = voting or self.voting
        votes = np.zeros((voting.ks.size, rows.size, voting.classes))
        counts = np.ascontiguousarray(self.data.training.counts(r, r + 1), dtype=np.uint16)
        search = replace(search, among=np.flatnonzero(counts[0]))
        length = min(search.size, int(voting.ks[-1]) + 1)
        waiting = np.arange(rows.size)
        while waiting.size:
            lists = search.nearest(rows[waiting], length)
            place = np.arange(waiting.size)
            found, state = voting.votes(Counted(counts), lists, place, np.zeros_like(place))
            if (state == ARBITRARY).any():
                return None
            enough = state != TOO_FEW
            votes[:, waiting[enough]] = found[:, enough]
            waiting = waiting[~enough]
            if length == search.size:
                search = replace(search, among=None)
            length = min(search.size, 4 * length)
        return votes


def distances_by_products(models: Sequence[Any], data: Resampled) -> Mask:
    """Resamples for which scikit-learn takes Euclidean distances from matrix products, so that equal rows may be apart (R,)."""
    model, sizes = models[0], data.training.sizes
    if metric_of(model) != "euclidean" or model.algorithm in ("kd_tree", "ball_tree"):
        return np.zeros(sizes.size, dtype=np.bool_)
    if model.algorithm == "brute" or data.dataset.p > TREE_COLUMNS:
        return np.ones(sizes.size, dtype=np.bool_)
    return max(int(one.n_neighbors) for one in models) >= sizes // 2


@final
class SharedSearch(NeighbourFit):
    """Distances are the same in all resamples: neighbours are searched once, unless few rows are trained on."""

    def __init__(self, models: Sequence[Any], data: Resampled) -> None:
        super().__init__(models, data)
        self.by_products = distances_by_products(models, data) & self.voting.weighted

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Votes of the classes, or the mean, for each model (K, N, C)."""
        if self._trains_on_few(test):
            return self._by_resample(test)
        search, trusted = Search(features(self.data.dataset), str(metric_of(self.model))), self.enough.copy()
        votes: Floats | None = None
        for products in (False, True):
            mine = self.enough & (self.by_products == products)
            if not mine.any():
                continue
            count = VoteCount(search, self._voting(products=products), self.data.training, test.keep(mine))
            found = count.votes()
            # Which row at the same distance scikit-learn takes depends on its search.
            trusted[count.test.resample[count.state == ARBITRARY]] = False
            if mine.all():
                return self.of_models(found), trusted
            votes = self._no_votes(test) if votes is None else votes
            votes[:, mine[test.resample]] = found
        return self.of_models(self._no_votes(test) if votes is None else votes), trusted

    def _voting(self, *, products: bool) -> Voting:
        return replace(self.voting, negligible=NEGLIGIBLE_DISTANCE) if products else self.voting

    def _no_votes(self, test: TestRows) -> Floats:
        return np.zeros((self.voting.ks.size, test.size, self.voting.classes))

    def _trains_on_few(self, test: TestRows) -> bool:
        """Whether test and training rows make few pairs: lists of all rows are as long as few of these are trained on."""
        n, sizes = self.data.training.n, self.data.training.sizes
        pairs = float(np.minimum(sizes, n) @ test.sizes)
        return pairs * float(sizes.min(initial=n)) <= SHARED_SEARCH_PAYS * float(n) ** 3

    def _by_resample(self, test: TestRows) -> tuple[Floats, Mask]:
        """The same, searched among the training rows of each resample."""
        search, trusted = Search(features(self.data.dataset), str(metric_of(self.model))), self.enough.copy()
        votes = self._no_votes(test)
        for r in np.flatnonzero(trusted).tolist():
            mine = slice(test.starts[r], test.starts[r + 1])
            found = self.votes_among(search, r, test.row[mine], self._voting(products=bool(self.by_products[r])))
            trusted[r] = found is not None
            if found is not None:
                votes[:, mine] = found
        return self.of_models(votes), trusted
