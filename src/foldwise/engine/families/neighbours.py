"""Nearest neighbours: one search for all resamples, and all numbers of neighbours at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.family import Family
from foldwise.engine.features import features, is_weighted, refuse_features
from foldwise.engine.neighbourhoods.search import Search
from foldwise.engine.neighbourhoods.voting import ARBITRARY, SHORT, Election, training_of
from foldwise.engine.threads import blocks, in_threads
from foldwise.plans import HeldOut, PairsOut, Partition
from foldwise.predictions import Outputs, ScoreKind, label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset
    from foldwise.engine.neighbourhoods.search import Lists
    from foldwise.engine.neighbourhoods.voting import Training
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples

__all__ = [
    "METRICS",
    "Neighbours",
    "election_of",
    "first_length",
    "metric_of",
    "neighbour_path",
    "outputs_by_k",
    "refuse_metric",
]

METRICS = {
    "euclidean": "euclidean",
    "l2": "euclidean",
    "manhattan": "manhattan",
    "l1": "manhattan",
    "cityblock": "manhattan",
}
"""Names of metrics, and which of two they are."""
LISTED = 8_000_000
"""Neighbours listed at once."""
COUNTS = 20_000_000
"""Counts of rows held at once, for resamples that are not parts left out."""
QUESTIONS = 20_000
"""TestRows a thread answers at once."""
WORK = 10
"""What looking at one row of a list costs, measured in numbers to go through."""


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

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """Other metrics, and weights that are any function of the distance, go the generic way."""
        title = type(model).__name__
        if dataset.is_classification != (title == "KNeighborsClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        if is_weighted(dataset, resamples):
            return f"{title} takes no sample_weight"
        return refuse_features(dataset) or refuse_metric(model)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Search, and count."""
        return neighbour_path(model, dataset, resamples, test, ks=[model.n_neighbors])[0]

    def predict_path(
        self, models: Sequence[Any], dataset: Dataset, resamples: Resamples, test: TestRows
    ) -> tuple[Outputs, ...]:
        """Search once for all numbers of neighbours."""
        return neighbour_path(models[0], dataset, resamples, test, ks=[model.n_neighbors for model in models])


def metric_of(model: Any) -> str | None:  # noqa: ANN401
    """The metric of a model, by one of two names, or None."""
    if model.metric == "minkowski":
        return {1: "manhattan", 2: "euclidean"}.get(model.p)
    return METRICS.get(model.metric) if isinstance(model.metric, str) else None


def refuse_metric(model: Any) -> str | None:  # noqa: ANN401
    """Say which part of the metric or the weights is not known here."""
    if metric_of(model) is None:
        return f"the metric is neither euclidean nor manhattan: {model.metric!r} with p={model.p}"
    if model.metric_params:
        return "metric_params change the metric"
    return "weights is a function" if callable(model.weights) else None


def neighbour_path(
    model: Any,  # noqa: ANN401
    dataset: Dataset,
    resamples: Resamples,
    test: TestRows,
    *,
    ks: Sequence[int],
) -> tuple[Outputs, ...]:
    """Answers of the model with each number of neighbours in `ks`, from one search and one count.

    A resample that trains on fewer rows than the largest k is left out, and so is one in which another row at the same
    distance could have been the k-th neighbour and says something else: which one scikit-learn takes depends on its search.
    """
    order = np.array(sorted({int(k) for k in ks}), dtype=np.int64)
    test = test.keep(resamples.train_sizes >= order[-1])
    election = election_of(model, dataset, order)
    count = Count(Search(features(dataset), str(metric_of(model))), election, resamples, test)
    votes = count.votes()
    arbitrary = count.state == ARBITRARY
    if arbitrary.any():
        sure = np.ones(test.count, dtype=np.bool_)
        sure[test.resample[arbitrary]] = False
        votes, test = votes[:, sure[test.resample]], test.keep(sure)
    return outputs_by_k(votes, election, dataset, test, ks=ks, name=Neighbours.name)


def election_of(model: Any, dataset: Dataset, ks: Codes, nothing: float = 0.0) -> Election:  # noqa: ANN401
    """How the neighbours of a model vote, for all numbers of neighbours."""
    weighted = model.weights == "distance"
    if dataset.is_classification:
        return Election(ks, weighted, dataset.codes.astype(np.int32), np.zeros(0), len(dataset.classes), nothing)
    return Election(ks, weighted, np.zeros(0, dtype=np.int32), np.ascontiguousarray(dataset.truth), 1, nothing)


def outputs_by_k(
    votes: Floats, election: Election, dataset: Dataset, test: TestRows, *, ks: Sequence[int], name: str
) -> tuple[Outputs, ...]:
    """Turn votes (K, N, C) into answers for each number of neighbours in `ks`, some of which may be the same."""
    totals = [None if election.weighted else int(k) for k in election.ks]
    found = [outputs_of(votes[at], dataset, test, total, name=name) for at, total in enumerate(totals)]
    return tuple(found[at] for at in np.searchsorted(election.ks, ks).tolist())


def outputs_of(votes: Floats, dataset: Dataset, test: TestRows, total: int | None, *, name: str) -> Outputs:
    """Turn votes (N, C), which are used up, into answers; `total` is their number where each counts one."""
    place = test.resample, test.row
    if not dataset.is_classification:
        return Outputs(*place, votes[:, 0].copy(), None, ScoreKind.NONE, test.part, name)
    votes /= votes.sum(axis=1, keepdims=True) if total is None else total
    # The first of the largest: of two classes, the second where it has more.
    labels = votes[:, 1] > votes[:, 0] if votes.shape[1] == 2 else votes.argmax(axis=1)
    return Outputs(*place, labels.astype(label_type(votes.shape[1])), votes, ScoreKind.PROBABILITY, test.part, name)


@final
@dataclass(frozen=True, eq=False)
class About:
    """TestRows with the lists they are about and the resamples that ask, numbered from 0 (N,); those from `first` on."""

    training: Training
    lists: Lists
    places: Codes | None
    first: int
    place: Codes
    resample: Codes

    def which(self, a: int, b: int) -> Codes | slice:
        """Numbers of the places a … b-1."""
        return slice(self.first + a, self.first + b) if self.places is None else self.places[a:b]


@final
class Count:
    """Counts the votes for all test, with lists that grow where they turn out too short."""

    def __init__(self, search: Search, election: Election, resamples: Resamples, test: TestRows) -> None:
        self.search = search
        self.election = election
        self.resamples = resamples
        self.test = test
        self.result = np.zeros((election.ks.size, test.size, election.classes))
        self.state = np.zeros(test.size, dtype=np.uint8)

    def votes(self) -> Floats:
        """Votes for each k and question (K, N, C)."""
        n = self.search.X.shape[0]
        # One more than votes, to see whether it is as near as the last that does.
        length = first_length(self.resamples, int(self.election.ks[-1]) + 1)
        if n * length <= LISTED:
            # All lists at once: the places need not be brought into the order of the rows.
            self._ask(None, self.search.all_nearest(length), self.test.row)
            length = min(n, 4 * length)
        while not self.state.all():
            self._by_rows(np.flatnonzero(self.state == SHORT), length)
            length = min(n, 4 * length)
        return self.result

    def _by_rows(self, waiting: Codes, length: int) -> None:
        """Bring the places into the order of their rows, and answer those of a block of rows at a time."""
        waiting = waiting[np.argsort(self.test.row[waiting], kind="stable")]
        rows, place = np.unique(self.test.row[waiting], return_inverse=True)
        edges = np.searchsorted(place, np.arange(rows.size + 1))
        for a, b in blocks(rows.size, max(1, LISTED // length)):
            lists = self.search.nearest(rows[a:b], length)
            some = slice(edges[a], edges[b])
            chosen = np.sort(waiting[some])
            self._ask(chosen, lists, np.searchsorted(rows[a:b], self.test.row[chosen]))

    def _count(self, about: About, a: int, b: int) -> None:
        """Count the votes for some of the test."""
        which = about.which(a, b)
        out = self.result[:, which] if isinstance(which, slice) else None
        votes, state = self.election.votes(about.training, about.lists, about.place[a:b], about.resample[a:b], out=out)
        if votes is not out:
            self.result[:, which] = votes
        self.state[which] = state

    def _ask(self, places: Codes | None, lists: Lists, place: Codes) -> None:
        """Answer test, ascending, or all of them, that are about the lists at `place`."""
        resample = self.test.resample if places is None else self.test.resample[places]
        step = self.resamples.count
        if not isinstance(self.resamples, Partition | PairsOut):
            step = max(1, COUNTS // self.search.X.shape[0])
        for start, stop in blocks(self.resamples.count, step):
            everything = start == 0 and stop == self.resamples.count
            first, last = (0, resample.size) if everything else np.searchsorted(resample, [start, stop]).tolist()
            if first < last:
                training = training_of(self.resamples, start, stop)
                some = None if places is None else places[first:last]
                asking = resample[first:last] - start if start else resample[first:last]
                about = About(training, lists, some, first, place[first:last], asking)
                work = (last - first) * lists.numbers.shape[1] * WORK
                in_threads(partial(self._count, about), blocks(last - first, QUESTIONS), numbers=work)


def first_length(resamples: Resamples, k: int) -> int:
    """Length of the lists that suffices for nearly all test.

    A resample that leaves out a share s of the rows leaves out about that share of the neighbours; one that draws n of n
    rows takes about as many as it lists, a Poisson number. A list that is a little longer costs less than the second search
    for the one question in a million whose list is too short.
    """
    n = resamples.n
    if isinstance(resamples, Partition | PairsOut | HeldOut):
        most = int(resamples.test_sizes.max(initial=1))
        share = most / n
        usual = (k + 5 * sqrt(k * share) + 1) / max(1 - share, 1 / n) + 1
        return min(n, k + most, ceil(usual))
    drawn = float(resamples.train_sizes.min(initial=n)) / n
    return min(n, ceil((k + 3 * sqrt(k) + 2) / max(min(drawn, 1.0), 1 / n)))
