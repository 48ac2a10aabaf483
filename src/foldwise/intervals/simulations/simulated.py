"""Simulated coverage of the default intervals by measure and plan, from the study of validity, and where they are gated.

A gate says where a default covered too little in the study: a measure, a family of plans, and a condition on what can be
seen of the rows (how many, how many of the rarest class, how many groups). It is data, written by
``python -m studies.validity --page``; nothing here is decided by hand.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf, isfinite, sqrt
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.intervals.methods.cluster_t import effective_groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from foldwise.predictions import Predictions

__all__ = [
    "CoverageGate",
    "Simulated",
    "Situation",
    "default_coverage",
    "effective_groups",
    "find_gate",
    "has_gates",
    "read_gates",
    "without_gates",
    "worst_coverage",
]

VALIDITY_FILE = "validity.json"


@final
@dataclass(frozen=True)
class Simulated:
    """How often the default interval of a measure contained the truth in one world, over the models and sizes studied.

    Parameters
    ----------
    measure, plan
        What was asked for, on which family of plans.
    world
        What the rows were drawn from.
    method
        Interval method that the default was, in the worst cell.
    cells
        Combinations of model, size and plan that were studied.
    worst
        Lowest coverage of them.
    model, n, simulations
        The cell of the lowest coverage, and the intervals it had.
    median
        Median coverage of the cells.
    ratio
        Median width, in widths of an interval that knows the standard deviation of the estimate.

    Examples
    --------
    >>> found = Simulated("auc", "kfold", "rare-5", "corrected-t", 6, 0.82, "lda", 300, 1000, 0.93, 1.1)
    >>> str(found)
    '82.0 % ± 1.2 (rare-5, lda, n = 300)'
    """

    measure: str
    plan: str
    world: str
    method: str
    cells: int
    worst: float
    model: str
    n: int
    simulations: int
    median: float
    ratio: float

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the lowest coverage."""
        return share_error(self.worst, self.simulations)

    def __str__(self) -> str:
        """Write the lowest coverage with its Monte-Carlo error and where it was found."""
        shown = f"{100 * self.worst:.1f} % ± {100 * self.error:.1f}"
        return f"{shown} ({self.world}, {self.model}, n = {self.n})"


@final
@dataclass(frozen=True)
class Situation:
    """Observable facts of the rows that a gate may depend on.

    Parameters
    ----------
    n
        Number of rows.
    classes
        Number of classes; 0 for values.
    rarest
        Rows of the rarest class; all rows for values.
    groups
        Effective number of groups, (Σ size)² / Σ size²; infinite without groups.
    ordered, weighted
        Whether rows are in time order, and whether they have weights.
    traits
        What else was seen: ``perfect`` (the estimate is the best possible).
    """

    n: int
    classes: int = 0
    rarest: float = inf
    groups: float = inf
    ordered: bool = False
    weighted: bool = False
    traits: frozenset[str] = frozenset()

    @classmethod
    def of(cls, predictions: Predictions, traits: Iterable[str] = ()) -> Situation:
        """Read the facts off a table of predictions.

        Examples
        --------
        >>> from foldwise.predictions import Predictions
        >>> seen = Situation.of(Predictions.build(["a", "b", "b"], {"m": ["a", "b", "a"]}))
        >>> seen.n, seen.classes, seen.rarest
        (3, 2, 1)
        """
        classes = len(predictions.classes)
        size = int(predictions.truth.size)
        counts = np.bincount(predictions.truth, minlength=classes) if classes else np.array([size])
        return cls(
            n=size,
            classes=classes,
            rarest=int(counts.min()),
            groups=inf if predictions.groups is None else effective_groups(predictions.groups),
            ordered=predictions.time is not None,
            weighted=predictions.weights is not None,
            traits=frozenset(traits),
        )


@final
@dataclass(frozen=True)
class CoverageGate:
    """Where the default interval of a measure covered too little.

    Parameters
    ----------
    measure, plan
        For which measure, on which family of plans.
    classes
        ``two``, ``many`` or ``none`` (values).
    structure
        ``rows``, ``groups`` or ``time``.
    weighted
        Whether rows have weights.
    most_rows, most_rarest, most_groups
        It applies up to so many rows, rows of the rarest class, effective groups; None where that does not matter.
    trait
        What else must have been seen; empty for nothing.
    coverage, simulations, cell
        What was simulated, from how many intervals, and where.
    """

    measure: str
    plan: str
    classes: str
    structure: str
    weighted: bool
    most_rows: float | None
    most_rarest: float | None
    most_groups: float | None
    trait: str
    coverage: float
    simulations: int
    cell: str

    def applies(self, measure: str, plan: str, seen: Situation) -> bool:
        """Whether the rows are like those on which the default covered too little."""
        if (measure, plan) != (self.measure, self.plan) or self.trait not in ("", *seen.traits):
            return False
        kind = "none" if not seen.classes else "two" if seen.classes == 2 else "many"
        structure = "groups" if isfinite(seen.groups) else "time" if seen.ordered else "rows"
        if (kind, structure, seen.weighted) != (self.classes, self.structure, self.weighted):
            return False
        limits = ((seen.n, self.most_rows), (seen.rarest, self.most_rarest), (seen.groups, self.most_groups))
        return all(most is None or value <= most for value, most in limits)

    @property
    def error(self) -> float:
        """Monte-Carlo standard error of the coverage."""
        return share_error(self.coverage, self.simulations)

    @property
    def reason(self) -> str:
        """Why there is no interval, in words and with the figure.

        Examples
        --------
        >>> CoverageGate(
        ...     "auc", "kfold", "two", "rows", False, None, 5, None, "", 0.8, 1000, "rare-5, lda, n = 100"
        ... ).reason
        'not assessable: 95 % intervals for auc covered 80.0 % ± 1.3 in simulations with at most 5 rows of a class'
        """
        return self.said_of(self.measure)

    def said_of(self, what: str) -> str:
        """Why there is no interval for a figure or a difference of figures."""
        limits = {
            "rows": self.most_rows,
            "rows of a class": self.most_rarest,
            "effective groups": self.most_groups,
        }
        words = " and ".join(f"at most {most:g} {what}" for what, most in limits.items() if most is not None)
        where = f" with {words}" if words else ""
        return (
            f"not assessable: 95 % intervals for {what} covered {100 * self.coverage:.1f} % ± "
            f"{100 * self.error:.1f} in simulations{where}{TRAIT_PHRASES[self.trait]}"
        )


TRAIT_PHRASES = {"": "", "perfect": " where no row was wrong"}
"""How a trait is said."""


def share_error(share: float, of: int) -> float:
    """Monte-Carlo standard error of a share; above 0 also where all simulations agree."""
    kept = (share * of + 1) / (of + 2)
    return sqrt(kept * (1 - kept) / of)


@cache
def _document() -> dict[str, Any]:
    """What the study wrote."""
    found: dict[str, Any] = json.loads(
        files("foldwise.intervals.simulations").joinpath(VALIDITY_FILE).read_text(encoding="utf-8")
    )
    return found


@cache
def _table() -> tuple[Simulated, ...]:
    found = _document()["coverage"]
    return tuple(Simulated(**dict(zip(found["columns"], row, strict=True))) for row in found["rows"])


@cache
def _gates() -> tuple[CoverageGate, ...]:
    return read_gates(_document())


def read_gates(document: dict[str, Any]) -> tuple[CoverageGate, ...]:
    """The gates that a study wrote into its document."""
    found = document["gates"]
    return tuple(CoverageGate(**dict(zip(found["columns"], row, strict=True))) for row in found["rows"])


@cache
def gated() -> dict[tuple[str, str], float]:
    """Measures and families of plans for which there is any gate, and up to how many rows of the rarest class there is one."""
    found: dict[tuple[str, str], float] = {}
    for gate in _gates():
        most = inf if gate.most_rarest is None else gate.most_rarest
        found[gate.measure, gate.plan] = max(most, found.get((gate.measure, gate.plan), 0.0))
    return found


def default_coverage(
    measure: str | None = None, plan: str | None = None, *, method: str | None = None
) -> tuple[Simulated, ...]:
    """What the study found of default intervals: of a measure, on a family of plans, or made by a method.

    Examples
    --------
    >>> default_coverage("no-such-measure")
    ()
    """
    return tuple(
        one
        for one in _table()
        if measure in (None, one.measure) and plan in (None, one.plan) and method in (None, one.method)
    )


def worst_coverage(
    measure: str | None = None, plan: str | None = None, *, method: str | None = None
) -> Simulated | None:
    """The lowest coverage that the study found, or None where nothing was simulated.

    Examples
    --------
    >>> worst_coverage("no-such-measure")
    """
    return min(default_coverage(measure, plan, method=method), key=lambda one: one.worst, default=None)


def has_gates(measure: str, plan: str, gates: tuple[CoverageGate, ...] | None = None) -> bool:
    """Whether there is any gate for the default interval of a measure on a family of plans; never within `without_gates`.

    Examples
    --------
    >>> has_gates("no-such-measure", "kfold")
    False
    """
    for gate in _gates() if gates is None else gates:
        if gate.measure == measure and gate.plan == plan:
            return not _OPEN.get()
    return False


_OPEN: ContextVar[bool] = ContextVar("gates are open", default=False)


@contextmanager
def without_gates() -> Iterator[None]:
    """Give the defaults where a gate is closed, too, so that a study can find that it may be opened.

    Examples
    --------
    >>> with without_gates():
    ...     any(has_gates(gate.measure, gate.plan) for gate in _gates())
    False
    """
    token = _OPEN.set(True)
    try:
        yield
    finally:
        _OPEN.reset(token)


def find_gate(
    measure: str, plan: str, seen: Situation, gates: Iterable[CoverageGate] | None = None
) -> CoverageGate | None:
    """The gate that applies, the one with the lowest coverage of several; None where the default may be given.

    Parameters
    ----------
    measure, plan
        Name of the measure, and the family of the plan (``kfold``).
    seen
        Facts of the rows.
    gates
        Gates to look among; by default those of the study.

    Examples
    --------
    >>> gates = [
    ...     CoverageGate("auc", "kfold", "two", "rows", False, None, 5, None, "", 0.8, 1000, "rare-5, lda, n = 100")
    ... ]
    >>> find_gate("auc", "kfold", Situation(n=100, classes=2, rarest=4), gates).coverage
    0.8
    >>> find_gate("auc", "kfold", Situation(n=100, classes=2, rarest=40), gates)
    """
    among = _gates() if gates is None else gates
    own = [gate for gate in among if gate.measure == measure and gate.plan == plan]
    found = [gate for gate in own if gate.applies(measure, plan, seen)]
    return min(found, key=lambda gate: gate.coverage, default=None)
