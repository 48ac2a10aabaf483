"""One entry for files and objects: everything becomes a dataset here."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from foldwise.arrays import freeze
from foldwise.data.builder import build_dataset
from foldwise.data.checks.kinds import check_kinds, shown
from foldwise.data.checks.table import check_numeric, check_unique_names, in_whole_steps
from foldwise.data.dataset import Column, Dataset, Kind, Role, Task
from foldwise.data.files import load_file
from foldwise.data.originals import warn_of_original
from foldwise.data.request import Loaded, ReadRequest
from foldwise.data.scan import LEVELS_ROWS, MAX_CLASSES, count_levels, distinct_and_codes, largest_size
from foldwise.data.table import column_names, is_frame, is_sparse
from foldwise.errors import InputError, SealError
from foldwise.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.data.table import Table
    from foldwise.typing import ColumnLike, CostsLike, Given, Label, TableLike, Untyped

__all__ = ["Options", "as_dataset", "load_object", "plain_dataset", "read"]

READING = re.compile(
    r"\b((?:drop|missing|roles|features|query|delimiter|encoding|unpacked|sheet)=(?:\[[^\]]*\]|\{[^}]*\}|'[^']*'|[\w.]+)?)"
)
"""Arguments in a hint that `read` takes, and the verbs that read by it do not."""


class Options(TypedDict, total=False):
    """The keyword arguments of `read`, for those who hand them on."""

    task: str | None
    groups: Any
    order: Any
    weights: Any
    costs: Any
    positive: Any
    features: str | Sequence[str] | None
    drop: str | Sequence[str] | None
    roles: Mapping[str, str] | None
    missing: str | Sequence[str] | None
    query: str | None
    name: str | None
    delimiter: str | None
    encoding: str | None
    unpacked: float | None
    drop_missing_target: bool
    sheet: str | int | None
    file_format: str | None
    segments: Any


@renamed()
def read(  # noqa: PLR0913 - one entry for every source, each argument by name
    source: TableLike,
    target: ColumnLike | None = None,
    *,
    task: str | None = None,
    groups: ColumnLike | None = None,
    order: ColumnLike | None = None,
    weights: ColumnLike | None = None,
    costs: CostsLike | None = None,
    positive: Label = None,
    features: str | Sequence[str] | None = None,
    drop: str | Sequence[str] | None = None,
    roles: Mapping[str, str] | None = None,
    missing: str | Sequence[str] | None = None,
    query: str | None = None,
    name: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    unpacked: float | None = None,
    drop_missing_target: bool = False,
    sheet: str | int | None = None,
    file_format: str | None = None,
    segments: ColumnLike | None = None,
) -> Dataset:
    """Read rows to learn from, with every check made once.

    Parameters
    ----------
    source
        Path of a file (delimited text, ARFF, JSON lines, each also gzipped; Excel, Parquet, Feather, SQLite), ``-`` for
        standard input, an array, a sparse matrix, a pandas, polars or other dataframe, or a dictionary of columns. An
        object keeps its kind.
    target
        What is predicted: the name of a column, or one value per row.
    task
        ``classification`` or ``regression``; by default texts, truth values and up to 20 whole numbers are classes.
    groups
        Which rows belong together: the name of a column, or one value per row.
    order
        Position of the rows in time, as numbers or dates: the name of a column, or one value per row.
    weights
        How much each row counts: the name of a column, or one value per row.
    costs
        Cost of predicting each class (column) for a row of each class (line), in the order of the sorted classes; the path
        of a file or a dataframe with class names; or ``fn=10,fp=1`` for two classes (see `read_costs`).
    positive
        The class that precision, recall and AUC are about.
    features
        The columns to predict from; by default all that have no other use.
    drop
        Columns to leave out.
    roles
        ``numeric``, ``categorical``, ``feature`` or ``drop`` for columns whose default is not wanted; ``keep`` hands a
        column to the model as it is. A date that is made numeric is counted in days, or in seconds where there are
        times of day.
    missing
        Exactly which texts stand for a missing value. An empty field always does; in delimited text ``?``, ``NA``, ``nan``,
        ``null`` and their like do too unless you say otherwise, in sources that know missing values nothing else does.
    query
        SQL query for an SQLite database with more than one table.
    name
        What to call the dataset; by default the name of the file.
    delimiter
        What parts the fields of a text file, where it cannot be found out.
    encoding
        Encoding of a text file, where it is not UTF-8 and has no byte order mark.
    unpacked
        Most gigabytes that a packed file may unpack to, 4 by default: a small file may hold more than fits into memory.
        Also the most that is read from standard input.
    drop_missing_target
        Leave out the rows whose target is missing, which are refused otherwise; the dataset says how many they were.
    sheet
        Sheet of an Excel file, by its name or by its number from 1; the only one that holds anything needs no name.
    file_format
        What a file is, such as ``csv`` or ``jsonl``, where the ending of its name does not say so.
    segments
        Part each row belongs to, such as a country: the name of a column, or one value per row. Figures are given for every
        part too. The column is no feature, unless `features` or `roles` name it.

    Examples
    --------
    >>> import numpy as np
    >>> dataset = read({"age": [31, 52, 44], "town": ["A", "B", "A"]}, target=np.array(["yes", "no", "no"]))
    >>> dataset.n, dataset.p, dataset.classes
    (3, 2, ('no', 'yes'))
    """
    check_kinds(locals())
    request = ReadRequest(
        target=_one_name(source, target),
        task=task,
        groups=groups,
        order=order,
        weights=weights,
        costs=costs,
        positive=positive,
        features=None if features is None else _several(features),
        drop=_several(drop or ()),
        roles=dict(roles or {}),
        missing=None if missing is None else _several(missing),
        query=query,
        name=name,
        delimiter=delimiter,
        encoding=encoding,
        unpacked=unpacked,
        drop_missing_target=drop_missing_target,
        sheet=sheet,
        file_format=file_format,
        segments=segments,
    )
    return build_dataset(
        load_file(source, request) if isinstance(source, str | PathLike) else load_object(source, request), request
    )


def as_dataset(X: TableLike, y: ColumnLike | None = None, **options: Unpack[Options]) -> Dataset:
    """Give a dataset with what is said of its rows beside it, and read anything else with `read`.

    Examples
    --------
    >>> dataset = as_dataset([[1.0], [2.0]], ["yes", "no"])
    >>> as_dataset(dataset) is dataset
    True
    """
    from foldwise.data.sealed import Sealed

    if isinstance(X, Sealed):
        message = f"{X.name} is sealed: its {X.n:,} rows are for one final look, not for fitting, tuning or choosing"
        raise SealError(message, hint="the open part; foldwise.unseal looks at the sealed rows")
    given_options = {name: value for name, value in options.items() if value is not None and value is not False}
    if not isinstance(X, Dataset):
        plain = None if given_options else plain_dataset(X, y)
        if plain is not None:
            return plain
        dataset = _read_for_a_verb(X, y, **options)
        warn_of_original(dataset, X)
        return dataset
    warn_of_original(X)
    given_options = given_options if y is None else {"y": y, **given_options}
    if given_options:
        from foldwise.data.completion import complete_dataset

        return complete_dataset(X, given_options)
    return X


def _read_for_a_verb(X: TableLike, y: ColumnLike | None, **options: Unpack[Options]) -> Dataset:
    """Read; where that is refused, say which arguments to try are those of `foldwise.read`."""
    try:
        return read(X, y, **options)
    except InputError as error:
        error.hint = error.hint and READING.sub(r"foldwise.read(…, \1)", error.hint, count=1)
        raise


def _one_name(source: TableLike, target: Given) -> Given:
    """Take ``['y']``, and the number that a column of a frame is called by, for the name of the target."""
    if isinstance(target, list | tuple) and len(target) == 1 and isinstance(target[0], str):
        return target[0] if isinstance(source, str | PathLike | dict) or is_frame(source) else target
    if isinstance(target, int) and not isinstance(target, bool) and is_frame(source) and target in list(source.columns):  # type: ignore[union-attr]
        return str(target)
    return target


def _several(names: str | Sequence[str]) -> tuple[str, ...]:
    """One name is as good as a list of one."""
    return (names,) if isinstance(names, str) else tuple(names)


def load_object(source: Given, request: ReadRequest) -> Loaded:
    """Recognise the table in an object."""
    request.refuse("query", "delimiter", "encoding", "unpacked", "sheet", "file_format", because="files")
    return Loaded(_table(source), "data")


def _table(source: Given) -> Table:
    """Recognise a table; what is none is made an array."""
    import narwhals as nw

    if isinstance(source, Dataset):
        message = "this is a dataset already"
        raise InputError(message, hint="using it as it is")
    if isinstance(source, np.ndarray):  # the quickest way for the most common table
        return _array_of(source)
    if is_sparse(source):
        return source.tocsr()
    if isinstance(source, dict):
        return _frame_of(source)
    if type(source).__module__.partition(".")[0] == "pyarrow" and hasattr(source, "to_pandas"):
        return _frame_of_arrow(source)
    if hasattr(source, "iloc") and hasattr(source, "columns"):
        check_unique_names(column_names(source), "X")
    known = nw.from_native(source, eager_only=False, pass_through=True)
    if isinstance(known, nw.LazyFrame):
        message = f"X is a lazy {type(source).__module__.partition('.')[0]} frame, which has no rows yet"
        raise InputError(message, hint="X.collect()")
    if isinstance(known, nw.DataFrame):
        return known.to_native()
    if hasattr(source, "to_frame"):
        message = f"X is a {type(source).__name__}, one column, where rows and columns were expected"
        raise InputError(message, hint="X.to_frame() if it is a single feature")
    return _array_of(source)


def _frame_of_arrow(table: Untyped) -> Table:
    """Make an arrow table a pandas frame, which is what models take; integers with missing values stay integers."""
    if not hasattr(table, "column_names") and not hasattr(table, "schema"):
        message = f"X is of type {type(table).__name__}, where a table or the path of a file was expected"
        raise InputError(message, hint="a pyarrow.Table, a numpy array or a dataframe")
    check_unique_names(tuple(map(str, table.schema.names)), "X")
    return table.to_pandas(integer_object_nulls=True)


def _frame_of(columns: dict[str, Any]) -> Table:
    import pandas as pd

    plain = [
        name for name, column in columns.items() if isinstance(column, str | bytes) or not hasattr(column, "__len__")
    ]
    if plain:
        message = f"column '{plain[0]}' is {shown(columns[plain[0]])}, where a list or an array was expected"
        raise InputError(message, hint="columns of the same length")
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        lengths_text = ", ".join(f"'{name}' {length}" for name, length in list(lengths.items())[:8])
        message = f"the columns have different lengths: {lengths_text}"
        raise InputError(message, hint="columns of the same length")
    try:
        return pd.DataFrame({str(name): column for name, column in columns.items()})
    except UnicodeEncodeError as error:
        message = "the columns hold a text in which there is half a sign"
        raise InputError(message, hint="texts that are valid Unicode") from error


def _array_of(source: Given) -> Table:
    if isinstance(source, np.ma.MaskedArray):
        return check_numeric(np.ma.filled(source.astype(np.float64), np.nan))
    if not hasattr(source, "__array__") and not isinstance(source, list | tuple):
        message = f"X is of type {type(source).__name__}, where a table or the path of a file was expected"
        raise InputError(message, hint="a numpy array, a pandas or polars frame, or a path")
    try:
        array = np.asarray(source)
    except (TypeError, ValueError, RuntimeError) as error:
        if not isinstance(source, list | tuple):  # a tensor on another device, for one, does not let itself be read
            message = f"X is of type {type(source).__name__}, which gives no array: {' '.join(str(error).split())}"
            raise InputError(message, hint="a numpy array") from error
        message = "X is a list whose lines have different lengths"
        raise InputError(message, hint="lines of the same length") from error
    if array.dtype.names:
        return _frame_of({name: array[name] for name in array.dtype.names})
    return check_numeric(array)


def plain_dataset(X: Given, y: Given) -> Dataset | None:
    """Make the dataset that `read` would make of an array of finite numbers with a few whole numbers as classes, by the shortest way.

    None for what has to be looked at more closely, or refused.

    Examples
    --------
    >>> plain_dataset(np.array([[1.0], [2.0], [4.0]]), np.array([3, 1, 3])).classes
    ('1', '3')
    >>> plain_dataset(np.array([[1.0], [np.nan], [4.0]]), np.array([3, 1, 3])) is None
    True
    """
    numbers = type(X) is np.ndarray and X.ndim == 2 and X.dtype == np.float64 and X.shape[1] > 0
    if not numbers or type(y) is not np.ndarray or y.dtype != np.int64 or y.shape != X.shape[:1] or not y.size:
        return None
    if (X.base is not None and not in_whole_steps(X)) or not isfinite(largest := largest_size(X)):
        return None
    labels, codes = distinct_and_codes(y)
    levels = count_levels(X)
    if not 1 < labels.size <= MAX_CLASSES or levels.min() == 1 or max(-labels[0], labels[-1]) > 2**53:
        return None
    seen = labels.size if y.size <= LEVELS_ROWS else np.unique(y[:LEVELS_ROWS]).size
    columns = map(_numbered, range(levels.size), levels.tolist())
    target = Column("y", Kind.NUMERIC, Role.TARGET, int(seen))
    dataset = Dataset(X, freeze(y.copy()), Task.CLASSIFICATION, (*columns, target))
    dataset.__dict__["_coded"], dataset.__dict__["largest"] = (labels, freeze(codes)), largest
    dataset.__dict__["levels"], dataset.__dict__["nominal"] = freeze(levels), freeze(np.zeros(levels.size, np.bool_))
    return dataset


@lru_cache(maxsize=4096)
def _numbered(j: int, levels: int) -> Column:
    """Column j of a table without names; the same for every table in which it has as many levels."""
    return Column(f"x{j}", Kind.NUMERIC, Role.FEATURE, levels)
