"""Predefined resamples: part numbers or (train, test) pairs that the user has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.data import column_names, is_frame, is_sparse
from foldwise.errors import PlanError, UnknownNameError
from foldwise.fingerprints import digest
from foldwise.plans.given import of_pairs
from foldwise.plans.holdout import others
from foldwise.plans.plan import Plan, argument_text

if TYPE_CHECKING:
    from foldwise.arrays import Array
    from foldwise.data import Dataset
    from foldwise.plans.resamples import Resamples
    from foldwise.typing import Given

__all__ = ["Predefined"]


@final
@dataclass(frozen=True, eq=False)
class Predefined(Plan):
    """Use the resamples the user has.

    Parameters
    ----------
    source
        Part numbers, one per row, where each part is tested once and -1 means 'always train'; or the name of a feature
        column that holds them; or (train, test) pairs of row numbers or masks.

    Notes
    -----
    As valid as the resamples that are given. If the rows have groups or a time order, resamples that cut a group or do not train on the
    past only are refused. Only the form with a column name can be read back from its text.

    Examples
    --------
    >>> str(Predefined("part")), str(Predefined([0, 0, 1, 1]))
    ('predefined(part)', 'predefined')
    """

    name: ClassVar[str] = "predefined"
    summary: ClassVar[str] = "part numbers from a column or an array, or (train, test) pairs"
    random: ClassVar[bool] = False

    source: Any

    def __post_init__(self) -> None:
        """Tell part numbers from pairs, and keep either as plain arrays."""
        if isinstance(self.source, str):
            return
        try:
            listed = self.source if isinstance(self.source, np.ndarray) else list(self.source)
            kept = freeze(np.asarray(listed)) if _is_flat(listed) else tuple(map(tuple, listed))
        except TypeError as error:
            message = (
                f"predefined needs part numbers, a column name or (train, test) pairs, not {type(self.source).__name__}"
            )
            raise PlanError(message) from error
        object.__setattr__(self, "source", kept)

    @property
    def structure(self) -> str:
        """Whatever the user made; the drawn rows are checked instead."""
        return "any"

    def draw(self, dataset: Dataset, rng: np.random.Generator) -> Resamples:  # noqa: ARG002 - nothing is drawn
        """Turn what was given into resamples."""
        if isinstance(self.source, tuple):
            return of_pairs(self.source, dataset, str(self), "the given pairs")
        parts = _column(dataset, self.source) if isinstance(self.source, str) else self.source
        origin = f"column {self.source}" if isinstance(self.source, str) else "the given part numbers"
        return of_pairs(_pairs_of(parts, dataset.n), dataset, str(self), origin)

    def __str__(self) -> str:
        """Text form with the name of the column, if there is one."""
        return f"{self.name}({argument_text(self.source)})" if isinstance(self.source, str) else self.name

    def __eq__(self, other: object) -> bool:
        """Plans are equal where what was given is."""
        return isinstance(other, Predefined) and self._key == other._key

    def __hash__(self) -> int:
        """Hash what was given."""
        return hash(self._key)

    @cached_property
    def _key(self) -> str:
        if isinstance(self.source, str):
            return self.source
        arrays = (
            [self.source] if isinstance(self.source, np.ndarray) else [side for pair in self.source for side in pair]
        )
        return digest(np.asarray(array) for array in arrays)


def _is_flat(listed: Given) -> bool:
    """Whether these are part numbers, not pairs."""
    if isinstance(listed, np.ndarray):
        return listed.ndim == 1 and not listed.dtype.hasobject
    return bool(listed) and not any(hasattr(item, "__len__") and not isinstance(item, str) for item in listed)


def _column(dataset: Dataset, name: str) -> Array:
    names = column_names(dataset.X)
    if name not in names:
        raise UnknownNameError.of("column", name, names)
    if not is_frame(dataset.X):
        column = dataset.X[:, [names.index(name)]]
        return np.ravel(column.toarray() if is_sparse(column) else column)
    import narwhals as nw

    return nw.from_native(dataset.X)[name].to_numpy()


def _pairs_of(parts: Array, n: int) -> list[tuple[Array, Array]]:
    """Test each part once; rows with part number -1 are in no test set."""
    if parts.shape != (n,):
        message = f"there are {n:,} rows and {parts.size} part numbers"
        raise PlanError(message)
    if (parts != parts).any():
        message = f"{np.count_nonzero(parts != parts)} part numbers are missing"
        raise PlanError(message, hint="-1 for rows that are always trained on")
    numbers, codes = np.unique(parts, return_inverse=True)
    tested = [code for code, number in enumerate(numbers.tolist()) if number != -1]
    tests = [np.flatnonzero(codes == code) for code in tested]
    if not tests or tests[0].size == n:
        message = f"the part numbers name only one part, {numbers[0]}: nothing could be trained and tested"
        raise PlanError(message, hint="kfold(10)")
    return [(others(rows, n), rows) for rows in tests]
