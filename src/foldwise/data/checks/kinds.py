"""What kind of value each argument of a verb takes, checked once at its door."""

from __future__ import annotations

from collections.abc import KeysView, Mapping
from inspect import signature
from numbers import Integral, Real
from os import PathLike
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["check_kinds", "safe_text", "shown", "takes_progress"]

FLAGS = ("allow_invalid", "baseline", "train", "refit", "eliminate", "adjust_measures", "drop_missing_target")
TEXTS = ("adjust", "on_failure", "engine", "rule", "correction", "population", "shuffle")
OPEN_TEXTS = ("task", "decide", "reference", "system", "row", "query", "delimiter", "encoding", "name", "file_format")
METHODS = ("interval", "test", "estimate")
NAMES = ("drop", "features", "missing")
MOST_LETTERS = 60
FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, type)


def shown(value: object) -> str:
    """Write a value that was received on one line, and not all of it.

    Examples
    --------
    >>> shown("0.95"), shown(np.zeros(100))
    ("'0.95'", 'an array of shape (100,)')
    """
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and shape:
        kind = "array" if isinstance(value, np.ndarray) else type(value).__name__
        return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind} of shape {shape}"
    text = " ".join((safe_text(value) or f"a {type(value).__name__}").split())
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def safe_text(value: object, how: Callable[[object], str] = repr) -> str | None:
    """What a value says of itself; None where it raises instead.

    Examples
    --------
    >>> safe_text(0.5), safe_text("yes", str)
    ('0.5', 'yes')
    """
    try:
        return how(value)
    except Exception:  # noqa: BLE001 - the value is anybody's, and so is what it raises
        return None


def check_kinds(given: Mapping[str, Any]) -> None:
    """Refuse arguments of the wrong kind; names that have no rule are left to those who know more of them."""
    for name in filter(RULES.__contains__, given):
        value, (types, passes, what, hint) = given[name], RULES[name]
        if not (isinstance(value, types) or passes(value)):
            message = f"{name} is {what}, not {shown(value)}"
            raise InputError(message, hint=hint)


def _whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _names(value: object) -> bool:
    if not isinstance(value, list | tuple | set | frozenset | KeysView):
        return False
    return all(isinstance(one, str) for one in value)


def _roles(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(one, str) for pair in value.items() for one in pair)


def _named_method(value: object) -> bool:
    return hasattr(value, "summary")


def _seed(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(value >= 0)


def _sealed(value: object) -> bool:
    return hasattr(value, "ledger")


def takes_progress(value: object) -> bool:
    """Whether a function can be called with what is told of progress; those that do not say what they take are believed.

    Examples
    --------
    >>> takes_progress(print), takes_progress(len)
    (True, False)
    """
    if not isinstance(value, FUNCTIONS):
        return callable(value)
    try:
        signature(value).bind(1, 2, "model")
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return not isinstance(value, type)
    return True


def _never(_: object) -> bool:
    return False


TRUTH, NOTHING = (bool, np.bool_), type(None)
RULES: dict[str, tuple[tuple[type, ...], Callable[[Any], bool], str, str]] = {
    **{name: (TRUTH, _never, "True or False", f"{name}=True") for name in FLAGS},
    **{name: ((str,), _never, "a text", f"the call without {name}=") for name in TEXTS},
    **{name: ((str, NOTHING), _never, "a text", f"the call without {name}=") for name in OPEN_TEXTS},
    **{name: ((str, NOTHING), _names, "a text or a list of texts", f"{name}=['a', 'b']") for name in NAMES},
    **{name: ((str,), _named_method, "the name of a method", f"{name}='auto'") for name in METHODS},
    "progress": (
        (*TRUTH, NOTHING),
        takes_progress,
        "True, False or a function that is called as progress(done, total, model)",
        "progress=False",
    ),
    "roles": ((NOTHING,), _roles, "a dictionary of column names and roles", "roles={'age': 'numeric'}"),
    "stream": ((*TRUTH, NOTHING), _never, "True, False or None", "stream=True"),
    "seed": ((), _seed, "a whole number from 0", "seed=0"),
    "simulations": ((), _whole, "a whole number", "simulations=200"),
    "permutations": ((), _whole, "a whole number", "permutations=999"),
    "stop_after": ((NOTHING,), _whole, "a whole number", "stop_after=10"),
    "sheet": ((str, NOTHING), _whole, "the name or the number of a sheet", "the call without sheet="),
    "sealed": (
        (str, PathLike),
        _sealed,
        "what foldwise.seal gave, or the file of the sealed rows",
        "sealed='rows.sealed'",
    ),
    "space": (
        (NOTHING, dict, list, tuple),
        lambda value: callable(value) or isinstance(value, Mapping),
        "a dictionary of lists, or a list of such dictionaries",
        "select(model, {'max_depth': [2, 4, 8]}, X, y)",
    ),
    "seconds": ((NOTHING,), _number, "a number of seconds", "seconds=60"),
    "rope": (
        (NOTHING, dict),
        lambda value: _number(value) or isinstance(value, Mapping),
        "a number, or a dictionary of measures and numbers",
        "rope=0.01",
    ),
}
"""Types that pass, what else passes, what an argument is, and what to try; most calls are settled by the types alone."""
