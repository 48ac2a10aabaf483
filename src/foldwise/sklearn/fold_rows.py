"""Predictions of one candidate laid out by split: what scorers look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, final

import numpy as np

from foldwise.predictions import Part, ScoreKind
from foldwise.sklearn.admission import last_step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foldwise.arrays import Array, Codes, Floats, Mask
    from foldwise.predictions import Outputs
    from foldwise.sklearn.batch import BatchedFits
    from foldwise.typing import Estimator

__all__ = ["FoldPredictions", "SplitRows", "predictions_of", "stack"]

NEAR = 1e-9
"""Relative difference of two scores below which rounding may say which is larger."""

FAR = 1e-4
"""The same for logarithms of odds that were worked out from probabilities, which near 0 and 1 have few digits."""

NO_LABELS = np.zeros(0)


@final
@dataclass(frozen=True, eq=False)
class SplitRows:
    """The test rows, or the training rows, of all splits: the same for every candidate.

    Parameters
    ----------
    truth
        Class codes or values of the rows (N,).
    row
        Row of the dataset (N,).
    starts
        Where the rows of each split start, and the end of the last (R + 1,).
    """

    truth: Array
    row: Codes
    starts: Codes

    @cached_property
    def sizes(self) -> Codes:
        """Rows of each split (R,)."""
        return np.diff(self.starts)

    @cached_property
    def done(self) -> Mask:
        """Splits that were predicted (R,); those that were not have no rows."""
        return self.sizes > 0

    @cached_property
    def _every(self) -> bool:
        return bool(self.done.all())

    def sums(self, values: Array) -> Floats:
        """Sums of numbers (…, N) over the rows of each split (…, R)."""
        if self._every:
            return np.add.reduceat(values, self.starts[:-1], axis=-1, dtype=np.float64)
        filled = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
        filled[..., :-1] = values
        return np.where(self.done, np.add.reduceat(filled, self.starts[:-1], axis=-1), 0.0)

    @cached_property
    def spread(self) -> Floats:
        """Squared distances of the values from their mean in each split, summed (R,)."""
        means = self.sums(self.truth) / self.sizes
        return self.sums((self.truth - np.repeat(means, self.sizes)) ** 2)


@final
@dataclass(frozen=True, eq=False)
class FoldPredictions:
    """Predictions of the test rows, or the training rows, of all splits.

    Parameters
    ----------
    model
        The estimator, not fitted.
    rows
        The rows of each split.
    output
        What was predicted (N,); of several candidates (K, N).
    scores
        Probabilities or decision scores (N, C); None where there are none. Of several candidates (K, N, C).
    labels
        Class labels (C,).
    seen
        Whether a split trains on rows of each class (R, C); of no meaning for values.
    exact
        Whether scores are counts over counts, so that equal ones are equal in scikit-learn too.
    margin
        By how much scores may miss scikit-learn's, beside rounding; of several candidates (K, 1).
    """

    model: Estimator
    rows: SplitRows
    output: Array
    scores: Floats | None
    kind: ScoreKind
    labels: Array
    seen: Mask
    exact: bool
    margin: float | Floats = 0.0

    @property
    def truth(self) -> Array:
        """Class codes or values of the rows (N,)."""
        return self.rows.truth

    @property
    def starts(self) -> Codes:
        """Where the rows of each split start, and the end of the last (R + 1,)."""
        return self.rows.starts

    @property
    def sizes(self) -> Codes:
        """Rows of each split (R,)."""
        return self.rows.sizes

    @property
    def done(self) -> Mask:
        """Splits that were predicted (R,)."""
        return self.rows.done

    def sums(self, values: Array) -> Floats:
        """Sums of numbers (…, N) over the rows of each split (…, R)."""
        return self.rows.sums(values)

    def all_hold(self, holds: Mask) -> Mask:
        """Splits all of whose rows have a property (…, N) → (…, R)."""
        if holds.all():
            return np.ones((*holds.shape[:-1], self.done.size), dtype=np.bool_)
        return self.sums(~holds) == 0

    @cached_property
    def clear(self) -> Mask:
        """Splits of whose labels none hangs on rounding (R,)."""
        if self.scores is None or self.exact:
            return self.done
        if self.scores.shape[-1] == 2:
            first, second = self.scores[..., 0], self.scores[..., 1]
            return self.done & self.all_hold(
                np.abs(second if self.kind is ScoreKind.DECISION else second - first) > np.maximum(NEAR, self.margin)
            )
        top = np.partition(self.scores, -2, axis=-1)[..., -2:]
        near = np.maximum(NEAR, self.margin) * np.maximum(1.0, np.abs(top[..., 1]))
        return self.done & self.all_hold(top[..., 1] - top[..., 0] > near)

    @cached_property
    def all_classes(self) -> Mask:
        """Splits that train on every class (R,)."""
        return self.done & self.seen.all(axis=1)

    @cached_property
    def valued(self) -> Mask:
        """Splits whose scores are scikit-learn's up to rounding, and not in their order alone (R,)."""
        return self.all_classes & (self.margin <= NEAR)

    @cached_property
    def _from_probabilities(self) -> bool:
        """Whether decisions are logarithms of odds, worked out from probabilities."""
        return self.kind is ScoreKind.PROBABILITY and hasattr(last_step(self.model), "decision_function")

    @cached_property
    def ranking(self) -> Floats | None:
        """What scikit-learn ranks rows of two classes by (N,): decisions where the estimator has them, else probabilities."""
        if self.scores is None or self.scores.shape[1] != 2:
            return None
        if self._from_probabilities:
            with np.errstate(divide="ignore"):
                return np.log(self.scores[:, 1]) - np.log(self.scores[:, 0])
        return self.scores[:, 1]

    @cached_property
    def well_ranked(self) -> Mask:
        """Splits in which no two rows of different classes have scores so near that rounding may order them (R,)."""
        ranking = self.ranking
        if ranking is None:
            return np.zeros_like(self.done)
        split = np.repeat(np.arange(self.done.size), self.sizes)
        order = np.lexsort((ranking, split))
        ranked, truth, split = ranking[order], self.truth[order], split[order]
        unlike = (truth[1:] != truth[:-1]) & (split[1:] == split[:-1])
        with np.errstate(invalid="ignore"):
            tolerance = FAR if self._from_probabilities else NEAR
            least = tolerance * np.maximum(np.abs(ranked[1:]), np.abs(ranked[:-1])) + 2 * self.margin
            near = ~(np.diff(ranked) > least)
        if not self.exact:
            near |= ~np.isfinite(ranked[1:]) | ~np.isfinite(ranked[:-1])
            unsure = np.bincount(split[1:][unlike & near], minlength=self.done.size) > 0
            return self.all_classes & ~unsure
        return self.all_classes


def predictions_of(batch: BatchedFits, name: str, part: int = Part.TEST) -> FoldPredictions:
    """Lay out the predictions of a candidate."""
    outputs, dataset = batch.found.outputs[name], batch.dataset
    model, family = batch.models[name], batch.found.routes[name].name
    mine = outputs.part == part if batch.asked.train else slice(None)
    scores = None if outputs.scores is None else outputs.scores[mine]
    return FoldPredictions(
        model=model,
        rows=_rows_of(batch, outputs, part, mine),
        output=outputs.output[mine],
        scores=scores,
        kind=outputs.score_kind,
        labels=dataset.labels if dataset.is_classification else NO_LABELS,
        seen=batch.seen,
        exact=family in ("trees", "dummy") or ("neighbours" in family and last_step(model).weights == "uniform"),
        margin=batch.margin(model, scores),
    )


def stack(found: Sequence[FoldPredictions]) -> FoldPredictions:
    """Predictions of several candidates for the same rows: labels or values (K, N), scores (K, N, C) where they decide."""
    first = found[0]
    needed = first.scores is not None and not first.exact
    scores = np.stack([one.scores for one in found if one.scores is not None]) if needed else None
    margin = np.array([[one.margin] for one in found])
    return replace(first, output=np.stack([one.output for one in found]), scores=scores, margin=margin)


def _rows_of(batch: BatchedFits, outputs: Outputs, part: int, mine: Mask | slice) -> SplitRows:
    """Give the rows that were predicted; candidates that share them share what follows from them."""
    key = part, id(outputs.resample), id(outputs.row)
    if key not in batch.layouts:
        resample, row = outputs.resample[mine], outputs.row[mine]
        starts = np.searchsorted(resample, np.arange(batch.found.test.count + 1, dtype=resample.dtype))
        batch.layouts[key] = SplitRows(batch.dataset.truth[row], row, starts)
    return batch.layouts[key]
