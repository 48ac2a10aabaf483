"""Reaching workers: what is missing, cannot be reached, or failed, each in one sentence."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from foldwise.engine.execution.execute import describe
from foldwise.errors import FitError, InputError, MissingExtraError

if TYPE_CHECKING:
    from foldwise.errors import FoldwiseError

__all__ = ["failed", "missing", "reach", "unreachable"]

CONNECT_SECONDS = 10.0
"""Seconds in which a scheduler must answer."""


def missing(name: str) -> MissingExtraError:
    """Say which extra brings a backend.

    Examples
    --------
    >>> print(missing("dask"))
    backend 'dask' needs an optional package; try pip install 'foldwise[dask]'
    """
    return MissingExtraError.of(f"backend '{name}'", name)


def reach(address: str, what: str, seconds: float = CONNECT_SECONDS) -> None:
    """Refuse an address at which nobody listens; one without a port is left to those who know more of it."""
    host, _, port = address.rpartition("://")[2].partition("?")[0].rstrip("/").rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 1 << 16:
        message = f"'{address}' is no address of {what}"
        raise InputError(message, hint=f"a host and a port, such as {address.partition('://')[0]}://10.0.0.5:8786")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=seconds).close()
    except (OSError, UnicodeError) as error:
        raise unreachable(address, what, seconds, error) from error


def unreachable(address: str, what: str, seconds: float, error: BaseException) -> InputError:
    """Say that nobody answers."""
    said = describe(error).partition("\n")[0][:200]
    return InputError(f"no {what} answers at {address} within {seconds:g} s ({said})", hint="the address it prints")


def failed(name: str, error: BaseException | None) -> FoldwiseError:
    """Say that a backend itself failed, not a model."""
    message = f"the workers of backend '{name}' cannot do their work ({describe(error) if error else 'no cause given'})"
    hint = "foldwise, installed for every worker" if isinstance(error, ImportError) else "another backend"
    return FitError(message, hint=hint)
