"""Reading the datasets of an experiment, each by its name."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.data import Dataset, as_dataset
from foldwise.data.checks import shown
from foldwise.errors import FoldwiseError, FoldwiseWarning, InputError

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["read_datasets"]


def read_datasets(
    datasets: Mapping[str, Any] | Iterable[Any],
    target: str | Mapping[str, str] | None,
    options: Mapping[str, Any],
) -> tuple[dict[str, Dataset], dict[str, str]]:
    """Read every dataset; give also those that cannot be read with the reason, which do not stop the others."""
    if isinstance(datasets, str | Path | Dataset):
        datasets = [datasets]
    given: object = datasets
    if not isinstance(given, Iterable) or isinstance(given, type | np.ndarray):
        message = f"datasets are a dictionary of names and datasets, or a list of files, not {shown(datasets)}"
        raise InputError(message, hint="experiment(models, {'name': path, …})")
    several = dict(datasets) if isinstance(datasets, Mapping) else _called(datasets)
    if not several:
        message = "no dataset was given"
        raise InputError(message, hint="experiment(models, {'name': path, …})")
    tables: dict[str, Dataset] = {}
    unread: dict[str, str] = {}
    for name, source in several.items():
        column = target.get(name) if isinstance(target, Mapping) else target
        try:
            tables[str(name)] = _read(source, column, options)
        except FoldwiseError as error:
            unread[str(name)] = str(error.args[0])
            if len(unread) == len(several):
                message = f"dataset '{name}': {error.args[0]}"
                raise type(error)(message, hint=error.hint) from error
    _warn_of_copies(tables)
    return tables, unread


def _warn_of_copies(tables: Mapping[str, Dataset]) -> None:
    """Say that datasets are the same: tests over datasets take them for independent."""
    seen: dict[str, str] = {}
    for name, dataset in tables.items():
        first = seen.setdefault(dataset.fingerprint, name)
        if first != name:
            text = (
                f"datasets '{first}' and '{name}' have the same rows, and tests over datasets take them for independent"
            )
            warnings.warn(text, FoldwiseWarning, stacklevel=4)


def _called(datasets: Iterable[Any]) -> dict[str, Any]:
    """Call datasets by their own names, a second of the same name with a number."""
    datasets_by_name: dict[str, Any] = {}
    for dataset in datasets:
        if not isinstance(dataset, str | PathLike | Dataset):
            message = f"a dataset without a name is a file or a Dataset, not {shown(dataset)}"
            raise InputError(message, hint="experiment(models, {'name': (X, y), …})")
        name = dataset.name if isinstance(dataset, Dataset) else Path(dataset).name.partition(".")[0]
        free, at = name, 2
        while free in datasets_by_name:
            free, at = f"{name}-{at}", at + 1
        datasets_by_name[free] = dataset
    return datasets_by_name


def _read(source: Given, target: str | None, options: Mapping[str, Any]) -> Dataset:
    if isinstance(source, Dataset):
        return source
    if isinstance(source, tuple):
        return as_dataset(*source, **options)
    return as_dataset(source, target, **options)
