"""Where the model fails: slices of rows with a higher loss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, final

from foldwise.data import column_names, is_sparse, take_rows
from foldwise.diagnoses import find_slices
from foldwise.diagnosing.part import WEIGHTED, DiagnosisPart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from foldwise.diagnosing.subject import Subject

__all__ = ["SlicesPart"]

FEWEST_ROWS, MOST_COLUMNS = 100, 500


@final
@dataclass(frozen=True)
class SlicesPart(DiagnosisPart):
    """Slices of rows with a higher loss, searched for on one half of the rows and tested on the other."""

    name: ClassVar[str] = "slices"
    summary: ClassVar[str] = "slices of rows with a higher loss, found and tested on different halves"
    fields: ClassVar[tuple[str, ...]] = ("slices",)

    def refusal(self, subject: Subject) -> str:
        """Few rows, many columns, sparse matrices and weights."""
        dataset = subject.dataset
        if dataset.weights is not None:
            return WEIGHTED
        if is_sparse(dataset.X) or dataset.p > MOST_COLUMNS:
            return f"slices are made of columns, and there are {dataset.p:,} or a sparse matrix"
        if subject.row_losses[0].size < FEWEST_ROWS:
            return f"fewer than {FEWEST_ROWS} rows leave too few in each half"
        return ""

    def find(self, subject: Subject, before: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Search and test."""
        rows, losses = subject.row_losses
        dataset = subject.dataset
        table = take_rows(dataset.X, rows)
        groups = None if dataset.group_codes is None else dataset.group_codes[rows]
        names = None if hasattr(table, "columns") else column_names(table)
        weak_slices = find_slices(
            table, losses, names=names, groups=groups, level=subject.level, seed=subject.settings.seed
        )
        return {"slices": weak_slices}
