"""FW114: a numeric target that is a weighted sum of features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, final

import numpy as np

from foldwise.advice.advice import Severity
from foldwise.advice.rule import Rule
from foldwise.phrases import listed

if TYPE_CHECKING:
    from foldwise.advice.advice import Advice
    from foldwise.advice.case import Case
    from foldwise.arrays import Array, Codes, Floats

__all__ = ["ComputedTarget"]

MOST_COLUMNS = 60
"""Of more columns the sums cost more than the other checks together."""
ROWS_BEYOND_COLUMNS = 20
"""Rows beside one for each column: noise of the target does not fit them by chance."""
LARGEST_RESIDUAL = 1e-4
"""Root mean square of what the sum leaves, in standard deviations of the target: rounding, no noise."""
LARGEST_GRAM_RESIDUAL = 1e-6
"""Mean square of what it leaves, in variances of the target, from which on a look at the rows themselves cannot find a sum."""
LEAST_PART = 1e-3
"""Columns that move the sum by less than this many standard deviations of the target are not in it."""
RIDGE = 1e-12
"""Keeps collinear columns from a division by zero; it moves no sum by as much as the residual that is allowed."""
COLUMNS_SHOWN = 3


@final
@dataclass(frozen=True)
class ComputedTarget(Rule):
    """A target that is a weighted sum of two or more features and a constant, row by row, to four digits of its spread.

    A total among its parts, or a difference of a start and an end: whoever has the features has the target. Least squares of a few rows
    sorts out nearly every table, and the others are asked again with up to 300 rows. Categories and more than 60 columns are not
    looked at; one column alone is a copy (FW103).
    """

    code: ClassVar[str] = "FW114"
    title: ClassVar[str] = "target computed from the features"
    summary: ClassVar[str] = "a numeric target is a weighted sum of features, without noise"
    severity: ClassVar[Severity] = Severity.DOUBTFUL
    of_rows: ClassVar[bool] = True
    optimistic: ClassVar[bool] = True

    def look(self, case: Case) -> Advice | None:
        """Fit the target to the features of a few rows, and of all rows that are looked at where these leave nothing."""
        dataset = case.dataset
        if dataset is None or dataset.is_classification or not case.known or not 2 <= dataset.p <= MOST_COLUMNS:
            return None
        places = np.flatnonzero(~case.nominal) if case.nominal.size and case.nominal.any() else np.arange(dataset.p)
        few = 2 * places.size + ROWS_BEYOND_COLUMNS
        if places.size < 2 or dataset.n < few:
            return None
        some = np.arange(few) * (dataset.n - 1) // (few - 1)  # of all parts of a table that is sorted
        numbers = case.rows(some)
        if not _may_be_sum(numbers if places.size == dataset.p else numbers[:, places], dataset.truth[some]):
            return None
        X, y = case.stretch_numbers, np.asarray(case.stretch_truth, dtype=np.float64)
        parts = _parts(X[:, places], y) if y.size >= few else None
        if parts is None or np.count_nonzero(parts > LEAST_PART) < 2:
            return None
        return self._said(case, places[np.argsort(-parts, kind="stable")][: np.count_nonzero(parts > LEAST_PART)])

    def _said(self, case: Case, places: Codes) -> Advice:
        names = [case.called(place) for place in places.tolist()]
        more = len(names) - COLUMNS_SHOWN
        quoted = [f"'{name}'" for name in names[:COLUMNS_SHOWN]] + ([f"{more} more"] if more > 0 else [])
        text = (
            f"the target is a weighted sum of {listed(quoted)} without any noise in the {case.stretch_truth.size:,} rows looked at, so that a "
            "linear model computes it"
        )
        return self.advice(
            text, f"drop={names[:COLUMNS_SHOWN]} where the data are read, if they are known no sooner than the target"
        )


def _may_be_sum(X: Floats, y: Array) -> bool:
    """Whether the target of these rows may be a weighted sum of the columns; missing numbers are left to the second look.

    The residual is what is left of the Gram matrix of columns and target, which has fewer digits than that of the rows.
    """
    both = np.empty((len(X), X.shape[1] + 1))
    both[:, :-1], both[:, -1] = X, y
    both -= both.sum(axis=0) / len(both)
    gram = both.T @ both
    lengths = np.sqrt(gram.diagonal())
    if not np.isfinite(lengths).all():
        return True
    if not lengths[-1] > 0:
        return False
    lengths[lengths == 0] = 1.0
    gram /= lengths[:, None] * lengths
    gram.flat[:: len(gram) + 1] += RIDGE
    residual = gram[-1, -1] - gram[-1, :-1] @ np.linalg.solve(gram[:-1, :-1], gram[:-1, -1])
    return bool(residual < LARGEST_GRAM_RESIDUAL)


def _parts(X: Floats, y: Floats) -> Floats | None:
    """By how much each column moves a weighted sum that is the target, in standard deviations of it (p,); None where no sum is.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(40, 3))
    >>> _parts(X, 3 * X[:, 0] - 4 * X[:, 2] + 5).round(1), _parts(X, X[:, 0] + X[:, 1] ** 2)
    (array([0.8, 0. , 0.8]), None)
    """
    spread = X.std(axis=0)
    Z = np.divide(X - X.mean(axis=0), spread, out=np.zeros_like(X), where=spread > 0)
    z = y - y.mean()
    scale = float(np.sqrt(z @ z / y.size))
    if not (np.isfinite(Z).all() and 0 < scale < np.inf):
        return None
    z /= scale
    gram = Z.T @ Z
    gram.flat[:: len(gram) + 1] += RIDGE * y.size
    slopes = np.linalg.solve(gram, Z.T @ z)
    left = z - Z @ slopes
    return np.abs(slopes) if left @ left < LARGEST_RESIDUAL**2 * y.size else None
