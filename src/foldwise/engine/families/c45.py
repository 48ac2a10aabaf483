"""Quinlan's C4.5: numbers are ranked once for all resamples."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise import native
from foldwise.data import is_sparse
from foldwise.engine.compiled.trees import MOST_CLASSES, MOST_ROWS
from foldwise.engine.family import BlockFit, Family
from foldwise.engine.features import per_dataset, read_table, unless_refused
from foldwise.engine.linalg.sums import count_classes
from foldwise.engine.threads import thread_count
from foldwise.errors import InputError
from foldwise.predictions import label_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.learners.table_encoding import TableEncoding
    from foldwise.plans import Resamples
    from foldwise.typing import Estimator, Given

__all__ = ["QuinlanTrees"]


@final
@dataclass(frozen=True, eq=False)
class RankedTable:
    """A raw table as places of its values.

    Parameters
    ----------
    cells
        Places of numbers among the distinct ones of their column, or of levels (p, n), -1 where missing.
    levels
        Number of levels of each column, -1 for numbers (p,).
    distinct
        Distinct numbers of all columns of numbers, one column after the other, ascending.
    places
        Where those of each column start, and the end of the last (p + 1,).

    Examples
    --------
    >>> RankedTable.of(np.array([[3.0, 0.0], [np.nan, 1.0], [1.0, 1.0]]), (None, ("a", "b"))).cells
    array([[ 1, -1,  0],
           [ 0,  1,  1]], dtype=int32)
    """

    cells: Array
    levels: Array
    distinct: Floats
    places: Array

    @classmethod
    def of(cls, matrix: Floats, levels: tuple[tuple[str, ...] | None, ...]) -> RankedTable:
        """Rank the numbers of a matrix; a category is its own place."""
        ranked = [
            np.unique(column[~np.isnan(column)]) if own is None else np.zeros(0)
            for column, own in zip(matrix.T, levels, strict=True)
        ]
        cells = [
            np.where(np.isnan(column), -1, column if own is not None else np.searchsorted(distinct, column))
            for column, own, distinct in zip(matrix.T, levels, ranked, strict=True)
        ]
        return cls(
            np.array(cells, dtype=np.int32).reshape(matrix.shape[::-1]),
            np.array([-1 if own is None else len(own) for own in levels], dtype=np.int32),
            np.concatenate([np.zeros(0), *ranked]),
            np.cumsum([0, *(one.size for one in ranked)]).astype(np.int64),
        )


def refuse_ranked(dataset: Dataset, categorical: Given) -> str | None:
    """Say why the features cannot be ranked once for all resamples, or None where they can."""
    found = _ranked(dataset, categorical)
    return found if isinstance(found, str) else None


def ranked_table(dataset: Dataset, categorical: Given) -> RankedTable:
    """Give the features as places of values; made once per dataset and choice of categories."""
    return unless_refused(_ranked(dataset, categorical))


@per_dataset
def _ranked(dataset: Dataset, categorical: Given) -> RankedTable | str:
    if is_sparse(dataset.X):
        return "the features are a sparse matrix"
    if len(dataset.codes) >= MOST_ROWS or len(dataset.labels) > MOST_CLASSES:
        return "there are too many rows or classes for the batched kernel"
    try:
        encoding, matrix = read_table(dataset, categorical)
    except InputError as error:
        return str(error)
    mixed = _mixed_column(dataset.X, encoding)
    if mixed:
        return f"column '{mixed}' holds values of several kinds, and what it is depends on the training rows"
    return RankedTable.of(matrix, encoding.levels)


def _mixed_column(table: Given, encoding: TableEncoding) -> str | None:
    """Name of a column of objects that are numbers in some rows, and texts or truth values in others."""
    columns = table.T if isinstance(table, np.ndarray) else [table[name] for name in table.columns]
    for name, column in zip(encoding.names, columns, strict=True):
        plain = isinstance(column.dtype, np.dtype) and column.dtype.kind == "O"
        if plain and not set(map(type, column)) <= {str, type(None)} and len(set(map(_kind, column)) - {None}) > 1:
            return name
    return None


def _kind(value: Given) -> str | None:
    """What an object is, as far as the reading of tables tells kinds apart; None where it is missing."""
    if value is None or type(value).__name__ in {"NAType", "NaTType"} or value != value:
        return None
    if isinstance(value, bool | np.bool_):
        return "truth value"
    return "number" if isinstance(value, Real) else "text"


WEIGHTS_HELD = 4_000_000
"""Weights of rows held at once."""
WORK_PER_CALL = 2e8
"""Rows times columns times trees that are gone through in one call, so that Ctrl-C does not wait for long."""


@final
class QuinlanTrees(Family):
    """`C45Tree` with numbers, categories, missing values and sample weights; without groups of levels.

    Gains and counts are compared to so many decimals, there and here, that the order of additions does not matter: the trees
    are the same.
    """

    name: ClassVar[str] = "c45"
    cheap: ClassVar[bool] = False
    models: ClassVar[tuple[str, ...]] = ("C45Tree",)

    def refusal(self, model: Estimator, dataset: Dataset, resamples: Resamples) -> str | None:  # noqa: ARG002
        """Groups of levels are searched the generic way; what the model would refuse is left to it."""
        if not native.COMPILED:
            return "C4.5 trees are grown by the compiled kernels, and there are none"
        if not dataset.is_classification:
            return f"C45Tree does not fit a {dataset.task} target"
        if model.subsets:
            return "subsets=True merges levels, which has no batched kernel"
        try:
            model._check_parameters()
        except InputError as error:
            return str(error)
        return refuse_ranked(dataset, model.categorical_features)

    def prepare(self, models: Sequence[Any], data: Resampled) -> QuinlanFit:
        """Rank the numbers when they are needed."""
        return QuinlanFit(models[0], data)


@final
class QuinlanFit(BlockFit):
    """One tree for every resample."""

    own_threads = True

    def __init__(self, model: Estimator, data: Resampled) -> None:
        self.model, self.data = model, data
        self.table = ranked_table(data.dataset, model.categorical_features)
        self.there = count_classes(data, present=True) > 0
        p, n = self.table.cells.shape
        self.together = max(1, int(min(WEIGHTS_HELD / n, WORK_PER_CALL / (n * p))))

    def scores(self, test: TestRows) -> tuple[Floats, Mask]:
        """Shares of the classes (N, C)."""
        model, weights = self.model, self.data.row_weights(test.first, test.last)
        there = self.there[test.first : test.last]
        scores, done = np.empty((test.size, there.shape[1])), np.zeros(test.count, dtype=np.bool_)
        native._native.grow_c45(
            cells=self.table.cells,
            levels=self.table.levels,
            distinct=self.table.distinct,
            places=self.table.places,
            codes=self.data.dataset.codes.astype(np.int32),
            weights=np.ascontiguousarray(weights),
            there=np.ascontiguousarray(there),
            least=float(model.min_cases),
            confidence=float(model.confidence),
            pruned=not model.unpruned,
            raising=bool(model.subtree_raising),
            smoothing=float(model.smoothing),
            rows=np.ascontiguousarray(test.row, dtype=np.int64),
            starts=np.ascontiguousarray(test.starts, dtype=np.int64),
            threads=thread_count(20 * weights.size * len(self.table.cells)),
            scores=scores,
            done=done,
        )
        return scores, done

    def decide(self, scores: Floats, test: TestRows, at: int) -> tuple[Array, Floats]:  # noqa: ARG002
        """The class with the largest share, to twelve decimals; the first of several."""
        if scores.shape[1] == 2:
            labels = np.round(scores[:, 1], 12) > np.round(scores[:, 0], 12)
        else:
            labels = np.round(scores, 12).argmax(axis=1)
        return labels.astype(label_type(scores.shape[1])), scores
