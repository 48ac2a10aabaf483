"""What the standard library does more slowly: properties that are computed once per value, filling a frozen dataclass, and abstract classes."""

from __future__ import annotations

from dataclasses import MISSING, fields
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import cached_property
else:

    class cached_property:
        """`functools.cached_property` without its lock, which took seven times as long as the rest before Python 3.12.

        Two threads that ask at once may both compute the value; they get equal ones.

        Examples
        --------
        >>> class Rows:
        ...     @cached_property
        ...     def size(self):
        ...         return print("counted") or 3
        >>> rows = Rows()
        >>> rows.size, rows.size
        counted
        (3, 3)
        """

        def __init__(self, compute: Callable[[object], object]) -> None:
            self.compute, self.__doc__ = compute, compute.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            """Keep the name under which values are kept."""
            self.name = name

        def __get__(self, instance: object, owner: type | None = None) -> object:
            """Compute the value and keep it, where it is found from then on."""
            if instance is None:
                return self
            compute, own = self.compute, instance.__dict__
            value = own[self.name] = compute(instance)
            return value


__all__ = ["Abstract", "cached_property", "changed", "filled_at_once"]

T = TypeVar("T")


class Abstract:
    """Base of classes with abstract methods, without the metaclass of `abc.ABC`, with which `isinstance` takes five times as long.

    Examples
    --------
    >>> from abc import abstractmethod
    >>> class Form(Abstract):
    ...     @abstractmethod
    ...     def value(self): ...
    >>> Form()
    Traceback (most recent call last):
    TypeError: Can't instantiate abstract class Form with...abstract method...value...
    """

    def __init_subclass__(cls) -> None:
        """Note which methods are not written yet: Python makes no object of a class that has any."""
        super().__init_subclass__()
        names = {name for base in cls.__mro__ for name in vars(base)}
        cls.__abstractmethods__ = frozenset(  # type: ignore[attr-defined]  # any type has it, not only those of ABC
            name for name in names if getattr(getattr(cls, name, None), "__isabstractmethod__", False)
        )


def changed(frozen: T, **other: object) -> T:
    """Do what `dataclasses.replace` does, in a fifth of its time and without `__post_init__`: for fields that need no check.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Pair:
    ...     first: int
    ...     second: int
    >>> changed(Pair(1, 2), second=3)
    Pair(first=1, second=3)
    """
    copy, names = object.__new__(type(frozen)), frozen.__dataclass_fields__  # type: ignore[attr-defined]
    copy.__dict__.update(zip(names, map(frozen.__dict__.__getitem__, names), strict=True), **other)
    return copy


def filled_at_once(frozen: type[T]) -> type[T]:
    """Let a frozen dataclass be given its dictionary as a whole, not one field after the other by `object.__setattr__`.

    Python 3.11 reads such a field by its place in the dictionary, four times as fast as one of a dictionary whose keys are shared with
    the other objects of the class. Arguments, defaults and `__post_init__` stay what they are. For classes of which a small call makes several.

    Examples
    --------
    >>> from dataclasses import dataclass, field
    >>> @filled_at_once
    ... @dataclass(frozen=True)
    ... class Pair:
    ...     first: int
    ...     second: list[int] = field(default_factory=list)
    >>> Pair(1)
    Pair(first=1, second=[])
    """
    own_init: Any = frozen.__init__
    given = signature(own_init).parameters
    space: dict[str, Any] = {}
    heads, items, keywords = ["self"], [], False
    space["fill"] = next(vars(base)["__dict__"] for base in frozen.__mro__ if "__dict__" in vars(base)).__set__
    for one in fields(frozen):  # type: ignore[arg-type]  # a dataclass, which mypy does not know of a type variable
        argument, made = given.get(one.name), one.default_factory is not MISSING
        if argument is None and not made:
            continue  # what `__post_init__` sets
        if argument is not None:
            if argument.kind is Parameter.KEYWORD_ONLY and not keywords:
                keywords = True
                heads.append("*")
            space[f"default_{one.name}"] = argument.default
            heads.append(one.name if argument.default is Parameter.empty else f"{one.name}=default_{one.name}")
        space[f"make_{one.name}"] = one.default_factory
        value = one.name if argument is not None else f"make_{one.name}()"
        if made and argument is not None:
            value = f"make_{one.name}() if {one.name} is default_{one.name} else {one.name}"
        items.append(f"{one.name!r}: {value}")
    lines = [f"fill(self, {{{', '.join(items)}}})"]
    if hasattr(frozen, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(heads)}):\n    " + "\n    ".join(lines), space)
    init = space["__init__"]
    init.__annotations__, init.__qualname__ = own_init.__annotations__, own_init.__qualname__
    frozen.__init__ = init  # type: ignore[method-assign]
    return frozen
