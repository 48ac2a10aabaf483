"""FW105: consecutive rows that are more alike than rows taken at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.likeness import LEAST_DEVIATE, NO_LIKENESS, is_sorted, likeness, residuals, sorted_by_codes, within
from foldwise.advice.rule import Rule

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.advice.likeness import Likeness
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["AlikeNeighbours"]

FEWEST_ROWS = 40
NEARBY, SURE_NEARBY = 5, 4.0
"""In a sorted file the next row is held against one so many rows on, and this many deviations count."""
SURE_TARGET, SURE_LEFT = 4.0, 3.0
"""Deviations that count in a numeric target, and in what the features leave of it."""


@final
@dataclass(frozen=True)
class AlikeNeighbours(Rule):
    """Rows that are closer to the next row than to a row far away.

    For up to 300 rows the distance to the next row is held against the distance to a row half the table away, over up to
    twelve features with each scaled by its spread, and over a numeric target by itself. In random order either is smaller half of
    the time, whatever the distributions: the sign test speaks at 5 standard deviations (4 for a
    target) and 60 % of the rows.

    A file that was only sorted is no news. Classes: rows are compared within their class, and where the file is sorted by a
    column besides, the next row must be closer than one five rows on, without the sorted columns. Values: what a quadratic
    function of the features leaves of the target must be alike too, at 3 standard deviations. Not said where `groups` or
    `order` are given.
    """

    code: ClassVar[str] = "FW105"
    title: ClassVar[str] = "consecutive rows are alike"
    summary: ClassVar[str] = "rows are closer to the next row than to one taken at random: time or groups forgotten?"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at all columns first, and closer only where they speak."""
        dataset = case.dataset
        if not case.known or dataset is None or dataset.n < FEWEST_ROWS:
            return None
        if dataset.groups is not None or dataset.order is not None:
            return None
        some = case.few_columns
        found = likeness(case.stretch_numbers[:, some], nominal=case.nominal[some] if case.nominal.size else None)
        what = "features"
        if not found.speaks and not dataset.is_classification:
            found, what = likeness(case.stretch_truth[:, None].astype(np.float64)), "target"
        if not found.beyond(LEAST_DEVIATE if what == "features" else SURE_TARGET):
            return None
        found = _within_classes(case) if dataset.is_classification else _beyond_features(case, found)
        if found is NO_LIKENESS:
            return None
        text = (
            f"{found.share:.0%} of the rows are closer in their {what} to the next row than to a row far away (50 % in random "
            f"order, z = {found.sure:.0f}): rows in order of time or in groups make estimates optimistic and intervals too short"
        )
        return self.advice(
            text,
            "order= with the time of each row, or groups= with what the rows share; neither if rows are independent",
        )


def _within_classes(case: Case) -> Likeness:
    """Look within classes, and past a mere sort of the file."""
    numbers, nominal = case.stretch_numbers, case.nominal
    strata, kept = sorted_by_codes(numbers, case.stretch_truth.astype(np.intp))
    found = likeness(numbers[:, kept], within(strata), nominal=_of(nominal, kept))
    if not found.speaks:
        return NO_LIKENESS
    ordered = is_sorted(numbers[:, kept], strata)
    if not ordered.any():
        return found
    left = np.flatnonzero(kept)[~ordered]
    local = likeness(numbers[:, left], within(strata, NEARBY), nominal=_of(nominal, left)) if left.size else NO_LIKENESS
    return found if local.sure >= SURE_NEARBY else NO_LIKENESS


def _of(nominal: Mask, places: Mask | Codes) -> Mask | None:
    return nominal[places] if nominal.size else None


def _beyond_features(case: Case, found: Likeness) -> Likeness:
    """Whether what the features leave of the target is alike too, in a file that is not sorted by the target."""
    truth: Floats = case.stretch_truth.astype(np.float64)
    if is_sorted(truth[:, None], np.zeros(truth.size, dtype=np.intp))[0]:
        return NO_LIKENESS
    left = likeness(residuals(case.stretch_numbers, truth)[:, None])
    return found if left.sure >= SURE_LEFT else NO_LIKENESS
