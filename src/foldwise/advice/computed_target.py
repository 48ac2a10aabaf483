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
    from foldwise.arrays import Codes, Floats

__all__ = ["ComputedTarget"]

MOST_COLUMNS = 60
"""Of more columns the sums cost more than the other checks together."""
ROWS_BEYOND_COLUMNS = 20
"""Rows beside one for each column: noise of the target does not fit them by chance."""
LARGEST_RESIDUAL = 1e-4
"""Root mean square of what the sum leaves, in standard deviations of the target: rounding, no noise."""
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
        X, y = case.stretch_numbers, np.asarray(case.stretch_truth, dtype=np.float64)
        places = np.flatnonzero(~case.nominal) if case.nominal.any() else np.arange(dataset.p)
        few = 2 * places.size + ROWS_BEYOND_COLUMNS
        if places.size < 2 or y.size < few:
            return None
        some = np.linspace(0, y.size - 1, few).astype(np.intp)  # of all parts of a table that is sorted
        if _parts(X[np.ix_(some, places)], y[some]) is None:
            return None
        parts = _parts(X[:, places], y)
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
