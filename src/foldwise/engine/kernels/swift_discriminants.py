"""Linear and quadratic discriminants on ordinary partitions, compiled: eight resamples at a time, up to their answers.

A covariance is whitened by its Cholesky factor, which is quicker than its eigenvectors and gives the same discriminants;
where a bound of an eigenvalue does not settle that a resample is ordinary, it is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.engine.kernels.factors import LANE_COLUMNS, WEAKEST
from foldwise.engine.kernels.lanes import on_lines, whole_lanes
from foldwise.engine.kernels.lda_left_out import keeps_directions
from foldwise.engine.kernels.moments import MOST_CLASSES
from foldwise.engine.kernels.threads import thread_count
from foldwise.plans import Partition

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Floats
    from foldwise.engine.kernels.moments import ClassRows
    from foldwise.engine.kernels.scores import Answers
    from foldwise.engine.layout import Layout
    from foldwise.plans import Resamples

__all__ = ["answer_linear", "answer_quadratic", "is_plain"]

KEEP = 32_000_000
"""Numbers up to which rows are kept in the coordinates of the discriminants."""
SURE = 1e-8
"""Smallest eigenvalue of a correlation matrix, by its bound, from which on its factor is taken for the coordinates."""


@final
@dataclass(frozen=True, eq=False)
class Whitened:
    """Rows measured from class means, in coordinates z = x T in which their covariance is the identity.

    There is one group of all rows, each measured from the mean of its own class, or one group for each class, in which all
    rows are measured from the mean of that class (G,).

    Parameters
    ----------
    tables
        The rows of each group, filled up with zeros (G, n, w).
    sums
        Sums over the rows of each class (C, w).
    totals
        Sums of the products of all pairs of numbers over the rows of the group (G, w, w).
    turns, identities
        T and TᵀT (G, w, w).
    bounds
        Lower bounds of the smallest eigenvalues of the correlation and of the covariance (G, 2).
    volumes
        Twice the logarithm of det T (G,).
    """

    tables: Floats
    sums: Floats
    totals: Floats
    turns: Floats
    identities: Floats
    bounds: Floats
    volumes: Floats


def is_plain(rows: ClassRows, resamples: Resamples, layout: Layout, tables: int) -> bool:
    """Whether every resample is asked about the rows it leaves out, few enough and of few enough columns."""
    n, p = rows.X.shape
    return (
        native.COMPILED
        and isinstance(resamples, Partition)
        and layout.size == resamples.parts.size
        and p <= LANE_COLUMNS
        and tables * n * whole_lanes(p) <= KEEP
        and rows.classes <= MOST_CLASSES
        and bool((rows.counts > 1).all())
    )


def answer_linear(rows: ClassRows, model: Any, layout: Layout, answers: Answers) -> None:  # noqa: ANN401
    """Answer by linear discriminants of the plain common covariance, with the directions that `solver='svd'` keeps."""
    found = _whiten(rows, 1, 0.0)
    if found is None:
        return
    p, classes = rows.X.shape[1], rows.classes
    centres = (rows.centres - rows.centre) @ found.turns[0, :p]
    between = np.empty((layout.count if classes > 2 else 0, classes, classes))
    native._native.lda_predictions(
        table=found.tables[0],
        codes=rows.short_codes,
        rows=layout.row,
        starts=layout.starts.astype(np.int64, copy=False),
        counts=rows.counts,
        sums=found.sums,
        total=found.totals[0],
        centres=centres,
        priors=_log_priors(model),
        q=p,
        weakest=WEAKEST,
        smallest=float(found.bounds[0, 0]),
        keeps=2 * model.tol**2,
        threads=thread_count(layout.size * p**2),
        labels=answers.labels,
        probabilities=answers.probabilities,
        sure=answers.done,
        between=between,
    )
    if len(between):
        directions = np.full(layout.count, min(classes - 1, p))
        answers.done[:] &= keeps_directions(between, directions, model.tol)


def answer_quadratic(
    rows: ClassRows,
    model: Any,  # noqa: ANN401
    layout: Layout,
    answers: Answers,
    *,
    least: Callable[[], Floats],
) -> None:
    """Answer by quadratic discriminants, regularised as `solver='svd'` does.

    `least` gives the smallest eigenvalues of the covariances over all rows (C,), where a bound is not enough.
    """
    pull, p = float(model.reg_param), rows.X.shape[1]
    found = None if (rows.counts < p).any() else _whiten(rows, rows.classes, pull)
    if found is None:
        return
    smallest = found.bounds[:, 1].copy()
    if (smallest <= max(10, 1.5 * p) * model.tol).any():  # what a resample leaves of it may be bounded by one part in p
        smallest = np.ascontiguousarray(least())
    native._native.qda_predictions(
        tables=found.tables,
        codes=rows.short_codes,
        rows=layout.row,
        starts=layout.starts.astype(np.int64, copy=False),
        counts=rows.counts,
        sums=found.sums,
        totals=found.totals,
        identities=found.identities,
        volumes=found.volumes,
        smallest=smallest,
        priors=_log_priors(model),
        q=p,
        weakest=WEAKEST,
        pull=pull,
        keeps=1.01 * model.tol,
        threads=thread_count(layout.size * rows.classes * p**2),
        labels=answers.labels,
        probabilities=answers.probabilities,
        sure=answers.done,
    )


def _whiten(rows: ClassRows, groups: int, pull: float) -> Whitened | None:
    """Find the coordinates, or None where the columns are too near to being collinear."""
    n, p = rows.X.shape
    w = whole_lanes(p)
    totals, turns, identities = np.empty((3, groups, w, w))
    bounds, volumes = np.empty((groups, 2)), np.empty(groups)
    tables, sums = on_lines(groups, n, w), np.empty((rows.classes, w))
    found = Whitened(tables, sums, totals, turns, identities, bounds, volumes)
    far = native._native.whiten_rows(
        X=rows.X,
        codes=rows.short_codes,
        counts=rows.counts,
        centres=rows.centres,
        nothing=rows.nothing,
        pull=pull,
        least=SURE,
        tables=tables,
        sums=sums,
        totals=totals,
        turns=turns,
        identities=identities,
        bounds=bounds,
        volumes=volumes,
    )
    return found if far else None


def _log_priors(model: Any) -> Floats:  # noqa: ANN401
    """Logarithms of given priors (C,); none where they are the shares of the training set."""
    return np.zeros(0) if model.priors is None else np.log(np.asarray(model.priors, dtype=np.float64))
