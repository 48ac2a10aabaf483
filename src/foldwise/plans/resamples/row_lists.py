"""Resamples of any other shape: lists of rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import freeze
from foldwise.errors import PlanError
from foldwise.fingerprints import digest
from foldwise.plans.resamples.resamples import Resamples

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats, Mask

__all__ = ["MOST_LISTED", "RowLists"]

MOST_LISTED = 100_000_000
"""Training rows of all resamples together that plans keep as lists."""


@final
@dataclass(frozen=True, eq=False, repr=False)
class RowLists(Resamples):
    """One list of training rows and one of test rows per resample.

    Parameters
    ----------
    train
        Training rows of each resample, ascending.
    test
        Test rows of each resample, ascending.
    size
        Number of rows drawn from.
    plan
        Text of the plan.
    unit
        What was drawn: ``row`` or ``group``.
    repeats_of
        Repeat of each resample; every resample its own repeat where None.
    tags
        What each resample is within a structured plan, e.g. ``full``, ``half 3a``; empty for a plain plan.
    validation
        Validation rows of each resample for a three-way plan.
    inner
        Resamples of each training set for a nested plan, over positions within `train[r]`.
    overlap
        Whether test rows may be training rows.
    note
        What a report should say about the draw.

    Examples
    --------
    >>> one = RowLists((np.array([0, 1]),), (np.array([2]),), size=3)
    >>> one.train_counts(0, 1)
    array([[1, 1, 0]], dtype=uint16)
    """

    train: tuple[Codes, ...]
    test: tuple[Codes, ...]
    size: int
    plan: str = "predefined"
    unit: str = "row"
    repeats_of: Codes | None = None
    tags: tuple[str, ...] = ()
    validation: tuple[Codes, ...] = ()
    inner: tuple[Resamples, ...] = ()
    overlap: bool = False
    note: str = ""

    def __post_init__(self) -> None:
        """Check that the lists belong together and stay inside the rows."""
        if len(self.train) != len(self.test):
            message = f"there are {len(self.train)} training sets and {len(self.test)} test sets"
            raise PlanError(message)
        for name in ("train", "test", "validation"):
            given = getattr(self, name)
            once = {
                id(rows): freeze(np.asarray(rows, dtype=np.intp)) for rows in given
            }  # one list may serve many resamples
            lists = tuple(once[id(rows)] for rows in given)
            named = np.concatenate([*once.values(), np.empty(0, dtype=np.intp)])
            if named.size and (named.min() < 0 or named.max() >= self.size):
                message = f"a {name} set names a row outside 0 to {self.size - 1}"
                raise PlanError(message)
            object.__setattr__(self, name, lists)

    @property
    def n(self) -> int:
        """Number of rows drawn from."""
        return self.size

    @property
    def count(self) -> int:
        """Number of resamples."""
        return len(self.train)

    @cached_property
    def repeat(self) -> Codes:
        """Repeat of each resample."""
        return np.arange(self.count) if self.repeats_of is None else self.repeats_of

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the lists."""
        lists = [rows.astype(np.int64) for rows in (*self.train, *self.test, *self.validation)]
        return digest(["lists", *lists, *(part.fingerprint for part in self.inner)])

    @property
    def overlapping(self) -> bool:
        """Whether rows are tested by models that saw them."""
        return self.overlap

    @property
    def keeps_validation(self) -> bool:
        """Whether any resample keeps rows for validation."""
        return any(rows.size for rows in self.validation)

    @cached_property
    def main(self) -> Mask | None:
        """The resamples tagged ``full``, where there are any."""
        full = np.array([tag == "full" for tag in self.tags], dtype=np.bool_)
        return full if full.any() else None

    def train_counts(self, start: int, stop: int) -> Counts:
        """Count the listed rows."""
        counts = np.zeros((stop - start, self.n), dtype=np.uint16)
        for at, rows in enumerate(self.train[start:stop]):
            counts[at] = np.bincount(rows, minlength=self.n)
        return counts

    def test_mask(self, start: int, stop: int) -> Mask:
        """Mark the listed rows."""
        mask = np.zeros((stop - start, self.n), dtype=np.bool_)
        for at, rows in enumerate(self.test[start:stop]):
            mask[at, rows] = True
        return mask

    def train_rows(self, r: int) -> Codes:
        """The list itself."""
        return self.train[r]

    def test_rows(self, r: int) -> Codes:
        """The list itself."""
        return self.test[r]

    @cached_property
    def train_sizes(self) -> Floats:
        """Lengths of the training lists."""
        return np.array([rows.size for rows in self.train], dtype=np.float64)

    @cached_property
    def test_sizes(self) -> Floats:
        """Lengths of the test lists."""
        return np.array([rows.size for rows in self.test], dtype=np.float64)

    def train_means(self, values: Floats) -> Floats:
        """Mean over each list."""
        return np.array([values[rows].mean() for rows in self.train])

    def to_arrays(self) -> dict[str, Array]:
        """The lists end to end, with their lengths; `to_saved` adds the inner resamples."""
        arrays: dict[str, Array] = {
            "size": np.array(self.size),
            "overlap": np.array(self.overlap),
            "repeat": self.repeat,
        }
        for name, lists in (("train", self.train), ("test", self.test), ("validation", self.validation)):
            arrays[name] = np.concatenate(lists) if lists else np.zeros(0, dtype=np.intp)
            arrays[f"{name}_sizes"] = np.array([rows.size for rows in lists], dtype=np.intp)
        return arrays | {"tags": np.array(self.tags, dtype=np.str_), "note": np.array(self.note)}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> RowLists:
        """Undo `to_arrays`."""
        return cls(
            train=_cut(arrays, "train"),
            test=_cut(arrays, "test"),
            validation=_cut(arrays, "validation"),
            size=int(arrays["size"]),
            plan=plan,
            unit=unit,
            repeats_of=arrays["repeat"],
            tags=tuple(arrays["tags"].tolist()),
            overlap=bool(arrays["overlap"]),
            note=str(arrays["note"]),
        )


def _cut(arrays: dict[str, Array], name: str) -> tuple[Codes, ...]:
    """Cut the rows laid end to end into their lists again."""
    sizes = arrays[f"{name}_sizes"]
    return tuple(np.split(arrays[name], np.cumsum(sizes)[:-1])) if sizes.size else ()
