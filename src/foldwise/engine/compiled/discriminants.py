"""Linear and quadratic discriminants on ordinary partitions, compiled: eight resamples at a time, up to their predictions.

A covariance is whitened by its Cholesky factor, which is quicker than its eigenvectors and gives the same discriminants;
where a bound of an eigenvalue does not settle that a resample is ordinary, it is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from foldwise import native
from foldwise.engine.compiled.alignment import cache_aligned, round_up_to_lanes
from foldwise.engine.linalg.class_rows import MOST_COMPILED_CLASSES
from foldwise.engine.linalg.coordinates import SMALLEST_WHITENED_EIGENVALUE, keeps_directions
from foldwise.engine.linalg.moments import log_given_priors
from foldwise.engine.linalg.solvers import LANE_COLUMNS
from foldwise.engine.threads import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.engine.family import OutputArrays, Resampled
    from foldwise.engine.linalg.class_rows import ClassRows
    from foldwise.typing import Estimator

__all__ = ["predict_linear", "predict_quadratic"]

NUMBERS_KEPT = 32_000_000
"""Numbers up to which rows are kept in the coordinates of the discriminants."""
SURE_EIGENVALUE = 1e-8
"""Smallest eigenvalue of a correlation matrix, by its bound, from which on its factor is taken for the coordinates."""


def _meets_preconditions(rows: ClassRows, data: Resampled, tables: int) -> bool:
    """Whether every resample tests the part it leaves out and nothing else, of few enough rows and columns."""
    n, p = rows.X.shape
    parts = data.training.single_parts
    return (
        native.COMPILED
        and parts is not None
        and data.test.size == parts.numbers.size
        and p <= LANE_COLUMNS
        and tables * n * round_up_to_lanes(p) <= NUMBERS_KEPT
        and rows.classes <= MOST_COMPILED_CLASSES
        and bool((rows.counts > 1).all())
    )


def predict_linear(rows: ClassRows, model: Estimator, data: Resampled, arrays: OutputArrays) -> None:
    """Predict by linear discriminants of the plain common covariance, with the directions that `solver='svd'` keeps."""
    found = _whiten(rows, 1, 0.0) if _meets_preconditions(rows, data, tables=2) else None
    if found is None:
        return
    test = data.test
    p, classes = rows.X.shape[1], rows.classes
    centres = (rows.centres - rows.centre) @ found["transforms"][0, :p]
    points = cache_aligned(len(rows.X), round_up_to_lanes(p))
    native._native.transform_points(X=rows.X, middle=rows.centre, transform=found["transforms"][0], points=points)
    between = np.empty((test.count if classes > 2 else 0, classes, classes))
    native._native.lda_predictions(
        table=found["tables"][0],
        points=points,
        codes=rows.short_codes,
        rows=test.row,
        starts=test.starts.astype(np.int64, copy=False),
        counts=rows.counts,
        sums=found["sums"],
        total=found["totals"][0],
        centres=centres,
        priors=log_given_priors(model.priors),
        q=p,
        weakest=SMALLEST_WHITENED_EIGENVALUE,
        smallest=float(found["bounds"][0, 0]),
        keeps=2 * model.tol**2,
        threads=thread_count(test.size * p**2),
        labels=arrays.labels,
        probabilities=arrays.probabilities,
        sure=arrays.done,
        between=between,
    )
    if len(between):
        directions = np.full(test.count, min(classes - 1, p))
        arrays.done[:] &= keeps_directions(between, directions, model.tol)


def predict_quadratic(
    rows: ClassRows,
    model: Estimator,
    data: Resampled,
    arrays: OutputArrays,
    *,
    least: Callable[[], Floats],
) -> None:
    """Predict by quadratic discriminants, regularised as `solver='svd'` does.

    `least` gives the smallest eigenvalues of the covariances over all rows (C,), where a bound is not enough.
    """
    shrinkage, p = float(model.reg_param), rows.X.shape[1]
    possible = _meets_preconditions(rows, data, tables=rows.classes) and bool((rows.counts >= p).all())
    found = _whiten(rows, rows.classes, shrinkage) if possible else None
    if found is None:
        return
    test = data.test
    smallest = found["bounds"][:, 1].copy()
    if (smallest <= max(10, 1.5 * p) * model.tol).any():  # what a resample leaves of it may be bounded by one part in p
        smallest = np.ascontiguousarray(least())
    native._native.qda_predictions(
        tables=found["tables"],
        codes=rows.short_codes,
        rows=test.row,
        starts=test.starts.astype(np.int64, copy=False),
        counts=rows.counts,
        sums=found["sums"],
        totals=found["totals"],
        identities=found["identities"],
        volumes=found["volumes"],
        smallest=smallest,
        priors=log_given_priors(model.priors),
        q=p,
        weakest=SMALLEST_WHITENED_EIGENVALUE,
        shrinkage=shrinkage,
        keeps=1.01 * model.tol,
        threads=thread_count(test.size * rows.classes * p**2),
        labels=arrays.labels,
        probabilities=arrays.probabilities,
        sure=arrays.done,
    )


def _whiten(rows: ClassRows, groups: int, shrinkage: float) -> dict[str, Floats] | None:
    """Rows measured from class means, in coordinates z = x T in which their covariance is the identity; None where there are none.

    There is one group of all rows, each measured from the mean of its own class, or one for each class, with all rows
    measured from its mean (G,). Given are the rows, filled up with zeros (G, n, w), their sums by class (C, w), products over the rows
    of the group (G, w, w), T and TᵀT, lower bounds of the smallest eigenvalues of correlation and covariance (G, 2), and 2 log det T (G,).
    """
    n, p = rows.X.shape
    w = round_up_to_lanes(p)
    totals, transforms, identities = np.empty((3, groups, w, w))
    found = {
        "tables": cache_aligned(groups, n, w),
        "sums": np.empty((rows.classes, w)),
        "totals": totals,
        "transforms": transforms,
        "identities": identities,
        "bounds": np.empty((groups, 2)),
        "volumes": np.empty(groups),
    }
    far = native._native.whiten_rows(
        X=rows.X,
        codes=rows.short_codes,
        counts=rows.counts,
        centres=rows.centres,
        variance_floor=rows.variance_floor,
        shrinkage=shrinkage,
        least=SURE_EIGENVALUE,
        **found,
    )
    return found if far else None
