"""What is said about rows that are a dataset already: groups, order, weights, segments, costs, the positive class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data.builder import PARTS, read_part, with_costs_and_positive
from foldwise.data.request import Loaded, ReadRequest
from foldwise.data.table import column_names, is_frame, is_sparse, take_columns
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data.dataset import Dataset
    from foldwise.data.table import Table
    from foldwise.typing import Given

__all__ = ["complete_dataset"]

ROWS = PARTS[1:]
ADDED = (*ROWS, "costs", "positive", "task")


def complete_dataset(dataset: Dataset, facts: Mapping[str, Any]) -> Dataset:
    """Add to a dataset what it does not have yet; what it has already must not be given again.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> len(set(complete_dataset(iris, {"groups": [1, 2, 3] * 50}).groups.tolist()))
    3
    """
    for name in facts:
        _check(dataset, name, facts[name])
    completed = dataset
    for part in ROWS:
        if part in facts:
            completed = _with_part(completed, part, facts[part], source=dataset)
    return with_costs_and_positive(completed, ReadRequest(costs=facts.get("costs"), positive=facts.get("positive")))


def _check(dataset: Dataset, name: str, value: object) -> None:
    """Refuse what the dataset has already, and what only `read` can do."""
    if name not in ADDED:
        message = f"{name} given with a dataset, which has been read already"
        raise InputError(message, hint="giving it to foldwise.read, which makes the dataset")
    own = getattr(dataset, name)
    same = name in ("positive", "task") and str(own) == str(value)
    if own is not None and not same:
        named_value = f", '{own}'" if name in ("positive", "task") else ""
        message = f"{name} given with a dataset that has its own {name} already{named_value}"
        raise InputError(message, hint=f"the call without {name}=, or foldwise.read with another {name}")


def _with_part(dataset: Dataset, part: str, value: Given, *, source: Dataset) -> Dataset:
    """Add groups, order, weights or segments: values, or the name of a column of the source, which is no feature then."""
    X = dataset.X
    if isinstance(value, str):
        names = column_names(X)
        if value in names:
            X = take_columns(X, [at for at, name in enumerate(names) if name != value])
        value = _column(source.X, value)
    column, values = read_part(part, value, Loaded(dataset.X, dataset.name))
    other_columns = (one for one in dataset.columns if one.name != column.name or one.role in ROWS)
    added: dict[str, Any] = {"X": X, "columns": (*other_columns, column), part: values}
    return replace(dataset, **added)


def _column(X: Table, name: str) -> Given:
    """One column of the features, with its name."""
    import pandas as pd

    names = column_names(X)
    if name not in names:
        raise UnknownNameError.of("column", name, names if is_frame(X) else ())
    column = take_columns(X, [names.index(name)])
    if is_frame(X):
        return column
    return pd.Series(np.asarray(column.toarray() if is_sparse(column) else column)[:, 0], name=name)
