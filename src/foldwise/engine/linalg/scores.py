"""Scores of rows under fitted parameters: the three forms that all families share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from foldwise import native

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Codes, Floats
    from foldwise.engine.rows import TestRows

    Table = Callable[[Codes | slice], Floats]
    """Gives the numbers of some rows (N, m)."""

__all__ = ["Linear", "Normal", "Quadratic", "posteriors"]

PADDING = 1.25
"""Test sets are padded to one size where that adds at most a quarter."""


class Linear(NamedTuple):
    """Scores coefficients · x + offsets, of each class and resample: (B, C, m) and (B, C)."""

    coefficients: Any
    offsets: Any

    def __call__(self, x: Any) -> Any:  # noqa: ANN401 - arrays of any library
        """Score the rows of each resample (B, L, m) → (B, L, C)."""
        xp = array_namespace(x)
        return x @ xp.matrix_transpose(self.coefficients) + self.offsets[:, None, :]

    def at(self, table: Floats | Table, test: TestRows) -> Floats:
        """Score the test rows (N, C); the table holds the numbers of all rows (n, m), or gives those of some."""
        if isinstance(table, np.ndarray):
            return native.linear_scores(
                table, test.row, test.starts, coefficients=self.coefficients, offsets=self.offsets
            )
        return _in_batches(test, table, lambda x, some: Linear(self.coefficients[some], self.offsets[some])(x))


class Normal(NamedTuple):
    """Scores offsets - ½ Σ (x - mean)² · precision, of each class and resample: (B, C, p), (B, C, p) and (B, C).

    The squares are not multiplied out: far from the mean, or with a small variance, too many digits would cancel.
    """

    means: Any
    precisions: Any
    offsets: Any

    def __call__(self, x: Any) -> Any:  # noqa: ANN401 - arrays of any library
        """Score the rows of each resample (B, L, p) → (B, L, C)."""
        xp = array_namespace(x)
        away = x[:, :, None, :] - self.means[:, None, :, :]
        return self.offsets[:, None, :] - 0.5 * xp.sum(away * away * self.precisions[:, None, :, :], axis=3)

    def at(self, X: Floats, test: TestRows) -> Floats:
        """Score the test rows (N, C)."""
        return native.normal_scores(
            X, test.row, test.starts, means=self.means, precisions=self.precisions, offsets=self.offsets
        )


class Quadratic(NamedTuple):
    """Scores offsets - ½ ‖factors (x - means)‖² of one class in each resample: (B, p), (B, p, p) and (B,)."""

    means: Any
    factors: Any
    offsets: Any

    def __call__(self, x: Any) -> Any:  # noqa: ANN401 - arrays of any library
        """Score the rows of each resample (B, L, p) → (B, L)."""
        xp = array_namespace(x)
        turned = (x - self.means[:, None, :]) @ xp.matrix_transpose(self.factors)
        return self.offsets[:, None] - 0.5 * xp.sum(turned * turned, axis=2)

    def at(self, table: Floats, rows: Codes, starts: Codes) -> Floats:
        """Score rows of a table, those of each resample starting where `starts` says (N,)."""
        return native.quadratic_scores(
            table, rows, starts, means=self.means, factors=self.factors, offsets=self.offsets
        )


def _in_batches(test: TestRows, table: Table, score: Callable[[Floats, slice], Floats]) -> Floats:
    """Score the test rows of many resamples in one batched product (N, C).

    Every test set is filled up to the longest one with rows that are dropped again; where that is too much, the resamples
    are scored one by one.
    """
    sizes = test.sizes
    longest = int(sizes.max(initial=0))
    if longest * sizes.size > PADDING * test.size:
        x = table(test.row)
        edges = zip(test.starts[:-1].tolist(), test.starts[1:].tolist(), strict=True)
        return np.concatenate([score(x[None, a:b], slice(r, r + 1))[0] for r, (a, b) in enumerate(edges)])
    places = np.arange(longest)
    at = np.minimum(test.starts[:-1, None] + places, test.size - 1)
    x = table(test.row[at.ravel()]).reshape(*at.shape, -1)
    return score(x, slice(0, sizes.size))[places < sizes[:, None]]


def posteriors(scores: Any) -> tuple[Any, Any]:  # noqa: ANN401 - arrays of any library
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
