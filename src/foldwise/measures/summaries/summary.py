"""Everything that is kept of some rows: counts, exact sums, and the order of the scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.measures.influence import AREAS, base_name
from foldwise.measures.measure import CountMeasure, LossMeasure, SumMeasure
from foldwise.measures.summaries.moments import UNIT, ExactMoments
from foldwise.measures.summaries.ranking import ALL_BITS, BUDGET, Ranking
from foldwise.measures.summaries.support import RANKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Floats
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes

__all__ = ["Summary", "SummaryRequest", "of_table", "summarise"]

MOST_CELLS = 50_000
"""Joint cells (truth, answer, answer) of two systems that are counted."""


@final
@dataclass(frozen=True)
class SummaryRequest:
    """What the summaries must be able to answer.

    Parameters
    ----------
    measures
        Measures that will be computed.
    budget
        Most distinct scores of one ranking.
    """

    measures: tuple[Measure, ...]
    budget: int = BUDGET

    @property
    def additive(self) -> tuple[LossMeasure | SumMeasure, ...]:
        """Measures of losses and sums."""
        return tuple(one for one in self.measures if isinstance(one, LossMeasure | SumMeasure))

    @property
    def counts(self) -> bool:
        """Whether any measure looks at pairs of counts."""
        return any(isinstance(one, CountMeasure) for one in self.measures)

    @property
    def ranks(self) -> bool:
        """Whether any measure looks at the order of the scores."""
        return any(base_name(one) in RANKS or base_name(one) in AREAS for one in self.measures)

    @property
    def correlates(self) -> bool:
        """Whether any measure looks at how values go together."""
        return any(base_name(one) == "correlation" for one in self.measures)


@final
@dataclass(frozen=True, eq=False)
class Summary:
    """What is kept of some rows of one or more systems; two of them add up.

    Parameters
    ----------
    n
        Number of rows.
    tables
        Confusion matrix of each system (C, C + 1).
    joint
        Cells (truth, answer of a, answer of b) of each pair of systems (C, C + 1, C + 1).
    moments
        Losses or summands of all systems side by side, for each measure; truth and values under ``correlation``.
    rankings
        Order of the scores of each system, one per score column.
    """

    n: int
    tables: Mapping[str, Array]
    joint: Mapping[tuple[str, str], Array]
    moments: Mapping[str, ExactMoments]
    rankings: Mapping[str, tuple[Ranking, ...]]

    def __add__(self, other: Summary) -> Summary:
        """Merge two disjoint sets of rows."""
        return Summary(
            self.n + other.n,
            _added(self.tables, other.tables),
            _added(self.joint, other.joint),
            _added(self.moments, other.moments),
            {
                name: tuple(a + b for a, b in zip(mine, other.rankings[name], strict=True))
                for name, mine in self.rankings.items()
            },
        )


def _added(mine: Mapping[Any, Any], yours: Mapping[Any, Any]) -> dict[Any, Any]:
    return {name: part + yours[name] for name, part in mine.items()}


def summarise(systems: Mapping[str, Outcomes], request: SummaryRequest, *, like: Summary | None = None) -> Summary:
    """Summarise the same rows of one or more systems; scores no finer than in `like`, with which it will be merged.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(truth=np.array([0, 1, 1]), output=np.array([0, 1, 0]), classes=2)
    >>> found = summarise({"mine": rows}, SummaryRequest((measure("error"),)))
    >>> found.n, found.tables["mine"].tolist(), found.moments["error"].means.tolist()
    (3, [[1, 0, 0], [1, 1, 0]], [0.3333333333333333])
    """
    first = next(iter(systems.values()))
    moments = {one.name: ExactMoments.of(_columns(one, systems)) for one in request.additive}
    if request.correlates:
        moments["correlation"] = ExactMoments.of(
            np.column_stack([first.truth, *(rows.output for rows in systems.values())])
        )
    return Summary(
        first.size,
        {name: rows.confusion()[0] for name, rows in systems.items()} if first.classes else {},
        _joint(systems) if request.counts and first.classes else {},
        moments,
        {name: _rankings(rows, request.budget, like, name) for name, rows in systems.items()} if request.ranks else {},
    )


def of_table(name: str, table: Array, request: SummaryRequest) -> Summary:
    """The summary of one system from its confusion matrix alone, for measures that need no more."""
    n, right = int(table.sum()), int(np.trace(table[:, :-1]))
    times = {"error": n - right, "accuracy": right}
    moments = {
        one.name: ExactMoments(n, (times[one.name] * UNIT,), (times[one.name] * UNIT,)) for one in request.additive
    }
    return Summary(n, {name: table}, {}, moments, {})


def _columns(measure: LossMeasure | SumMeasure, systems: Mapping[str, Outcomes]) -> Floats:
    """Losses or summands of every system, side by side (n, systems · m)."""
    of = measure.loss if isinstance(measure, LossMeasure) else measure.rows
    return np.column_stack([of(measure.view(rows)) for rows in systems.values()])


def _joint(systems: Mapping[str, Outcomes]) -> dict[tuple[str, str], Array]:
    first = next(iter(systems.values()))
    shape = (first.classes, first.classes + 1, first.classes + 1)
    if np.prod(shape) > MOST_CELLS:
        return {}
    found = {}
    for a, b in combinations(systems, 2):
        columns = [np.where(systems[name].output < 0, first.classes, systems[name].output) for name in (a, b)]
        cells = np.ravel_multi_index((first.truth, *columns), shape)
        found[a, b] = np.bincount(cells, minlength=int(np.prod(shape))).reshape(shape)
    return found


def _rankings(rows: Outcomes, budget: int, like: Summary | None, name: str) -> tuple[Ranking, ...]:
    """Order of the positive score of two classes; of more, of every class."""
    if rows.scores is None:
        return ()
    columns = [rows.positive] if rows.classes == 2 else list(range(rows.classes))
    bits = [one.bits for one in like.rankings[name]] if like is not None else [ALL_BITS] * len(columns)
    return tuple(
        Ranking.of(rows.scores[:, code], rows.truth, rows.classes, budget=budget, bits=most)
        for code, most in zip(columns, bits, strict=True)
    )
