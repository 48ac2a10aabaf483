"""Logistic regressions of two classes on all resamples in the compiled kernel, where each column is scaled by itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np

from foldwise import native
from foldwise.engine.compiled.alignment import LANES, round_up_to_lanes
from foldwise.engine.linalg.newton import DECREMENT_TOLERANCE, LARGEST_OVERSHOOT, MOST_ITERATIONS, STEP_TOLERANCE
from foldwise.engine.linalg.solvers import LANE_COLUMNS
from foldwise.engine.linalg.sums import class_indicators
from foldwise.engine.pipelines.shared_columns import Block, KeptSums
from foldwise.engine.threads import blocks, thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from foldwise.arrays import Array, Floats, Mask
    from foldwise.data import Dataset
    from foldwise.engine.pipelines.columns import Multiples
    from foldwise.engine.pipelines.steps import Prepared
    from foldwise.engine.rows import TestRows
    from foldwise.typing import Estimator

__all__ = ["PairFits"]

IN_CACHE = 500_000
"""Numbers of the rows up to which they stay in cache while all resamples go over them."""
COUNTS_HELD, FITS_HELD = 20_000_000, 5_000_000
"""Counts of rows held at once, and coefficients of all resamples."""
RENEWAL, HESSIAN_STEPS = 12.0, 6.0
"""Steps a new Hessian costs, and steps for which an old one is given time to be corrected by what they show."""
STOPPING_RULES = np.array(
    [DECREMENT_TOLERANCE, STEP_TOLERANCE, RENEWAL, LARGEST_OVERSHOOT, MOST_ITERATIONS, HESSIAN_STEPS]
)
"""When a search ends, and when a Hessian has grown too old."""
GRADIENTS = 10
"""How often a search goes over its rows, about."""


@final
@dataclass(frozen=True, eq=False)
class PairFits:
    """All searches for coefficients β of the shared columns, with the constant first.

    A column x that a resample multiplies by f has the parameter β / f, so that its penalty is that of β over f²: all
    resamples share their rows, and differ in weights and penalties only.

    `scaling` is what every resample does to the shared columns, `whole_scaling` what is done to them where all rows are
    trained on, and `penalty` the factor of ½ Σ parameter² beside Σ weights · log-loss.
    """

    prepared: Prepared
    dataset: Dataset
    scaling: Multiples
    whole_scaling: Multiples
    penalty: float
    class_weight: Any

    @classmethod
    def of(cls, final: Estimator, dataset: Dataset, prepared: Prepared, penalty: float) -> PairFits | None:
        """Set the fits up, or None where the compiled kernel is missing, or not for them."""
        width = prepared.node.width
        if not native.COMPILED or len(dataset.labels) != 2 or not final.fit_intercept:
            return None
        shared, training = prepared.shared, prepared.training
        if width + 1 > LANE_COLUMNS or (width + LANES) * dataset.n > IN_CACHE or width * training.count > FITS_HELD:
            return None
        scaling = prepared.node.multiples(prepared.block(0, training.count))
        sums = np.concatenate([shared.table.sum(axis=0), shared.squares * shared.n, [shared.n]])
        whole = prepared.node.multiples(Block(shared, training, KeptSums(sums[None]), 0, 1))
        if scaling is None or whole is None:
            return None
        return cls(prepared, dataset, scaling, whole, penalty, final.class_weight)

    @cached_property
    def rows(self) -> Floats:
        """The constant, the shared columns, and zeros (n, width)."""
        shared = self.prepared.shared.table
        q = shared.shape[1]
        rows = np.empty((len(shared), round_up_to_lanes(q + 1)))
        rows[:, 0] = 1.0
        rows[:, 1 : q + 1] = shared
        rows[:, q + 1 :] = 0.0
        return rows

    @cached_property
    def second(self) -> Floats:
        """Indicators of the second class (n,)."""
        return self.dataset.codes.astype(np.float64)

    @cached_property
    def weights(self) -> Floats:
        """Weights of the rows, times those of the classes where they are given (n,)."""
        weights = np.ones(self.dataset.n) if self.dataset.weights is None else self.dataset.weights.astype(np.float64)
        if not isinstance(self.class_weight, dict):
            return weights
        by_class = [float(self.class_weight.get(label, 1.0)) for label in self.dataset.labels.tolist()]
        return weights * np.array(by_class)[self.dataset.codes]

    def factors(self, counts: Array) -> Floats:
        """Further factors of the weights of both classes (B, 2): those that balance them, where that is asked for."""
        if self.class_weight is None or isinstance(self.class_weight, dict):
            return np.ones((len(counts), 2))
        sums = counts.astype(np.float64) @ class_indicators(self.dataset.codes, 2, self.weights)
        return sums.sum(axis=1, keepdims=True) / (2 * np.where(sums > 0, sums, 1.0))

    def penalties(self, scaling: Floats) -> Floats:
        """Penalties of the coefficients (B, q + 1): none of the constant."""
        penalties = np.zeros((len(scaling), scaling.shape[1] + 1))
        penalties[:, 1:] = self.penalty / scaling**2
        return penalties

    def search(self, counts: Array, scaling: Floats, start: Floats, out: Floats) -> Mask:
        """Coefficients at the minimum (B, width), in place, and which searches reached it (B,)."""
        reached = np.zeros(len(counts), dtype=np.uint8)
        native._native.logistic_fits(
            **self._arguments(counts, scaling, 1), start=start, coefficients=out, reached=reached
        )
        return reached != 0

    def _arguments(self, counts: Array, scaling: Floats, many: int) -> dict[str, Any]:
        """What both kernels are told, of searches for so many penalties."""
        return {
            "table": self.rows,
            "second": self.second,
            "weights": self.weights,
            "counts": counts,
            "factors": self.factors(counts),
            "penalties": self.penalties(scaling),
            "rules": STOPPING_RULES,
            "threads": thread_count(counts.size * self.rows.shape[1] * many * GRADIENTS),
        }

    @cached_property
    def _everything(self) -> Array:
        return np.ones((1, self.dataset.n), dtype=np.uint8)

    def start(self, model: Estimator) -> Floats:
        """Coefficients of a model that was fitted to `values` (q + 1,)."""
        slopes, scaling = model.coef_[0], self.whole_scaling
        constant = float(model.intercept_[0]) + slopes @ scaling.constants[0]
        return np.concatenate([[constant], slopes * scaling.factors[0]])

    @property
    def values(self) -> Floats:
        """All rows as the model would see them if it were fitted to all of them (n, q)."""
        return self.prepared.shared.table * self.whole_scaling.factors + self.whole_scaling.constants

    @property
    def whole_weights(self) -> Floats:
        """Weights of the rows where all of them are trained on (n,)."""
        return self.weights * self.factors(self._everything)[0][self.dataset.codes]

    def whole(self, start: Floats) -> tuple[Floats, bool]:
        """Coefficients for all rows (q + 1,), and whether they are the optimum."""
        found = np.empty((1, self.rows.shape[1]))
        reached = self.search(self._everything, self.whole_scaling.factors, start, found)
        return found[0, : start.size], bool(reached[0])

    def follow(self, counts: Array, scaling: Floats, strengths: Floats, out: Floats) -> Mask:
        """Coefficients at the minima (B, K, width) for descending strengths of the penalty, in place; those reached (B, K)."""
        reached = np.zeros((len(counts), len(strengths)), dtype=np.uint8)
        native._native.logistic_paths(
            **self._arguments(counts, scaling, len(strengths)), strengths=strengths, coefficients=out, reached=reached
        )
        return reached != 0

    def scores(self, start: Floats, test: TestRows) -> tuple[Floats, Mask]:
        """Scores of the test rows (N, 1), and which resamples were done (R,)."""

        def search(counts: Array, scaling: Floats, out: Floats) -> Mask:
            return self.search(counts, scaling, start, out[:, 0])[:, None]

        scores, reached = self._evaluate(search, 1, test)
        return scores, reached[:, 0]

    def path_scores(self, strengths: Floats, test: TestRows) -> tuple[Floats, Mask]:
        """Scores of the test rows for descending strengths of the penalty (N, K), and which fits were done (R, K)."""

        def follow(counts: Array, scaling: Floats, out: Floats) -> Mask:
            return self.follow(counts, scaling, strengths, out)

        return self._evaluate(follow, len(strengths), test)

    def _evaluate(
        self, search: Callable[[Array, Floats, Floats], Mask], many: int, test: TestRows
    ) -> tuple[Floats, Mask]:
        """Search in as many resamples at a time as memory has room for, and score their test rows (N, K)."""
        training, width = self.prepared.training, self.rows.shape[1]
        scores, reached = np.empty((test.size, many)), np.zeros((training.count, many), dtype=np.bool_)
        for first, last in blocks(training.count, min(COUNTS_HELD // self.dataset.n, FITS_HELD // (many * width))):
            counts = training.counts(first, last)
            counts = np.ascontiguousarray(counts, dtype=np.uint8 if counts.dtype == np.uint8 else np.float64)
            coefficients = np.empty((last - first, many, width))
            reached[first:last] = search(counts, self.scaling.factors[first:last], coefficients)
            mine = slice(test.starts[first], test.starts[last])
            native._native.fit_values(
                rows=self.rows,
                tested=test.row[mine],
                starts=test.starts[first : last + 1] - mine.start,
                coefficients=coefficients,
                offset=np.zeros(many),
                threads=thread_count((mine.stop - mine.start) * width * many),
                values=scores[mine],
            )
        return scores, reached
