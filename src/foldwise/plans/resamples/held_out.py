"""Resamples that train on every row but the few they test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.arrays import freeze, smallest_unsigned
from foldwise.errors import PlanError
from foldwise.fingerprints import digest
from foldwise.plans.resamples.resamples import Resamples

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Floats, Mask

__all__ = ["HeldOut"]


@final
@dataclass(frozen=True, eq=False, repr=False)
class HeldOut(Resamples):
    """Test sets of one size, each predicted by a model of all the other rows; one repeat that tests a row many times.

    Parameters
    ----------
    test
        Test rows of each resample, ascending, each at most once (R, m).
    size
        Number of rows drawn from.
    plan
        Text of the plan.
    unit
        What was drawn: ``row`` or ``group``.
    note
        What a report should say about the draw.

    Examples
    --------
    >>> HeldOut(np.array([[0, 1], [0, 2], [1, 2]]), size=3).train_rows(1)
    array([1])
    """

    test: Array
    size: int
    plan: str = "lpo"
    unit: str = "row"
    note: str = ""

    def __post_init__(self) -> None:
        """Check and compress the test sets."""
        if self.test.ndim != 2 or not self.test.size or self.test.min() < 0 or self.test.max() >= self.size:
            message = f"test sets are an array (R, m) of rows from 0 to {self.size - 1}, not of shape {self.test.shape}"
            raise PlanError(message)
        object.__setattr__(self, "test", freeze(self.test.astype(smallest_unsigned(self.size), copy=False)))

    @property
    def n(self) -> int:
        """Number of rows drawn from."""
        return self.size

    @property
    def count(self) -> int:
        """Number of test sets."""
        return int(self.test.shape[0])

    @property
    def repeat(self) -> Codes:
        """All of them are one repeat."""
        return np.zeros(self.count, dtype=np.intp)

    @cached_property
    def fingerprint(self) -> str:
        """Hash of the test sets."""
        return digest(["held out", str(self.size), self.test])

    def test_mask(self, start: int, stop: int) -> Mask:
        """Mark the test rows."""
        mask = np.zeros((stop - start, self.n), dtype=np.bool_)
        np.put_along_axis(mask, self.test[start:stop].astype(np.intp), values=True, axis=1)
        return mask

    def test_rows(self, r: int) -> Codes:
        """The test set itself."""
        return self.test[r].astype(np.intp)

    @property
    def test_sizes(self) -> Floats:
        """The common size of the test sets."""
        return np.full(self.count, float(self.test.shape[1]))

    def train_means(self, values: Floats) -> Floats:
        """Total minus the test set."""
        return (values.sum() - values[self.test].sum(axis=1)) / self.train_sizes

    def to_arrays(self) -> dict[str, Array]:
        """The test sets and the number of rows."""
        return {"test": self.test, "size": np.array(self.size), "note": np.array(self.note)}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> HeldOut:
        """Undo `to_arrays`."""
        return cls(arrays["test"], int(arrays["size"]), plan, unit, str(arrays["note"]))
