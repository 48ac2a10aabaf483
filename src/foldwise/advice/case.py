"""What a rule may look at: the rows, the resamples, the predictions and the question of one call."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise.advice.numbers import column_of, missing_filled, numbers_of
from foldwise.cached import filled_at_once
from foldwise.data import column_names, count_levels, is_frame, is_sparse, take_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.measures import Measure
    from foldwise.plans import Resamples
    from foldwise.predictions import Predictions

__all__ = ["SPACED_ROWS", "Case", "apart_of", "every_of", "stretches_of"]

STRETCHES, STRETCH, FEW_ROWS = 4, 75, 300
"""Of more rows only these stretches of consecutive rows are looked at for likeness."""
MOST_COLUMNS = 12
"""Columns that distances are made of at first."""
MOST_CELLS = 10_000_000
"""A sparse matrix of more cells is not written out."""
MANY_COLUMNS = 200
"""Of more columns all are read in one go: a frame looks at the names of all for each."""
SPACED_ROWS = 16
"""Rows, evenly spaced, that sort out columns which cannot be what a rule looks for."""


@final
@filled_at_once
@dataclass(frozen=True, eq=False)
class Case:
    """One call of a verb.

    Parameters
    ----------
    verb
        Name of the verb.
    dataset
        The rows; None where there are only predictions.
    resamples
        Who is trained and tested on what; None where nothing is resampled.
    predictions
        Predictions that were handed in; None where they were made here.
    measures
        Measures that are tested between models.
    names
        Columns of the table that predictions came from.
    tested
        Number of pairs of models that are tested under each measure.
    tried
        Values of each setting that were tried in a search.
    winners
        The settings that did best in it, several where they did equally well.
    candidates
        Predictions of several settings of one model, of which the best may be taken.
    new_rows
        Features of rows that the model is to be used on, as columns of the same names.
    """

    verb: str
    dataset: Dataset | None = None
    resamples: Resamples | None = None
    predictions: Predictions | None = None
    measures: tuple[Measure, ...] = ()
    names: tuple[str, ...] = ()
    tested: int = 0
    tried: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    winners: tuple[Mapping[str, Any], ...] = ()
    candidates: Predictions | None = None
    new_rows: Any = None

    @cached_property
    def levels(self) -> Codes:
        """Distinct values of each feature: all of a category, of numbers those of the first rows up to 100 (p,)."""
        if self.dataset is None:
            return np.zeros(0, dtype=np.intp)
        X: Any = self.dataset.X
        counted = self.dataset.levels
        return (
            count_levels(X) if counted.size == 0 and isinstance(X, np.ndarray) and X.dtype.kind in "biuf" else counted
        )

    @property
    def known(self) -> bool:
        """Whether the features can be looked at as columns of numbers and categories; a large sparse matrix cannot."""
        if self.dataset is None or not self.levels.size == self.dataset.p > 0:
            return False
        return not is_sparse(self.dataset.X) or self.dataset.n * self.dataset.p <= MOST_CELLS

    def called(self, place: int) -> str:
        """Name of a feature."""
        return "" if self.dataset is None else column_names(self.dataset.X)[place]

    def column(self, place: int) -> Floats:
        """One feature of all rows as numbers, categories as codes (n,)."""
        if self.levels.size > MANY_COLUMNS and not is_sparse(self.dataset.X if self.dataset is not None else None):
            return np.asarray(self.table[:, place], dtype=np.float64)
        if place not in self._columns and self.dataset is not None:
            self._columns[place] = column_of(self.dataset.X, place)
        return self._columns[place]

    @cached_property
    def _columns(self) -> dict[int, Floats]:
        return {}

    @cached_property
    def table(self) -> Floats:
        """All features of all rows as numbers (n, p); only for a second look."""
        return np.zeros((0, 0)) if self.dataset is None else numbers_of(self.dataset.X)

    @cached_property
    def spaced(self) -> Codes:
        """Some rows, evenly spaced (at most 16,)."""
        n = 0 if self.dataset is None else self.dataset.n
        return np.arange(0, n, apart_of(n))[:SPACED_ROWS]

    @cached_property
    def spaced_numbers(self) -> Floats:
        """Features of the spaced rows."""
        return self._sampled[1] if isinstance(self.stretch, np.ndarray) else self._sampled[0][self.spaced]

    @cached_property
    def stretch(self) -> Codes | slice:
        """Rows that are looked at for likeness to the next one: all, or some stretches of consecutive ones."""
        n = 0 if self.dataset is None else self.dataset.n
        count, length, gap = stretches_of(n)
        if count == 1:
            return slice(0, n)
        return (np.arange(0, count * gap, gap)[:, None] + np.arange(length)).ravel()

    @cached_property
    def stretch_numbers(self) -> Floats:
        """Features of those rows; a missing number is the mean of its column."""
        return missing_filled(self._sampled[0])

    @property
    def few_columns(self) -> slice:
        """Some columns, evenly spaced, that distances are made of at first."""
        return slice(None, None, every_of(self.levels.size))

    @cached_property
    def _sampled(self) -> tuple[Floats, Floats]:
        """Features of the stretches and of the spaced rows, read in one go: it is the going that takes time."""
        if not isinstance(self.stretch, np.ndarray):
            return self.rows(self.stretch), np.zeros((0, 0))
        both = self.rows(np.concatenate([self.stretch, self.spaced]))
        return both[: self.stretch.size], both[self.stretch.size :]

    @cached_property
    def stretch_truth(self) -> Array:
        """Class code or value of those rows."""
        return np.zeros(0) if self.dataset is None else self.dataset.truth[self.stretch]

    @property
    def nominal(self) -> Mask:
        """Which features are categories, whose codes have no distance (p,)."""
        return np.zeros(0, dtype=np.bool_) if self.dataset is None else self.dataset.nominal

    def rows(self, rows: Codes | slice) -> Floats:
        """Features of some rows as numbers."""
        if self.dataset is None:
            return np.zeros((0, 0))
        X = self.dataset.X
        if isinstance(X, np.ndarray):
            return np.asarray(X[rows], dtype=np.float64)
        chosen = np.arange(self.dataset.n)[rows] if isinstance(rows, slice) else rows
        return numbers_of(take_rows(X, chosen)) if is_frame(X) or is_sparse(X) else np.asarray(X)[chosen]


def stretches_of(n: int) -> tuple[int, int, int]:
    """Count and length of the stretches of consecutive rows that are looked at, and how far apart they start.

    Examples
    --------
    >>> stretches_of(150), stretches_of(10_000)
    ((1, 150, 0), (4, 75, 3308))
    """
    return (1, n, 0) if n <= FEW_ROWS else (STRETCHES, STRETCH, (n - STRETCH) // (STRETCHES - 1))


def apart_of(n: int) -> int:
    """How far apart the spaced rows are."""
    return max(1, (n - 1) // (SPACED_ROWS - 1))


def every_of(p: int) -> int:
    """How far apart the few columns are that distances are made of at first."""
    return max(1, -(-p // MOST_COLUMNS))
