"""How often intervals contained the truth in simulations: as simulated by the study of coverage."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import TYPE_CHECKING, Any, final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Floats, Mask

__all__ = ["Coverage", "contains", "coverage_in_brief", "simulated_coverage"]

COVERAGE_FILE = "coverage.json"
USUAL_SIZE = 100
"""Number of rows whose coverage is shown, where it was simulated."""


@final
@dataclass(frozen=True)
class Coverage:
    """How often the intervals of one method contained the truth in one setting.

    Parameters
    ----------
    method
        Interval method.
    problem
        What the rows were drawn from.
    model
        What was fitted.
    n
        Rows of each dataset.
    plan
        How they were resampled.
    target
        Which truth: the risk, or the expected risk.
    simulations
        Datasets drawn.
    coverage
        Share of the intervals that contained the truth.
    width
        Median width of the intervals.

    Examples
    --------
    >>> found = Coverage("corrected-t", "normal", "lda", 100, "kfold(10, repeats=3)", "risk", 2000, 0.95, 0.19)
    >>> str(found)
    '95.0 % ± 0.5'
    """

    method: str
    problem: str
    model: str
    n: int
    plan: str
    target: str
    simulations: int
    coverage: float
    width: float

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the coverage; above 0 also where all simulations agree."""
        inside = self.coverage * self.simulations
        share = (inside + 1) / (self.simulations + 2)
        return sqrt(share * (1 - share) / self.simulations)

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def __str__(self) -> str:
        """Write the coverage in percent with its Monte-Carlo error."""
        return f"{100 * self.coverage:.1f} % ± {100 * self.error:.1f}"


def contains(low: Floats, high: Floats, truth: Floats | float) -> Mask:
    """Whether each interval contains the truth, its ends included."""
    return np.asarray((low <= truth) & (truth <= high))


@cache
def _table() -> tuple[Coverage, ...]:
    """Every setting of the coverage study, in its order; written by ``python -m studies.coverage``."""
    document = json.loads(files("foldwise.intervals.simulations").joinpath(COVERAGE_FILE).read_text(encoding="utf-8"))
    return tuple(Coverage(**dict(zip(document["columns"], row, strict=True))) for row in document["rows"])


def simulated_coverage(method: str) -> tuple[Coverage, ...]:
    """What the coverage study found for a method, the usual settings first.

    Examples
    --------
    >>> {found.method for found in simulated_coverage("wilson")}
    {'wilson'}
    """
    return tuple(found for found in _table() if found.method == method)


def coverage_in_brief(method: str) -> str:
    """One line: coverage of the risk for each model on the first problem and plan studied; empty where unknown.

    Examples
    --------
    >>> coverage_in_brief("no-such-method")
    ''
    """
    found = [one for one in simulated_coverage(method) if one.target == "risk"]
    if not found:
        return ""
    n = USUAL_SIZE if any(one.n == USUAL_SIZE for one in found) else found[0].n
    chosen = _one_each([one for one in found if (one.problem, one.n) == (found[0].problem, n)])
    shown = ", ".join(f"{one.model} {100 * one.coverage:.1f}" for one in chosen)
    return f"{shown} % (n = {n})"


def _one_each(found: Sequence[Coverage]) -> list[Coverage]:
    """The first setting of every model."""
    first: dict[str, Coverage] = {}
    for one in found:
        first.setdefault(one.model, one)
    return list(first.values())
