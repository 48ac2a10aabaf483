"""Nearest neighbours after preprocessing: distances differ between resamples, so each is searched on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.kernels.expansions import steps_in
from foldwise.engine.kernels.features import is_weighted
from foldwise.engine.kernels.kernel import Kernel
from foldwise.engine.kernels.neighbour_search import Search
from foldwise.engine.kernels.neighbours import election_of, first_length, metric_of, outputs_of, refuse_metric
from foldwise.engine.kernels.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.kernels.threads import blocks, in_threads
from foldwise.engine.kernels.voting import Counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.kernels.neighbour_search import Lists
    from foldwise.engine.kernels.voting import Election
    from foldwise.engine.layout import Layout
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["PreparedNeighbours"]

BLOCK = 8
"""Resamples whose columns are worked out together."""
SAME = 1e-9
"""Distances that differ by less than this share may be the same but for rounding, which scikit-learn does otherwise."""


NOTHING = 1e-6
"""Share of the largest distance of a list below which a distance may be nothing but rounding."""


@final
class PreparedNeighbours(Kernel):
    """`KNeighborsClassifier` and `KNeighborsRegressor` after preprocessing.

    A resample in which rounding decides who the k-th neighbour is, and that matters, is left to the generic path.
    """

    name: ClassVar[str] = "prepared-neighbours"
    models: ClassVar[tuple[str, ...]] = ("KNeighborsClassifier", "KNeighborsRegressor")
    preparations: ClassVar[tuple[str, ...]] = STEPS
    path: ClassVar[str] = "n_neighbors"

    def refusal(self, model: Any, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ANN401
        """What the steps or the model cannot have."""
        *steps, final = steps_in(model)
        title = type(final).__name__
        if dataset.is_classification != (title == "KNeighborsClassifier"):
            return f"{title} does not fit a {dataset.task} target"
        if is_weighted(dataset, resamples):
            return f"{title} takes no sample_weight"
        return refuse_metric(final) or refuse_steps(steps, dataset)

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, layout: Layout) -> Outputs:  # noqa: ANN401
        """Search in every resample, and count."""
        return self.predict_path([model], dataset, resamples, layout)[0]

    def predict_path(
        self, models: Sequence[Any], dataset: Dataset, resamples: Resamples, layout: Layout
    ) -> tuple[Outputs, ...]:
        """Search in every resample once for all numbers of neighbours."""
        *steps, final = steps_in(models[0])
        ks = [int(steps_in(model)[-1].n_neighbors) for model in models]
        order = np.unique(np.asarray(ks, dtype=np.int64))
        fit = Fit(
            Prepared.of(steps, dataset, resamples), layout, election_of(final, dataset, order), str(metric_of(final))
        )
        pieces = in_threads(fit, blocks(resamples.count, BLOCK))
        votes = np.concatenate([piece[0] for piece in pieces], axis=1)
        done = np.concatenate([piece[1] for piece in pieces])
        if not done.all():
            votes, layout = votes[:, done[layout.resample]], layout.of(done)
        totals = [None if fit.election.weighted else int(k) for k in order]
        places = np.searchsorted(order, ks).tolist()
        return tuple(outputs_of(votes[at], dataset, layout, totals[at], name=self.name) for at in places)


@final
@dataclass(frozen=True, eq=False)
class Fit:
    """Answers the questions of blocks of resamples."""

    prepared: Prepared
    layout: Layout
    election: Election
    metric: str

    def __call__(self, start: int, stop: int) -> tuple[Floats, Mask]:
        """Votes for each k and question of resamples start … stop-1 (K, N, C), and which resamples were done (B,)."""
        columns, table = self.prepared(start, stop), self.prepared.shared.table
        resamples, most = self.prepared.resamples, int(self.election.ks[-1])
        edges = self.layout.starts[start : stop + 1]
        votes = np.zeros((self.election.ks.size, int(edges[-1] - edges[0]), self.election.classes))
        done = columns.exact & (resamples.train_sizes[start:stop] >= most)
        for at in np.flatnonzero(done).tolist():
            there = np.flatnonzero(columns.there[at])
            search = Search(np.ascontiguousarray(columns.values(table, at, there)), self.metric)
            counts = np.ascontiguousarray(resamples.train_counts(start + at, start + at + 1), dtype=np.uint16)
            found = self._votes(search, counts, self.layout.row[edges[at] : edges[at + 1]]) if there.size else None
            done[at] = found is not None
            if found is not None:
                votes[:, edges[at] - edges[0] : edges[at + 1] - edges[0]] = found
        return votes, done

    def _votes(self, search: Search, counts: Array, rows: Codes) -> Floats | None:
        """Votes of one resample (K, N, C) with lists that grow where they are too short; None where it is not sure."""
        votes = np.zeros((self.election.ks.size, rows.size, self.election.classes))
        n = search.X.shape[0]
        length = min(n, first_length(self.prepared.resamples, int(self.election.ks[-1]) + 1))
        waiting = np.arange(rows.size)
        while waiting.size:
            lists = search.nearest(rows[waiting], length)
            place = np.arange(waiting.size)
            found, enough = self.election.votes(Counted(counts), lists, place, np.zeros_like(place))
            sure, known = self._sure(lists, counts[0][lists.numbers], whole=length == n)
            enough &= known
            if not sure[enough].all():
                return None
            votes[:, waiting[enough]] = found[:, enough]
            waiting = waiting[~enough]
            length = min(n, 4 * length)
        return votes

    def _sure(self, lists: Lists, times: Array, *, whole: bool) -> tuple[Mask, Mask]:
        """Whether rounding cannot change who votes, for any k, and whether the lists are long enough to know (N,), (N,)."""
        taken = np.cumsum(times, axis=1)
        sure, known = (np.ones(len(taken), dtype=np.bool_) for _ in range(2))
        says = self.election.codes if self.election.codes.size else self.election.values
        answers = says[lists.numbers].astype(np.float64)
        every = np.arange(len(taken))
        if self.election.weighted:
            # One over a distance of nearly nothing is what rounding makes of it.
            near = (lists.distances <= NOTHING * lists.distances[:, -1:]) & (times > 0)
            sure = np.asarray(~near.any(axis=1))
        for k in self.election.ks.tolist():
            last = (taken < k).sum(axis=1)  # where the k-th neighbour stands
            inside = np.minimum(last, taken.shape[1] - 1)
            far = lists.distances[every, inside][:, None]
            zone = (times > 0) & (np.abs(lists.distances - far) <= SAME * far)
            low = np.where(zone, answers, np.inf).min(axis=1)
            high = np.where(zone, answers, -np.inf).max(axis=1)
            known = known & ((lists.distances[:, -1] > (1 + SAME) * far[:, 0]) | whole)
            # Where all of the zone votes, or all of it says the same, its order does not matter.
            sure = sure & ((np.where(zone, taken, 0).max(axis=1) == k) | (low == high))
        return sure, known
