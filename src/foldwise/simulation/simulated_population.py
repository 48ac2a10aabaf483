"""Populations that look like a dataset and whose truth is known, because any number of rows can be drawn from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.data import is_frame, is_sparse, take_rows
from foldwise.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from foldwise.arrays import Codes, Floats
    from foldwise.data import Dataset, Table

__all__ = ["POPULATIONS", "NormalRows", "SimulatedPopulation", "SmoothedRows", "population_of"]

FEW_VALUES = 10
"""A numeric column with fewer distinct values is a code or a count: it is drawn as it is, not smoothed."""


MOST_DISTINCT = 0.5
"""Rows of codes of which a larger share is different are not imitated by drawing them again."""


class SimulatedPopulation(ABC):
    """What simulated datasets are drawn from."""

    name: ClassVar[str]
    summary: ClassVar[str]

    @abstractmethod
    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw n independent rows."""


@final
@dataclass(frozen=True, eq=False)
class SmoothedRows(SimulatedPopulation):
    """Rows of the dataset drawn with replacement, their numbers jittered: the smoothed bootstrap.

    The numbers z of a row become m + (z - m + h e) / √(1 + h²), with m their means within the class, e normal noise with
    their covariances, and h = (4 / ((d + 2) n))^(1/(d+4)) for d columns and n rows, so that means and covariances stay.
    Codes, texts, dates and gaps are kept, and so is the class; a numeric target is moved together with the columns.

    References
    ----------
    silverman1987; the bandwidth is the normal reference rule.
    """

    dataset: Dataset

    name: ClassVar[str] = "smoothed"
    summary: ClassVar[str] = "rows drawn with replacement, their numbers jittered"

    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw rows, and move what can be moved."""
        rows = rng.integers(0, self.dataset.n, n)
        moved = self._moved(rows, rng)
        target = self.dataset.target[rows] if self.dataset.is_classification else moved[:, -1]
        X = with_columns(take_rows(self.dataset.X, rows), self.places, moved[:, : len(self.places)])
        return replace(self.dataset, X=X, target=target)

    def _moved(self, rows: Codes, rng: np.random.Generator) -> Floats:
        """Numbers of the drawn rows after the move (n, moved)."""
        z, strata = self.numbers[rows], self.strata[rows]
        noise = rng.normal(size=z.shape)
        for stratum, (centre, factor) in enumerate(self.moments):
            mine = strata == stratum
            away = z[mine] - centre + self.bandwidth * noise[mine] @ factor
            z[mine] = centre + away / np.sqrt(1 + self.bandwidth**2)
        return z

    @cached_property
    def strata(self) -> Codes:
        """Class of each row; one stratum for a numeric target (n,)."""
        return self.dataset.codes if self.dataset.is_classification else np.zeros(self.dataset.n, dtype=np.intp)

    @cached_property
    def _columns(self) -> dict[int, Floats]:
        numbers = number_columns(self.dataset.X)
        return {place: column for place, column in numbers.items() if np.unique(column).size >= FEW_VALUES}

    @property
    def places(self) -> tuple[int, ...]:
        """Columns that are moved."""
        return tuple(self._columns)

    @cached_property
    def numbers(self) -> Floats:
        """Their values, with a numeric target last (n, moved)."""
        columns = list(self._columns.values())
        if not self.dataset.is_classification:
            columns.append(self.dataset.target.astype(np.float64))
        return np.stack(columns, axis=1) if columns else np.zeros((self.dataset.n, 0))

    @cached_property
    def bandwidth(self) -> float:
        """Size of the moves, in standard deviations."""
        d = max(1, self.numbers.shape[1])
        return float((4 / ((d + 2) * self.dataset.n)) ** (1 / (d + 4)))

    @cached_property
    def moments(self) -> list[tuple[Floats, Floats]]:
        """Means of each stratum and a factor of its covariances; gaps count as the mean."""
        return [means_and_factor(self.numbers[self.strata == stratum]) for stratum in range(int(self.strata.max()) + 1)]


@final
@dataclass(frozen=True, eq=False)
class NormalRows(SimulatedPopulation):
    """Normal rows with the means and covariances of the dataset, within each class where there are classes.

    For a numeric target, columns and target are jointly normal. Tells what happens if the rows were as well-behaved as
    rows can be; only for columns that are numbers without gaps.
    """

    dataset: Dataset

    name: ClassVar[str] = "normal"
    summary: ClassVar[str] = "normal rows with the means and covariances of the data, class by class"

    def __post_init__(self) -> None:
        """Refuse what has no mean."""
        numbers = number_columns(self.dataset.X)
        bad = [place for place in range(self.dataset.p) if place not in numbers or np.isnan(numbers[place]).any()]
        if bad:
            message = f"normal rows need columns of numbers without gaps, and {len(bad)} of {self.dataset.p} are not"
            raise InputError(message, hint="population='smoothed'")

    def draw(self, n: int, rng: np.random.Generator) -> Dataset:
        """Draw classes in their shares, then the columns of each class."""
        if not self.dataset.is_classification:
            joint = self._normal(np.column_stack([self.matrix, self.dataset.target.astype(float)]), n, rng)
            return replace(self.dataset, X=self._table(joint[:, :-1]), target=joint[:, -1])
        codes = rng.choice(len(self.dataset.classes), size=n, p=self.dataset.class_counts / self.dataset.n)
        rows = np.empty((n, self.dataset.p))
        for code in np.unique(codes).tolist():
            mine = codes == code
            rows[mine] = self._normal(self.matrix[self.dataset.codes == code], int(mine.sum()), rng)
        return replace(self.dataset, X=self._table(rows), target=self.dataset.labels[codes])

    @cached_property
    def matrix(self) -> Floats:
        """The columns (n, p)."""
        return np.stack(list(number_columns(self.dataset.X).values()), axis=1)

    def _table(self, rows: Floats) -> Table:
        like = take_rows(self.dataset.X, np.zeros(len(rows), dtype=np.intp))
        return with_columns(like, tuple(range(self.dataset.p)), rows)

    @staticmethod
    def _normal(rows: Floats, n: int, rng: np.random.Generator) -> Floats:
        """Draw from the normal with the moments of the rows; a class of one row stays at that row."""
        centre, factor = means_and_factor(rows)
        return centre + rng.normal(size=(n, rows.shape[1])) @ factor


POPULATIONS: tuple[type[SmoothedRows] | type[NormalRows], ...] = (SmoothedRows, NormalRows)


def population_of(name: str, dataset: Dataset) -> SimulatedPopulation:
    """Make the population of that name; refused for rows that are not independent, and for sparse matrices."""
    known = {population.name: population for population in POPULATIONS}
    if name not in known:
        raise UnknownNameError.of("population", name, known)
    structure = {"groups": dataset.groups, "order": dataset.order, "weights": dataset.weights}
    given = [what for what, values in structure.items() if values is not None]
    if given:
        message = f"simulated rows are independent and alike, and these have {' and '.join(given)}"
        raise InputError(message, hint="the dataset without them")
    if is_sparse(dataset.X):
        message = "a sparse matrix cannot be simulated"
        raise InputError(message, hint="fewer columns, as an array")
    found = known[name](dataset)
    if isinstance(found, SmoothedRows) and not found.places and distinct_rows(dataset.X) > MOST_DISTINCT * dataset.n:
        message = (
            f"rows are imitated by moving their numbers, and no column has {FEW_VALUES} different ones: the simulated rows would be copies "
            "of these, which are mostly different, and a model would be tested on rows that it was trained on"
        )
        raise InputError(message, hint="a column of numbers, or population='normal' where all columns are numbers")
    return found


def distinct_rows(table: Table) -> int:
    """Number of different rows; gaps are alike.

    Examples
    --------
    >>> distinct_rows(np.array([[1, 2], [1, 2], [3, np.nan], [3, np.nan]]))
    2
    """
    if is_frame(table):
        import narwhals as nw

        return len(nw.from_native(table).unique())
    rows = np.asarray(table).tolist()
    return len({tuple([None if isinstance(one, float) and isnan(one) else one for one in row]) for row in rows})


def means_and_factor(rows: Floats) -> tuple[Floats, Floats]:
    """Means (d,) and a matrix F (d, d) with F'F the covariances, also where those are singular; gaps count as the mean.

    Examples
    --------
    >>> centre, factor = means_and_factor(np.array([[0.0, 1.0], [2.0, 5.0], [4.0, 3.0]]))
    >>> centre.tolist(), np.round(factor.T @ factor, 3).tolist()
    ([2.0, 3.0], [[4.0, 2.0], [2.0, 4.0]])
    """
    known = ~np.isnan(rows)
    filled = np.where(known, rows, 0.0)
    centre: Floats = filled.sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    away = np.where(known, rows - centre, 0.0) / np.sqrt(max(1, len(rows) - 1))
    if len(rows) < rows.shape[1]:
        return centre, _wide(away)
    factor: Floats = np.linalg.qr(away, mode="reduced")[1]
    return centre, factor


def _wide(away: Floats) -> Floats:
    """The factor where there are fewer rows than columns: rows of zeros fill it up (d, d)."""
    filled = np.zeros((away.shape[1], away.shape[1]))
    filled[: len(away)] = away
    return filled


def number_columns(table: Table) -> dict[int, Floats]:
    """Numeric columns by place, as floats; truth values are no numbers."""
    if is_frame(table):
        import narwhals as nw

        columns = enumerate(nw.from_native(table).iter_columns())
        return {at: column.cast(nw.Float64).to_numpy() for at, column in columns if column.dtype.is_numeric()}
    if not np.issubdtype(table.dtype, np.number):
        return {}
    return dict(enumerate(np.asarray(table, dtype=np.float64).T))


def with_columns(table: Table, places: tuple[int, ...], values: Floats) -> Table:
    """Put other numbers into some columns; the result has the kind of the table."""
    if not places:
        return table
    if not is_frame(table):
        filled = np.array(table, dtype=np.float64)
        filled[:, list(places)] = values
        return filled
    import narwhals as nw

    frame = nw.from_native(table)
    namespace = nw.get_native_namespace(frame)
    names = [frame.columns[place] for place in places]
    fresh = [
        nw.new_series(name, values[:, at], nw.Float64, backend=namespace.__name__) for at, name in enumerate(names)
    ]
    if hasattr(table, "iloc"):
        plain = table.reset_index(drop=True)
        return plain.assign(**{series.name: series.to_native() for series in fresh})
    return frame.with_columns(*fresh).to_native()
