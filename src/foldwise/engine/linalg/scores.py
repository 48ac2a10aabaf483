"""Scores of rows under fitted parameters: the three forms that all families share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from foldwise import native
from foldwise.engine.linalg.array_api import beside

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import ApiArray, Codes

    Table = Callable[[Codes], ApiArray]
    """Gives the numbers of some rows (N, m)."""

__all__ = ["Linear", "Normal", "Quadratic", "picked_rows", "posteriors", "score_rows"]

MOST_PADDING = 1.25
"""Test sets are padded to one size where that adds at most a quarter."""


class Linear(NamedTuple):
    """Scores coefficients · x + offsets, of each class and resample: (B, C, m) and (B, C)."""

    coefficients: Any
    offsets: Any

    def __call__(self, x: ApiArray) -> ApiArray:
        """Score the rows of each resample (B, L, m) → (B, L, C)."""
        xp = array_namespace(x)
        return x @ xp.matrix_transpose(self.coefficients) + self.offsets[:, None, :]


class Normal(NamedTuple):
    """Scores offsets - ½ Σ (x - mean)² · precision, of each class and resample: (B, C, p), (B, C, p) and (B, C).

    The squares are not multiplied out: far from the mean, or with a small variance, too many digits would cancel.
    """

    means: Any
    precisions: Any
    offsets: Any

    def __call__(self, x: ApiArray) -> ApiArray:
        """Score the rows of each resample (B, L, p) → (B, L, C)."""
        xp = array_namespace(x)
        away = x[:, :, None, :] - self.means[:, None, :, :]
        return self.offsets[:, None, :] - 0.5 * xp.sum(away * away * self.precisions[:, None, :, :], axis=3)


class Quadratic(NamedTuple):
    """Scores offsets - ½ ‖factors (x - means)‖² of one class in each resample: (B, p), (B, p, p) and (B,)."""

    means: Any
    factors: Any
    offsets: Any

    def __call__(self, x: ApiArray) -> ApiArray:
        """Score the rows of each resample (B, L, p) → (B, L, 1)."""
        xp = array_namespace(x)
        turned = (x - self.means[:, None, :]) @ xp.matrix_transpose(self.factors)
        return self.offsets[:, None, None] - 0.5 * xp.sum(turned * turned, axis=2, keepdims=True)


def score_rows(form: Linear | Normal | Quadratic, table: ApiArray | Table, rows: Codes, starts: Codes) -> ApiArray:
    """Score the rows asked about by each resample, which start where `starts` says (N, C).

    The table holds the numbers of all rows (n, m), or gives those of some. It is of the library of the form; which rows are
    asked about is told in numbers of ours.

    Examples
    --------
    >>> form = Linear(np.array([[[3.0]]]), np.array([[1.0]]))
    >>> score_rows(form, np.array([[1.0], [2.0]]), np.array([1]), np.array([0, 1]))
    array([[7.]])
    """
    if callable(table):
        return _in_batches(form, table, rows, starts)
    if not native.COMPILED or not isinstance(table, np.ndarray):
        return _in_batches(form, lambda chosen: picked_rows(table, chosen), rows, starts)
    given = {
        "table": np.ascontiguousarray(table),
        "rows": np.ascontiguousarray(rows, np.int64),
        "starts": np.ascontiguousarray(starts, np.int64),
        "scores": np.empty((rows.size, 1 if isinstance(form, Quadratic) else form.offsets.shape[1])),
        **{name: np.ascontiguousarray(part, np.float64) for name, part in form._asdict().items()},
    }
    if isinstance(form, Quadratic):
        native._native.quadratic_scores(**given, column=0)
    elif isinstance(form, Normal):
        native._native.normal_scores(**given, threads=1)
    else:
        native._native.linear_scores(**given, threads=1)
    return given["scores"]


def picked_rows(table: ApiArray, rows: Codes) -> ApiArray:
    """Rows of a table of any library (N, m)."""
    return array_namespace(table).take(table, beside(rows, table), axis=0)


def _in_batches(form: Linear | Normal | Quadratic, table: Table, rows: Codes, starts: Codes) -> ApiArray:
    """Score the test rows of many resamples in one batched product (N, C).

    Every test set is filled up to the longest one with rows that are dropped again; where that is too much, the resamples
    are scored one by one.
    """
    sizes = np.diff(starts)
    longest = int(sizes.max(initial=0))
    xp = array_namespace(form.offsets)
    if longest * sizes.size > MOST_PADDING * rows.size:
        x = table(rows)
        alone = [type(form)(*(part[r : r + 1, ...] for part in form)) for r in range(sizes.size)]
        edges = zip(alone, starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        return xp.concat([one(x[None, a:b, :])[0, ...] for one, a, b in edges], axis=0)
    places = np.arange(longest)
    at = np.minimum(starts[:-1, None] + places, rows.size - 1)
    x = table(rows[at.ravel()])
    scores = form(xp.reshape(x, (*at.shape, x.shape[1])))
    return picked_rows(xp.reshape(scores, (at.size, scores.shape[2])), np.flatnonzero(places < sizes[:, None]))


def posteriors(scores: ApiArray) -> tuple[ApiArray, ApiArray]:
    """Most probable class, and exp(score - log Σ exp score) for scores that are joint log-likelihoods (N, C)."""
    xp = array_namespace(scores)
    if scores.shape[1] == 2:  # reductions over two columns take longer than all the rest
        difference = scores[:, 1] - scores[:, 0]
        less = xp.exp(-xp.abs(difference))
        more = 1 / (1 + less)
        less = less * more
        second = difference > 0
        return xp.astype(second, xp.int64), xp.stack(
            [xp.where(second, less, more), xp.where(second, more, less)], axis=1
        )
    raised = xp.exp(scores - xp.max(scores, axis=1, keepdims=True))
    return xp.argmax(scores, axis=1), raised / xp.sum(raised, axis=1, keepdims=True)
