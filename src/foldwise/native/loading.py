"""Which kernels run: the compiled ones where they were built, else numpy."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from foldwise.errors import FoldwiseError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["SWITCH", "BrokenKernelsError", "kernels_in_use", "load_kernels"]

SWITCH = "FOLDWISE_NATIVE"
"""Environment variable that turns the compiled kernels off: set to 0, everything is computed by numpy."""


class BrokenKernelsError(FoldwiseError, ImportError):
    """The compiled kernels are installed and cannot be loaded."""


def load_kernels(name: str = "foldwise._native") -> ModuleType | None:
    """Load the compiled kernels; None where they were not built, or where `FOLDWISE_NATIVE=0` turns them off.

    Raises
    ------
    BrokenKernelsError
        Where the file is there and cannot be loaded: it was built for another machine or Python, or is damaged.

    Examples
    --------
    >>> load_kernels("foldwise._no_such_module") is None
    True
    """
    if os.environ.get(SWITCH, "1") == "0":
        return None
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
    except ImportError as error:
        message = f"the compiled kernels {error.path or name} cannot be loaded: {error}"
        raise BrokenKernelsError(
            message, hint=f"installing foldwise again, or {SWITCH}=0 to compute by numpy"
        ) from error


def kernels_in_use(*, compiled: bool) -> str:
    """Say in a few words which kernels run.

    Examples
    --------
    >>> kernels_in_use(compiled=True)
    'compiled kernels'
    """
    if compiled:
        return "compiled kernels"
    return f"numpy kernels ({SWITCH}=0)" if os.environ.get(SWITCH, "1") == "0" else "numpy kernels (no compiled ones)"
