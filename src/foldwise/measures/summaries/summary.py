"""Everything that is kept of some rows: counts, exact sums, and the order of the scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, isinf
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.arrays import ROUNDING_TOLERANCE
from foldwise.measures.contributions.influence import AREA_MULTIPLES, base_name
from foldwise.measures.definitions.probabilities import clip_of, count_clipped, ruled_out_loss
from foldwise.measures.measure import CountMeasure, LossMeasure, Needs, SumMeasure
from foldwise.measures.summaries.cell_counts import (
    cell_squares,
    cells_of_rows,
    class_squares,
    joint_cells,
    joint_squares,
    whole_table,
)
from foldwise.measures.summaries.group_sums import GroupSums
from foldwise.measures.summaries.moments import SMALLEST_FLOATS_IN_ONE, ExactMoments
from foldwise.measures.summaries.odds_summary import OddsSummary
from foldwise.measures.summaries.ranking import ALL_BITS, MOST_DISTINCT_SCORES, Ranking
from foldwise.measures.summaries.support import BINNED_MEASURES, MONOTONE_RANK_MEASURES
from foldwise.measures.unseen.loss_tail import largest_losses
from foldwise.measures.unseen.ruled_out import RuledOut
from foldwise.measures.unseen.unseen_loss import expected_mistakes
from foldwise.native import exact_sum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.arrays import Array, Codes, Floats
    from foldwise.measures.measure import Measure
    from foldwise.measures.outcomes import Outcomes

__all__ = ["SQUARED_WEIGHTS", "RowGroups", "Summary", "SummaryRequest", "of_table", "summarise"]

SQUARED_WEIGHTS = "squared weights"
"""Moments of the squares of the weights."""


@final
@dataclass(frozen=True)
class SummaryRequest:
    """The measures that the summaries must give.

    Parameters
    ----------
    measures
        Measures that will be computed.
    budget
        Most distinct scores of one ranking.
    """

    measures: tuple[Measure, ...]
    budget: int = MOST_DISTINCT_SCORES

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
        return any(
            base_name(one) in {*MONOTONE_RANK_MEASURES, *AREA_MULTIPLES, *BINNED_MEASURES} for one in self.measures
        )

    @property
    def correlates(self) -> bool:
        """Whether any measure looks at how values go together."""
        return any(base_name(one) == "correlation" for one in self.measures)


@final
@dataclass(frozen=True, eq=False)
class RowGroups:
    """Group of each row: a code (n,), and the names of the codes."""

    codes: Codes
    labels: Array


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
        Cells (truth, prediction of a, prediction of b) of each pair of systems (C, C + 1, C + 1).
    moments
        Losses or summands of all systems side by side, for each measure; truth and values under ``correlation``.
    rankings
        Order of the scores of each system, one per score column.
    squares
        Of weighted rows, exact sums of their squared weights in each cell of the confusion matrix of each system.
    groups
        Of rows in groups, sums within each: the weights, then losses or summands of each measure, then cells of the
        confusion matrices; `columns` says where.
    columns
        Columns of `groups`: first and behind the last of each measure, and of each system's matrix.
    weighted
        Whether rows are weighted; the first of the moments of each measure is the weight then, and others are times it.
    clipped
        Rows whose true class has a probability below the floor of a log loss, by measure and system.
    zero, tiny
        Rows with a class of probability 0, and with one next to it, of each system, where a log loss is asked for.
    mistakes
        Of mean losses of probabilities, and skills made of them, the mistakes that each system expects and what they would cost, in units of
        2⁻¹⁰⁷⁴, by measure, system and ``expected`` or ``lost``; of log losses none.
    counts
        Rows of each class, whatever they weigh (C,); none for values.
    blank
        Rows without a label, by system.
    class_squares
        Of weighted rows, exact sums of their squared weights in each class (C).
    odds
        Odds of the true class and second largest probabilities, for log losses and skills made of them, by measure and system.
    joint_squares
        Of weighted rows, exact sums of squared weights in the cells of `joint` that have rows, by pair and cell.
    largest
        The largest values of losses without an upper bound, in ascending order, by measure and system; of weighted rows none.
    """

    n: int
    tables: Mapping[str, Array]
    joint: Mapping[tuple[str, str], Array]
    moments: Mapping[str, ExactMoments]
    rankings: Mapping[str, tuple[Ranking, ...]]
    squares: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    groups: GroupSums | None = None
    columns: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    weighted: bool = False
    clipped: Mapping[tuple[str, str], int] = field(default_factory=dict)
    zero: Mapping[str, int] = field(default_factory=dict)
    tiny: Mapping[str, int] = field(default_factory=dict)
    largest: Mapping[tuple[str, str], Floats] = field(default_factory=dict)
    mistakes: Mapping[tuple[str, str, str], int] = field(default_factory=dict)
    counts: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    blank: Mapping[str, int] = field(default_factory=dict)
    class_squares: tuple[int, ...] = ()
    odds: Mapping[tuple[str, str], OddsSummary] = field(default_factory=dict)
    joint_squares: Mapping[tuple[str, str], Mapping[int, int]] = field(default_factory=dict)

    @property
    def class_sizes(self) -> Floats:
        """Rows of each class; the effective number, (Σw)²/Σw², where they are weighted (C,)."""
        if not self.weighted:
            return self.counts.astype(np.float64)
        mass = next(iter(self.tables.values())).sum(axis=1).astype(np.float64)
        squares = np.array([one / SMALLEST_FLOATS_IN_ONE for one in self.class_squares])
        return np.divide(mass**2, squares, out=np.zeros(mass.size), where=squares > 0)

    def mistake_loss(self, measure: Measure, system: str) -> float:
        """Mean loss of a mistake, as the probabilities of a system expect them; 0 where they expect none, or are not known.

        Of log losses by how far apart their logarithms lie.
        """
        if (measure.name, system) in self.odds:
            return self.odds[measure.name, system].mistake_loss(exp(-ruled_out_loss(measure)))
        expected, lost = (self.mistakes.get((measure.name, system, what), 0) for what in ("expected", "lost"))
        return lost / expected if expected / SMALLEST_FLOATS_IN_ONE > ROUNDING_TOLERANCE * self.n else 0.0

    def ruled_out(self, system: str) -> RuledOut:
        """Rows for which a system gave a class the probability 0."""
        return RuledOut(self.zero.get(system, 0), self.tiny.get(system, 0))

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
            {
                name: tuple(a + b for a, b in zip(mine, other.squares[name], strict=True))
                for name, mine in self.squares.items()
            },
            None if self.groups is None or other.groups is None else self.groups + other.groups,
            self.columns,
            self.weighted,
            _added(self.clipped, other.clipped),
            _added(self.zero, other.zero),
            _added(self.tiny, other.tiny),
            {name: largest_losses(np.concatenate([mine, other.largest[name]])) for name, mine in self.largest.items()},
            _added(self.mistakes, other.mistakes),
            self.counts + other.counts,
            _added(self.blank, other.blank),
            tuple(a + b for a, b in zip(self.class_squares, other.class_squares, strict=True)),
            _added(self.odds, other.odds),
            {
                pair: {cell: mine.get(cell, 0) + yours.get(cell, 0) for cell in mine.keys() | yours.keys()}
                for pair, mine in self.joint_squares.items()
                for yours in (other.joint_squares[pair],)
            },
        )


def _added(mine: Mapping[Any, Any], yours: Mapping[Any, Any]) -> dict[Any, Any]:
    return {name: part + yours[name] for name, part in mine.items()}


def summarise(
    systems: Mapping[str, Outcomes],
    request: SummaryRequest,
    *,
    like: Summary | None = None,
    groups: RowGroups | None = None,
) -> Summary:
    """Summarise the same rows of one or more systems; scores no finer than in `like`, with which it will be merged.

    Weights must be whole numbers, so that their sums are exact.

    Examples
    --------
    >>> from foldwise.measures import Outcomes, measure
    >>> rows = Outcomes(truth=np.array([0, 1, 1]), output=np.array([0, 1, 0]), classes=2)
    >>> found = summarise({"mine": rows}, SummaryRequest((measure("error"),)))
    >>> found.n, found.tables["mine"].tolist(), found.moments["error"].means.tolist()
    (3, [[1, 0, 0], [1, 1, 0]], [0.3333333333333333])
    """
    first = next(iter(systems.values()))
    columns = {one.name: _columns(one, systems) for one in request.additive}
    if request.correlates:
        columns["correlation"] = _pairs_of_values(systems)
    weights = first.weights
    if weights is not None:
        columns = {name: np.column_stack([weights, part * weights[:, None]]) for name, part in columns.items()}
    plain = dict(columns)
    if weights is not None and groups is None and plain:
        columns[SQUARED_WEIGHTS] = weights[:, None] ** 2
    sums, places = (None, {}) if groups is None else _grouped_sums(systems, request, plain, groups)
    labelled = first.classes > 0
    logarithms = any(ruled_out_loss(one) for one in request.measures)
    ruled_out = {name: RuledOut.of(rows.scores) for name, rows in systems.items()} if logarithms else {}
    return Summary(
        first.size,
        {name: whole_table(rows.confusion()[0]) for name, rows in systems.items()} if labelled else {},
        joint_cells(systems) if request.counts and labelled else {},
        {name: ExactMoments.of(part) for name, part in columns.items()},
        {name: _rankings(rows, request.budget, like, name) for name, rows in systems.items()} if request.ranks else {},
        {name: cell_squares(rows) for name, rows in systems.items()} if weights is not None and request.counts else {},
        sums,
        places,
        weights is not None,
        _clipped(systems, request),
        {name: found.zero for name, found in ruled_out.items()},
        {name: found.tiny for name, found in ruled_out.items()},
        _largest(systems, request) if weights is None and groups is None else {},
        _mistakes(systems, request),
        np.bincount(first.truth, minlength=first.classes) if labelled else np.zeros(0, dtype=np.int64),
        {name: int(np.count_nonzero(rows.output < 0)) for name, rows in systems.items()} if labelled else {},
        class_squares(first),
        _odds_summaries(systems, request, like) if logarithms else {},
        joint_squares(systems) if request.counts and labelled and weights is not None else {},
    )


def _odds_summaries(
    systems: Mapping[str, Outcomes], request: SummaryRequest, like: Summary | None
) -> dict[tuple[str, str], OddsSummary]:
    """Odds and second largest probabilities of each system, for log losses of probabilities of all classes."""
    found = {}
    for one in request.measures:
        certain = ruled_out_loss(one)
        for name, rows in systems.items():
            if certain and rows.scores is not None and rows.scores.shape[1] > 1:
                same = None if like is None else like.odds.get((one.name, name))
                found[one.name, name] = OddsSummary.of(rows.scores, rows.truth, exp(-certain), like=same)
    return found


def _mistakes(systems: Mapping[str, Outcomes], request: SummaryRequest) -> dict[tuple[str, str, str], int]:
    """Expected losses of mistakes by the probabilities of each system, for losses other than log losses."""
    found = {}
    for one in request.additive:
        loss = one.loss if isinstance(one, SumMeasure) else one
        if (
            ruled_out_loss(one)
            or not isinstance(loss, LossMeasure)
            or loss.needs is not Needs.PROBABILITY
            or loss.about
        ):
            continue
        for name, rows in systems.items():
            if rows.scores is not None and rows.scores.shape[1] > 1 and rows.size:
                wrong, lost = expected_mistakes(loss, rows.scores, rows.positive)
                found[one.name, name, "expected"] = exact_sum(wrong)
                found[one.name, name, "lost"] = exact_sum(wrong * lost)
    return found


def _largest(systems: Mapping[str, Outcomes], request: SummaryRequest) -> dict[tuple[str, str], Floats]:
    """The largest losses of measures without an upper bound, by measure and system."""
    endless = [one for one in request.measures if isinstance(one, LossMeasure) and isinf(one.high)]
    return {
        (one.name, name): largest_losses(one.loss(one.view(rows))) for one in endless for name, rows in systems.items()
    }


def _clipped(systems: Mapping[str, Outcomes], request: SummaryRequest) -> dict[tuple[str, str], int]:
    """Rows below the floor of each log loss, by measure and system."""
    floors = {one.name: clip for one in request.measures if (clip := clip_of(one)) is not None}
    return {
        (measure, name): count_clipped(rows, clip) for measure, clip in floors.items() for name, rows in systems.items()
    }


def _grouped_sums(
    systems: Mapping[str, Outcomes], request: SummaryRequest, columns: Mapping[str, Floats], groups: RowGroups
) -> tuple[GroupSums, dict[str, tuple[int, int]]]:
    """Sums within the groups of the weights, of all columns, and of the cells of the confusion matrices."""
    first = next(iter(systems.values()))
    weights: Array = np.ones(first.size) if first.weights is None else first.weights
    skip = 0 if first.weights is None else 1
    parts, places, at = [weights[:, None]], {}, 1
    more = {name: part[:, skip:] for name, part in columns.items()}
    if request.counts and first.classes:
        more |= {
            f"cells of {name}": np.eye(first.classes * (first.classes + 1))[cells_of_rows(rows)] * weights[:, None]
            for name, rows in systems.items()
        }
    for name, part in more.items():
        parts.append(part)
        places[name] = (at, at + part.shape[1])
        at += part.shape[1]
    return GroupSums.of(groups.labels, groups.codes, np.column_stack(parts)), places


def of_table(name: str, table: Array, request: SummaryRequest) -> Summary:
    """The summary of one system from its confusion matrix alone, for measures that need no more."""
    n, right = int(table.sum()), int(np.trace(table[:, :-1]))
    times = {"error": n - right, "accuracy": right}
    moments = {
        one.name: ExactMoments(
            n, (times[one.name] * SMALLEST_FLOATS_IN_ONE,), (times[one.name] * SMALLEST_FLOATS_IN_ONE,)
        )
        for one in request.additive
    }
    return Summary(n, {name: table}, {}, moments, {}, counts=table.sum(axis=1), blank={name: int(table[:, -1].sum())})


def _columns(measure: LossMeasure | SumMeasure, systems: Mapping[str, Outcomes]) -> Floats:
    """Losses or summands of every system, side by side (n, systems · m)."""
    of = measure.loss if isinstance(measure, LossMeasure) else measure.rows
    return np.column_stack([of(measure.view(rows)) for rows in systems.values()])


def _pairs_of_values(systems: Mapping[str, Outcomes]) -> Floats:
    """Truth and predictions side by side; of weighted rows from the mean of the target, with their squares and products with the truth."""
    first = next(iter(systems.values()))
    values = np.column_stack([first.truth, *(rows.output for rows in systems.values())]).astype(np.float64)
    if first.weights is None:
        return values
    values = values - (0.0 if first.reference is None else first.reference[:, None])
    return np.column_stack([values, values**2, values[:, :1] * values[:, 1:]])


def _rankings(rows: Outcomes, budget: int, like: Summary | None, name: str) -> tuple[Ranking, ...]:
    """Order of the score of the positive of two classes, of every class of more, or of the size of the errors of values."""
    if not rows.classes:
        most = like.rankings[name][0].bits if like is not None else ALL_BITS
        errors = np.abs(rows.truth - rows.output)
        return (Ranking.of(errors, np.zeros(rows.size, dtype=np.intp), 1, budget=budget, bits=most),)
    if rows.scores is None:
        return ()
    columns = [rows.positive] if rows.classes == 2 else list(range(rows.classes))
    bits = [one.bits for one in like.rankings[name]] if like is not None else [ALL_BITS] * len(columns)
    return tuple(
        Ranking.of(rows.scores[:, code], rows.truth, rows.classes, budget=budget, bits=most, weights=rows.weights)
        for code, most in zip(columns, bits, strict=True)
    )
