"""Values that are computed once: `functools.cached_property` without its lock, which costs more than small sums do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, final, overload

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["cached"]

Value = TypeVar("Value")


@final
class cached(Generic[Value]):
    """Compute an attribute when it is first asked for, and keep it.

    Two threads that ask at the same moment both compute it, and get the same value.

    Examples
    --------
    >>> class Square:
    ...     side = 3
    ...
    ...     @cached
    ...     def area(self):
    ...         return self.side**2
    >>> one = Square()
    >>> one.area, one.__dict__
    (9, {'area': 9})
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        """Take the function that computes it."""
        self.compute, self.name, self.__doc__ = compute, compute.__name__, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Keep it under the name of the attribute, which need not be that of the function."""
        self.name = name

    @overload
    def __get__(self, owner: None, kind: type) -> cached[Value]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...
    def __get__(self, owner: object | None, kind: type) -> Value | cached[Value]:
        """Compute it; from then on the attribute of the owner is found first."""
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.compute(owner)
        return value
