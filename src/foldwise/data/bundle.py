"""Three small datasets to try things on; their origin and licence are in samples/ORIGIN.md."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from foldwise.data.checks.kinds import shown
from foldwise.data.reader import read
from foldwise.errors import UnknownNameError

if TYPE_CHECKING:
    from foldwise.data.dataset import Dataset

__all__ = ["SAMPLES", "sample", "sample_path"]

TARGETS = {"auto-mpg": "mpg", "breast-cancer": "class", "iris": "species"}
SAMPLES = tuple(TARGETS)
"""The names that `sample` knows."""


def sample(name: str) -> Dataset:
    """Read a dataset that comes with foldwise.

    Parameters
    ----------
    name
        ``iris`` (three classes), ``breast-cancer`` (two classes, missing values) or ``auto-mpg`` (regression, texts).

    Examples
    --------
    >>> sample("auto-mpg").task.value
    'regression'
    """
    path = sample_path(name)
    return replace(read(path, TARGETS[name], name=name), source="")


def sample_path(name: str) -> Path:
    """Give the CSV file of a sample, to try out what takes a path.

    Examples
    --------
    >>> sample_path("iris").name
    'iris.csv'
    """
    given: object = name
    if not isinstance(given, str) or name not in TARGETS:
        raise UnknownNameError.of("sample", name if isinstance(given, str) else shown(name), SAMPLES)
    return Path(__file__).with_name("samples") / f"{name}.csv"
