"""FW105: consecutive rows that are more alike than rows taken at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.file_order import is_sorted, smooth_terms, sorted_by_codes, within_means
from foldwise.advice.likeness import NO_LIKENESS, likeness, quadratic_terms, rank_correlation_of_neighbours, within
from foldwise.advice.rule import Rule
from foldwise.phrases import percent

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.advice.likeness import Likeness
    from foldwise.arrays import Codes, Floats, Mask

__all__ = ["AlikeNeighbours", "is_target_alike"]

FEWEST_ROWS = 40
NEARBY, SURE_NEARBY = 5, 4.0
"""In a sorted file the next row is held against one so many rows on, and this many deviations count."""
SURE_TARGET, SURE_LEFT, SURE_SORTED = 4.0, 3.0, 4.0
"""Deviations that count in a numeric target, in what the features leave of it, and in a sorted file."""


@final
@dataclass(frozen=True)
class AlikeNeighbours(Rule):
    """Rows that are closer to the next row than to a row far away.

    For up to 300 rows the distance to the next row is held against the distance to a row half the table away, over up to
    twelve features with each scaled by its spread. In random order either is smaller half of the time, whatever the
    distributions: the sign test speaks at 5 standard deviations and 60 % of the rows. Of a numeric target the ranks of rows
    up to three apart are correlated, and those of what a quadratic function of the features leaves of it: it speaks at 4 and
    3 standard deviations.

    A file that was only sorted is no news: by class, by columns of few values in turn, by one feature or by the target. Rows
    are compared within their class and within rows of equal values of such columns. Where another column is in order
    besides, smooth functions of it are taken from all others, and the next row must be closer in what is left than one five
    rows on (classes), or the ranks of what is left of the target be correlated (values), at 4 standard deviations. Of a
    numeric target only that counts in a sorted file. Not said where `groups` or `order` are given.
    """

    code: ClassVar[str] = "FW105"
    title: ClassVar[str] = "consecutive rows are alike"
    summary: ClassVar[str] = "rows are closer to the next row than to one taken at random: time or groups forgotten?"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Look at some columns and the target first, and closer only where they speak."""
        dataset = case.dataset
        if not case.known or dataset is None or dataset.n < FEWEST_ROWS:
            return None
        if dataset.groups is not None or dataset.order is not None:
            return None
        text = _of_features(case) or (None if dataset.is_classification else _of_target(case))
        if text is None:
            return None
        return self.advice(
            f"{text}: rows in order of time or in groups make estimates optimistic and intervals too short",
            "order= with the time of each row, or groups= with what the rows share; neither if rows are independent",
        )


def _of_features(case: Case) -> str | None:
    """Say how many rows are closer to the next row in their features; None where that is no news."""
    some = case.few_columns
    if not likeness(case.stretch_numbers[:, some], nominal=_of(case.nominal, some)).speaks:
        return None
    found = _beyond_sorting(case)
    if not found.speaks:
        return None
    return (
        f"{percent(found.share)} of the rows are closer in their features to the next row than to a row far away (50 % in random "
        f"order, z = {found.sure:.0f})"
    )


def _beyond_sorting(case: Case) -> Likeness:
    """Look within classes, and past a mere sort of the file; a sorted file with a numeric target is left to the target."""
    numbers, nominal, truth = case.stretch_numbers, case.nominal, case.stretch_truth
    classes = case.dataset is not None and case.dataset.is_classification
    strata, kept = sorted_by_codes(numbers, truth.astype(np.intp) if classes else np.zeros(truth.size, dtype=np.intp))
    if not classes and (not kept.all() or _is_in_order(truth)):
        return NO_LIKENESS
    found = likeness(numbers[:, kept], within(strata), nominal=_of(nominal, kept))
    ordered = kept & is_sorted(numbers, strata)
    if not found.speaks or not ordered.any():
        return found
    left = np.flatnonzero(kept & ~ordered)
    alike = classes and left.size > 0
    alike = alike and _is_alike_nearby(numbers[:, left], _of(nominal, left), numbers[:, ordered], strata)
    return found if alike else NO_LIKENESS


def _is_alike_nearby(numbers: Floats, nominal: Mask | None, keys: Floats, strata: Codes) -> bool:
    """Whether the next row is closer than one five rows on, in what the columns that the file is sorted by leave."""
    terms = smooth_terms(keys)
    left = numbers - terms @ (terms.T @ numbers)
    if nominal is not None:
        left[:, nominal] = numbers[:, nominal]
    return likeness(left, within(strata, NEARBY), nominal=nominal).sure >= SURE_NEARBY


def _of(nominal: Mask, places: Mask | Codes | slice) -> Mask | None:
    return nominal[places] if nominal.size else None


def is_target_alike(truth: Floats) -> bool:
    """Whether a numeric target of consecutive rows may be more alike than in random order."""
    return rank_correlation_of_neighbours(truth)[1] >= SURE_TARGET


def _of_target(case: Case) -> str | None:
    """Say how alike targets of consecutive rows are, where that is not owed to the features or to the order of the file."""
    truth: Floats = case.stretch_truth.astype(np.float64)
    if not is_target_alike(truth) or _is_in_order(truth):
        return None
    if not _is_left_alike(case.stretch_numbers, truth):
        return None
    size, sure = rank_correlation_of_neighbours(truth)
    return (
        f"targets of rows up to three apart have a rank correlation of {size:.2f} (0 in random order, z = {sure:.0f})"
    )


def _is_left_alike(numbers: Floats, truth: Floats) -> bool:
    """Whether that is alike which the features, and the columns that the file is sorted by, leave of a target."""
    strata, kept = sorted_by_codes(numbers, np.zeros(truth.size, dtype=np.intp))
    columns = within_means(np.column_stack([quadratic_terms(numbers), truth]), strata)
    design, target = columns[:, :-1], columns[:, -1]
    left = target - design @ np.linalg.lstsq(design, target, rcond=None)[0]
    ordered = kept & is_sorted(numbers, strata)
    if not ordered.any():
        return rank_correlation_of_neighbours(left)[1] >= SURE_LEFT
    terms = smooth_terms(numbers[:, ordered])
    return rank_correlation_of_neighbours(left - terms @ (terms.T @ left), terms)[1] >= SURE_SORTED


def _is_in_order(truth: Floats) -> bool:
    return bool(is_sorted(truth[:, None], np.zeros(truth.size, dtype=np.intp))[0])
