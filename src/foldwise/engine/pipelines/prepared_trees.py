"""Trees, forests, bags and boosted trees after preprocessing: columns are prepared, and sorted, within each resample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.engine.compiled.trees import MOST_CLASSES, MOST_ROWS, SortedTable
from foldwise.engine.families.bagging import BagFit, Bagging, refuse_bagging
from foldwise.engine.families.forests import ForestFit, Forests, refuse_forest
from foldwise.engine.families.m1_boosting import BoostingM1, VotedRounds, refuse_m1
from foldwise.engine.families.trees import TreeFit, Trees, refuse_tree
from foldwise.engine.families.votes import VotedBagFit, VotedBags, refuse_votes
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.pipelines.pipeline import steps_in
from foldwise.engine.pipelines.steps import STEPS, Prepared, refuse_steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.pipelines.columns import Columns
    from foldwise.engine.pipelines.shared_columns import SharedColumns
    from foldwise.engine.rows import TestRows
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator

__all__ = ["PreparedTrees"]

TREES, FORESTS = Trees(), Forests()
FITS_BY_MODEL = {
    **dict.fromkeys(Trees.models, TreeFit),
    **dict.fromkeys(Forests.models, ForestFit),
    **dict.fromkeys(Bagging.models, BagFit),
    **dict.fromkeys(VotedBags.models, VotedBagFit),
    **dict.fromkeys(BoostingM1.models, VotedRounds),
}
"""How the trees of an estimator are grown, once the columns are there."""


@final
class PreparedTrees(Family):
    """Trees and what is made of them after preprocessing: forests, bags, AdaBoost.M1.

    A tree depends on the order of each column alone, which steps work out as scikit-learn does, but for the last digits.
    """

    name: ClassVar[str] = "prepared-trees"
    exactness: ClassVar[str] = "equivalent"
    cheap: ClassVar[bool] = False
    staged: ClassVar[bool] = True
    models: ClassVar[tuple[str, ...]] = tuple(FITS_BY_MODEL)
    steps: ClassVar[tuple[str, ...]] = STEPS

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
        """What the steps or the model cannot have."""
        *steps, final = steps_in(model)
        refusal = _refuse_final(final, dataset, resamples)
        if refusal:
            return refusal
        if dataset.n >= MOST_ROWS or len(dataset.classes) > MOST_CLASSES:
            return "there are too many rows or classes for the batched kernel"
        return refuse_steps(steps, dataset, own=True)  # a sparse matrix is searched in the same order

    def differing(self, model: Estimator) -> tuple[str, ...]:
        """As trees and forests without steps; bags and boosted trees are on their own."""
        title = type(model).__name__
        family = FORESTS if title in Forests.models else TREES if title in Trees.models else None
        return () if family is None else family.differing(model)

    def prepare(self, models: Sequence[Any], data: Resampled) -> TreesPerResample:
        """Read the steps."""
        *steps, final = steps_in(models[0])
        finals = [steps_in(model)[-1] for model in models]
        if type(final).__name__ in VotedBags.models:
            finals = [one.same_trees() for one in finals]
        kind: type[TreeFit] = FITS_BY_MODEL[type(final).__name__]
        return TreesPerResample(kind(finals, data, models), Prepared.of(steps, data))


def _refuse_final(final: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:
    """What the estimator at the end cannot have, whatever its columns."""
    title = type(final).__name__
    if title in Trees.models:
        return refuse_tree(final, dataset)
    if title in Forests.models:
        return refuse_forest(final, dataset, resamples)
    if title in BoostingM1.models:
        return refuse_m1(final, dataset, resamples)
    if title in Bagging.models and final.max_features != 1.0:
        return f"max_features={final.max_features} of columns that steps make has no batched kernel"
    refuse = refuse_votes if title in VotedBags.models else refuse_bagging
    return refuse(final, dataset, resamples)


@final
class TreesPerResample(BlockFit):
    """Every resample has columns of its own."""

    together = 1

    def __init__(self, fit: TreeFit, prepared: Prepared) -> None:
        self.fit, self.prepared, self.kind = fit, prepared, fit.kind

    def begin(self) -> None:
        """Work out the shared columns before threads ask for them."""
        self.prepared.shared.table, self.prepared.sums  # noqa: B018

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Shares of the classes (N, C), or values (N, 1)."""
        columns, dataset = self.prepared(test.first, test.last), self.fit.data.dataset
        found = np.zeros((len(self.fit.models), test.size, max(1, len(dataset.classes))))
        done = columns.exact.copy()
        if columns.own is not None:  # a training row that is predicted has other values then
            seen = self.fit.data.training.counts(test.first, test.last, present=True)[test.resample, test.row] != 0
            done &= np.bincount(test.resample[seen], minlength=test.count) == 0
        for at in np.flatnonzero(done).tolist():
            training, heavy = self.fit.training(test.first + at, test.first + at + 1)
            rows = values_of(columns, self.prepared.shared, at)
            done[at] = rows.size > 0 and bool(heavy[0]) and bool(np.isfinite(rows).all())
            if not done[at]:
                continue
            table = SortedTable.of(rows, dataset)
            done[at] = not table.told_apart
            if done[at]:
                mine = slice(test.starts[at], test.starts[at + 1])
                found[:, mine] = self.fit.grown(table, training, test.block(at, at + 1))
        return self.fit.of_models(found), done

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:
        """As the trees decide."""
        return self.fit.decide(scores, test, at)


def values_of(columns: Columns, shared: SharedColumns, at: int) -> Array:
    """The columns that the at-th resample has, in four bytes (n, p); most are functions of one or two shared ones."""
    there = np.flatnonzero(columns.there[at])
    maps, constants = columns.maps[at][:, there], columns.constants[at][there]
    raw = {number.at: number.values for number in shared.numbers}
    rows = np.empty((shared.n, there.size), dtype=np.float32)
    with np.errstate(over="ignore"):
        for j in range(there.size):
            used = np.flatnonzero(maps[:, j])
            first = int(used[0]) if used.size else -1
            plain = first in raw and maps[first, j] == shared.units[first] and constants[j] == shared.centres[first]
            rows[:, j] = shared.table[:, used] @ maps[used, j] + constants[j]
            if plain:  # as it came, where there is a value
                given = ~np.isnan(raw[first])
                rows[given, j] = raw[first][given]
        if columns.own is not None:
            places = np.searchsorted(there, columns.own.places)
            rows[:, places] = columns.own.values[at]
    return rows
