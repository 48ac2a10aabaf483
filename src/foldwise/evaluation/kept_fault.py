"""A figure of a kept result that is not what it should be, and when two figures are the same."""

from __future__ import annotations

from dataclasses import fields
from math import isclose, isnan
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from foldwise.typing import Given

__all__ = ["BBC_PREFIX", "Fault", "alike", "has_settings"]

BBC_PREFIX = "bbc"
"""How the names of estimates begin that correct a choice by drawing rows."""
RELATIVE_TOLERANCE, ABSOLUTE_TOLERANCE = 1e-6, 1e-10
"""How far a figure may be from the same one made on another machine."""


class Fault(NamedTuple):
    """A figure that is not that of its predictions; it may be so where its method was set up otherwise than usual."""

    text: str
    may_be: bool = False


def alike(computed: float, saved: float) -> bool:
    """Whether two figures are the same but for what another machine rounds otherwise.

    Examples
    --------
    >>> alike(0.1, 0.1 + 1e-12), alike(float("nan"), float("nan")), alike(0.1, 0.101)
    (True, True, False)
    """
    return isclose(computed, saved, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE) or (
        isnan(computed) and isnan(saved)
    )


def has_settings(method: Given) -> bool:
    """Whether a method can be set up in more than one way, of which a file keeps nothing.

    Examples
    --------
    >>> from foldwise.intervals import interval_method
    >>> has_settings(interval_method("bca")), has_settings(interval_method("wilson"))
    (True, False)
    """
    return bool(fields(method))
