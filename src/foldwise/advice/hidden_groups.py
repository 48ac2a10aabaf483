"""FW113: rows that come in tight groups, in any order of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.near_copies import FEWEST_COLUMNS, FEWEST_ROWS, many_valued_columns
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Codes, Floats

__all__ = ["HiddenGroups", "mutual_shares"]

MOST_ROWS = 1000
"""Of more rows those are looked at that are in the middle of the first column of many values."""
MOST_NEIGHBOURS, ROWS_PER_NEIGHBOUR = 16, 20
"""A group has at most so many rows besides its own; a cluster of a twentieth of the table is no group."""
DRAWS = 10
LEAST_DEVIATE, LEAST_PEAK, LEAST_PEAK_OF_FEW = 4.0, 0.05, 0.15
"""Standard deviations, and shares more than at most other numbers of neighbours, from which on it is said; rows whose scales differ have up to
.13 at one and two neighbours."""
FEW_NEIGHBOURS = 2


@final
@dataclass(frozen=True)
class HiddenGroups(Rule):
    """Rows whose nearest neighbours are each other's, more often than those of rows from a smooth density.

    Of the k nearest rows of each row a share M_k has that row among its own k nearest. The share hardly depends on the density, but rows in
    tight groups of k + 1 are nearest to each other. M_k is held against that of ten tables in which every row is moved at random by the
    bandwidth of the normal reference rule, so that groups dissolve and the density stays, for k up to 16 and a twentieth of the
    rows. What edges and few dimensions of the data add is alike for all k; it is said
    where M_k gains .05 more than the median over k (.15 for k up to 2), at 4 standard deviations. Groups whose rows have half of their variance in common look as independent rows do, and are
    not found. Not asked where `groups` or `order` are given, or where copies were found.
    """

    code: ClassVar[str] = "FW113"
    title: ClassVar[str] = "rows in tight groups"
    summary: ClassVar[str] = (
        "rows come in small groups that are closer to each other than to other rows, and no groups were given"
    )
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    verbs: ClassVar[tuple[str, ...]] = ("certify", "diagnose")
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Take the rows, without exact copies, and move them."""
        many = many_valued_columns(case)
        found = None if many is None else _closest(_rows(missing_filled(case.table[:, many])))
        if found is None:
            return None
        said = (
            f"of the {found.neighbours} nearest neighbours of a row {percent(found.share)} have it among theirs, and {percent(found.moved)} where rows are moved a "
            f"little: rows come in groups of about {found.neighbours + 1}, and training sets hold rows of the groups they are tested on"
        )
        return self.advice(
            said, "groups= with what such rows share (person, plot, batch); none if rows are independent"
        )


class _Found(NamedTuple):
    """The number of neighbours at which the shares differ most, the share, and that of moved rows."""

    neighbours: int
    share: float
    moved: float


def _rows(numbers: Floats) -> Floats:
    """Different rows on one scale; of many those in the middle of the first column (m, p)."""
    rows = np.unique(numbers, axis=0)  # sorted by the first column
    first = max(0, (len(rows) - MOST_ROWS) // 2)
    rows = rows[first : first + MOST_ROWS]
    rows = np.ldexp(rows, -np.frexp(np.abs(rows).max(axis=0))[1])  # by powers of 2: squares of 1e200 are infinite
    spread = rows.std(axis=0)
    scaled: Floats = (rows - rows.mean(axis=0))[:, spread > 0] / spread[spread > 0]
    return scaled


def _closest(rows: Floats) -> _Found | None:
    """Hold the shares of mutual neighbours against those of moved rows; None where they are alike."""
    n, p = rows.shape
    most = min(MOST_NEIGHBOURS, n // ROWS_PER_NEIGHBOUR)
    if n < FEWEST_ROWS or p < FEWEST_COLUMNS:
        return None
    if p > n:  # the same distances in as many columns as there are rows
        rows = np.transpose(np.linalg.qr(rows.T, mode="r"))
    rng, factor = np.random.default_rng(0), np.linalg.qr(rows / np.sqrt(n - 1), mode="r")
    width = (4 / ((p + 2) * n)) ** (1 / (p + 4))
    drawn = rng.normal(size=(DRAWS, n, len(factor)))
    moved = np.stack([mutual_shares(rows + width * one @ factor, most) for one in drawn])
    pairs = n * np.arange(1, most + 1)
    # The variance of a share of n k pairs is about one constant over n k, which all k tell.
    error = np.sqrt(np.mean(moved.var(axis=0, ddof=1) * pairs) / pairs)
    share, usual = mutual_shares(rows, most), moved.mean(axis=0)
    more = share - usual
    peak = more - np.median(more)
    least = np.where(np.arange(1, most + 1) <= FEW_NEIGHBOURS, LEAST_PEAK_OF_FEW, LEAST_PEAK)
    beyond = peak - np.maximum(least, LEAST_DEVIATE * error)
    at = int(np.argmax(beyond))
    if beyond[at] < 0:
        return None
    return _Found(at + 1, float(share[at]), float(usual[at]))


def mutual_shares(rows: Floats, most: int) -> Floats:
    """For k from 1 on, share of the k nearest neighbours of the rows that have the row among their own k nearest (most,).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> pairs = np.repeat(rng.normal(size=(40, 3)), 2, axis=0) + 0.01 * rng.normal(size=(80, 3))
    >>> mutual_shares(pairs, 2).round(2)
    array([1.  , 0.62])
    """
    n = len(rows)
    squares = np.einsum("ij,ij->i", rows, rows)
    distances = squares[:, None] + squares - 2 * rows @ rows.T
    np.fill_diagonal(distances, np.inf)
    near: Codes = np.argpartition(distances, most - 1, axis=1)[:, :most]
    own = np.arange(n)[:, None]
    near = near[own, np.argsort(distances[own, near], axis=1)]
    place = np.full((n, n), most, dtype=np.int8)
    place[own, near] = np.arange(most)
    later = np.maximum(place[own, near], place[near, own])  # two rows are each other's neighbours from this k on
    counts = np.bincount(later.ravel(), minlength=most + 1)[:most]
    shares: Floats = np.cumsum(counts) / (n * np.arange(1, most + 1))
    return shares
