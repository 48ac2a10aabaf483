"""The dataset: a feature table, a target, and what else is known about the rows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.cached import cached_property, filled_at_once
from foldwise.data.scan import distinct_and_codes, largest_size
from foldwise.data.table import boolean_spelling, hash_table, shape_of, take_rows
from foldwise.errors import InputError, printable
from foldwise.fingerprints import digest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data.table import Table

__all__ = ["Column", "Dataset", "Kind", "Role", "Task"]

ABSENT = f"{np.dtype(np.float64).str}(0,)"
"""Groups, times or weights that rows do not have, in a fingerprint: as an empty array."""


class Task(StrEnum):
    """What is predicted."""

    CLASSIFICATION = "classification"
    REGRESSION = "regression"


class Kind(StrEnum):
    """What a column holds."""

    NUMERIC = "numeric"
    CATEGORICAL = "categorical"
    DATE = "date"


class Role(StrEnum):
    """What a column is used for."""

    FEATURE = "feature"
    TARGET = "target"
    GROUPS = "groups"
    ORDER = "order"
    WEIGHTS = "weights"
    SEGMENTS = "segments"
    DROPPED = "dropped"


@final
@filled_at_once
@dataclass(frozen=True)
class Column:
    """One column of the source: what it holds, what it is used for, and why.

    Parameters
    ----------
    name
        Its name in the source.
    kind
        What it holds.
    role
        What it is used for.
    levels
        Number of distinct values that are not missing; of a numeric column, in the first 1,000 rows and no more than 100.
        0 where the column was left out on request and not looked at.
    missing
        Number of missing values.
    tokens
        The texts that were read as missing, such as ``?`` or ``NA``.
    note
        Why a column was dropped, or what else the user should know; empty when there is nothing to say.
    """

    name: str
    kind: Kind
    role: Role
    levels: int
    missing: int = 0
    tokens: tuple[str, ...] = ()
    note: str = ""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Dataset:
    """Rows to learn from. Made by `foldwise.read`, which does every check; from then on it is trusted.

    Parameters
    ----------
    X
        The features, in the form the model receives: array, sparse matrix or dataframe.
    target
        Class labels, or real values for regression.
    task
        What is predicted.
    columns
        Every column of the source with its kind and role.
    name
        What the user calls it, usually a file name.
    groups
        Rows with the same value belong together (one patient, one town) and are never cut apart.
    order
        Sortable values (dates, numbers) that put the rows in time order.
    weights
        How much each row counts, none negative.
    segments
        Part each row belongs to, as text; figures are given for every part too.
    costs
        Cost of predicting class d for a row of class c, (C, C), in the order of `classes`; (C, C + 1) where abstaining
        has a cost of its own, in the last column.
    positive
        The class that precision, recall and AUC are about, when there are two classes.
    sealed
        How many rows were set aside by `seal` before this dataset was handed out.
    dropped_rows
        How many rows were left out on request because their target is missing.
    source
        Path of the file as the user wrote it, for commands that read it again; empty where there is none.
    reading
        How the file was read where that is not as by default, such as ``{"drop": ["phone"]}``: arguments of `foldwise.read`.

    Examples
    --------
    >>> from foldwise.data import sample
    >>> iris = sample("iris")
    >>> iris.n, iris.classes
    (150, ('setosa', 'versicolor', 'virginica'))
    """

    X: Table
    target: Array
    task: Task
    columns: tuple[Column, ...] = ()
    name: str = "data"
    groups: Array | None = None
    order: Array | None = None
    weights: Floats | None = None
    costs: Floats | None = None
    positive: Any = None
    sealed: int = 0
    dropped_rows: int = 0
    segments: Array | None = None
    source: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what did not come from `foldwise.read`, where it can be seen at once."""
        if not isinstance(self.task, Task):
            message = f"task of a Dataset is a Task, not {self.task!r}"
            raise InputError(message, hint="foldwise.read(X, y), which makes a Dataset and checks its rows")

    @cached_property
    def n(self) -> int:
        """Number of rows."""
        return int(self.target.shape[0])

    @property
    def p(self) -> int:
        """Number of feature columns."""
        return shape_of(self.X)[1]

    @cached_property
    def features(self) -> tuple[Column, ...]:
        """The columns of the source that are features; empty where not every one is described."""
        feature_columns = tuple(column for column in self.columns if column.role is Role.FEATURE)
        return feature_columns if len(feature_columns) == self.p else ()

    @cached_property
    def levels(self) -> Codes:
        """Distinct values of each feature, as its column tells (p,); empty where not every feature is described."""
        return freeze(np.array([feature.levels for feature in self.features], dtype=np.intp))

    @cached_property
    def nominal(self) -> Mask:
        """Which features are categories (p,); empty where not every feature is described."""
        return freeze(np.array([feature.kind is Kind.CATEGORICAL for feature in self.features], dtype=np.bool_))

    @cached_property
    def is_classification(self) -> bool:
        """Whether the target is a class."""
        return self.task is Task.CLASSIFICATION

    @cached_property
    def _coded(self) -> tuple[Array, Codes]:
        labels, codes = distinct_and_codes(self.target)
        return labels, freeze(codes)

    @cached_property
    def labels(self) -> Array:
        """The distinct class labels, sorted, in their own type (C,)."""
        return self._coded[0]

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The class names as text, in the order of `labels`; empty for regression."""
        return tuple(map(str, self.labels.tolist())) if self.is_classification else ()

    @cached_property
    def codes(self) -> Codes:
        """The class of each row as a position in `classes` (n,)."""
        return self._coded[1]

    @cached_property
    def truth(self) -> Array:
        """What predictions are held against: class codes, or real values (n,)."""
        return self.codes if self.is_classification else freeze(self.target.astype(np.float64))

    @cached_property
    def class_counts(self) -> Codes:
        """Rows per class (C,)."""
        return np.bincount(self.codes, minlength=len(self.classes))

    @cached_property
    def positive_code(self) -> int:
        """Position of the positive class: the named one, else the last of two."""
        if self.positive is None:
            return len(self.classes) - 1
        if str(self.positive) not in self.classes:
            message = f"the positive class '{self.positive}' does not occur in these {self.n:,} rows"
            raise InputError(message, hint="more rows, or another positive class")
        return self.classes.index(str(self.positive))

    @cached_property
    def group_codes(self) -> Codes | None:
        """The group of each row as a number from 0 (n,)."""
        if self.groups is None:
            return None
        return freeze(np.unique(self.groups, return_inverse=True)[1].astype(np.intp))

    @cached_property
    def time_rank(self) -> Codes | None:
        """Position of each row in time order; rows of the same time share a position (n,)."""
        if self.order is None:
            return None
        return freeze(np.unique(self.order, return_inverse=True)[1].astype(np.intp))

    @cached_property
    def largest(self) -> float:
        """Largest absolute value of features that are an array of real numbers; infinite or NaN where one of them is."""
        return largest_size(self.X)

    @cached_property
    def table_hash(self) -> str:
        """Hash of the features."""
        return hash_table(self.X)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the content: equal for equal rows, whatever file or object they came from."""
        extras = [ABSENT if part is None else part for part in (self.group_codes, self.time_rank, self.weights)]
        return digest([self.table_hash, self.truth, *map(boolean_spelling, self.classes), *extras])

    def __repr__(self) -> str:
        """One line: the name, the size and what is predicted; `describe` tells more.

        Examples
        --------
        >>> from foldwise.data import sample
        >>> sample("iris")
        <Dataset iris: 150 rows x 4 columns, 3 classes>
        """
        what = f"{len(self.classes)} classes" if self.is_classification else "values"
        return printable(f"<Dataset {self.name}: {self.n:,} rows x {self.p:,} columns, {what}>")

    def describe(self) -> str:
        """Describe the dataset in a few lines of at most 80 characters."""
        from foldwise.data.description import describe

        return describe(self)

    def rows(self, chosen: Codes) -> Table:
        """Features of the chosen rows, in the form the model receives."""
        return take_rows(self.X, chosen)

    def with_target(self, target: Array) -> Dataset:
        """Return a dataset of the same rows with another target; its features are not hashed again."""
        other = replace(self, target=target)
        other.__dict__["table_hash"] = self.table_hash
        return other

    def subset(self, chosen: Codes) -> Dataset:
        """Return a dataset of the chosen rows; costs are kept for the classes that occur in them."""
        costs = self.costs
        if costs is not None:
            present = np.unique(self.codes[chosen])
            costs = costs[np.ix_(present, [*present, *range(len(self.classes), costs.shape[1])])]
        return replace(
            self,
            X=self.rows(chosen),
            target=self.target[chosen],
            groups=None if self.groups is None else self.groups[chosen],
            order=None if self.order is None else self.order[chosen],
            weights=None if self.weights is None else self.weights[chosen],
            segments=None if self.segments is None else self.segments[chosen],
            costs=costs,
        )
