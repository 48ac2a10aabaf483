"""``--save``: a result, predictions or a fitted model in a file, checked before anything is fitted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from foldwise.reports import Assessment, Improvement, Selection

__all__ = [
    "MODEL",
    "PREDICTIONS",
    "RESULT",
    "check_one_model",
    "check_place",
    "check_writable",
    "named_with",
    "save_assessment",
    "save_chosen",
    "save_kept",
    "save_option",
]

Function = TypeVar("Function", bound="Callable[..., Any]")

PREDICTIONS, MODEL, RESULT = (".npz", ".parquet"), ".skops", ".foldwise"
"""Endings of the names of files."""


class Savable(Protocol):
    """A result that can be kept in a file."""

    def save(self, path: str | Path) -> None:
        """Keep the result in a file."""


def save_option(function: Function) -> Function:
    """Add ``--save`` where the result is all that is kept."""
    text = "Keep the result (.foldwise), which foldwise report shows again."
    return click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help=text)(function)


def save_kept(result: Savable, path: Path | None) -> None:
    """Keep the result where that was asked for."""
    if path is not None:
        result.save(path)


def check_writable(path: Path | None, endings: Sequence[str] = PREDICTIONS) -> None:
    """Refuse a place that cannot be written to, before anything is fitted."""
    if path is None:
        return
    if path.suffix not in endings:
        plain = [ending for ending in endings if ending in PREDICTIONS]
        forms = [f"predictions are saved as {' or '.join(plain)}"] if plain else []
        forms += ["a model as .skops" if forms else "a model is saved as .skops"] if MODEL in endings else []
        forms += ["a result as .foldwise" if forms else "a result is saved as .foldwise"] if RESULT in endings else []
        message = f"{', '.join(forms)}, not as '{path.name}'"
        raise InputError(message, hint=f"--save {named_with(path, endings[0])}")
    check_place(path)


def check_place(path: Path) -> None:
    """Refuse the name of a file in a folder that is not there or cannot be written to."""
    if not path.absolute().parent.is_dir():
        message = f"'{path}' cannot be written: there is no folder '{path.parent}'"
        raise InputError(message, hint="a folder that is there")
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        message = f"'{path}' cannot be written"
        raise InputError(message, hint="another folder")


def named_with(path: Path, ending: str) -> str:
    """Name of a file with another ending; any name where the path has none, as '' and '.' have.

    Examples
    --------
    >>> named_with(Path("x.csv"), ".npz"), named_with(Path(""), ".npz")
    ('x.npz', 'name.npz')
    """
    return path.with_suffix(ending).name if path.name else f"name{ending}"


def check_one_model(path: Path | None, models: Sequence[str]) -> None:
    """Refuse to save one of several models, before they are fitted."""
    if path is not None and path.suffix == MODEL and len(models) != 1:
        message = f"'{path.name}' keeps one model, and {len(models) or 'none'} were named"
        raise InputError(message, hint="one --model; or select, which keeps the chosen one")


def save_assessment(result: Assessment, path: Path | None) -> None:
    """Keep the result, its predictions, or the model fitted to all rows with its card, as the ending of the name says."""
    from foldwise.api import save_model

    if path is None:
        return
    if path.suffix == RESULT:
        result.save(path)
    elif path.suffix == MODEL:
        save_model(result, path)
    else:
        result.predictions.save(path)


def save_chosen(found: Improvement | Selection, path: Path | None) -> None:
    """Keep the chosen model or the whole result, as the ending of the name says."""
    from foldwise.api import save_model

    if path is not None:
        found.save(path) if path.suffix == RESULT else save_model(found, path)
