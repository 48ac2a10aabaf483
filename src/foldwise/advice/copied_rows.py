"""FW101: rows that are exact copies of other rows, in training and test sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.numbers import hash_rows, tied_places
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Mask

__all__ = ["MANY_LEVELS", "CopiedRows", "crossing", "fewest"]

MANY_LEVELS = 20
"""Two rows agree by chance in a column of so few values at least once in twenty times."""
COLUMNS_HASHED, COLUMNS_LEFT_OUT = 6, 50
"""Columns that are hashed first, and columns that are left out one after the other."""
FEWEST_COPIES, SHARE_OF_COPIES = 4, 0.01
"""Fewer copies than this change no figure."""
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
        if not _any_equal(case, places):
            return None
        return self._look_closer(case, np.flatnonzero(case.levels > MANY_LEVELS).tolist()[:COLUMNS_LEFT_OUT])

    def _look_closer(self, case: Case, places: list[int]) -> Advice | None:
        columns = list(case.table.T)
        sets, sizes = _sets(hash_rows(columns))
        if sizes[sizes > 1].sum() < fewest(sets.size) or not _unnatural(columns, places, _pairs(sizes)):
            return None
        same = _same_target(case, sets, sizes)
        copies = (sizes[sets] > 1) & same
        across = crossing(case, sets, copies)
        if copies.sum() < fewest(sets.size) or across == 0:
            return None
        met = (
            ""
            if case.resamples is None
            else f", and {percent(across)} of the test rows have one among the training rows"
        )
        text = (
            f"{copies.sum():,} of {sets.size:,} rows have an exact copy, features and target{met}, so that a model which "
            "memorises rows is right about them whatever it has learnt (1-NN looks perfect): the estimates are "
            "optimistic"
        )
        return self.advice(
            text, "drop the copies (X.drop_duplicates()), or groups= with one value for each set of copies"
        )


def fewest(rows: int) -> float:
    """Copies from which on they count, among so many rows."""
    return max(FEWEST_COPIES, SHARE_OF_COPIES * rows)


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


def _sets(key: Array) -> tuple[Codes, Codes]:
    """Number of the set of equal rows that each row belongs to (n,), and the size of each set."""
    _, sets, sizes = np.unique(key, return_inverse=True, return_counts=True)
    return sets, sizes


def _pairs(sizes: Codes) -> float:
    return float((sizes * (sizes - 1) / 2).sum())


def _unnatural(columns: list[Array], places: list[int], pairs: float) -> bool:
    """Whether rows that agree in all other columns agree in this one more often than chance allows, for each of them."""
    if len(columns) == 1:
        return False
    n = columns[0].size
    for place in places:
        rest = _pairs(_sets(hash_rows([column for at, column in enumerate(columns) if at != place]))[1])
        chance = _pairs(_sets(hash_rows([columns[place]]))[1]) / (n * (n - 1) / 2)
        if pairs < min(TELLING * rest + np.sqrt(rest), BEYOND_CHANCE * chance * rest):
            return False
    return True


def _same_target(case: Case, sets: Codes, sizes: Codes) -> Mask:
    """Rows whose target is that of most copies of the row; none where copies do not agree beyond chance (n,)."""
    truth = np.zeros(sets.size) if case.dataset is None else case.dataset.truth
    both, within = _sets(hash_rows([sets.astype(np.float64), truth.astype(np.float64)]))
    share = np.bincount(truth.astype(np.intp)) / sets.size if truth.dtype.kind in "iu" else np.zeros(1)
    chance = float((share**2).sum())
    agreed = _pairs(within) / max(_pairs(sizes), 1.0)
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
    within, sizes = _sets(hash_rows([sets.astype(np.float64), groups.astype(np.float64)]))
    return float((copies & (sizes[within] < np.bincount(sets)[sets])).mean())
