"""What the public functions accept, each kind named once, for annotations.

Nothing is imported from here when foldwise runs: the names are for readers and type checkers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from os import PathLike

    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Plan

__all__ = [
    "ArrayLike",
    "ArraysLike",
    "Backend",
    "Cluster",
    "ColumnLike",
    "CostsLike",
    "Estimator",
    "Given",
    "Json",
    "Label",
    "MeasureLike",
    "Measures",
    "Model",
    "Models",
    "PathText",
    "PlanLike",
    "Shaped",
    "Space",
    "Splitter",
    "Study",
    "TableLike",
    "Untyped",
]


class Model(Protocol):
    """An estimator: anything with scikit-learn's `fit` and `predict`."""

    @property
    def fit(self) -> Callable[..., object]:
        """Called as ``fit(X, y)``."""

    @property
    def predict(self) -> Callable[..., ArrayLike]:
        """Called as ``predict(X)``."""


class Splitter(Protocol):
    """Anything with scikit-learn's `split`."""

    @property
    def split(self) -> Callable[..., Iterable[tuple[ArrayLike, ArrayLike]]]:
        """Called as ``split(X, y, groups)``; gives training and test rows."""


class Cluster(Protocol):
    """A client of a cluster, as `dask.distributed.Client`."""

    @property
    def submit(self) -> Callable[..., Any]:
        """Run a function on a worker."""


class Shaped(Protocol):
    """A table that knows its rows and columns: a dataframe or a sparse matrix."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""


class Study(Protocol):
    """An Optuna study, or whatever proposes settings as one does."""

    @property
    def ask(self) -> Callable[..., Any]:
        """Give the next trial."""

    @property
    def tell(self) -> Callable[..., object]:
        """Take the value of a trial."""


ArrayLike: TypeAlias = npt.ArrayLike
"""Whatever numpy makes an array of: arrays, lists, series of any library."""
PathText: TypeAlias = "str | PathLike[str]"
"""Path of a file."""
TableLike: TypeAlias = "PathText | Dataset | Shaped | ArrayLike | Mapping[str, ArrayLike]"
"""Rows: path of a file, `Dataset`, dataframe of any library, sparse matrix, array, or columns by name."""
ColumnLike: TypeAlias = "str | ArrayLike"
"""One value per row: name of a column, or an array, list or series."""
ArraysLike: TypeAlias = "ColumnLike | Mapping[str, ColumnLike | Shaped | Sequence[str] | None] | Sequence[str] | Shaped"
"""Values of one system, or of several by name; each an array or the name of a column."""
Backend: TypeAlias = "str | Cluster"
"""Where the work is done: the name or address of a backend, or the client of a cluster."""
CostsLike: TypeAlias = "PathText | ArrayLike | Shaped | Mapping[str, float]"
"""What mistakes cost: ``fn=10,fp=1``, a table true x predicted, or the path of one."""
Label: TypeAlias = object
"""A class label, in the type the target has."""
Models: TypeAlias = "str | Model | Sequence[str | Model] | Mapping[str, str | Model]"
"""An estimator, the name of a model, several of them, or ``{name: model}``."""
PlanLike: TypeAlias = "str | int | Plan | Splitter | ArrayLike | Iterable[tuple[ArrayLike, ArrayLike]]"
"""A plan, its text, a number of folds, a splitter of scikit-learn, part numbers, or pairs (train, test)."""
MeasureLike: TypeAlias = "str | Measure | Callable[..., float]"
"""A measure, its name, or a function f(truth, predicted)."""
Measures: TypeAlias = "MeasureLike | Iterable[MeasureLike]"
"""One measure or several."""
Space: TypeAlias = "Mapping[str, Any] | Sequence[Mapping[str, Any]] | Callable[[Any], Mapping[str, Any]]"
"""Values of each parameter, a list of such dictionaries, or a function of a trial that returns the settings."""

Estimator: TypeAlias = Any
"""An estimator or a part of one whose own attributes are looked at; which it has depends on its class."""
Given: TypeAlias = Any
"""Whatever a caller gave, before it is checked."""
Untyped: TypeAlias = Any
"""A value of a library that has no type annotations."""
Json: TypeAlias = Any
"""Text, number, truth value, none, or lists and dictionaries of them."""
