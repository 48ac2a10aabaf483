"""Nearest neighbours after preprocessing: distances differ between resamples, so each is searched on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.families.neighbours import NEGLIGIBLE_DISTANCE, NeighbourFit, refuse_neighbours
from foldwise.engine.family import Family
from foldwise.engine.neighbourhoods.search import Search, metric_of
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["PreparedNeighbours"]


@final
class PreparedNeighbours(Family):
    """`KNeighborsClassifier` and `KNeighborsRegressor` after preprocessing.

    A resample in which rounding decides who the k-th neighbour is, and that matters, is left to the generic path.
    """

    name: ClassVar[str] = "prepared-neighbours"
    models: ClassVar[tuple[str, ...]] = ("KNeighborsClassifier", "KNeighborsRegressor")
    steps: ClassVar[tuple[str, ...]] = STEPS
    path: ClassVar[str] = "n_neighbors"

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What the steps or the model cannot have."""
        *steps, final = steps_in(model)
        return refuse_neighbours(final, dataset, resamples) or refuse_steps(steps, dataset)

    def prepare(self, models: Sequence[Any], data: Resampled) -> SearchPerResample:
        """Search in every resample once for all numbers of neighbours."""
        *steps, _ = steps_in(models[0])
        return SearchPerResample([steps_in(model)[-1] for model in models], data, Prepared.of(steps, data))


@final
class SearchPerResample(NeighbourFit):
    """Neighbours are searched among the prepared columns of each resample."""

    together = 8

    def __init__(self, models: Sequence[Any], data: Resampled, prepared: Prepared) -> None:
        super().__init__(models, data, NEGLIGIBLE_DISTANCE)
        self.prepared = prepared

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Votes of the classes, or the mean, for each model (K, N, C)."""
        columns, table = self.prepared(test.first, test.last), self.prepared.shared.table
        votes = np.zeros((self.voting.ks.size, test.size, self.voting.classes))
        done = columns.exact & self.enough[test.first : test.last]
        for at in np.flatnonzero(done).tolist():
            there, mine = np.flatnonzero(columns.there[at]), slice(test.starts[at], test.starts[at + 1])
            search = Search(np.ascontiguousarray(columns.values(table, at, there)), str(metric_of(self.model)))
            found = self.votes_among(search, test.first + at, test.row[mine]) if there.size else None
            done[at] = found is not None
            if found is not None:
                votes[:, mine] = found
        return self.of_models(votes), done
