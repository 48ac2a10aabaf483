"""Trees of all resamples in the compiled kernel: columns are sorted once, and every resample is grown on its own rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import ceil
from numbers import Integral
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.engine.features import dense_numbers, per_dataset, unless_refused
from foldwise.engine.threads import thread_count
from foldwise.installed import SKLEARN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.family import Resampled
    from foldwise.engine.rows import TestRows
    from foldwise.typing import Estimator

__all__ = [
    "CRITERION_CODES",
    "PATH_PARAMETERS",
    "TREE_CLASSES",
    "Bags",
    "Growth",
    "SortedTable",
    "TreeSamples",
    "copies_and_weights",
    "grow_and_predict",
    "grow_paths",
    "growth_arguments",
    "refuse_growth",
    "refuse_seed",
    "refuse_table",
    "resamples_per_call",
    "sorted_table",
    "tree_arguments",
]

CRITERION_CODES = {"gini": 0, "entropy": 1, "log_loss": 1, "squared_error": 2, "poisson": 3, "absolute_error": 4}
"""Criteria that the kernel knows, by their number there."""
TREE_CLASSES = ("DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor")
"""Trees of scikit-learn that the kernel grows."""
MOST_ROWS, MOST_CLASSES = 1 << 24, 256
"""A key holds a row in three bytes and a class in one."""
PER_CELL = 40
"""Numbers gone through elsewhere that a cell of the table of a tree is worth, a thread of the kernel being started each time."""
VALUE_TOLERANCE = 1e-7
"""Difference of two values up to which they are equal to the kernel, and to most releases of scikit-learn."""
UNLIMITED_DEPTH = 2**31 - 1
"""Depth that no tree reaches."""
PATH_PARAMETERS = ("ccp_alpha", "max_depth", "min_impurity_decrease", "min_samples_leaf", "min_samples_split")
"""Parameters in which trees may differ that are grown together: their nodes are searched once for all of them."""
NO_VOTES = np.zeros(0, dtype=np.int64)


@final
@dataclass(frozen=True, eq=False)
class SortedTable:
    """A table in the four bytes in which scikit-learn grows trees, and its columns in their order.

    Parameters
    ----------
    rows
        The numbers, row after row (n, p).
    codes
        Class of each row (n,), empty where values are predicted.
    targets
        Value of each row (n,), empty where classes are predicted.
    classes
        Number of classes, 1 for values.
    keys
        Row at each place of every sorted column (p, n).
    close
        Columns in which two different values are equal to the kernel (p,).
    """

    rows: Array
    codes: Array
    targets: Floats
    classes: int
    keys: Array = field(init=False)
    close: Mask = field(init=False)

    @cached_property
    def missing(self) -> bool:
        """Whether a row has no value in a column; what is missing is behind all values."""
        last = (self.keys[:, -1:] >> np.uint64(8) & np.uint64(0xFFFFFF)).astype(np.intp)
        return bool(np.isnan(np.take_along_axis(self.rows, last.T, axis=0)).any())

    @cached_property
    def told_apart(self) -> bool:
        """Whether trees of the installed scikit-learn cut between values that are equal to the kernel: those of 1.6 and 1.7 do."""
        return (1, 6) <= SKLEARN < (1, 8) and bool(self.close.any())

    def __post_init__(self) -> None:
        """Sort the columns."""
        n, p = self.rows.shape
        object.__setattr__(self, "keys", np.empty((p, n), dtype=np.uint64))
        object.__setattr__(self, "close", np.empty(p, dtype=np.bool_))
        native._native.sort_columns(
            table=self.rows, codes=self.codes, threads=thread_count(30 * n * p), keys=self.keys, close=self.close
        )

    @classmethod
    def of(cls, rows: Array, dataset: Dataset) -> SortedTable:
        """Sort numbers (n, p) that stand for the rows of a dataset."""
        if not dataset.is_classification:
            return cls(rows, np.zeros(0, dtype=np.int32), np.ascontiguousarray(dataset.truth, dtype=np.float64), 1)
        return cls(rows, dataset.codes.astype(np.int32), np.zeros(0), len(dataset.labels))


@final
@dataclass(frozen=True)
class Growth:
    """How trees are grown, in the words of scikit-learn.

    `random` says whether cuts are drawn, not searched.
    """

    criterion: str
    max_depth: int | None
    min_samples_split: float
    min_samples_leaf: float
    min_weight_fraction_leaf: float
    max_features: Any
    max_leaf_nodes: int | None
    min_impurity_decrease: float
    ccp_alpha: float
    random: bool

    @classmethod
    def of(cls, model: Estimator) -> Growth:
        """Read the parameters of a tree, or of a forest."""
        random = getattr(model, "splitter", "") == "random" or type(model).__name__.startswith("ExtraTrees")
        names = [name for name in cls.__dataclass_fields__ if name != "random"]
        return cls(**{name: getattr(model, name) for name in names}, random=random)

    @property
    def depth(self) -> int:
        """Depth that the kernel is told."""
        return UNLIMITED_DEPTH if self.max_depth is None else self.max_depth

    def columns(self, p: int) -> int:
        """Columns that are tried at every node, of p."""
        chosen = self.max_features
        if chosen is None:
            return p
        if isinstance(chosen, str):
            return max(1, int(np.sqrt(p) if chosen == "sqrt" else np.log2(p)))
        return min(p, int(chosen) if isinstance(chosen, Integral) else max(1, int(chosen * p)))

    def least(self, sizes: Codes) -> Codes:
        """Least samples of a node that is split, and of a leaf, of training sets of these sizes (B, 2)."""
        leaf = _samples(self.min_samples_leaf, sizes)
        split = np.maximum(_samples(self.min_samples_split, sizes), 2)
        return np.stack([np.maximum(split, 2 * leaf), leaf], axis=1)


def _samples(least: float, sizes: Codes) -> Codes:
    """A number of samples, or a share of each size."""
    if isinstance(least, Integral):
        return np.full(sizes.size, int(least), dtype=np.int64)
    return np.array([ceil(least * size) for size in sizes.tolist()], dtype=np.int64)


@final
@dataclass(frozen=True, eq=False)
class TreeSamples:
    """What a block of resamples trains on.

    Parameters
    ----------
    copies
        How many samples each row is (B, n).
    weights
        Weight of one sample (B, n), or empty.
    seeds
        Seed of each tree (B, T).
    drawn
        Draws that each tree is grown on (B,), 0 for all samples as they are.
    """

    copies: Array
    weights: Floats
    seeds: Array
    drawn: Array

    @classmethod
    def as_they_are(cls, copies: Array, weights: Floats | None, seeds: Array) -> TreeSamples:
        """Samples of which nothing is drawn; weights of the rows (n,) or (B, n), or None."""
        each = np.zeros((0, 0)) if weights is None else np.ascontiguousarray(np.broadcast_to(weights, copies.shape))
        return cls(copies, each, seeds, np.zeros(len(copies), dtype=np.int64))


def copies_and_weights(data: Resampled, start: int, stop: int) -> tuple[Array, Floats | None]:
    """How many samples each row is in training sets start … stop-1 (B, n), and the weight of one: (n,), (B, n) or None."""
    counts, own = data.training.counts(start, stop), data.dataset.weights
    if counts.dtype.kind != "f":
        return counts.astype(np.int32), own
    return (counts != 0).astype(np.int32), counts if own is None else counts * own


def resamples_per_call(table: SortedTable, trees: float, *, held: int = 8_000_000, work: float = 2e8) -> int:
    """How many resamples of so many trees each are grown in one call, at least one for each core.

    Up to `held` counts of rows are in memory, and up to `work` rows times columns times trees are gone through, so that
    Ctrl-C does not wait for long.
    """
    n, p = table.rows.shape
    return max(native.cores(), int(min(held / n, work / (n * p * trees))))


@final
@dataclass(frozen=True)
class Bags:
    """How the rows and columns of each tree are drawn, by the weights of the samples where they have some.

    Parameters
    ----------
    columns
        Columns that each tree draws, 0 where all have all.
    bagging
        Whether seeds are those of scikit-learn's bagging, not of its forests.
    replace, replace_columns
        Whether rows and columns may be drawn several times.
    balanced
        Whether the classes of each bag weigh the same.
    hard
        Whether each tree votes for one class, instead of giving its shares.
    """

    columns: int = 0
    bagging: bool = False
    replace: bool = True
    replace_columns: bool = False
    balanced: bool = False
    hard: bool = False


USUAL_BAGS = Bags()


def grow_and_predict(
    table: SortedTable,
    growth: Growth,
    samples: TreeSamples,
    test: TestRows,
    *,
    marks: Sequence[int] = (),
    bags: Bags = USUAL_BAGS,
    votes: Codes = NO_VOTES,
) -> Floats:
    """What the trees of each resample say of its test rows on average: shares of the classes (N, C), or values (N, 1).

    With `marks` it is what so many of the trees say, the first ones, for each of these numbers (K, N, C). With `votes` (N,) only
    the trees that have not drawn a row say something of it, and their number is written there.
    """
    wanted = np.array(marks or [samples.seeds.shape[1]], dtype=np.int64)
    scores = np.empty((wanted.size, test.size, table.classes))
    native._native.grow_trees(
        **tree_arguments(table, [growth], samples, test, drawn_columns=bags.columns),
        drawn=samples.drawn,
        drawn_columns=bags.columns,
        bagging=bags.bagging,
        replace=bags.replace,
        replace_columns=bags.replace_columns,
        balanced=bags.balanced,
        hard=bags.hard,
        marks=wanted,
        scores=scores,
        votes=votes,
    )
    return scores if marks else scores[0]


def grow_paths(table: SortedTable, growths: Sequence[Growth], samples: TreeSamples, test: TestRows) -> Floats:
    """What trees that differ in `PATH_PARAMETERS` and in their seeds (B, K) say of the test rows of each resample (K, N, C)."""
    scores = np.empty((len(growths), test.size, table.classes))
    native._native.grow_paths(**tree_arguments(table, growths, samples, test), scores=scores)
    return scores


def tree_arguments(
    table: SortedTable, growths: Sequence[Growth], samples: TreeSamples, test: TestRows, *, drawn_columns: int = 0
) -> dict[str, Any]:
    """Arguments that all kernels of trees of resamples have in common, under one setting or several."""
    growth, p, sizes = growths[0], table.rows.shape[1], samples.copies.sum(axis=1)
    tried = growth.columns(drawn_columns or p)
    return growth_arguments(table, growth) | {
        "targets": table.targets,
        "copies": samples.copies,
        "weights": samples.weights,
        "least": np.concatenate([one.least(sizes) for one in growths], axis=1),
        "seeds": samples.seeds,
        "depth": np.array([one.depth for one in growths], dtype=np.int64),
        "features": p if tried >= (drawn_columns or p) else tried,
        "leaves": growth.max_leaf_nodes or 0,
        "decrease": np.array([float(one.min_impurity_decrease) for one in growths]),
        "alpha": np.array([float(one.ccp_alpha) for one in growths]),
        "random": growth.random,
        "rows": np.ascontiguousarray(test.row, dtype=np.int64),
        "starts": np.ascontiguousarray(test.starts, dtype=np.int64),
        "threads": thread_count(PER_CELL * samples.seeds.size * table.rows.size),
    }


def growth_arguments(table: SortedTable, growth: Growth) -> dict[str, Any]:
    """Arguments that say on what and how a tree is grown, as far as all kernels take them."""
    return {
        "table": table.rows,
        "keys": table.keys,
        "close": table.close,
        "codes": table.codes,
        "criterion": CRITERION_CODES[growth.criterion],
        "depth": growth.depth,
        "weight_fraction": growth.min_weight_fraction_leaf,
        "decrease": growth.min_impurity_decrease,
    }


def refuse_growth(model: Estimator = None) -> str | None:
    """Say which parameter the kernel does not know, or that there is no kernel, or None."""
    if not native.COMPILED:
        return "trees are grown by the compiled kernels, and there are none"
    if model is None:
        return None
    if not isinstance(model.criterion, str) or model.criterion not in CRITERION_CODES:
        return f"criterion={model.criterion!r} has no batched kernel"
    if model.criterion == "absolute_error" and SKLEARN < (1, 9):
        return "absolute errors of this release of scikit-learn are added up otherwise than in the batched kernel"
    if model.monotonic_cst is not None:
        return "monotonic_cst has no batched kernel"
    return refuse_seed(model)


def refuse_seed(model: Estimator) -> str | None:
    """Say that draws depend on the fits before, or None."""
    if model.random_state is not None and not isinstance(model.random_state, Integral):
        return "random_state is a generator, which every fit changes"
    return None


def refuse_table(dataset: Dataset, *, missing: bool = False) -> str | None:
    """Say why the features cannot be a dense array of numbers in four bytes, or None where they can.

    With `missing` values may be missing.

    Examples
    --------
    >>> from foldwise.data import Dataset, Task
    >>> refuse_table(Dataset(np.array([[1.0], [1e300]]), np.array([0, 1]), Task.CLASSIFICATION))
    'a value is too large for the four bytes in which trees take it'
    """
    found = _sorted(dataset)
    if isinstance(found, str):
        return found
    return "there are missing values" if found.missing and not missing else None


def sorted_table(dataset: Dataset) -> SortedTable:
    """Give the features in the order of every column; made once per dataset and shared by all models."""
    return unless_refused(_sorted(dataset))


@per_dataset
def _sorted(dataset: Dataset) -> SortedTable | str:
    array = dense_numbers(dataset)
    if isinstance(array, str):
        return array
    if array.shape[0] >= MOST_ROWS or len(dataset.classes) > MOST_CLASSES or not array.shape[1]:
        return "there are too many rows or classes for the batched kernel, or no columns"
    with np.errstate(over="ignore"):
        rows = np.ascontiguousarray(array, dtype=np.float32)
    if np.isinf(rows).any():
        return "a value is too large for the four bytes in which trees take it"
    table = SortedTable.of(rows, dataset)
    return (
        f"values nearer than {VALUE_TOLERANCE:g} are told apart by trees of this release of scikit-learn"
        if table.told_apart
        else table
    )
