"""Arguments that changed their name: the old one works for a release, with a warning that says the new one."""

from __future__ import annotations

import warnings
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["renamed"]

P = ParamSpec("P")
R = TypeVar("R")


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Take arguments by their former names too, ``old="new"``.

    Examples
    --------
    >>> @renamed(method="interval")
    ... def f(*, interval="auto"):
    ...     return interval
    >>> f(interval="wilson")
    'wilson'
    """

    def of(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for old, new in names.items():
                if old in kwargs:
                    message = f"{old}= is now {new}=, and will be gone in version 0.3"
                    warnings.warn(message, FutureWarning, stacklevel=2)
                    if new in kwargs:
                        both = f"{old}= and {new}= are one argument, and both were given"
                        raise TypeError(both)
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return of
