"""What the study of validity found of the default tests: how often they call equal models different, and their power."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, final

from foldwise.intervals import CoverageGate, Situation, find_gate, has_gates, read_gates, share_error

if TYPE_CHECKING:
    from foldwise.comparisons.pair import Pair

__all__ = ["SimulatedTest", "closed_gate", "default_size", "size_gates", "worst_size"]

VALIDITY_FILE = "validity.json"


@final
@dataclass(frozen=True)
class SimulatedTest:
    """How often the default test found a difference at 5 % in one world, over the models and sizes studied.

    Parameters
    ----------
    kind
        ``size`` (two equal models), ``family`` (five equal ones, adjusted) or ``power`` (models that differ).
    measure, plan
        What was compared, on which family of plans.
    world
        What the rows were drawn from.
    method
        Test that the default was, in the cell of the highest rate.
    cells
        Combinations of model, size and plan that were studied.
    rate
        Highest rate of them; the lowest where it is power.
    model, n, simulations
        The cell of that rate, and the tests it had.
    median
        Median rate of the cells.

    Examples
    --------
    >>> str(SimulatedTest("size", "auc", "kfold", "balanced", "corrected-t", 3, 0.05, "lda", 300, 1000, 0.04))
    '5.0 % ± 0.7 (balanced, lda, n = 300)'
    """

    kind: str
    measure: str
    plan: str
    world: str
    method: str
    cells: int
    rate: float
    model: str
    n: int
    simulations: int
    median: float

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the rate."""
        return share_error(self.rate, self.simulations)

    def __str__(self) -> str:
        """Write the rate with its Monte-Carlo error and where it was found."""
        return f"{100 * self.rate:.1f} % ± {100 * self.error:.1f} ({self.world}, {self.model}, n = {self.n})"


@cache
def _document() -> dict[str, Any]:
    """Everything the study found; written by ``python -m studies.validity --page``."""
    found: dict[str, Any] = json.loads(
        files("foldwise.comparisons.simulations").joinpath(VALIDITY_FILE).read_text(encoding="utf-8")
    )
    return found


@cache
def _table() -> tuple[SimulatedTest, ...]:
    found = _document()["tests"]
    return tuple(SimulatedTest(**dict(zip(found["columns"], row, strict=True))) for row in found["rows"])


@cache
def size_gates() -> tuple[CoverageGate, ...]:
    """Where the interval of a difference left out the 0 of equal models too often; its coverage is that of the 0."""
    return read_gates(_document())


def closed_gate(pair: Pair) -> CoverageGate | None:
    """The gate of the study that is closed for the difference of two models; None where none is."""
    name, kind, gates = pair.measure.name, pair.resamples.kind, size_gates()
    if not has_gates(name, kind, gates):
        return None
    return find_gate(name, kind, Situation.of(pair.predictions), gates)


def default_size(
    measure: str | None = None, plan: str | None = None, *, method: str | None = None, kind: str | None = None
) -> tuple[SimulatedTest, ...]:
    """What the study found of default tests: of a measure, on a family of plans, by a test, or of a kind.

    Examples
    --------
    >>> default_size("no-such-measure")
    ()
    """
    return tuple(
        one
        for one in _table()
        if measure in (None, one.measure)
        and plan in (None, one.plan)
        and method in (None, one.method)
        and kind in (None, one.kind)
    )


def worst_size(
    measure: str | None = None, plan: str | None = None, *, method: str | None = None
) -> SimulatedTest | None:
    """The highest rate of false positives that the study found of two equal models, or None where nothing was simulated.

    Examples
    --------
    >>> worst_size("no-such-measure")
    """
    found = default_size(measure, plan, method=method, kind="size")
    return max(found, key=lambda one: one.rate, default=None)
