"""What is said about rows that are a dataset already: groups, order, weights, costs, the positive class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from foldwise.data.builder import PARTS, about_classes, read_part
from foldwise.data.request import Loaded, ReadRequest
from foldwise.data.table import column_names, is_frame, take_columns
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.data.dataset import Dataset

__all__ = ["complete_dataset"]

ROWS = PARTS[1:]
ADDED = (*ROWS, "costs", "positive", "task")


def complete_dataset(dataset: Dataset, said: Mapping[str, Any]) -> Dataset:
    """Add to a dataset what it does not have yet; what it has already must not be given again.

    Examples
    --------
    >>> import foldwise
    >>> iris = foldwise.sample("iris")
    >>> len(set(complete_dataset(iris, {"groups": [1, 2, 3] * 50}).groups.tolist()))
    3
    """
    for name in said:
        _check(dataset, name, said[name])
    found = dataset
    for part in ROWS:
        if part in said:
            found = _with_part(found, part, said[part])
    return about_classes(found, ReadRequest(costs=said.get("costs"), positive=said.get("positive")))


def _check(dataset: Dataset, name: str, value: object) -> None:
    """Refuse what the dataset has already, and what only `read` can do."""
    if name not in ADDED:
        message = f"{name} given with a dataset, which has been read already"
        raise InputError(message, hint="giving it to foldwise.read, which makes the dataset")
    own = getattr(dataset, name)
    same = name in ("positive", "task") and str(own) == str(value)
    if own is not None and not same:
        shown = f", '{own}'" if name in ("positive", "task") else ""
        message = f"{name} given with a dataset that has its own {name} already{shown}"
        raise InputError(message, hint=f"the call without {name}=, or foldwise.read with another {name}")


def _with_part(dataset: Dataset, part: str, value: object) -> Dataset:
    """Add groups, order or weights: values, or the name of a column, which is no feature then."""
    X, names = dataset.X, column_names(dataset.X)
    if isinstance(value, str):
        if not is_frame(X) or value not in names:
            raise UnknownNameError.of("column", value, names if is_frame(X) else ())
        X = take_columns(X, [at for at, name in enumerate(names) if name != value])
        value = take_columns(dataset.X, [names.index(value)])
    column, values = read_part(part, value, Loaded(dataset.X, dataset.name))
    columns = (*(one for one in dataset.columns if one.name != column.name), column)
    added: dict[str, Any] = {"X": X, "columns": columns, part: values}
    return replace(dataset, **added)
