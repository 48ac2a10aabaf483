"""FW113: rows that come in tight groups, in any order of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.near_copies import FEWEST_COLUMNS, FEWEST_ROWS, many_valued_columns
from foldwise.advice.neighbours import NEAREST_ROWS, NeighbourSigns, neighbours_of
from foldwise.advice.numbers import missing_filled
from foldwise.advice.rule import Rule
from foldwise.advice.tight_rows import may_be_tight
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["HiddenGroups"]

MOST_ROWS = 1000
"""Of more rows those are looked at that are in the middle of the first column of many values."""
MOST_NEIGHBOURS, ROWS_PER_NEIGHBOUR = 16, 20
"""A group has at most so many rows besides its own; a cluster of a twentieth of the table is no group."""
DRAWS = 10
LEAST_DEVIATE, LEAST_PEAK, LEAST_PEAK_OF_FEW = 4.0, 0.05, 0.15
"""Standard deviations, and shares more than at most other numbers of neighbours, from which on it is said; rows whose scales differ have up to
.13 at one and two neighbours."""
FEW_NEIGHBOURS = 2
LEAST_LEAP, LEAST_AGREED, FEWEST_NEIGHBOURS = 4.5, 0.1, 10
"""Standard deviations of a leap of the distances, and agreement of the target that ends with it, from which on it is said."""
UNSCREENED = ("certify", "diagnose")
"""Verbs that take long anyway, in which all rows are looked at."""


@final
@dataclass(frozen=True)
class HiddenGroups(Rule):
    """Rows whose nearest neighbours are each other's, more often than those of rows from a smooth density.

    Of the k nearest rows of each row a share M_k has that row among its own k nearest. The share hardly depends on the density, but rows in
    tight groups of k + 1 are nearest to each other. M_k is held against that of ten tables in which every row is moved at random by the
    bandwidth of the normal reference rule, so that groups dissolve and the density stays, for k up to 16 and a twentieth of the
    rows. What edges and few dimensions of the data add is alike for all k; it is said
    where M_k gains .05 more than the median over k (.15 for k up to 2), at 4 standard deviations.

    Looser groups of one target show where both the distances and the target change: the mean of k log(d_(k+1)/d_k) over rows
    has a leap at 4.5 standard deviations of moved rows, and the first four neighbours agree in the target more often than the last six,
    by .1 more than they do in moved rows (of values: are closer, by .1 of the mean distance). Groups whose rows have half of their
    variance in common look as independent rows do, and are not found. `certify` and `diagnose` look at all tables; in other
    verbs a screen of 8 rows, then of up to 300, says which. Not asked where `groups` or `order` are given, or where copies were found.
    """

    code: ClassVar[str] = "FW113"
    title: ClassVar[str] = "rows in tight groups"
    summary: ClassVar[str] = (
        "rows come in small groups that are closer to each other than to other rows, and no groups were given"
    )
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Take the rows, without exact copies, and move them."""
        many = many_valued_columns(case)
        if many is None or case.dataset is None or (case.verb not in UNSCREENED and not may_be_tight(case)):
            return None
        rows, kept = _rows(missing_filled(case.table[:, many]))
        found = _closest(rows, np.asarray(case.dataset.truth)[kept], classes=case.dataset.is_classification)
        if found is None:
            return None
        size = found.neighbours + 1
        said = f"{found.seen}: rows come in groups of about {size}, and training sets hold rows of the groups they are tested on"
        return self.advice(
            said, "groups= with what such rows share (person, plot, batch); none if rows are independent"
        )


class _Found(NamedTuple):
    """The number of neighbours of a row in its group, and by what the groups are seen."""

    neighbours: int
    seen: str


def _rows(numbers: Floats) -> tuple[Floats, Codes]:
    """Different rows on one scale, of many those in the middle of the first column (m, p), and which they are (m,)."""
    rows, kept = np.unique(numbers, axis=0, return_index=True)  # sorted by the first column
    first = max(0, (len(rows) - MOST_ROWS) // 2)
    rows, kept = rows[first : first + MOST_ROWS], kept[first : first + MOST_ROWS]
    rows = np.ldexp(rows, -np.frexp(np.abs(rows).max(axis=0))[1])  # by powers of 2: squares of 1e200 are infinite
    spread = rows.std(axis=0)
    return (rows - rows.mean(axis=0))[:, spread > 0] / spread[spread > 0], kept


def _closest(rows: Floats, truth: Array, *, classes: bool) -> _Found | None:
    """Hold the neighbours of the rows against those of moved rows; None where they are alike."""
    n, p = rows.shape
    most = min(MOST_NEIGHBOURS, n // ROWS_PER_NEIGHBOUR)
    if n < FEWEST_ROWS or p < FEWEST_COLUMNS:
        return None
    if p > n:  # the same distances in as many columns as there are rows
        rows = np.transpose(np.linalg.qr(rows.T, mode="r"))
    rng, factor = np.random.default_rng(0), np.linalg.qr(rows / np.sqrt(n - 1), mode="r")
    width = (4 / ((p + 2) * n)) ** (1 / (p + 4))
    drawn = rng.normal(size=(DRAWS, n, len(factor)))
    order = np.argsort(rng.random(n))  # the halves of rows in random order have the spread of all
    rows, truth = rows[order], truth[order]
    moved = [neighbours_of(rows + width * one @ factor, truth, most, classes=classes) for one in drawn]
    own = neighbours_of(rows, truth, most, classes=classes)
    return _mutual(own, moved, n) or (_leap(own, moved) if most >= FEWEST_NEIGHBOURS else None)


def _mutual(own: NeighbourSigns, moved: list[NeighbourSigns], n: int) -> _Found | None:
    """Where more neighbours are mutual than among moved rows."""
    shares = np.stack([one.mutual for one in moved])
    pairs = n * np.arange(1, own.mutual.size + 1)
    # The variance of a share of n k pairs is about one constant over n k, which all k tell.
    error = np.sqrt(np.mean(shares.var(axis=0, ddof=1) * pairs) / pairs)
    usual = shares.mean(axis=0)
    more = own.mutual - usual
    peak = more - np.median(more)
    least = np.where(np.arange(1, pairs.size + 1) <= FEW_NEIGHBOURS, LEAST_PEAK_OF_FEW, LEAST_PEAK)
    # Where scales differ all k but one have fewer mutual neighbours than moved rows: that one is no peak.
    beyond = np.where(more > 0, peak, 0.0) - np.maximum(least, LEAST_DEVIATE * error)
    at = int(np.argmax(beyond))
    if beyond[at] < 0:
        return None
    return _Found(
        at + 1,
        f"of the {at + 1} nearest neighbours of a row {percent(own.mutual[at])} have it among theirs, and "
        f"{percent(usual[at])} where rows are moved a little",
    )


def _leap(own: NeighbourSigns, moved: list[NeighbourSigns]) -> _Found | None:
    """Where the distances have a leap that those of moved rows have not, and the target changes there too."""
    growths = np.stack([one.growth / one.growth.mean() for one in moved])
    more = own.growth / own.growth.mean() - growths.mean(axis=0)
    leap = (more - np.median(more)) / np.sqrt(growths.var(axis=0, ddof=1).mean())
    agreed = own.agreed - np.mean([one.agreed for one in moved])
    at = int(np.argmax(leap))
    if leap[at] < LEAST_LEAP or agreed < LEAST_AGREED:
        return None
    return _Found(
        at + 1,
        f"the distances of rows to their neighbours leap behind neighbour {at + 1} ({leap[at]:.1f} standard deviations of rows "
        f"that are moved a little), and the target of the first {NEAREST_ROWS} agrees by {agreed:.2f} more",
    )
