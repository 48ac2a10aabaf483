"""A figure of a saved result that is not what it should be, and when two figures are the same."""

from __future__ import annotations

from dataclasses import fields
from math import isclose, isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from foldwise.measures import Needs

if TYPE_CHECKING:
    from foldwise.measures import Measure
    from foldwise.predictions import Predictions
    from foldwise.typing import Given

__all__ = ["BBC_PREFIX", "Fault", "alike", "has_settings", "unit_on"]

BBC_PREFIX = "bbc"
"""How the names of estimates begin that correct a choice by drawing rows."""
RELATIVE_TOLERANCE, ABSOLUTE_TOLERANCE = 1e-6, 1e-10
"""How far a figure may be from the same one made on another machine."""


class Fault(NamedTuple):
    """A figure that is not that of its predictions; it may be so where its method was set up otherwise than usual."""

    text: str
    may_be: bool = False


def alike(computed: float, saved: float, unit: float = 1.0) -> bool:
    """Whether two figures are the same but for what another machine rounds otherwise; `unit` is how large they may be (`unit_on`).

    Examples
    --------
    >>> alike(0.1, 0.1 + 1e-12), alike(float("nan"), float("nan")), alike(0.1, 0.101)
    (True, True, False)
    >>> alike(1e-12, 2e-12), alike(1e-12, 2e-12, 3e-12)
    (True, False)
    """
    least = ABSOLUTE_TOLERANCE * unit
    return isclose(computed, saved, rel_tol=RELATIVE_TOLERANCE, abs_tol=least) or (isnan(computed) and isnan(saved))


def unit_on(measure: Measure, table: Predictions) -> float:
    """How large a measure may be on these rows, 1 at most: that of a target in small units, or of small costs, is smaller."""
    units = measure.traits.units
    if measure.needs is Needs.COSTS:
        largest, degree = table.costs, 1.0
    else:
        largest, degree = table.truth, 0.0 if units is None or units.degree is None else units.degree
    if not degree or largest is None:
        return 1.0
    return min(1.0, float(np.abs(largest).max(initial=0.0)) ** degree)


def has_settings(method: Given) -> bool:
    """Whether a method can be set up in more than one way, of which a file keeps nothing.

    Examples
    --------
    >>> from foldwise.intervals import interval_method
    >>> has_settings(interval_method("bca")), has_settings(interval_method("wilson"))
    (True, False)
    """
    return bool(fields(method))
