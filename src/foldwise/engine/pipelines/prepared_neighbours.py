"""Nearest neighbours after preprocessing: distances differ between resamples, so each is searched on its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.neighbours import election_of, first_length, metric_of, outputs_by_k, refuse_metric
from foldwise.engine.family import Family
from foldwise.engine.features import is_weighted
from foldwise.engine.neighbourhoods.search import Search
from foldwise.engine.neighbourhoods.voting import ARBITRARY, SHORT, Counted
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps
from foldwise.engine.threads import blocks, in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.neighbourhoods.voting import Election
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.predictions import Outputs

__all__ = ["PreparedNeighbours"]

BLOCK = 8
"""Resamples whose columns are worked out together."""


NOTHING = 1e-6
"""Share of the largest distance of a list below which a distance may be nothing but rounding."""


@final
class PreparedNeighbours(Family):
    """`KNeighborsClassifier` and `KNeighborsRegressor` after preprocessing.

    A resample in which rounding decides who the k-th neighbour is, and that matters, is left to the generic path.
    """

    name: ClassVar[str] = "prepared-neighbours"
    models: ClassVar[tuple[str, ...]] = ("KNeighborsClassifier", "KNeighborsRegressor")
    steps: ClassVar[tuple[str, ...]] = STEPS
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

    def predict(self, model: Any, dataset: Dataset, resamples: Resamples, test: TestRows) -> Outputs:  # noqa: ANN401
        """Search in every resample, and count."""
        return self.predict_path([model], dataset, resamples, test)[0]

    def predict_path(
        self, models: Sequence[Any], dataset: Dataset, resamples: Resamples, test: TestRows
    ) -> tuple[Outputs, ...]:
        """Search in every resample once for all numbers of neighbours."""
        *steps, final = steps_in(models[0])
        ks = [int(steps_in(model)[-1].n_neighbors) for model in models]
        order = np.unique(np.asarray(ks, dtype=np.int64))
        fit = Fit(
            Prepared.of(steps, dataset, resamples),
            test,
            election_of(final, dataset, order, NOTHING),
            str(metric_of(final)),
        )
        pieces = in_threads(fit, blocks(resamples.count, BLOCK))
        votes = np.concatenate([piece[0] for piece in pieces], axis=1)
        done = np.concatenate([piece[1] for piece in pieces])
        if not done.all():
            votes, test = votes[:, done[test.resample]], test.keep(done)
        return outputs_by_k(votes, fit.election, dataset, test, ks=ks, name=self.name)


@final
@dataclass(frozen=True, eq=False)
class Fit:
    """Answers the questions of blocks of resamples."""

    prepared: Prepared
    test: TestRows
    election: Election
    metric: str

    def __call__(self, start: int, stop: int) -> tuple[Floats, Mask]:
        """Votes for each k and question of resamples start … stop-1 (K, N, C), and which resamples were done (B,)."""
        columns, table = self.prepared(start, stop), self.prepared.shared.table
        resamples, most = self.prepared.resamples, int(self.election.ks[-1])
        edges = self.test.starts[start : stop + 1]
        votes = np.zeros((self.election.ks.size, int(edges[-1] - edges[0]), self.election.classes))
        done = columns.exact & (resamples.train_sizes[start:stop] >= most)
        for at in np.flatnonzero(done).tolist():
            there = np.flatnonzero(columns.there[at])
            search = Search(np.ascontiguousarray(columns.values(table, at, there)), self.metric)
            counts = np.ascontiguousarray(resamples.train_counts(start + at, start + at + 1), dtype=np.uint16)
            found = self._votes(search, counts, self.test.row[edges[at] : edges[at + 1]]) if there.size else None
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
            found, state = self.election.votes(Counted(counts), lists, place, np.zeros_like(place))
            if (state == ARBITRARY).any():
                return None
            enough = state != SHORT
            votes[:, waiting[enough]] = found[:, enough]
            waiting = waiting[~enough]
            length = min(n, 4 * length)
        return votes
