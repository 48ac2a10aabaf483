"""FW109: a class with too few rows to learn or to judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import DIAGNOSED, Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case

__all__ = ["RareClass"]

FEWEST_ROWS = 10
"""Rows below which a class cannot be judged."""


@final
@dataclass(frozen=True)
class RareClass(Rule):
    """A class has fewer than ten rows: its recall moves by more than a tenth with each of them.

    Measures over all rows hardly notice the class, and those of the class have no interval worth the name.
    """

    code: ClassVar[str] = "FW109"
    title: ClassVar[str] = "a class with few rows"
    summary: ClassVar[str] = "a class has fewer than ten rows"
    severity: ClassVar[Severity] = Severity.NOTE
    verbs: ClassVar[tuple[str, ...]] = DIAGNOSED

    def look(self, case: Case) -> Advice | None:
        """Count the rows of the classes."""
        dataset = case.dataset
        if dataset is None or not dataset.is_classification:
            return None
        counts = dataset.class_counts
        rare = np.flatnonzero((counts > 0) & (counts < FEWEST_ROWS)).tolist()
        if not rare:
            return None
        class_names = ", ".join(f"'{dataset.classes[code]}' ({counts[code]})" for code in rare[:4])
        text = f"{len(rare)} of {len(counts)} classes have fewer than {FEWEST_ROWS} rows: {class_names}"
        return self.advice(text, "more rows of these classes, or classes that belong together made one")
