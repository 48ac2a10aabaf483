"""FW101: rows that are exact copies of other rows, in training and test sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.numbers import hash_rows, tied_places
from foldwise.advice.row_sums import column_hashes, columns_apart, pairs_of, sets_of
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Mask

__all__ = ["ALL_DIFFER", "MANY_LEVELS", "MOST_COUNTED", "CopiedRows", "crossing", "fewest"]

MANY_LEVELS = 20
"""Two rows agree by chance in a column of so few values at least once in twenty times."""
COLUMNS_HASHED, COLUMNS_LEFT_OUT = 6, 50
"""Columns that are hashed first, and columns that are left out one after the other."""
ALL_DIFFER, MOST_COUNTED = 0.95, 100
"""Share of the rows with another value than all others in a column that hides copies; levels of numbers are counted so far."""
FEWEST_COPIES, SHARE_OF_COPIES, SHARE_HIDDEN = 4, 0.01, 0.1
"""Fewer copies than this change no figure; the last is asked for where columns were left out, which may be what makes rows differ."""
SAME_TARGET_HIDDEN = 0.98
"""Least share of rows that are equal in some columns only that have the same target."""
TELLING, BEYOND_CHANCE = 0.5, 20
RESAMPLES = 5


@final
@dataclass(frozen=True)
class CopiedRows(Rule):
    """Rows whose features, and mostly the target too, are equal to those of another row.

    Rows are hashed. In a table of few values rows are alike by chance, and new rows will be too, so that nothing is wrong.
    A table has copies where pairs of rows that agree in all columns but j mostly agree in j as well, for every column j of
    more than 20 values: in more than half of the pairs, beyond one standard deviation, or 20 times as often as two rows
    taken at random. Columns of fewer values tell nothing. Copies must be 1 % of the rows, must agree in the target, and
    must lie in training and test sets of the plan (copies within one group never do).

    One column with another value in every row (an id, a time stamp, noise) hides all copies. Where rows are not equal, and a
    column differs in nearly every row, rows that agree in two columns of many values are held against each other: columns of
    more than 20 values in which fewer than half of such pairs agree are left out, and the others are looked at in the same way.
    At least two columns of many values, and as many as are left out, must remain, and nearly all of these rows have the same target.
    """

    code: ClassVar[str] = "FW101"
    title: ClassVar[str] = "copied rows"
    summary: ClassVar[str] = "rows are exact copies of others, and copies are in training and test sets"
    severity: ClassVar[Severity] = Severity.INVALID
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at the columns of most values first: where no two rows agree in those, there is nothing to see."""
        if not case.known or case.dataset is None:
            return None
        places = _telling(case.levels)
        if not places:
            return None
        found = self._look_closer(case, ()) if _any_equal(case, places) else None
        if found is not None or case.levels.max() < ALL_DIFFER * min(case.dataset.n, MOST_COUNTED):
            return found
        apart = columns_apart(case, MANY_LEVELS, fewest(case.dataset.n, hidden=True))
        return self._look_closer(case, apart) if apart else None

    def _look_closer(self, case: Case, apart: tuple[int, ...]) -> Advice | None:
        """Look at all columns but those left out."""
        hashes = column_hashes(case.table)
        total = hashes.sum(axis=0) - hashes[list(apart)].sum(axis=0)
        sets, sizes = sets_of(total)
        if sizes[sizes > 1].sum() < fewest(sets.size) or not _unnatural(case, hashes, total, apart):
            return None
        same = _same_target(case, sets, sizes)
        copies = (sizes[sets] > 1) & same
        across = crossing(case, sets, copies)
        if copies.sum() < fewest(sets.size, hidden=bool(apart)) or across == 0:
            return None
        if apart and copies.sum() < SAME_TARGET_HIDDEN * np.count_nonzero(sizes[sets] > 1):
            return None  # what was left out tells of the target, so that the rows are no copies
        met = (
            ""
            if case.resamples is None
            else f", and {percent(across)} of the test rows have one among the training rows"
        )
        names = ", ".join(f"'{case.called(place)}'" for place in apart)
        copied = (
            f"equal another one, features and target, except in {names}"
            if apart
            else "have an exact copy, features and target"
        )
        text = (
            f"{copies.sum():,} of {sets.size:,} rows {copied}{met}, so that a model which "
            "memorises rows is right about them whatever it has learnt (1-NN looks perfect): the estimates are "
            "optimistic"
        )
        if apart:
            return self.advice(
                text,
                f"groups= with one value for each set of equal rows, or drop all but one of a set (without {names})",
            )
        return self.advice(
            text, "drop the copies (X.drop_duplicates()), or groups= with one value for each set of copies"
        )


def fewest(rows: int, *, hidden: bool = False) -> float:
    """Copies from which on they count, among so many rows; `hidden` ones are equal in some columns only."""
    return max(FEWEST_COPIES, (SHARE_HIDDEN if hidden else SHARE_OF_COPIES) * rows)


def _telling(levels: Codes) -> list[int]:
    """The columns of most values, as far as they have many."""
    order = np.argsort(-levels, kind="stable")[:COLUMNS_HASHED]
    return [int(place) for place in order if levels[place] > MANY_LEVELS]


def _any_equal(case: Case, places: list[int]) -> bool:
    """Whether two rows are equal: column after column, each for the rows that agree in the columns before."""
    rows: Codes | slice = slice(None)
    key = np.zeros(0 if case.dataset is None else case.dataset.n, dtype=np.uint64)
    # One column of measurements is often tied somewhere, two hardly ever.
    for some in (places[:2], *([place] for place in places[2:])):
        key = hash_rows([case.column(place)[rows] for place in some], key)
        tied = tied_places(key)
        if tied.size == 0:
            return False
        rows, key = tied if isinstance(rows, slice) else rows[tied], key[tied]
    return tied_places(hash_rows(list(case.rows(rows).T))).size > 0


def _unnatural(case: Case, hashes: Array, total: Array, apart: tuple[int, ...]) -> bool:
    """Whether rows that agree in all other columns agree in this one more often than chance allows, for each of them."""
    many = np.flatnonzero(case.levels > MANY_LEVELS).tolist()[:COLUMNS_LEFT_OUT]
    if len(hashes) - len(apart) == 1:
        return False
    n, pairs = total.size, pairs_of(sets_of(total)[1])
    for place in (place for place in many if place not in apart):
        rest = pairs_of(sets_of(total - hashes[place])[1])
        chance = pairs_of(sets_of(hashes[place])[1]) / (n * (n - 1) / 2)
        if pairs < min(TELLING * rest + np.sqrt(rest), BEYOND_CHANCE * chance * rest):
            return False
    return True


def _same_target(case: Case, sets: Codes, sizes: Codes) -> Mask:
    """Rows whose target is that of most copies of the row; none where copies do not agree beyond chance (n,)."""
    truth = np.zeros(sets.size) if case.dataset is None else case.dataset.truth
    both, within = sets_of(hash_rows([sets.astype(np.float64), truth.astype(np.float64)]))
    share = np.bincount(truth.astype(np.intp)) / sets.size if truth.dtype.kind in "iu" else np.zeros(1)
    chance = float((share**2).sum())
    agreed = pairs_of(within) / max(pairs_of(sizes), 1.0)
    return within[both] > 1 if agreed > (1 + chance) / 2 else np.zeros(sets.size, dtype=np.bool_)


def crossing(case: Case, sets: Codes, copies: Mask) -> float:
    """Share of the test rows that have a copy among the training rows, in the first resamples."""
    resamples = case.resamples
    if resamples is None:
        return _across_groups(case, sets, copies)
    met = tested = 0
    for r in range(min(RESAMPLES, resamples.count)):
        trained = np.zeros(int(sets.max()) + 1, dtype=np.bool_)
        trained[sets[resamples.train_rows(r)]] = True
        rows = resamples.test_rows(r)
        met += int((trained[sets[rows]] & copies[rows]).sum())
        tested += rows.size
    return met / max(tested, 1)


def _across_groups(case: Case, sets: Codes, copies: Mask) -> float:
    """Share of the rows that have a copy, and outside their group where there are groups."""
    groups = None if case.dataset is None else case.dataset.group_codes
    if groups is None:
        return float(copies.mean())
    within, sizes = sets_of(hash_rows([sets.astype(np.float64), groups.astype(np.float64)]))
    return float((copies & (sizes[within] < np.bincount(sets)[sets])).mean())
