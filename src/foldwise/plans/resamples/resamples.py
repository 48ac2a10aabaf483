"""What every kind of resamples can be asked."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from foldwise.cached import Abstract, cached_property
from foldwise.errors import printable

if TYPE_CHECKING:
    from foldwise.arrays import Array, Codes, Counts, Floats, Mask

__all__ = ["Resamples"]


class Resamples(Abstract):
    """R training sets with their test sets.

    `plan` is the text of the plan that drew them, `unit` what was drawn: ``row``, or whole ``group``. `note` is what the
    reader of a report should know about the draw, empty when there is nothing to say.
    """

    plan: str
    unit: str
    note: str = ""

    @property
    @abstractmethod
    def n(self) -> int:
        """Number of rows drawn from."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Number of resamples, R."""

    @property
    @abstractmethod
    def repeat(self) -> Codes:
        """Which repeat of the plan each resample belongs to (R,)."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Hash of the drawn rows: equal fingerprints mean identical resamples."""

    @abstractmethod
    def test_mask(self, start: int, stop: int) -> Mask:
        """Which rows are tested by resamples start … stop-1, (stop - start, n)."""

    @property
    @abstractmethod
    def test_sizes(self) -> Floats:
        """Rows in each test set (R,)."""

    def __repr__(self) -> str:
        """One line: the plan, how many resamples it drew, and of how many rows."""
        return printable(f"<{type(self).__name__} of {self.plan}: {self.count:,} resamples of {self.n:,} rows>")

    @abstractmethod
    def to_arrays(self) -> dict[str, Array]:
        """Everything needed to build these resamples again, as plain arrays."""

    @classmethod
    @abstractmethod
    def from_arrays(cls, arrays: dict[str, Array], plan: str, unit: str) -> Resamples:
        """Undo `to_arrays`."""

    def train_counts(self, start: int, stop: int) -> Counts:
        """How often each row is in training sets start … stop-1, (stop - start, n); here 1 where it is not tested."""
        return (~self.test_mask(start, stop)).view(np.uint8)

    def train_rows(self, r: int) -> Codes:
        """Rows of training set r, ascending; a row drawn twice is there twice."""
        return np.flatnonzero(~self.test_mask(r, r + 1)[0])

    def test_rows(self, r: int) -> Codes:
        """Rows of test set r, ascending."""
        return np.flatnonzero(self.test_mask(r, r + 1)[0])

    @cached_property
    def train_sizes(self) -> Floats:
        """Rows in each training set, repeats counted (R,)."""
        return self.n - self.test_sizes

    @cached_property
    def kind(self) -> str:
        """Family name of the plan: ``kfold`` for ``kfold(10, repeats=3)``."""
        return self.plan.partition("(")[0]

    @cached_property
    def train_size(self) -> float:
        """Mean number of rows in a training set."""
        sizes = self.train_sizes
        return float(sizes.sum()) / sizes.size

    @cached_property
    def test_size(self) -> float:
        """Mean number of rows in a test set."""
        sizes = self.test_sizes
        return float(sizes.sum()) / sizes.size

    @cached_property
    def seen_share(self) -> float:
        """Mean share of the rows that a fit sees, copies counted once, over the resamples that assess the model.

        Examples
        --------
        >>> import numpy as np
        >>> from foldwise.plans import Partition
        >>> Partition(np.arange(10)[None] % 5, 5).seen_share
        0.8
        """
        seen = self.train_sizes if self.overlapping else np.minimum(self.train_sizes, self.n - self.test_sizes)
        return float((seen if self.main is None else seen[self.main]).mean()) / self.n

    @property
    def repeats(self) -> int:
        """Number of repeats of the plan."""
        return int(self.repeat[-1]) + 1 if self.count else 0

    @cached_property
    def overlapping(self) -> bool:
        """Whether rows are tested by models that saw them in training."""
        return False

    @property
    def keeps_validation(self) -> bool:
        """Whether any resample keeps rows for validation, on which candidates are compared; test rows then tell of the chosen."""
        return False

    @property
    def redraws(self) -> int:
        """How many draws were thrown away because they lacked a class or left nothing to test."""
        return 0

    @cached_property
    def main(self) -> Mask | None:
        """Resamples that assess the model (R,); the others only serve an interval. None where all of them assess."""
        return None

    def train_weights(self, r: int) -> Floats | None:  # noqa: ARG002 - only real-weighted resamples have any
        """Real weights of `train_rows(r)` for a weighted resample, else None."""
        return None

    def train_means(self, values: Floats) -> Floats:
        """Mean of `values` over each training set (R,)."""
        block = max(1, 10_000_000 // max(1, self.n))
        sums = [
            self.train_counts(start, min(start + block, self.count)) @ values for start in range(0, self.count, block)
        ]
        return np.concatenate(sums) / self.train_sizes

    def __getstate__(self) -> dict[str, Any]:
        """Keep only what defines the resamples: what was cached for speed would burden every worker process."""
        return {part.name: getattr(self, part.name) for part in fields(self)}  # type: ignore[arg-type]
