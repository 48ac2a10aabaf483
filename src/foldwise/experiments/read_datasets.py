"""Reading the datasets of an experiment, each by its name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foldwise.data import Dataset, as_dataset
from foldwise.errors import FoldwiseError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_datasets"]


def read_datasets(
    datasets: Mapping[str, Any] | Iterable[Any],
    target: str | Mapping[str, str] | None,
    options: Mapping[str, Any],
) -> dict[str, Dataset]:
    """Read every dataset; one that cannot be read stops the experiment before anything is fitted."""
    if isinstance(datasets, str | Path | Dataset):
        datasets = [datasets]
    several = dict(datasets) if isinstance(datasets, Mapping) else _called(datasets)
    if not several:
        message = "no dataset was given"
        raise InputError(message, hint="experiment(models, {'name': path, …})")
    tables = {}
    for name, source in several.items():
        column = target.get(name) if isinstance(target, Mapping) else target
        try:
            tables[str(name)] = _read(source, column, options)
        except FoldwiseError as error:
            message = f"dataset '{name}': {error.args[0]}"
            raise type(error)(message, hint=error.hint) from error
    return tables


def _called(datasets: Iterable[Any]) -> dict[str, Any]:
    """Call datasets by their own names, a second of the same name with a number."""
    named: dict[str, Any] = {}
    for one in datasets:
        name = one.name if isinstance(one, Dataset) else Path(one).name.partition(".")[0]
        free, at = name, 2
        while free in named:
            free, at = f"{name}-{at}", at + 1
        named[free] = one
    return named


def _read(source: Any, target: str | None, options: Mapping[str, Any]) -> Dataset:  # noqa: ANN401 - as for `read`
    if isinstance(source, Dataset):
        return source
    if isinstance(source, tuple):
        return as_dataset(*source, **options)
    return as_dataset(source, target, **options)
