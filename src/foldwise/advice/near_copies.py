"""FW102: rows that are almost copies of one another, wherever they are in the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["NearCopies", "many_valued_columns", "one_over_spread", "share_of_copies"]

FEWEST_ROWS, WINDOW = 40, 32
MANY_LEVELS, FEWEST_COLUMNS = 50, 3
NEIGHBOURS, ROWS_PER_NEIGHBOUR, ASKED = 8, 20, 16
SQUARED_JUMP = 0.2**2
"""Squared ratio of two successive neighbour distances that is a jump."""
DISTANCE_ROUNDING = 1e-12
LEAST_SHARE = 0.4


@final
@dataclass(frozen=True)
class NearCopies(Rule):
    """Rows that come in small bunches, far closer to each other than to any other row.

    Let d₁ ≤ d₂ ≤ … be the distances of a row to its neighbours among about 32 rows that are close in one column. For
    independent rows from a smooth density in D dimensions P(d_k < d_(k+1)/5) = 5^(-kD): 4 % in two dimensions, 1 % in three.
    The rule speaks where four rows in ten have such a jump among their first eight neighbours, there and then in the whole
    table (of n rows, the first n / 20 if these are fewer). It needs three columns of many values, and is not asked where `groups` or `order` are given.
    """

    code: ClassVar[str] = "FW102"
    title: ClassVar[str] = "near copies"
    summary: ClassVar[str] = "rows come in bunches that are almost copies of one another, and no groups were given"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Take the rows near the middle one in the column of most values, and measure all their distances."""
        if many_valued_columns(case) is None:
            return None
        place = int(np.argmax(case.levels))
        rows = _window(case.column(place), case.stretch_numbers[:, place])
        if rows.size < FEWEST_ROWS // 4:
            return None
        some = case.few_columns
        share = share_of_copies(
            missing_filled(case.rows(rows)[:, some]), one_over_spread(case.stretch_numbers[:, some])
        )
        if share < LEAST_SHARE or _among_all(case, rows[:ASKED]) < LEAST_SHARE:
            return None
        text = (
            f"{percent(share)} of the rows looked at have one or a few others at less than a fifth of the distance to the next "
            "nearest row (1 % in independent rows), so that training sets hold near copies of test rows"
        )
        return self.advice(
            text, "groups= with what such rows share (person, plot, batch), or the rows without near copies"
        )


def many_valued_columns(case: Case) -> Mask | None:
    """Columns of so many values that rows close in all of them have something in common (p,).

    None where there are too few such columns or rows, a column is nominal, or groups or times say what rows have in common.
    """
    dataset = case.dataset
    if not case.known or dataset is None or dataset.n < FEWEST_ROWS or case.nominal.any():
        return None
    if dataset.groups is not None or dataset.order is not None:
        return None
    many: Mask = case.levels >= min(MANY_LEVELS, dataset.n / 2)
    return many if np.count_nonzero(many) >= FEWEST_COLUMNS else None


def _window(column: Floats, some: Floats) -> Codes:
    """Rows that are close to the middle in a column; how close is told by some of its values."""
    if column.size <= WINDOW:
        return np.arange(column.size)
    ordered = np.sort(some)
    middle, eighth = ordered.size // 2, ordered.size // 8
    # The middle quarter of the values is this wide, and the window is to hold WINDOW of n rows.
    width = (ordered[middle + eighth] - ordered[middle - eighth]) * 4 * WINDOW / column.size
    return np.flatnonzero(np.abs(column - ordered[middle]) <= width / 2)[: 2 * WINDOW]


def _among_all(case: Case, rows: Codes) -> float:
    """Share of some rows that have a jump among their first neighbours in the whole table: a large cluster has none."""
    scale = one_over_spread(case.stretch_numbers)
    z = (missing_filled(case.table) - case.stretch_numbers[0]) * scale
    squares = np.einsum("ij,ij->i", z, z)
    distances = squares[rows, None] + squares - 2 * z[rows] @ z.T
    distances[np.arange(rows.size), rows] = -1.0
    # In a small table a cluster may be no larger than a bunch.
    most = max(1, min(NEIGHBOURS, len(z) // ROWS_PER_NEIGHBOUR))
    return _share(np.partition(distances, most + 1, axis=1)[:, : most + 2], squares)


def one_over_spread(numbers: Floats) -> Floats:
    """One over the spread of each column; 0 for a constant."""
    half = len(numbers) // 2
    far = numbers[half : 2 * half] - numbers[:half]
    spread = np.ones(half) @ (far * far)
    spread[spread == 0] = np.inf
    return 1 / np.sqrt(spread)


def share_of_copies(numbers: Floats, scale: Floats) -> float:
    """Share of the rows that have a jump among their first neighbour distances; exact copies are passed over.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> rows = rng.normal(size=(30, 5))
    >>> near = np.concatenate([rows, rows + 0.01 * rng.normal(size=(30, 5))])
    >>> share_of_copies(near, np.ones(5)), share_of_copies(rng.normal(size=(60, 5)), np.ones(5))
    (1.0, 0.0)
    """
    z = (numbers - numbers[0]) * scale
    squares = np.einsum("ij,ij->i", z, z)
    distances = squares[:, None] + squares - 2 * z @ z.T
    distances.ravel()[:: len(z) + 1] = -1.0  # a row itself comes first
    return _share(distances, squares)


def _share(distances: Floats, squares: Floats) -> float:
    """Share of the lines of distances, the row itself among them, that have a jump."""
    first = np.sort(distances, axis=1)[:, 1 : NEIGHBOURS + 2]
    # Equal rows are at a distance of 0 but for rounding; FW101 tells of them.
    least = DISTANCE_ROUNDING * float(squares.sum()) / squares.size
    jumps = (first[:, :-1] < SQUARED_JUMP * first[:, 1:]).any(axis=1)
    return float(np.count_nonzero(jumps & (first[:, 0] > least)) / jumps.size)
