"""``--store`` and ``--no-store``: where finished fits and runs are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from foldwise.cli.option import with_options
from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["STORE", "store_of_option", "store_option", "with_place_options", "with_store_options"]

STORE = Path(".foldwise") / "store.db"
Function = TypeVar("Function", bound="Callable[..., Any]")


def with_store_options(saved: str) -> Callable[[Function], Function]:
    """Add ``--save``, which keeps what the sentence says, ``--store`` and ``--no-store``."""
    save = click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help=saved)
    return lambda function: save(with_place_options(function))


def with_place_options(function: Function) -> Function:
    """Add ``--store`` and ``--no-store``."""
    none = click.option("--no-store", is_flag=True, help="Keep no finished fits.")
    return with_options(function, (store_option(f"Keep finished fits here, not in {STORE}."), none))


def store_option(text: str) -> Callable[[Function], Function]:
    """Add ``--store``, with what is done with it."""
    return click.option("--store", metavar="FILE", help=text)


def store_of_option(given: str | None, *, none: bool) -> Path | None:
    """Where finished fits are kept: as the option or the variable says, or the usual place if that can be used."""
    from foldwise.engine import STORE_VARIABLE, Store, store_path

    if none and given is not None:
        message = "--store says where finished fits are kept, and --no-store that none are"
        raise click.UsageError(message)
    if none:
        return None
    named = os.environ.get(STORE_VARIABLE) if given is None else given
    if named is not None:
        return store_path(named)
    try:
        Store(STORE).close()
    except InputError as error:
        click.echo(f"note: {error.args[0]}, so finished fits are not kept", err=True)
        return None
    return STORE
