"""``--backend`` and ``--backend-param``: where fits are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["backend_arguments", "with_backend_options"]

Function = TypeVar("Function", bound="Callable[..., Any]")


def with_backend_options(function: Function) -> Function:
    """Add ``--backend`` and ``--backend-param``."""
    backend = click.option(
        "--backend",
        metavar="NAME",
        default="processes",
        show_default=True,
        help="Where fits are done: threads, loky, dask, ray, spark, or an address such as dask://HOST:PORT.",
    )
    params = click.option(
        "--backend-param",
        "backend_params",
        metavar="NAME=VALUE",
        multiple=True,
        help="A parameter of the backend, such as block_seconds=2.",
    )
    return backend(params(function))


def backend_arguments(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments of a verb among the options.

    Examples
    --------
    >>> backend_arguments({"backend": "ray", "backend_params": ("block_seconds=2", "namespace=night")})
    {'backend': 'ray', 'backend_params': {'block_seconds': 2.0, 'namespace': 'night'}}
    """
    return {"backend": given["backend"], "backend_params": _read(given["backend_params"]) or None}


def _read(texts: Sequence[str]) -> dict[str, float | str]:
    found: dict[str, float | str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not (name.strip() and sign):
            message = f"a parameter of a backend has a name and a value, not '{text}'"
            raise InputError(message, hint="--backend-param block_seconds=2")
        found[name.strip()] = _value(value.strip())
    return found


def _value(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
